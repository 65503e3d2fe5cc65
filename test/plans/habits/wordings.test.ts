import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnsweredQuestion, learnWording } from '../../../plans/habits/wordings/learn.ts'
import type { WordedFile } from '../../../plans/habits/wordings/meanings.ts'
import { endsOf, readWording } from '../../../plans/habits/wordings/read.ts'
import { createWorded } from '../../../plans/library/worded.ts'
import { type Role, type Value, Wording } from '../../../plans/plan.ts'
import { plan as anyPlan } from '../arbitrary-plans.ts'
import { familiesIn } from '../retrieval/lookalikes.ts'

const hives: WordedFile = {
  name: 'hives.csv',
  columns: [
    { name: 'Apiary', type: 'text', values: ['Moor', 'Lime Walk', 'Quarry'] },
    { name: 'Keeper', type: 'text', values: ['Ines', 'Tomas'] },
    { name: 'Honey (kg)', type: 'number', unit: 'kg' },
    { name: 'Frames', type: 'number' },
  ],
}
const other: WordedFile = { ...hives, name: 'hives_2024.csv' }

/** A question with the beliefs a plan reads of it. */
function asked(
  text: string,
  values: Readonly<Record<string, Value>>,
  more: Partial<AnsweredQuestion> = {},
): { readonly question: AnsweredQuestion; readonly plan: { readonly parameters: Role[] } } {
  const beliefs = Object.entries(values).map(([name, value]) => ({ name, value }))
  const question = { text, files: [], beliefs, schemaBeliefs: [], bind: {}, ...more }
  return { question, plan: { parameters: beliefs.map(({ name }) => ({ role: name })) } }
}

const learned = (...of: Parameters<typeof asked>) => {
  const { question, plan } = asked(...of)
  return learnWording(question, plan)
}

const valuesOf = (read: ReturnType<typeof readWording>) =>
  read && Object.fromEntries(read.map(({ name, value }) => [name, value]))

const honey = learned(
  'How much honey did the apiary Moor give per frame, where Frames is above 12?',
  { filter_value: 'Moor', threshold: 12, column: 'Frames', file: 'hives.csv' },
  { files: [hives] },
)!

