// What is said of a file that is handed over and cannot be read.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as xlsx from 'xlsx'
import { emptyState } from '../../agent/apply.ts'
import { attach } from '../../agent/attach.ts'
import type { AttachedFile } from '../../agent/state.ts'
import { heard } from '../../agent/view.ts'

test('a file is described, a table with its columns, and its name is its own', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-attach-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [table, text] = [join(folder, 'pay.csv'), join(folder, 'note.txt')]
  writeFileSync(table, 'name,pay (EUR)\nAnn,3\nBob,4\n')
  writeFileSync(text, 'Ann is paid.\n')
  expect(await attach([table, text])).toMatchObject([
    { name: 'pay.csv', path: table },
    { name: 'note.txt', path: text, characters: 13 },
  ])
  const [{ columns }, ...again] = (await attach([table, table])) as [AttachedFile]
  expect(again).toEqual([])
  expect(columns).toStrictEqual([
    { name: 'name', type: 'text', values: ['Ann', 'Bob'] },
    { name: 'pay (EUR)', type: 'number', unit: 'EUR', values: ['3', '4'] },
  ])
  const other = (name: string) => join(folder, 'other', name)
  await expect(attach([table, text, other('pay.csv'), other('note.txt')])).rejects.toThrow(
    'two attached files are called pay.csv; rename one of them',
  )
})

test('all rows of a short table are shown, as words of the file', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-attach-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `Person${at},${at}\n`)
  const [short, long] = [join(folder, 'short.csv'), join(folder, 'long.csv')]
  writeFileSync(short, `name,pay\n${rows(9).join('')}`)
  writeFileSync(long, `name,pay\n${rows(90).join('')}`)
  const files = await attach([short, long])
  expect(files.map(({ otherRows }) => otherRows?.split('\n'))).toEqual([
    [3, 4, 5, 6, 7, 8].map(at => `| Person${at} | ${at} |`),
    undefined,
  ])
  const state = emptyState()
  const asked = { perception: { kind: 'question', text: 'Who?', files } } as never
  const { said, handed } = heard({ ...state, perceptions: state.perceptions.set('1', asked) })
  expect(handed[0]!.text).toContain('| Person8 | 8 |')
  expect(said.join()).not.toContain('Person8')
})

test('all rows of the short sheets of a workbook are shown, while there is room', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-attach-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const book = xlsx.utils.book_new()
  const add = (name: string, count: number) => {
    const rows = Array.from({ length: count }, (_, at) => [`Person${at} of ${name}`, at])
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['name', 'pay'], ...rows]), name)
  }
  add('May', 5)
  add('June', 90)
  add('July', 3)
  add('August', 4)
  writeFileSync(
    join(folder, 'pay.xlsx'),
    xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  )
  const [file] = await attach([join(folder, 'pay.xlsx')])
  expect(file!.otherRows).toBe(
    'Sheet "May":\n| Person3 of May | 3 |\n| Person4 of May | 4 |\nSheet "August":\n| Person3 of August | 3 |',
  )
  expect(file!.description).not.toContain('| Person3')
})

test('a file that may not be read is named, with the reason in words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-attach-'))
  const file = join(folder, 'salaries.csv')
  writeFileSync(file, 'name,pay\nAnn,3\n')
  chmodSync(file, 0)
  chmodSync(folder, 0o755)
  const mayAll = process.geteuid?.() === 0 // who may read everything, reads it as somebody else
  if (mayAll) process.seteuid!(65_534)
  try {
    await expect(attach([file])).rejects.toThrow(`cannot read ${file}: that is not permitted`)
  } finally {
    if (mayAll) process.seteuid!(0)
    rmSync(folder, { recursive: true })
  }
})

test('one of several that cannot be read is described by the reason', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-attach-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [table, broken] = [join(folder, 'pay.csv'), join(folder, 'rota.xlsx')]
  writeFileSync(table, 'name,pay\nAnn,3\n')
  writeFileSync(broken, 'PK\x03\x04 and no more')
  const [first, second] = await attach([table, broken])
  expect(first!.columns).toHaveLength(2)
  expect(second).toMatchObject({ name: 'rota.xlsx', looksLike: 'a damaged file' })
  expect(second!.description).toMatch(/^rota\.xlsx: .*cannot be read as a workbook/)
  await expect(attach([broken])).rejects.toThrow('cannot be read as a workbook')
})
