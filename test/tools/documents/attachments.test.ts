// What is attached to e-mail messages, read as members of archives are.
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { table } from '../../../tools/table.ts'
import type { ToolContext } from '../../../tools/tool.ts'
import { toolContract } from '../../contracts/tool.ts'
import { zipOf } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

/** A message with these files attached: the headers that say what each is, and its bytes. */
const withAttached = (parts: readonly (readonly [string, string | Uint8Array])[]) =>
  [
    'From: clerk@example.org',
    'Subject: Stock',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See what is attached.',
    ...parts.flatMap(([headers, data]) => [
      '--b',
      headers,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(data).toString('base64'),
    ]),
    '--b--',
    '',
  ].join('\r\n')

const named = (name: string) =>
  `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"`

const fixture = (path: string) => readBytes(join(import.meta.dirname, '../../fixtures', path))

let folder: Folder
let own: Folder
beforeAll(async () => {
  folder = await openFolder()
  own = await openFolder()
  const stock = 'item,pieces\nbolt,1200\nnut,950\n'
  const inner = withAttached([[named('deep.csv'), 'a\n1\n']])
  await folder.write(
    'stock.eml',
    withAttached([
      [named('stand.csv'), stock],
      [named('Stand.csv'), 'item,pieces\nscrew,3\n'],
      [named('data.zip'), zipOf({ 'tables/prices.csv': 'item,price\nrope,12\n' })],
      [named('inner.eml'), inner],
      [named('=?utf-8?Q?Gr=C3=BC=C3=9Fe.txt?='), 'hello'],
    ]),
  )
  await folder.write(
    'office.eml',
    withAttached([
      [named('garden.xlsx'), await fixture('files/garden.xlsx')],
      [named('terms.pdf'), await fixture('recordings/files/hall-terms.pdf')],
    ]),
  )
  await folder.write(
    'hostile.eml',
    withAttached([
      [named('../../evil.csv'), 'a\n1\n'],
      [named('C:\\\\Users\\\\me\\\\plan.csv'), 'a\n2\n'],
      [named('/etc/passwd'), 'root'],
      [named('..'), 'dots'],
      [named('c:drive.txt'), 'drive'],
      [named(`${'long'.repeat(80)}.txt`), 'long'],
      ['Content-Type: text/csv\r\nContent-Disposition: attachment', 'b\n3\n'],
    ]),
  )
  await folder.write('plain.eml', 'From: a@example.org\r\n\r\nNothing is attached.\r\n')
  await folder.write('notes.eml', 'only some words\n')
  await folder.write('outer.zip', zipOf({ 'mails/stock.eml': inner }))
  const many = Array.from({ length: 40 }, () => [named('a.txt'), 'x'] as const)
  await folder.write('many.eml', withAttached(many))
})
afterAll(async () => {
  await folder.remove()
  await own.remove()
})

const read = async (path: string, ctx: ToolContext = folder.context) =>
  (await readFile.execute(readFile.input.parse({ path }), ctx)).content

const sum = async (file: string, column: string, ctx: ToolContext = folder.context) =>
  (
    await table.execute(
      table.input.parse({ file, sql: `SELECT sum("${column}") AS s FROM t` }),
      ctx,
    )
  ).value

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'stock.eml' }, { path: 'stock.eml/stand.csv' }],
  fails: [
    {
      input: { path: 'stock.eml/stan.csv' },
      says: /^stock\.eml has no member stan\.csv; did you mean stand\.csv/,
    },
    { input: { path: 'stock.eml/../evil.csv' }, says: /^stock\.eml has no member \.\.\/evil\.csv/ },
    { input: { path: 'plain.eml/a.csv' }, says: /has no member a\.csv, and none that can be read/ },
    { input: { path: 'notes.eml/a.csv' }, says: /does not exist/ },
    {
      input: { path: 'hostile.eml/c:drive.txt' },
      says: /^hostile\.eml\/c:drive\.txt cannot be read: its name leads out of the archive/,
    },
    { input: { path: 'stock.eml/stand.csv/x' }, says: /cannot be read as a ZIP archive/ },
  ],
  refused: [],
})

test('what is attached is told with the question, and is read and asked by its path', async () => {
  expect(await describeFile('stock.eml', [folder.path])).toContain(
    [
      'Read what is attached to it by its path, such as "stock.eml/stand.csv":',
      'stand.csv (30 bytes), begins: item,pieces',
      'Stand (2).csv (20 bytes), begins: item,pieces',
    ].join('\n'),
  )
  expect(await read('stock.eml/stand.csv')).toContain('| 1 | bolt | 1200 |')
  expect(await read('stock.eml/Stand (2).csv')).toContain('| 1 | screw | 3 |')
  expect(await read('stock.eml/Grüße.txt')).toContain('hello')
  expect(await sum('stock.eml/stand.csv', 'pieces')).toBe(2150)
})

test('an attached workbook and an attached PDF are read as what they are', async () => {
  expect(await read('office.eml/garden.xlsx')).toContain('| 4 | North | Bean | 2024-04-12 |')
  expect(await sum('office.eml/garden.xlsx', 'Plants')).toBe(55)
  expect(await read('office.eml/terms.pdf')).toContain('office.eml/terms.pdf: 4 pages')
})

test('a message in an archive and an archive in a message are one level of nesting', async () => {
  expect(await read('stock.eml/data.zip/tables/prices.csv')).toContain('| 1 | rope | 12 |')
  expect(await read('stock.eml/inner.eml')).toContain('such as "stock.eml/inner.eml/deep.csv"')
  expect(await sum('outer.zip/mails/stock.eml/deep.csv', 'a')).toBe(1)
  expect(await sum('stock.eml/inner.eml/deep.csv', 'a')).toBe(1)
})

test('a name that is a path is the name at its end, and no name is one by its type', async () => {
  const content = await read('hostile.eml')
  expect(content).toContain('Attached: evil.csv, plan.csv, passwd, unnamed.stream, c:drive.txt, ')
  expect(content.match(/its name leads out of the archive/g)).toHaveLength(2)
  expect(await sum('hostile.eml/evil.csv', 'a')).toBe(1)
  expect(await sum('hostile.eml/plan.csv', 'a')).toBe(2)
  expect(await sum('hostile.eml/unnamed.csv', 'b')).toBe(3)
})

test('of many attachments the first are shown', async () => {
  const content = await read('many.eml')
  expect(content).toContain('a (30).txt (1 bytes)\nand 10 more\n')
  expect(await read('many.eml/a (40).txt')).toContain('x')
})

test('what is attached stays in the folder of the question, an archive beside its members', async () => {
  const ctx: ToolContext = {
    ...folder.context,
    roots: [folder.path, own.path],
    workspace: async () => own.path,
  }
  expect(await read('stock.eml/data.zip', ctx)).toContain('tables/prices.csv (19 bytes)')
  const kept = /find this file as "(.*)"/.exec(
    await read('stock.eml/data.zip/tables/prices.csv', ctx),
  )![1]!
  expect(await sum(kept, 'price', ctx)).toBe(12)
  expect(await sum('stock.eml/data.zip/tables/prices.csv', 'price', ctx)).toBe(12)
  expect(await read('stock.eml/data.zip', ctx)).toContain('ZIP archive, 1 file')
  expect(await read('stock.eml/stand.csv', ctx)).toContain(
    '(Other tools find this file as "stock.eml/stand.csv".)',
  )
})
