// One value in two spellings: dates, numbers in words and figures, separators, percentages, units.
import type { Case } from './case.ts'

export const spellings: Readonly<Record<string, Case>> = {
  'days in words': {
    question: 'When was the hive split, and when did it swarm?',
    does: 'Read the day of the split and the day of the swarm.',
    writes: { split_day: { type: 'date' }, swarm_day: { type: 'date' } },
    found:
      'Hive book, 2019. Split on the 3rd of May; queen marked blue. Swarmed June 21st, 2019, before noon.',
    says: {
      split_day: { value: '2019-05-03', quote: 'Split on the 3rd of May' },
      swarm_day: { value: '2019-06-21', quote: 'Swarmed June 21st, 2019' },
    },
    wrong: {
      'day off': [
        { value: '2019-05-04', quote: 'Split on the 3rd of May' },
        { value: '2018-05-03', quote: 'Split on the 3rd of May' },
      ],
    },
  },
  'days in figures': {
    question: 'When does the lease of the kiosk begin, and when was it signed?',
    does: 'Read from the lease the day it begins and the day it was signed.',
    found:
      'Lease of the kiosk at the north gate. Begins 01.09.2021. Signed Tue 13 Jul 2021 in two copies. Key handed over 31/8/2021.',
    says: {
      begin: { value: '2021-09-01', quote: 'Begins 01.09.2021' },
      signed: { value: '2021-07-13', quote: 'Signed Tue 13 Jul 2021' },
      handed_over: { value: '2021-08-31', quote: 'Key handed over 31/8/2021' },
    },
    wrong: {
      'day off': [
        { value: '2021-09-10', quote: 'Begins 01.09.2021' },
        { value: '2021-08-01', quote: 'Begins 01.09.2021' },
      ],
    },
  },
  'a day with its weekday and the year above': {
    question: 'On which day is the rehearsal with orchestra?',
    does: 'Find the day of the rehearsal with orchestra.',
    found:
      'Schedule for autumn 2024\nSaturday, 12 October: rehearsal with piano\nSunday, 20 October: rehearsal with orchestra\nFriday, Nov. 1: concert',
    says: {
      rehearsal: { value: '2024-10-20', quote: 'Sunday, 20 October: rehearsal with orchestra' },
      concert: { value: '2024-11-01', quote: 'Friday, Nov. 1: concert' },
    },
    wrong: {
      'wrong neighbour': [
        { value: '2024-10-12', quote: 'Sunday, 20 October: rehearsal with orchestra' },
      ],
    },
  },
  'a day written out for a day in ISO': {
    question: 'When was the sample of lichen 77 taken?',
    does: 'Find the day on which the sample was taken.',
    reads: { sample: 'L-77' },
    found:
      '| sample | taken | host |\n|---|---|---|\n| L-76 | 2022-03-08 | larch |\n| L-77 | 2022-03-09 | rowan |',
    says: { taken: { value: '9 March 2022', quote: '| L-77 | 2022-03-09 | rowan |' } },
    wrong: {
      'wrong neighbour': [
        { value: '8 March 2022', quote: '| L-76 | 2022-03-08 | larch |' },
        { value: '8 March 2022', quote: '| L-77 | 2022-03-09 | rowan |' },
      ],
    },
  },
  'numbers in words': {
    question:
      'How many wheels of cheese ripen, how many are turned a day, and how old are the oldest?',
    does: 'Read the number of wheels, how many are turned each day, and the age of the oldest.',
    found:
      'Two thousand four hundred wheels lie in the cave. A dozen are turned every hour, a hundred and forty-four a day. The oldest have been there for two and a half years.',
    says: {
      wheels: { value: 2400, quote: 'Two thousand four hundred wheels lie in the cave.' },
      turned_daily: { value: 144, quote: 'a hundred and forty-four a day' },
      turned_hourly: { value: 12, quote: 'A dozen are turned every hour' },
      oldest_age: {
        value: 2.5,
        unit: 'years',
        quote: 'The oldest have been there for two and a half years.',
      },
    },
    wrong: {
      'factor of ten': [
        { value: 24000, quote: 'Two thousand four hundred wheels lie in the cave.' },
        { value: 2000, quote: 'Two thousand four hundred wheels lie in the cave.' },
      ],
    },
  },
  'figures with every separator': {
    question: 'How many visitors, copies, passengers and seeds were there?',
    does: 'Read the four counts.',
    found:
      'Visitors: 1 204 500 (thin spaces). Copies: 1’204’500 as the Swiss write. Passengers: 88,214. Seeds counted: 3.600.000 in the German register.',
    says: {
      visitors: { value: 1204500, quote: 'Visitors: 1 204 500' },
      copies: { value: 1204500, quote: 'Copies: 1’204’500' },
      passengers: { value: 88214, quote: 'Passengers: 88,214.' },
      seeds: { value: 3600000, quote: 'Seeds counted: 3.600.000' },
    },
    wrong: {
      'factor of ten': [
        { value: 204500, quote: 'Visitors: 1 204 500' },
        { role: 'seeds', value: 3.6, quote: 'Seeds counted: 3.600.000' },
      ],
    },
  },
  'scales written short': {
    question: 'What did the dome cost, who lives there, and what does it use?',
    does: 'Read the cost, the number of inhabitants, and the yearly use of power.',
    found:
      'The dome cost €2.4m; half a million people live within an hour of it. It uses 31k kWh a year, 4.5 thousand of them for fog.',
    says: {
      cost: { value: 2400000, unit: 'EUR', quote: 'The dome cost €2.4m' },
      inhabitants: { value: 500000, quote: 'half a million people live within an hour of it' },
      yearly_use: { value: 31000, unit: 'kWh', quote: 'It uses 31k kWh a year' },
      for_fog: { value: 4500, unit: 'kWh', quote: '4.5 thousand of them for fog' },
    },
    wrong: {
      'unit slip': [
        { value: 2400000, unit: 'USD', quote: 'The dome cost €2.4m' },
        { role: 'for_fog', value: 4.5, unit: 'kWh', quote: '4.5 thousand of them for fog' },
      ],
    },
  },
  'percentage as a fraction': {
    question:
      'Which share of the proofs was pulped, as a fraction? And how many percent were sold?',
    does: 'Read the share pulped as a fraction, and the percentage sold.',
    writes: {
      pulped_fraction: { type: 'number', unit: 'fraction' },
      sold_percentage: { type: 'number', unit: '%' },
    },
    found: '| fate | share |\n|---|---|\n| pulped | 18 % |\n| sold | 0.61 |\n| kept | 21 % |',
    says: {
      pulped_fraction: { value: 0.18, unit: 'fraction', quote: '| pulped | 18 % |' },
      sold_percentage: { value: 61, unit: '%', quote: '| sold | 0.61 |' },
    },
    wrong: {
      'factor of ten': [
        { value: 18, unit: 'fraction', quote: '| pulped | 18 % |' },
        { value: 1.8, unit: 'fraction', quote: '| pulped | 18 % |' },
      ],
    },
  },
  'percent in words': {
    question: 'By how many percent did the league shrink?',
    does: 'Read the percentage.',
    writes: { shrinkage: { unit: '%' } },
    found:
      'Within a decade the chess league lost forty per cent of its boards, and 12.5 percent of those that stayed play online.',
    says: {
      shrinkage: { value: 40, unit: '%', quote: 'lost forty per cent of its boards' },
      online_share: {
        value: 12.5,
        unit: '%',
        quote: '12.5 percent of those that stayed play online',
      },
    },
    wrong: {
      'wrong neighbour': [{ value: 12.5, unit: 'kg', quote: '12.5 percent of those that stayed' }],
    },
  },
  'a length in the unit that is wanted': {
    question:
      'How many metres of cable were laid in the fjord, and how long did it take in minutes?',
    does: 'Read the length of the cable in metres and the time it took in minutes.',
    writes: { cable_length: { unit: 'm' }, laying_time: { unit: 'min' } },
    found: 'The ship laid 8.4 km of cable in a single shift of 6 h 30 min.',
    says: {
      cable_length: { value: 8400, unit: 'm', quote: 'The ship laid 8.4 km of cable' },
      laying_time: { value: 390, unit: 'min', quote: 'in a single shift of 6 h 30 min' },
    },
    wrong: {
      'unit slip': [
        { value: 8.4, unit: 'm', quote: 'The ship laid 8.4 km of cable' },
        { value: 840, unit: 'm', quote: 'The ship laid 8.4 km of cable' },
      ],
    },
  },
  'negative, ordinal and odd figures': {
    question: 'How cold, which place, what score, which grade?',
    does: 'Read the lowest temperature, the place of the team, the score and the gradient.',
    found:
      'Lowest: −17.5 °C at dawn. The rowing eight of Mott came third, 5:3 in the play-off. The ramp rises ½ m.',
    says: {
      lowest: { value: -17.5, unit: '°C', quote: 'Lowest: −17.5 °C at dawn.' },
      place: { value: 3, quote: 'The rowing eight of Mott came third' },
      score: { value: '5:3', quote: '5:3 in the play-off' },
      rise: { value: 0.5, unit: 'm', quote: 'The ramp rises ½ m.' },
    },
    wrong: {
      'factor of ten': [
        { value: 17.5, unit: '°C', quote: 'Lowest: −17.5 °C at dawn.' },
        { role: 'place', value: 2, quote: 'The rowing eight of Mott came third' },
      ],
    },
  },
  'money in its own spelling': {
    question: 'What do the strings, the case and the bow cost?',
    does: 'Read the three prices.',
    found: 'Strings 38,50 EUR. Case: CHF 1’150.–. Bow $2,300 (USD).',
    says: {
      strings: { value: 38.5, unit: 'EUR', quote: 'Strings 38,50 EUR' },
      case: { value: 1150, unit: 'CHF', quote: 'Case: CHF 1’150.–' },
      bow: { value: 2300, unit: 'USD', quote: 'Bow $2,300 (USD)' },
    },
    wrong: {
      'unit slip': [
        { value: 38.5, unit: 'CHF', quote: 'Strings 38,50 EUR' },
        { value: 3850, unit: 'EUR', quote: 'Strings 38,50 EUR' },
      ],
    },
  },
}