describe('a wording', () => {
  test('has slots for cells, columns and numbers, and survives its file', () => {
    expect(honey.text).toBe(
      'How much honey did the apiary {filter_value} give per frame, where {column} is above {threshold}?',
    )
    expect(Wording.parse(JSON.parse(JSON.stringify(honey)))).toEqual(honey)
  })

  test('of an answer that something had to be said beside is read of the same file alone', () => {
    const said = 'Count the hives of keeper Ines.'
    const described = { ...hives, description: '12 rows' }
    const more = { files: [described], qualified: true }
    const wording = learned(said, { keeper: 'Ines', file: 'hives.csv' }, more)!
    expect(Wording.parse(JSON.parse(JSON.stringify(wording)))).toEqual(wording)
    const readOf = (file: WordedFile) => readWording(wording, said, [file])
    expect(readOf(described)).toBeDefined()
    expect(readOf({ ...described, description: '13 rows' })).toBeUndefined()
    expect(readOf({ ...described, name: 'hives_2024.csv' })).toBeUndefined()
  })

  test('reads other values of the same sorts, spelled as the new file spells them', () => {
    const message =
      'how much honey did the apiary lime walk give per frame, where honey is above 3? '
    expect(valuesOf(readWording(honey, message.trim(), [other]))).toEqual({
      filter_value: 'Lime Walk',
      threshold: 3,
      column: 'Honey (kg)',
      file: 'hives_2024.csv',
    })
    const full = message.replace('honey is', 'Honey (kg) is').trim()
    expect(valuesOf(readWording(honey, full, [other]))).toMatchObject({ column: 'Honey (kg)' })
  })

  test.each([
    ['another word', 'How much wax did the apiary Moor give per frame, where Frames is above 12?'],
    [
      'a word more',
      'How much honey did the apiary Moor give per frame, where Frames is above 12 kg?',
    ],
    [
      'a cell of another column',
      'How much honey did the apiary Ines give per frame, where Frames is above 12?',
    ],
    ['no cell', 'How much honey did the apiary Heath give per frame, where Frames is above 12?'],
    [
      'two cells',
      'How much honey did the apiary Moor or Quarry give per frame, where Frames is above 12?',
    ],
    [
      'an exception',
      'How much honey did the apiary not Moor give per frame, where Frames is above 12?',
    ],
    [
      'a column of text',
      'How much honey did the apiary Moor give per frame, where Keeper is above 12?',
    ],
    [
      'a number with a sign',
      'How much honey did the apiary Moor give per frame, where Frames is above -12?',
    ],
    ['nought', 'How much honey did the apiary Moor give per frame, where Frames is above 0?'],
    [
      'a fraction of what is counted',
      'How much honey did the apiary Moor give per frame, where Frames is above 1.5?',
    ],
    ['a year', 'How much honey did the apiary Moor give per frame, where Frames is above 2023?'],
    [
      'a number in words',
      'How much honey did the apiary Moor give per frame, where Frames is above twelve?',
    ],
  ])('refuses %s', (_, message) => {
    expect(readWording(honey, message, [hives])).toBeUndefined()
  })

  test('refuses other files: none, two, one of another kind, one without the column', () => {
    const message = 'How much honey did the apiary Moor give per frame, where Frames is above 12?'
    expect(readWording(honey, message, [hives])).toBeDefined()
    const without = { ...hives, columns: hives.columns!.slice(0, 3) }
    for (const files of [[], [hives, other], [{ ...hives, name: 'hives.xlsx' }], [without]])
      expect(readWording(honey, message, files)).toBeUndefined()
  })

  test('that reads a column its words do not name wants the same layout', () => {
    const wording = learned(
      'What is the yield of Moor?',
      { column: 'Honey (kg)', apiary: 'Moor', file: 'hives.csv' },
      { files: [hives] },
    )!
    expect(valuesOf(readWording(wording, 'What is the yield of Quarry?', [other]))).toMatchObject({
      column: 'Honey (kg)',
      apiary: 'Quarry',
    })
    const wider = { ...other, columns: [...hives.columns!, { name: 'Wax (kg)', type: 'number' }] }
    expect(readWording(wording, 'What is the yield of Quarry?', [wider])).toBeUndefined()
  })

  test('is not read of a table that surprises where the one it is of did not, nor of another document', () => {
    const said = 'What is the yield of Moor?'
    const values = { column: 'Honey (kg)', apiary: 'Moor', file: 'hives.csv' }
    const wording = learned(said, values, { files: [hives] })!
    const gaps = { ...other, surprises: ['Honey (kg): empty'] }
    expect(readWording(wording, said, [other])).toBeDefined()
    expect(readWording(wording, said, [gaps])).toBeUndefined()
    const odd = learned(said, values, { files: [{ ...hives, surprises: gaps.surprises }] })!
    expect(readWording(odd, said, [gaps])).toBeDefined()
    expect(readWording(odd, said, [{ ...other, surprises: ['Keeper: empty'] }])).toBeUndefined()
    const letter = { name: 'letter.txt', description: '12 lines' }
    const asked = learned('What is the fee?', { file: 'letter.txt' }, { files: [letter] })!
    expect(readWording(asked, 'What is the fee?', [letter])).toBeDefined()
    const edited = { ...letter, description: '13 lines' }
    expect(readWording(asked, 'What is the fee?', [edited])).toBeUndefined()
  })

  test('keeps names, days, years and quotes apart, and the order of what can be compared', () => {
    const wording = learned(
      'When did Ada Lovelace write to the "Royal Society" between 1842 and 1851, and not after 5 June 1852?',
      {
        person: 'Ada Lovelace',
        body: 'Royal Society',
        first_year: 1842,
        last_year: 1851,
        end_date: '1852-06-05',
      },
    )!
    const put = (person: string, body: string, first: number, last: number, day: string) =>
      valuesOf(
        readWording(
          wording,
          `When did ${person} write to the "${body}" between ${first} and ${last}, and not after ${day}?`,
          [],
        ),
      )
    expect(put('Mary Somerville', 'board', 1830, 1835, 'May 2nd, 1840')).toEqual({
      person: 'Mary Somerville',
      body: 'board',
      first_year: 1830,
      last_year: 1835,
      end_date: '1840-05-02',
    })
    expect(put('Mary Somerville', 'board', 1835, 1830, '2 May 1840')).toBeUndefined()
    expect(put('Mary and Jane Somerville', 'board', 1830, 1835, '2 May 1840')).toBeUndefined()
    expect(put('somebody', 'board', 1830, 1835, '2 May 1840')).toBeUndefined()
    expect(put('Monday', 'board', 1830, 1835, '2 May 1840')).toBeUndefined()
    expect(put('Mary Somerville', 'board', 1830, 1835, 'May 1840')).toBeUndefined()
    expect(put('Mary Somerville', 'board', 30, 35, '2 May 1840')).toBeUndefined()
  })

  test('reads a month and a day as they were believed: as ISO spells them, or as they stand there', () => {
    const text = 'Which ship came in June 2024, after 5 May 2024?'
    const put = (month: string, day: string) => {
      const wording = learned(text, { month, day })!
      return valuesOf(readWording(wording, 'Which ship came in July 2023, after June 9, 2022?', []))
    }
    expect(put('2024-06', '2024-05-05')).toEqual({ month: '2023-07', day: '2022-06-09' })
    expect(put('June 2024', '5 May 2024')).toEqual({ month: 'July 2023', day: 'June 9, 2022' })
  })

  test.each([
    ['that does not stand there', 'A share of 40 % of the 25 kg', { share: 0.4, mass: 25 }],
    ['that stands there twice', 'What do 3 boxes of 3 kg weigh?', { boxes: 3, mass: 3 }],
    ['that is read under two names', 'What is 7 squared?', { base: 7, factor: 7 }],
  ])('is not learned of a value %s', (_, text, values) => {
    expect(learned(text, values as never)).toBeUndefined()
  })

  test('has one slot where two stand side by side, and none beside a document', () => {
    const values = { filter_column: 'Keeper', filter_value: 'Ines', file: 'hives.csv' }
    const wording = learned('Count the hives of keeper Ines.', values, { files: [hives] })!
    expect(wording.text).toBe('Count the hives of keeper {filter_value}.')
    expect(readWording(wording, 'Count the hives of keeper Tomas.', [other])).toBeDefined()
    expect(readWording(wording, 'Count the hives of apiary Moor.', [other])).toBeUndefined()
    const letter = { name: 'letter.txt' }
    const said = { day: '2024-05-05', file: 'letter.txt' }
    const due = learned('What is due on 5 May 2024?', said, { files: [letter] })!
    expect(readWording(due, 'What is due on 5 May 2024?', [letter])).toBeDefined()
    expect(readWording(due, 'What is due on 6 May 2024?', [letter])).toBeUndefined()
    expect(readWording(due, 'What is due on 5 May 2024?', [{ name: 'other.txt' }])).toBeUndefined()
  })

  test('is not learned when a slot says how the answer looks', () => {
    const form = { kind: 'number', decimals: 2 } as const
    const values = { amount: 9.5, digits: 2 }
    expect(learned('Round 9.5 kg to 2 decimals.', values, { answerContract: form })).toBeUndefined()
    expect(learned('Round 9.5 kg to 2 decimals.', values)).toBeDefined()
    const unit = { kind: 'number', unit: 'Miles' } as const
    expect(
      learned(
        'How far is 9.5 km in Miles?',
        { amount: 9.5, unit: 'Miles' },
        { answerContract: unit },
      ),
    ).toBeUndefined()
  })

  test('takes a flag for said by the words that do not vary, where the file spells it so', () => {
    const marks = (values: readonly string[]): WordedFile => ({
      name: 'marks.csv',
      columns: [...hives.columns!, { name: 'Culled', type: 'text', values }],
    })
    const flagged = learned(
      'How much honey did the culled hives of Moor give?',
      { place: 'Moor', flag_column: 'Culled', flag: 'yes', file: 'marks.csv' },
      { files: [marks(['yes', 'no'])] },
    )!
    expect(flagged.text).toBe('How much honey did the {flag_column} hives of {place} give?')
    const read = (message: string, values: readonly string[]) =>
      valuesOf(readWording(flagged, message, [marks(values)]))
    const quarry = 'How much honey did the culled hives of Quarry give?'
    expect(read(quarry, ['no', 'yes'])).toMatchObject({ place: 'Quarry', flag: 'yes' })
    expect(read(quarry, ['true', 'false'])).toBeUndefined()
    expect(read(quarry.replace('culled', 'unculled'), ['yes', 'no'])).toBeUndefined()
    // a column that holds no flags is none
    expect(read(quarry.replace('culled', 'keeper'), ['yes', 'no'])).toBeUndefined()
  })

  test('tells columns by their units where one is believed, though none is asked for', () => {
    const beliefs = [
      { name: 'column', value: 'Honey (kg)' },
      { name: 'threshold', value: 12, unit: 'kg' },
      { name: 'file', value: 'hives.csv' },
    ]
    const measured = learned(
      'How many apiaries have honey above 12?',
      { column: '', threshold: '', file: '' },
      { files: [hives], beliefs },
    )!
    const read = (column: string) =>
      readWording(measured, `How many apiaries have ${column} above 9?`, [hives])
    expect(valuesOf(read('honey'))).toMatchObject({ column: 'Honey (kg)', threshold: 9 })
    expect(read('frames')).toBeUndefined()
  })

  test('has a slot for a sheet, whatever it is called', () => {
    const [column] = hives.columns!
    const sheets = ['spring', 'late autumn'].map(sheet => ({ ...column!, sheet }))
    const workbook: WordedFile = { name: 'hives.xlsx', columns: sheets }
    const seasons = learned(
      'How many apiaries are there in spring?',
      { season: 'spring', file: 'hives.xlsx' },
      { files: [workbook] },
    )!
    const message = 'How many apiaries are there in late autumn?'
    expect(valuesOf(readWording(seasons, message, [workbook]))).toMatchObject({
      season: 'late autumn',
    })
    expect(readWording(seasons, message.replace('autumn', 'spring'), [workbook])).toBeUndefined()
  })

  test('leaves what the plan does not read as it is', () => {
    const { question } = asked('What are 34 kg and 21 kg?', { first: 34, second: 21 })
    const wording = learnWording(question, { parameters: [{ role: 'first' }] })!
    expect(wording.text).toBe('What are {first} kg and 21 kg?')
    expect(readWording(wording, 'What are 30 kg and 22 kg?', [])).toBeUndefined()
  })

  test('that can be read in two ways is not read', () => {
    const wording = learned('Is Ann of Lund of Oslo?', { who: 'Ann', where: 'Lund of Oslo' })!
    expect(readWording(wording, 'Is Ann of Ulm of Lund of Oslo?', [])).toBeUndefined()
  })

  test('keeps the order of numbers and of days in its slots, where they have one unit', () => {
    const wording = learned(
      'How many boats came at 3 to 12 knots from 5 May 2024 to 8 June 2024?',
      { least: 3, most: 12, start: '2024-05-05', end: '2024-06-08' },
    )!
    const read = (least: number, most: number, start: string, end: string) =>
      readWording(
        wording,
        `How many boats came at ${least} to ${most} knots from ${start} to ${end}?`,
        [],
      )
    expect(read(4, 9, '2 May 2023', '3 May 2023')).toBeDefined()
    expect(read(9, 14, '9 May 2023', '1 June 2023')).toBeDefined()
    expect(read(9, 4, '2 May 2023', '3 May 2023')).toBeUndefined()
    expect(read(4, 4, '2 May 2023', '3 May 2023')).toBeUndefined()
    expect(read(4, 9, '3 May 2023', '2 May 2023')).toBeUndefined()
    expect(read(4, 9, '3 May 2023', '3 May 2023')).toBeUndefined()
    const beliefs = [
      { name: 'way', value: 54, unit: 'km' },
      { name: 'speed', value: 18, unit: 'km/h' },
      { name: 'track', value: 20, unit: 'km' },
    ]
    const ride = learned(
      'How long are 54 km at 18 km/h on a track of 20 km?',
      { way: 0, speed: 0 },
      { beliefs },
    )!
    expect(ride.text).toBe('How long are {way} km at {speed} km/h on a track of 20 km?')
    expect(readWording(ride, 'How long are 5 km at 30 km/h on a track of 20 km?', [])).toEqual([
      { name: 'way', value: 5, unit: 'km' },
      { name: 'speed', value: 30, unit: 'km/h' },
      { name: 'track', value: 20, unit: 'km' },
    ])
  })

  test('has one slot for a name that stands there twice, and none for a number that does', () => {
    const twice = learned('Does Ann like what Ann has?', { who: 'Ann' })!
    expect(twice.text).toBe('Does {who} like what {who} has?')
    expect(valuesOf(readWording(twice, 'Does Eva like what Eva has?', []))).toEqual({ who: 'Eva' })
    expect(readWording(twice, 'Does Eva like what Ann has?', [])).toBeUndefined()
    const hens = learned('Do 3 hens of Lund lay 3 eggs?', { n: 3, where: 'Lund' })!
    expect(hens.text).toBe('Do 3 hens of {where} lay 3 eggs?')
    const days = learned('Is 5 May 2024 or 5 May 2024 a holiday in Lund, or not?', {
      day: '2024-05-05',
      where: 'Lund',
    })!
    expect(days.text).toBe('Is 5 May 2024 or 5 May 2024 a holiday in {where}, or not?')
  })

  test('places the longest values first, and of two side by side leaves out the column', () => {
    const far = learned('Is Port of Spain far from Spain?', {
      city: 'Port of Spain',
      land: 'Spain',
    })!
    expect(far.text).toBe('Is {city} far from {land}?')
    const values = { filter_column: 'Keeper', filter_value: 'Ines', file: 'hives.csv' }
    const count = learned('Count keeper Ines by keeper.', values, { files: [hives] })!
    expect(count.text).toBe('Count keeper {filter_value} by keeper.')
  })

  test('keeps what its words say though it does not vary', () => {
    const kept = (text: string, values: Readonly<Record<string, Value>>) =>
      learned(text, { ...values, where: 'Lund' })?.beliefs.map(({ name }) => name)
    const text = 'How much honey do Moor and Quarry give beside Lund, all told?'
    expect(kept(text, { what: 'honey' })).toEqual(['what', 'where'])
    expect(kept(text, { sure: true })).toEqual(['sure', 'where'])
    expect(kept(text, { both: ['Moor', 'Quarry'] })).toEqual(['both', 'where'])
    expect(kept(text, { one: ['Moor'] })).toEqual(['one', 'where'])
    expect(kept(text, { both: ['Moor', 'Heath'] })).toBeUndefined()
    expect(kept(text, { none: [] })).toBeUndefined()
    expect(kept(text, { none: '' })).toBeUndefined()
  })

  test('is not learned where one value is read and believed under another name', () => {
    const { question } = asked('What is 7 squared?', { base: 7, factor: 7 })
    for (const role of ['base', 'factor'])
      expect(learnWording(question, { parameters: [{ role }] })).toBeUndefined()
    expect(learnWording(question, { parameters: [] })).toBeDefined()
  })

  test('is not learned when a slot is what the answer is rounded to', () => {
    const values = { amount: 950, step: 100 }
    const rounded = (form: { decimals?: number; roundTo?: number }) =>
      learned('Round 950 kg to 100 kg.', values, { answerContract: { kind: 'number', ...form } })
    expect(rounded({ roundTo: 100 })).toBeUndefined()
    expect(rounded({ roundTo: 10, decimals: 2 })).toBeDefined()
  })

  test('names its file where there are two', () => {
    const files = [hives, other]
    const values = { file: 'hives.csv', column: 'Frames' }
    expect(learned('What is the mean of Frames?', values, { files })).toBeUndefined()
    const named = learned('What is the mean of Frames in hives.csv?', values, { files })!
    expect(named.text).toBe('What is the mean of {column} in {file}?')
  })

  test('has no slot for what a file calls two things', () => {
    const moor: WordedFile = {
      ...hives,
      columns: [...hives.columns!, { name: 'Moor', type: 'number' }],
    }
    const values = { place: 'Moor', file: 'hives.csv' }
    const text = 'What does Moor give?'
    expect(learned(text, values, { files: [moor] })!.text).toBe(text)
    expect(learned(text, values, { files: [hives] })!.text).toBe('What does {place} give?')
  })

  test('beside a document reads a column its words do not name where the table is laid out alike', () => {
    const files = [{ name: 'letter.txt' }, hives]
    const wording = learned('What is the yield?', { column: 'Honey (kg)' }, { files })!
    expect(readWording(wording, 'What is the yield?', files)).toBeDefined()
    const wider = { ...hives, columns: [...hives.columns!, { name: 'Wax', type: 'number' }] }
    expect(readWording(wording, 'What is the yield?', [files[0]!, wider])).toBeUndefined()
  })

  test('has slots of ten words and messages of three hundred at the most', () => {
    const ten = 'a b c d e f g h i j'
    expect(learned(`Who wrote "${ten}"?`, { q: ten })!.text).toBe('Who wrote "{q}"?')
    const eleven = `${ten} k`
    expect(learned(`Who wrote "${eleven}"?`, { q: eleven })!.text).toBe(`Who wrote "${eleven}"?`)
    const long = `Add 7 ${'so '.repeat(298)}`
    const most = learned(long, { n: 7 })!
    expect(valuesOf(readWording(most, long.replace('7', '8'), []))).toEqual({ n: 8 })
    expect(learned(`${long} so`, { n: 7 })).toBeUndefined()
    expect(learned('', {})).toBeUndefined()
    expect(learned('What is {7}?', { n: 7 })).toBeUndefined()
    expect(learned('What is Lund', { city: 'Lund' })!.text).toBe('What is {city}')
  })

  test.each([
    ['Is "go fixed?', 'go'],
    ['Who said "not now" here?', 'not now'],
    ['Who said "x" by "y" here?', 'x" by "y'],
    ['Is Two Rivers open?', 'Two Rivers'],
    ['Is De La open?', 'De La'],
    ['Is the hall of Lund open?', 'of Lund'],
    ['Is Lund open now?', 'Lund open'],
  ])('%s has no slot for %s', (text, value) => {
    expect(learned(text, { value })!.text).toBe(text)
  })

  test('tells names with a dash from those without', () => {
    const route = learned('Is Lund - Malt open?', { route: 'Lund - Malt' })!
    expect(route.text).toBe('Is {route} open?')
    expect(readWording(route, 'Is Oslo - Ulm open?', [])).toBeDefined()
    expect(readWording(route, 'Is Oslo open?', [])).toBeUndefined()
  })

  test('takes a column for one of flags where all its cells are', () => {
    const marks: WordedFile = {
      name: 'marks.csv',
      columns: [
        { name: 'Culled', type: 'text', values: ['yes', 'no'] },
        { name: 'Sold', type: 'text', values: ['no', 'yes'] },
        { name: 'Moved', type: 'text', values: ['yes', 'perhaps'] },
        { name: 'Empty', type: 'text', values: [] },
      ],
    }
    const values = { column: 'Culled', flag: 'yes', file: 'marks.csv' }
    const wording = learned('Count the culled ones.', values, { files: [marks] })!
    const read = (column: string) => readWording(wording, `Count the ${column} ones.`, [marks])
    expect(read('sold')).toBeDefined()
    expect(read('moved')).toBeUndefined()
    expect(read('empty')).toBeUndefined()
  })

  test('is found by its words before the first slot and after the last', () => {
    const ends = (text: string, values: Readonly<Record<string, Value>>) =>
      endsOf(learned(text, values)!)
    expect(ends('Is Lund open?', { city: 'Lund' })).toEqual([['is'], ['open', '?']])
    expect(ends('Is Lund by Oslo?', { a: 'Lund', b: 'Oslo' })).toEqual([['is'], ['?']])
    expect(ends('Is it open?', {})).toEqual([['is', 'it', 'open', '?'], []])
  })
})

