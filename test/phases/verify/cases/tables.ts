// Tables, lists, computed results and derivations.
import type { Case } from './case.ts'

const wines = `| vineyard | grape | bottles | alcohol (% vol) | price (EUR) |
|---|---|---|---|---|
| Steinacker | Riesling | 4,200 | 11.5 | 9.80 |
| Steinacker Süd | Silvaner | 1,150 | 12 | 8.40 |
| Hohe Leite | Riesling | 2,050 | 12.5 | 14.00 |
| Am Tor | Lemberger | 990 | 13 | 11.20 |`

const queried = (
  value: number | string | readonly (number | string)[],
  sql: string,
  unit?: string,
) => ({
  tool: 'table',
  input: { file: 'd.csv', sql },
  computes: true,
  value,
  content: String(value),
  ...(unit !== undefined && { unit }),
})

const reckoned = (expression: string, value: number, unit?: string) => ({
  tool: 'calculate',
  input: { expression },
  computes: true,
  value,
  content: `${value}`,
  ...(unit !== undefined && { unit }),
})

export const tables: Readonly<Record<string, Case>> = {
  'a cell by its row and a synonym of its column': {
    question: 'How strong is the wine of the Hohe Leite, and what does a bottle cost?',
    does: 'Read the strength of the wine and what a bottle costs.',
    reads: { site: 'Hohe Leite' },
    found: wines,
    says: {
      strength: {
        value: 12.5,
        unit: '%',
        quote: '| Hohe Leite | Riesling | 2,050 | 12.5 | 14.00 |',
      },
      bottle_cost: {
        value: 14,
        unit: 'EUR',
        quote: '| Hohe Leite | Riesling | 2,050 | 12.5 | 14.00 |',
      },
      output: { value: 2050, quote: 'Hohe Leite | Riesling | 2,050' },
    },
    wrong: {
      'neighbouring row': [
        { value: 12, unit: '%', quote: '| Steinacker Süd | Silvaner | 1,150 | 12 | 8.40 |' },
        { role: 'output', value: 990, quote: '| Am Tor | Lemberger | 990 | 13 | 11.20 |' },
      ],
      'unit slip': [
        {
          role: 'bottle_cost',
          value: 14,
          unit: 'USD',
          quote: '| Hohe Leite | Riesling | 2,050 | 12.5 | 14.00 |',
        },
      ],
    },
  },
  'a cell of a row whose key begins another': {
    question: 'How many bottles did the Steinacker give?',
    does: 'Read the bottles of the vineyard.',
    reads: { vineyard: 'Steinacker' },
    found: wines,
    says: { bottles: { value: 4200, quote: '| Steinacker | Riesling | 4,200 |' } },
    wrong: {
      'neighbouring column': [
        { value: 11.5, quote: '| Steinacker | Riesling | 4,200 | 11.5 | 9.80 |' },
      ],
      'neighbouring row': [
        { value: 2050, quote: '| Hohe Leite | Riesling | 2,050 | 12.5 | 14.00 |' },
      ],
    },
  },
  'a row told by a code for what is read': {
    question: 'What is the tonnage of the barge Wilhelmine?',
    does: 'Read the tonnage of the barge.',
    reads: { barge: 'Wilhelmine' },
    found:
      'W = Wilhelmine, A = Adriana\n\n| barge | tonnage |\n|---|---|\n| A | 310 |\n| W | 275 |',
    says: { tonnage: { value: 275, quotes: ['| W | 275 |', 'W = Wilhelmine'] } },
    wrong: { 'made-up quote': [{ value: 310, quote: '| W | 310 |' }] },
  },
  'a list from cells': {
    question: 'Which vineyards grow Riesling?',
    does: 'List the vineyards of the grape.',
    reads: { grape: 'Riesling' },
    found: wines,
    says: {
      vineyards: {
        value: ['Steinacker', 'Hohe Leite'],
        quote: '| Steinacker | Riesling | 4,200 | 11.5 | 9.80 |',
      },
    },
    wrong: {
      'item exchanged': [
        {
          value: ['Steinacker', 'Am Berg'],
          quote: '| Steinacker | Riesling | 4,200 | 11.5 | 9.80 |',
        },
      ],
      'item added': [
        {
          value: ['Steinacker', 'Hohe Leite', 'Lange Wand'],
          quote: '| Steinacker | Riesling | 4,200 | 11.5 | 9.80 |',
        },
      ],
    },
  },
  'items with commas': {
    question: 'Who sang, and where?',
    does: 'List the singers and the places.',
    found:
      'Singers: Osei, Ama; Lindqvist, Per; Aubry, Jean-Luc.\nPlaces: Washington, D.C.; Lausanne; Vaduz.',
    says: {
      singers: {
        value: ['Osei, Ama', 'Lindqvist, Per', 'Aubry, Jean-Luc'],
        quote: 'Osei, Ama; Lindqvist, Per; Aubry, Jean-Luc',
      },
      places: {
        value: ['Washington, D.C.', 'Lausanne', 'Vaduz'],
        quote: 'Washington, D.C.; Lausanne; Vaduz',
      },
    },
    wrong: {
      'item exchanged': [
        {
          value: ['Osei, Ama', 'Lindqvist, Jon', 'Aubry, Jean-Luc'],
          quote: 'Osei, Ama; Lindqvist, Per; Aubry, Jean-Luc',
        },
      ],
      'item dropped': [
        {
          value: ['Osei, Ama', 'Aubry, Jean-Luc'],
          quote: 'Osei, Ama; Lindqvist, Per; Aubry, Jean-Luc',
        },
      ],
      'item added': [
        {
          value: ['Osei, Ama', 'Lindqvist, Per', 'Aubry, Jean-Luc', 'Vance, Ida'],
          quote: 'Osei, Ama; Lindqvist, Per; Aubry, Jean-Luc',
        },
      ],
    },
  },
  'numbers of a list, apart': {
    question: 'How many steps do the three towers have?',
    does: 'List the number of steps of each tower.',
    found:
      'The water tower has 212 steps. The belfry, by contrast, has ninety-one, all of them worn. Nobody has counted the third, but its plan of 1902 shows 148.',
    says: {
      steps: {
        value: [212, 91, 148],
        quotes: [
          'The water tower has 212 steps.',
          'The belfry, by contrast, has ninety-one',
          'its plan of 1902 shows 148',
        ],
      },
    },
    wrong: {
      'item exchanged': [
        {
          value: [212, 92, 148],
          quotes: ['The water tower has 212 steps.', 'its plan of 1902 shows 148'],
        },
      ],
      'made-up second quote': [
        {
          value: [212, 19, 148],
          quotes: [
            'The water tower has 212 steps.',
            'The belfry has 19',
            'its plan of 1902 shows 148',
          ],
        },
      ],
    },
  },
  'items each in a sentence of its own': {
    question: 'Which glasses crack?',
    does: 'List the kinds of glass that crack.',
    found:
      'Soda glass cracks when it is cooled in air. Lead glass forgives. Borosilicate hardly minds. Opal glass, too, cracks, though later.',
    says: {
      kinds: {
        value: ['soda glass', 'opal glass'],
        quotes: [
          'Soda glass cracks when it is cooled in air.',
          'Opal glass, too, cracks, though later.',
        ],
      },
    },
    wrong: {
      'item exchanged': [
        {
          value: ['soda glass', 'lead glass'],
          quotes: ['Soda glass cracks when it is cooled in air.', 'Lead glass cracks.'],
        },
      ],
    },
  },
  'an item of a believed list': {
    question: 'Which workshop do both guilds name?',
    does: 'Find what both lists have in common.',
    kind: 'compute',
    reads: { first_list: ['Ebner', 'Fosse', 'Grau'], second_list: ['Hahn', 'Fosse'] },
    says: { shared: { value: 'Fosse', derivation: 'intersect(first_list, second_list)[1]' } },
    wrong: {
      'item exchanged': [
        { value: 'Ebner', derivation: 'first_list[1]' },
        { value: 'Grau', derivation: 'intersect(first_list, second_list)[1]' },
      ],
    },
  },
  'a query without a unit, the role has one': {
    question: 'How many litres of must were pressed in all?',
    does: 'Add up the must of all pressings.',
    kind: 'compute',
    writes: { must: { type: 'number', unit: 'L' } },
    found: { c1: queried(18450, 'SELECT sum(must) FROM d') },
    says: { must: { value: 18450, unit: 'L', call: 'c1' } },
    wrong: {
      'wrong arithmetic': [{ value: 18540, unit: 'L', call: 'c1' }],
      'unit slip': [
        { value: 18450, unit: 'kg', call: 'c1' },
        { value: 18450, unit: 'mL', call: 'c1' },
      ],
    },
  },
  'a query whose role has a unit, claimed without': {
    question: 'How heavy was the largest bell?',
    does: 'Find the weight of the heaviest bell.',
    writes: { weight: { type: 'number', unit: 'kg' } },
    found: { c1: queried(2840, 'SELECT max(weight_kg) FROM bells') },
    says: { weight: { value: 2840, call: 'c1' } },
    wrong: {
      'unit slip': [{ value: 2840, unit: 't', call: 'c1' }],
      'factor of ten': [{ value: 28400, call: 'c1' }],
    },
  },
  'a cell without a unit, the role has one': {
    question: 'How deep is the well of the customs house in metres?',
    does: 'Read the depth of the well.',
    reads: { building: 'customs house' },
    writes: { depth: { type: 'number', unit: 'm' } },
    found: '| building | depth |\n|---|---|\n| mint | 19 |\n| customs house | 31 |',
    says: { depth: { value: 31, quote: '| customs house | 31 |' } },
    wrong: { 'neighbouring row': [{ value: 19, quote: '| mint | 19 |' }] },
  },
  'percent of a computed share': {
    question: 'What percentage of the seats were sold?',
    does: 'Divide the seats sold by all seats, as a percentage.',
    kind: 'compute',
    reads: { sold: 412, seats: 640 },
    writes: { percentage: { type: 'number', unit: '%' } },
    found: { c1: reckoned('412 / 640', 0.64375) },
    says: { percentage: { value: 64.375, unit: '%', call: 'c1' } },
    wrong: {
      'wrong arithmetic': [
        { value: 64.735, unit: '%', call: 'c1' },
        { value: 0.64375, unit: '%', call: 'c1' },
      ],
    },
  },
  'rounding for the answer': {
    question: 'What is the mean age of the players, to one decimal?',
    does: 'Round the mean to one decimal.',
    kind: 'synthesize',
    reads: { mean_age: 27.3462 },
    says: { final_answer: { value: 27.3, derivation: 'round(mean_age, 1)' } },
    wrong: {
      'wrong arithmetic': [{ value: 27.4, derivation: 'round(mean_age, 1)' }],
    },
  },
  'a discount of the question as a factor': {
    question: 'A harp costs 4,600 EUR; members get 15 % off. What do they pay?',
    does: 'Take the discount off the price.',
    kind: 'compute',
    reads: { price: { value: 4600, unit: 'EUR' }, discount: { value: 15, unit: '%' } },
    writes: { reduced: { type: 'number', unit: 'EUR' } },
    found: { c1: reckoned('4600 * 0.85', 3910) },
    says: { reduced: { value: 3910, unit: 'EUR', call: 'c1' } },
    wrong: { 'made-up operand': [{ value: 4048, unit: 'EUR', derivation: 'price * 0.88' }] },
  },
  'a constant of nature or the calendar': {
    question:
      'How many Fahrenheit is the annealing oven at 515 °C, and how many minutes are in two weeks?',
    does: 'Convert the temperature of the oven; turn the weeks into minutes.',
    kind: 'compute',
    reads: { oven: { value: 515, unit: '°C' }, weeks: 2 },
    found: { c1: reckoned('515 * 9/5 + 32', 959), c2: reckoned('2 * 7 * 24 * 60', 20160) },
    says: { fahrenheit: { value: 959, call: 'c1' }, minutes: { value: 20160, call: 'c2' } },
    wrong: { 'made-up operand': [{ role: 'minutes', value: 38, derivation: 'weeks * 19' }] },
  },
  'one of two by comparison': {
    question: 'Who threw further, Ines or Tam?',
    does: 'Say which of first_thrower and second_thrower has the longer throw.',
    kind: 'synthesize',
    reads: { first_thrower: 'Ines', second_thrower: 'Tam', first_throw: 41.2, second_throw: 39.9 },
    says: {
      final_answer: {
        value: 'Ines',
        derivation: 'first_throw > second_throw ? first_thrower : second_thrower',
      },
    },
    wrong: {
      'wrong arithmetic': [
        { value: 'Tam', derivation: 'first_throw > second_throw ? first_thrower : second_thrower' },
      ],
    },
  },
  'the one that is in every window': {
    question: 'Which of the two windows was open when the sparrow came in?',
    does: 'Combine window_one and window_two into the pair of hours.',
    kind: 'synthesize',
    reads: { window_one: '08:00', window_two: '17:00' },
    says: { pair: { value: '08:00 and 17:00', derivation: '{window_one} and {window_two}' } },
    wrong: { 'mere copy': [{ value: '08:00', derivation: 'window_one' }, { value: '17:00' }] },
  },
  'the newest figure of a meter read twice': {
    question: 'What does the seismometer read?',
    does: 'Read the amplitude shown now.',
    found: {
      c1: { content: 'amplitude 14 µm', tool: 'read_page', input: { url: 'x' } },
      c2: { content: 'amplitude 23 µm', tool: 'read_page', input: { url: 'x' } },
    },
    says: { amplitude: { value: 23, unit: 'µm', quote: 'amplitude 23 µm', call: 'c2' } },
    wrong: { stale: [{ value: 14, unit: 'µm', quote: 'amplitude 14 µm', call: 'c1' }] },
  },
  'a page read twice, unchanged where it matters': {
    question: 'How long is the marathon of Selde this year?',
    does: 'Read the length of the course.',
    found: {
      c1: {
        content: 'Course: 42.2 km. Visitors so far: 310',
        tool: 'read_page',
        input: { url: 'y' },
      },
      c2: {
        content: 'Course: 42.2 km. Visitors so far: 311',
        tool: 'read_page',
        input: { url: 'y' },
      },
    },
    says: { course: { value: 42.2, unit: 'km', quote: 'Course: 42.2 km.', call: 'c1' } },
    wrong: { stale: [{ value: 310, quote: 'Visitors so far: 310', call: 'c1' }] },
  },
  'a query about the one that is read, by its code': {
    question: 'How many loans has the museum of Orle, beside that of Tarn?',
    does: 'Count the loans of the first museum.',
    reads: { first_museum: 'Museum of Orle' },
    beside: { second_museum: 'Museum of Tarn' },
    found: { c1: queried(17, "SELECT count(*) FROM d WHERE museum LIKE 'Orle%'") },
    says: { first_loans: { value: 17, call: 'c1' } },
    wrong: { 'wrong arithmetic': [{ value: 71, call: 'c1' }] },
  },
  'a query that names both': {
    question: 'How many more patents has Firm A than Firm B?',
    does: 'Count the patents of the first firm.',
    reads: { first_firm: 'Anker & Co' },
    beside: { second_firm: 'Bollwerk' },
    found: {
      c1: queried(44, "SELECT count(*) FROM d WHERE firm = 'Anker & Co'"),
      c2: queried(29, "SELECT count(*) FROM d WHERE firm = 'Bollwerk'"),
    },
    says: { first_patents: { value: 44, call: 'c1' } },
    wrong: { 'asked of the sibling': [{ value: 29, call: 'c2' }] },
  },
  'words of a believed passage': {
    question: 'What colour was the first tram of line 4?',
    does: 'Find the colour in the passage.',
    reads: { passage: 'Line 4 opened with two cars in cream and oxblood. Line 5 had green ones.' },
    says: {
      colour: {
        value: 'cream and oxblood',
        quote: 'two cars in cream and oxblood',
        call: 'passage',
      },
    },
    wrong: { 'made-up quote': [{ value: 'navy', quote: 'two cars in navy', call: 'passage' }] },
  },
  'a column told by the role in another form': {
    question: 'How many wins has the snooker player Oyelaran?',
    does: 'Read the number of frames won by the player.',
    reads: { player: 'Oyelaran' },
    found:
      '| player | played | won | highest break |\n|---|---|---|---|\n| Petrosyan | 31 | 20 | 104 |\n| Oyelaran | 29 | 22 | 88 |',
    says: { frames_won: { value: 22, quote: '| Oyelaran | 29 | 22 | 88 |' } },
    wrong: {
      'neighbouring column': [
        { value: 88, quote: '| Oyelaran | 29 | 22 | 88 |' },
        { value: 29, quote: '| Oyelaran | 29 | 22 | 88 |' },
      ],
      'neighbouring row': [{ value: 20, quote: '| Petrosyan | 31 | 20 | 104 |' }],
    },
  },
  'lines of a plain listing': {
    question: 'Which size has the largest proof on the drive?',
    does: 'Read the size of the file.',
    reads: { file_name: 'proof-b.tif' },
    found: {
      c1: {
        tool: 'bash',
        input: { command: 'ls -l' },
        content: '-rw-r--r-- 1 a a  81020 proof-a.tif\n-rw-r--r-- 1 a a 944120 proof-b.tif',
      },
    },
    says: { size: { value: 944120, quote: '944120 proof-b.tif' } },
    wrong: { 'factor of ten': [{ value: 94412, quote: '944120 proof-b.tif' }] },
  },
}
