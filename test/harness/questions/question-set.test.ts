import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readQuestionSet } from '../../../harness/questions/question-set.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

/** Writes `content` as a set of that name and reads it. */
function read(name: string, content: string | Uint8Array, allow: readonly string[] = []) {
  writeFileSync(folder.path(name), content)
  return readQuestionSet(folder.path(name), allow)
}

const sales = folder.path('sales.csv')
writeFileSync(sales, 'a,b\n1,2\n')
const elsewhere = folder.path('elsewhere')
mkdirSync(elsewhere)
writeFileSync(join(elsewhere, 'far.txt'), 'far')

const full = {
  id: 'q1',
  question: 'How much, in total?\nIn EUR.',
  answer: '1,234',
  level: '1',
  files: [sales],
  family: 'sums',
  tolerance: 0.5,
}

describe('a question set', () => {
  test('is lines of JSON, with a number for an id, a level or an answer, byte order mark and CRLF', () => {
    const lines = [
      JSON.stringify({ ...full, level: 1, files: ['sales.csv'], more: 'passed over' }),
      '',
      '{"id": 2, "question": " Why? ", "answer": 17}',
    ]
    expect(read('set.jsonl', `\ufeff${lines.join('\r\n')}\r\n`)).toEqual([
      full,
      { id: '2', question: 'Why?', answer: '17', files: [] },
    ])
  })

  test('is CSV under a header, with quoted commas, quotes and line breaks', () => {
    const rows = [
      'ID,Level,question,answer,files,family,tolerance,remark',
      'q1,1,"How much, in total?\r\nIn EUR.","1,234",sales.csv,sums,0.5,"a ""remark"""',
      '',
      ',,,,,,,',
      '2,,Why?,,,,,',
    ]
    expect(read('set.csv', `\ufeff${rows.join('\r\n')}`)).toEqual([
      full,
      { id: '2', question: 'Why?', answer: '', files: [] },
    ])
  })

  test('may be separated by semicolons or tabs, and name several files', () => {
    const two = [sales, join(elsewhere, 'far.txt')]
    for (const [mark, name] of [
      [';', 'set.csv'],
      ['\t', 'set.tsv'],
    ] as const) {
      const files = '"sales.csv; elsewhere/far.txt"'
      const rows = [
        `id${mark}question${mark}answer${mark}files`,
        `a${mark}b${mark}c${mark}${files}`,
      ]
      expect(read(name, rows.join('\n'))).toEqual([
        { id: 'a', question: 'b', answer: 'c', files: two },
      ])
    }
  })

  test.each(['metadata.jsonl', 'metadata.csv'])("is GAIA's %s as it is", name => {
    const line = {
      task_id: 'c61d',
      Question: 'How many thousand hours?',
      Level: name.length % 2 ? 1 : '1',
      'Final answer': '17',
      file_name: 'sales.csv',
    }
    const content = name.endsWith('.csv')
      ? `${Object.keys(line).join(',')}\n${Object.values(line).join(',')}\n`
      : JSON.stringify({ ...line, 'Annotator Metadata': { Steps: '1. Search' } })
    expect(read(name, content)).toEqual([
      { id: 'c61d', question: line.Question, answer: '17', level: '1', files: [sales] },
    ])
  })

  test.each([{ 'Final answer': '?' }, { 'Final answer': '' }, { 'Final answer': null }, {}])(
    "has questions that score nothing where GAIA's test split keeps the answer: %j",
    secret => {
      const line = { task_id: 'c61d', Question: 'How many?', Level: 2, file_name: '', ...secret }
      expect(read('metadata.jsonl', JSON.stringify(line))).toEqual([
        { id: 'c61d', question: 'How many?', answer: '?', level: '2', files: [], unscored: true },
      ])
    },
  )

  test('finds files beside it, else in the folders a person allowed', () => {
    const line = '{"id": "a", "question": "b", "answer": "c", "files": ["far.txt"]}'
    expect(() => read('set.jsonl', line)).toThrow(/line 1: there is no file \S+far\.txt$/)
    const [question] = read('set.jsonl', line, [elsewhere])
    expect(question!.files).toEqual([join(elsewhere, 'far.txt')])
  })

  test('gives back what a program wrote as CSV, whatever the texts', () => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    const text = fc.string({ unit: 'grapheme' }).map(each => each.replaceAll('\r\n', '\n').trim())
    const rows = fc.array(
      fc.tuple(
        text.filter(each => each !== ''),
        text,
      ),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const lines = rows.map(([question, answer], at) => [`${at}`, question, answer].map(cell))
        const csv = [['id', 'question', 'answer'], ...lines].map(each => each.join(',')).join(end)
        const found = read('written.csv', csv).map(({ question, answer }) => [question, answer])
        expect(found).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })

  test.each(['large.jsonl', 'large.csv'])('of 10,000 questions is read: %s', name => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `q${at}`)
    const content = name.endsWith('.csv')
      ? ['id,question,answer', ...ids.map(id => `${id},"What is it,\nexactly?",it`)].join('\n')
      : ids.map(id => JSON.stringify({ id, question: 'What is it?', answer: 'it' })).join('\n')
    expect(read(name, content).length).toBe(10_000)
  })
})

const good = '{"id":"a","question":"b","answer":"c"}'
const head = 'id,question,answer,tolerance'

describe('a fault in a set is one sentence with its line', () => {
  test.each([
    [
      'set.jsonl',
      `${good}\n\n{"id":`,
      /set\.jsonl, line 3: it is not JSON: its end is missing; write one object/,
    ],
    ['set.jsonl', `[${good}]`, /line 1: not a JSON object/],
    ['set.jsonl', '{"id":"a","question":"b"}', /line 1: there is no "answer"/],
    ['set.jsonl', '{"id":"a","question":" ","answer":""}', /line 1: question: it is empty/],
    [
      'set.jsonl',
      '{"id":"a","question":"b","answer":[7]}',
      /line 1: answer: it is neither a text nor a number/,
    ],
    ['set.jsonl', `${good}\n${good}`, /line 2: the id a was used in line 1 already/],
    ['set.jsonl', good.replace('}', ',"tolerance":-1}'), /line 1: tolerance: /],
    ['set.jsonl', good.replace('}', ',"files":["../none-x"]}'), /line 1: there is no file \S+x/],
    ['set.jsonl', good.replace('}', ',"files":["out"]}'), /line 1: the file out lies outside/],
    ['set.jsonl', '\n', /holds no question/],
    ['set.jsonl', Buffer.from('{"id":"\xe9"}', 'latin1'), /is no text in UTF-8/],
    ['set.csv', '', /holds no question/],
    ['set.csv', 'id,question,files\na,b,c', /line 1: there is no column "answer"; the first line/],
    ['set.csv', 'id,question,answer,ANSWER\n', /line 1: two columns are named "answer"/],
    ['set.csv', `${head}\na,"b\nb",c,\nd,e\n`, /line 4: there are 2 cells under 4 columns; /],
    ['set.csv', `${head}\na,b,c,,d`, /line 2: there are 5 cells under 4 columns/],
    ['set.csv', `${head}\na,b,c,x`, /line 2: tolerance: /],
    ['set.csv', `${head}\na,"b\nb",c,\n\na,b,c,`, /line 5: the id a was used in line 2/],
    ['set.csv', `${head}\na,b,c,\nd,"e,f,`, /line 3: a quotation mark is never closed/],
  ] as const)('%s: %j', (name, content, complaint) => {
    const out = folder.path('out')
    rmSync(out, { force: true })
    symlinkSync('/', out)
    expect(() => read(name, content)).toThrow(complaint)
  })
})