const word = fc.constantFrom('apples', 'in', 'the', 'market', 'were', 'sold', 'for', 'how', 'much')
const name = fc.constantFrom('Ada', 'Lund', 'Mary Somerville', 'Port of Spain', 'Lime Walk')
const number = fc.oneof(
  fc.integer({ min: 2, max: 1400 }),
  fc.integer({ min: 3, max: 999 }).map(n => n + 0.5),
)

test('what was learned is read back, and other values with it; another word is refused', () => {
  const phrase = fc.array(word, { minLength: 1, maxLength: 5 }).map(words => words.join(' '))
  fc.assert(
    fc.property(
      fc.tuple(phrase, phrase, phrase),
      fc.tuple(name, number, name, number),
      word.filter(each => each !== 'the'), // which may stand in a name
      fc.nat(),
      ([a, b, c], [who, amount, who2, amount2], extra, at) => {
        const put = (n: string, x: number) => `${a} ${n} ${b} ${x} ${c}?`
        const wording = learned(put(who, amount), { who, amount })
        expect(wording).toBeDefined()
        expect(valuesOf(readWording(wording!, put(who, amount), []))).toEqual({ who, amount })
        const countable = Number.isInteger(amount2) === Number.isInteger(amount)
        const read = valuesOf(readWording(wording!, put(who2, amount2), []))
        if (countable) expect(read).toEqual({ who: who2, amount: amount2 })
        const words = put(who2, amount2).split(' ')
        const longer = words.toSpliced(at % words.length, 0, extra).join(' ')
        expect(readWording(wording!, longer, [])).toBeUndefined()
      },
    ),
    { numRuns: 150 },
  )
})

