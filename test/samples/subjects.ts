// What the generated documents are about: statements with a gap, and how people ask for what fills it.

export interface Fact {
  /** A sentence with `{}` for the value. */
  readonly sentence: string
  readonly asks: readonly string[]
  readonly value:
    | 'date'
    | 'person'
    | { readonly low: number; readonly high: number; readonly decimals?: number }
}

export interface Subject {
  readonly titles: readonly string[]
  readonly facts: readonly Fact[]
  /** Sentences that state nothing asked for. */
  readonly asides: readonly string[]
}

export const subjects: readonly Subject[] = [
  {
    titles: ['Harrow Bridge', 'Lindau Bridge', 'Kestrel Bridge'],
    facts: [
      {
        sentence: 'The bridge is {} m long.',
        asks: ['How long is the bridge, in metres?', 'What is the length of the bridge in metres?'],
        value: { low: 80, high: 900 },
      },
      {
        sentence: 'Its towers are {} m high.',
        asks: ['How high are the towers in metres?', 'What height do the towers have, in metres?'],
        value: { low: 30, high: 140 },
      },
      {
        sentence: 'The bridge was opened on {}.',
        asks: ['When was the bridge opened?', 'On what date was the bridge opened?'],
        value: 'date',
      },
      {
        sentence: 'Construction began on {}.',
        asks: ['When did construction begin?', 'On which day did construction begin?'],
        value: 'date',
      },
      {
        sentence: 'It was designed by {}.',
        asks: ['Who designed the bridge?', 'By whom was the bridge designed?'],
        value: 'person',
      },
      {
        sentence: 'The first vehicle was driven across by {}.',
        asks: ['Who drove the first vehicle across?'],
        value: 'person',
      },
      {
        sentence: 'Building it took {} tonnes of steel.',
        asks: ['How many tonnes of steel did building the bridge take?'],
        value: { low: 900, high: 24_000 },
      },
      {
        sentence: 'Each day about {} cars cross it.',
        asks: ['About how many cars cross the bridge each day?'],
        value: { low: 1200, high: 48_000 },
      },
    ],
    asides: [
      'On clear days one can see the mountains from the footpath.',
      'Cyclists have a lane of their own.',
    ],
  },
  {
    titles: ['Minutes of the sailing club', 'Minutes of the chess club', 'Minutes of the choir'],
    facts: [
      {
        sentence: 'The treasurer reported a balance of {} euros.',
        asks: [
          'What balance did the treasurer report, in euros?',
          'How many euros is the balance?',
        ],
        value: { low: 900, high: 30_000 },
      },
      {
        sentence: 'The yearly fee will be {} euros.',
        asks: ['How many euros will the yearly fee be?', 'What will the yearly fee be, in euros?'],
        value: { low: 20, high: 180 },
      },
      {
        sentence: 'The next meeting will take place on {}.',
        asks: ['When will the next meeting take place?', 'What is the date of the next meeting?'],
        value: 'date',
      },
      {
        sentence: 'The summer party is planned for {}.',
        asks: ['For which date is the summer party planned?', 'When is the summer party?'],
        value: 'date',
      },
      {
        sentence: 'The meeting was chaired by {}.',
        asks: ['Who chaired the meeting?', 'By whom was the meeting chaired?'],
        value: 'person',
      },
      {
        sentence: 'The new secretary is {}.',
        asks: ['Who is the new secretary?', "What is the new secretary's name?"],
        value: 'person',
      },
      {
        sentence: 'The club has {} members.',
        asks: ['How many members does the club have?'],
        value: { low: 18, high: 400 },
      },
      {
        sentence: 'Repairing the roof will cost {} euros.',
        asks: [
          'How much will repairing the roof cost, in euros?',
          'What is the cost of the roof repair in euros?',
        ],
        value: { low: 600, high: 9800 },
      },
    ],
    asides: ['Coffee and cake were served during the break.', 'There were no other questions.'],
  },
  {
    titles: ['Data sheet: pump Delphin', 'Data sheet: pump Otter', 'Data sheet: pump Triton'],
    facts: [
      {
        sentence: 'The pump weighs {} kg.',
        asks: ['How many kilograms does the pump weigh?', 'What is the weight of the pump in kg?'],
        value: { low: 42, high: 940, decimals: 1 },
      },
      {
        sentence: 'The maximum pressure is {} bar.',
        asks: ['What is the maximum pressure in bar?', 'How many bar is the maximum pressure?'],
        value: { low: 15, high: 160, decimals: 1 },
      },
      {
        sentence: 'The power consumption is {} watts.',
        asks: ['What is the power consumption in watts?', 'How many watts does the pump consume?'],
        value: { low: 150, high: 4800 },
      },
      {
        sentence: 'The flow rate is {} litres per minute.',
        asks: [
          'What is the flow rate in litres per minute?',
          'How many litres per minute is the flow rate?',
        ],
        value: { low: 20, high: 640 },
      },
      {
        sentence: 'The warranty lasts {} months.',
        asks: ['How many months does the warranty last?', 'How long is the warranty, in months?'],
        value: { low: 12, high: 72 },
      },
      {
        sentence: 'The type approval was granted on {}.',
        asks: [
          'When was the type approval granted?',
          'On what date was the type approval granted?',
        ],
        value: 'date',
      },
      {
        sentence: 'The safety test was passed on {}.',
        asks: ['When was the safety test passed?', 'On which date was the safety test passed?'],
        value: 'date',
      },
      {
        sentence: 'The manual was written by {}.',
        asks: ['Who wrote the manual?', 'Who is the author of the manual?'],
        value: 'person',
      },
    ],
    asides: ['Keep this sheet near the machine.', 'Only trained staff may open the housing.'],
  },
  {
    titles: [
      'Log of the Borealis expedition',
      'Log of the Meridian expedition',
      'Log of the Tern expedition',
    ],
    facts: [
      {
        sentence: 'The expedition was led by {}.',
        asks: ['Who led the expedition?', 'By whom was the expedition led?'],
        value: 'person',
      },
      {
        sentence: 'The doctor on board was {}.',
        asks: ['Who was the doctor on board?', 'What was the name of the doctor?'],
        value: 'person',
      },
      {
        sentence: 'The ship left harbour on {}.',
        asks: ['When did the ship leave harbour?', 'On what date did the ship leave harbour?'],
        value: 'date',
      },
      {
        sentence: 'The island was sighted on {}.',
        asks: ['When was the island sighted?', 'On which day was the island sighted?'],
        value: 'date',
      },
      {
        sentence: 'The crew counted {} seals.',
        asks: ['How many seals did the crew count?'],
        value: { low: 12, high: 2400 },
      },
      {
        sentence: 'The deepest sounding was {} m.',
        asks: [
          'How deep was the deepest sounding, in metres?',
          'What was the deepest sounding in metres?',
        ],
        value: { low: 210, high: 6100 },
      },
      {
        sentence: 'The coldest night had {} degrees Celsius.',
        asks: [
          'How many degrees Celsius did the coldest night have?',
          'What temperature in degrees Celsius did the coldest night have?',
        ],
        value: { low: -41, high: -6 },
      },
      {
        sentence: 'In all the ship sailed {} nautical miles.',
        asks: ['How many nautical miles did the ship sail in all?'],
        value: { low: 640, high: 9800 },
      },
    ],
    asides: ['The weather was changeable.', 'On Sundays there was pudding.'],
  },
]

export const firstNames = [
  'Ada',
  'Boris',
  'Chiara',
  'Derek',
  'Elif',
  'Frida',
  'Goran',
  'Hatice',
  'Ivo',
  'Jana',
]
export const lastNames = [
  'Abbott',
  'Brandt',
  'Castillo',
  'Dupont',
  'Egger',
  'Fontana',
  'Grieg',
  'Horvat',
]
export const monthNames =
  'January February March April May June July August September October November December'.split(' ')
