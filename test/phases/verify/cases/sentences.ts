// Facts in prose: the value in one sentence and the name in another, pronouns, two passages for one
// value, words that only imply it.
import type { Case } from './case.ts'

const luthier = `Ottavia Brenn opened her workshop in the arcade behind the fish market in 1974. Until then she had
repaired harmoniums for a travelling circus. Her first cello took her eleven months, and she sold it to a dentist.

Her rival, Casimir Dolle, had trained in Mittenwald. He made nothing but violas. His first one took him four
months; he never parted with it.`

const kites = `# Kite festival, report of the stewards
The largest entry came from Almut Rieck. It was flown from the pier, carried nine lines, and came down in the
car park. The judges gave it the prize for courage.

Second by size was the dragon of the brothers Hanno and Veit Ostrow. It measured 46 square metres. It won the
prize for workmanship.`

const peat = `The Hollmoor was drained between the wars. What is left of it, some 310 hectares, belongs to the parish of
Wendum. The neighbouring Ochsenmoor is larger by half and belongs to the province. Since 2003 both have been
flooded again every winter; cranes rest there in October.`

const radio = `Results for "first engineer of station Kilo"
[1] Station Kilo (kilo.md)
Station Kilo went on the air in the spring of 1936. Its aerial hung between two poplars.
[2] People of the early wireless (people.md)
Bela Tormay built the transmitter of Station Kilo out of parts of a tram. The man who had built it left for
Montevideo two years later, and there he taught mathematics.
[3] Vera Loos (loos.md)
Vera Loos read the shipping news at Station Lima, never at Kilo. She died in Trieste.`