test.each(['families', 'held-out'])(
  'no look-alike of %s has the wording of its question',
  fixture => {
    let [wordings, lookalikes] = [0, 0]
    for (const { made, plan, lookalikes: alike } of familiesIn(fixture)) {
      const values = Object.fromEntries(
        made.roles.flatMap(r => (r.value === undefined ? [] : [[r.role, r.value]])),
      )
      const { question } = asked(made.question, values)
      const wording = learnWording(question, plan)
      if (!wording) continue
      wordings++
      expect(readWording(wording, made.question, [])).toEqual(
        wording.beliefs.map(({ slot: _, ...kept }) => kept),
      )
      for (const each of alike) {
        lookalikes++
        expect(readWording(wording, each.question, []), each.question).toBeUndefined()
      }
    }
    expect(wordings).toBeGreaterThan(5)
    expect(lookalikes).toBeGreaterThan(10)
  },
)

test('the index finds the plans whose wordings begin and end like a message, and forgets what is removed', () => {
  const [one, two] = fc
    .sample(anyPlan, { numRuns: 40, seed: 1 })
    .filter((p, n, all) => all.findIndex(q => q.id === p.id) === n)
  const sum = learned('What are 3 kg and 4 kg in all?', { a: 3, b: 4 })!
  const worded = createWorded()
  worded.add({ ...one!, wordings: [sum] })
  worded.add({ ...two!, wordings: [sum, honey] })
  const found = (message: string) => worded.of(message).map(({ id }) => id)
  expect(found('what are 5 kg and 6 kg in all?')).toEqual([one!.id, two!.id].sort())
  expect(found('How much honey did the apiary X give per frame, where Y is above 1?')).toEqual([
    two!.id,
  ])
  expect(found('What are 5 kg and 6 kg?')).toEqual([])
  worded.remove(two!.id)
  expect(found('what are 5 kg and 6 kg in all?')).toEqual([one!.id])
  worded.add({ ...one! })
  expect(found('what are 5 kg and 6 kg in all?')).toEqual([])
})