export const sentences: Readonly<Record<string, Case>> = {
  'pronoun of a sentence before': {
    question: 'How many months did the first cello of Ottavia Brenn take?',
    does: 'Find how long the maker needed for the first instrument.',
    reads: { maker: 'Ottavia Brenn' },
    found: luthier,
    says: {
      building_time: { value: 11, unit: 'months', quote: 'Her first cello took her eleven months' },
    },
    wrong: {
      'wrong neighbour': [
        { value: 4, unit: 'months', quote: 'His first one took him four\nmonths' },
        {
          value: 'four months',
          quote: 'His first one took him four months; he never parted with it.',
        },
      ],
    },
  },
  'pronoun two sentences on': {
    question: 'Which prize did the kite of Almut Rieck win?',
    does: 'Find the prize that the entry of the builder was given.',
    reads: { builder: 'Almut Rieck' },
    found: kites,
    says: {
      prize: { value: 'prize for courage', quote: 'The judges gave it the prize for courage.' },
      lines: {
        value: 9,
        quote:
          'The largest entry came from Almut Rieck. It was flown from the pier, carried nine lines',
      },
    },
    wrong: {
      'wrong neighbour': [
        { value: 'prize for workmanship', quote: 'It won the\nprize for workmanship.' },
        { role: 'lines', value: 46, quote: 'It measured 46 square metres.' },
      ],
    },
  },
  'what is left of it': {
    question: 'How large is the rest of the Hollmoor, and who owns it?',
    does: 'Read the area that remains of the bog, and its owner.',
    reads: { bog: 'Hollmoor' },
    found: peat,
    says: {
      remaining_area: { value: 310, unit: 'ha', quote: 'What is left of it, some 310 hectares' },
      owner: { value: 'parish of Wendum', quote: 'belongs to the parish of\nWendum' },
    },
    wrong: {
      'wrong neighbour': [
        {
          role: 'owner',
          value: 'province',
          quote: 'The neighbouring Ochsenmoor is larger by half and belongs to the province.',
        },
      ],
      'unit slip': [{ value: 310, unit: 'km^2', quote: 'What is left of it, some 310 hectares' }],
    },
  },
  'a fact and a name in two passages': {
    question: 'Where did the builder of the transmitter of Station Kilo teach?',
    does: 'Find the city in which the engineer taught.',
    reads: { station: 'Station Kilo' },
    kind: 'fetch',
    found: {
      c1: {
        content: radio,
        tool: 'web_search',
        input: { query: 'first engineer of station Kilo' },
      },
    },
    says: {
      city: {
        value: 'Montevideo',
        quotes: [
          'The man who had built it left for\nMontevideo two years later, and there he taught mathematics.',
          'Bela Tormay built the transmitter of Station Kilo out of parts of a tram.',
        ],
      },
    },
    wrong: {
      'wrong neighbour': [{ value: 'Trieste', quote: 'She died in Trieste.' }],
      'made-up second quote': [
        {
          value: 'Montevideo',
          quotes: [
            'The man who had built it left for Montevideo',
            'Bela Tormay taught there until 1951.',
          ],
        },
        {
          value: 'Lisbon',
          quotes: ['Bela Tormay built the transmitter', 'left for Lisbon two years later'],
        },
      ],
      'quote of the query': [{ value: 'first engineer', quote: 'first engineer of station Kilo' }],
    },
  },
  'two passages, the second in another result': {
    question: 'Which instrument does the winner of the Sallow Medal of 1998 play?',
    does: 'Find the instrument of the winner.',
    reads: { medal: 'Sallow Medal', year: 1998 },
    kind: 'fetch',
    found: {
      c1: {
        content:
          'Sallow Medal\n1997 nobody\n1998 the soloist of the Dray quintet\n1999 Ruud Aalders',
      },
      c2: {
        content:
          'The Dray quintet travels without a piano. Its soloist, Nell Astbury, plays the serpent.',
      },
    },
    says: {
      instrument: {
        value: 'serpent',
        quote: 'Its soloist, Nell Astbury, plays the serpent.',
        call: 'c2',
      },
    },
    wrong: {
      'made-up quote': [{ value: 'ophicleide', quote: 'plays the ophicleide', call: 'c2' }],
      'wrong call': [
        { value: 'serpent', quote: 'Its soloist, Nell Astbury, plays the serpent.', call: 'c1' },
      ],
    },
  },
  'implied by what they are called': {
    question: 'Which animal is on the badge of the Kestrels?',
    does: 'Find the animal that stands for the club.',
    reads: { club: 'Corvane Table Tennis Club' },
    found:
      'The Corvane Table Tennis Club plays in green. Its members call themselves the Badgers, and the badge shows why.',
    says: {
      animal: {
        value: 'badger',
        implied: true,
        quote: 'Its members call themselves the Badgers, and the badge shows why.',
      },
    },
    wrong: {
      'does not imply': [
        { value: 'heron', implied: true, quote: 'Its members call themselves the Herons' },
        { value: 'heron', implied: true },
      ],
    },
  },
  'implied yes and no': {
    question: 'Did the bakery still use its wood oven in 2010? Was the owner married?',
    does: 'Find whether the wood oven was in use, and whether the owner was married.',
    reads: { year: 2010 },
    found:
      'In 2008 the gas line was laid, and the wood oven has been a wardrobe ever since. Old Merle lived above the shop, alone, as she had all her life.',
    says: {
      wood_oven_used: {
        value: false,
        implied: true,
        quote: 'the wood oven has been a wardrobe ever since',
      },
      owner_married: {
        value: 'no',
        implied: true,
        quote: 'Old Merle lived above the shop, alone, as she had all her life.',
      },
    },
    wrong: {
      'does not imply': [
        { value: false, implied: true, quote: 'the wood oven was sold for scrap' },
        { role: 'owner_married', value: 'no' },
        {
          role: 'owner_married',
          value: 'widowed in 1987',
          implied: true,
          quote: 'Old Merle lived above the shop, alone',
        },
      ],
    },
  },
  'a boolean with its words': {
    question: 'Is the night tram free of charge?',
    does: 'Find whether the night tram costs nothing.',
    found:
      'Trams after midnight run every half hour. Nobody pays on them; the drivers are tired of counting change.',
    says: { free_of_charge: { value: true, quote: 'Nobody pays on them' } },
    wrong: { 'made-up quote': [{ value: true, quote: 'The night tram is free' }] },
  },
  'the value spans a line break and a hyphen': {
    question: 'What is the motto of the press?',
    does: 'Read the motto.',
    found:
      'Over the door of the letterpress shop hangs its motto: “Set slowly, distribute\nat once”. The founder’s grand-\ndaughter still inks the rollers.',
    says: {
      motto: { value: 'Set slowly, distribute at once', quote: '"Set slowly, distribute at once"' },
      successor: {
        value: "founder's granddaughter",
        quote: 'The founder’s grand-\ndaughter still inks the rollers.',
      },
    },
    wrong: {
      'factor of ten': [
        { value: 'Set slowly, distribute never', quote: '"Set slowly, distribute at once"' },
      ],
    },
  },
  'a quote with an ellipsis': {
    question: 'Who restored the organ of Tholm?',
    does: 'Find who restored the organ.',
    reads: { place: 'Tholm' },
    found:
      'The organ of Tholm, which had been silent since a marten nested in the bellows, was restored by the firm of Ilgner & Sons over two winters.',
    says: {
      restorer: {
        value: 'Ilgner & Sons',
        quote: 'The organ of Tholm ... was restored by the firm of Ilgner & Sons',
      },
    },
    wrong: {
      'made-up quote': [
        {
          value: 'Ilgner & Sons',
          quote: 'The organ of Varde ... was restored by the firm of Ilgner & Sons',
        },
        { value: 'Pauli', quote: 'The organ of Tholm ... was restored by Pauli' },
        {
          value: 'Ilgner & Sons',
          quote: 'was restored by the firm of Ilgner & Sons ... The organ of Tholm',
        },
      ],
    },
  },
  'the man under another name': {
    question: 'In which year did the author of "Salt and Slate" stop writing?',
    does: 'Find the year in which the author gave up writing.',
    reads: { author: 'Corin Vaux' },
    found:
      'Vaux, who signed his pamphlets as The Cooper, wrote Salt and Slate in one winter. After the trial of 1911 the Cooper wrote no more.',
    says: {
      last_year: { value: 1911, quote: 'After the trial of 1911 the Cooper wrote no more.' },
    },
    wrong: {
      'factor of ten': [
        { value: 1191, quote: 'After the trial of 1911 the Cooper wrote no more.' },
      ],
    },
  },
  'emphasis, footnotes and links in the text': {
    question: 'When was the funicular of Brenz closed, and how long is it?',
    does: 'Read the year of closing and the length of the track.',
    found:
      'The **funicular** of [Brenz](brenz.md) was closed in **1958**[2] after its *412 m* of track had been declared unsafe.[3]',
    says: {
      closing_year: { value: 1958, quote: 'was closed in 1958' },
      track_length: { value: 412, unit: 'm', quote: 'after its 412 m of track' },
    },
    wrong: {
      'made-up quote': [{ value: 1956, quote: 'was closed in 1956' }],
      'factor of ten': [
        { role: 'track_length', value: 4120, unit: 'm', quote: 'after its *412 m* of track' },
      ],
    },
  },
}
