// data.zip was made by Python's zipfile; hostile archives are made here.
import { readFile as readBytes, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseArchive } from '../../../tools/documents/office/archive.ts'
import { openZip, unpack } from '../../../tools/documents/office/zip.ts'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { table } from '../../../tools/table.ts'
import type { ToolContext } from '../../../tools/tool.ts'
import { toolContract } from '../../contracts/tool.ts'
import { withField, zipOf } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
let own: Folder
beforeAll(async () => {
  folder = await openFolder()
  own = await openFolder()
  await folder.write(
    'data.zip',
    await readBytes(join(import.meta.dirname, '../../fixtures/files/data.zip')),
  )
  const inner = zipOf({ 'deep/note.txt': 'from far below', 'third.zip': zipOf({ 'x.txt': 'x' }) })
  await folder.write('outer.zip', zipOf({ 'inner.zip': inner, 'top.txt': 'top' }))
  const one = zipOf({ 'fine.txt': 'fine', 'odd.txt': 'odd'.repeat(1000) })
  await folder.write('locked.zip', withField(one, 'flags', 1))
  await folder.write('lying.zip', withField(one, 'size', 30))
  await folder.write('huge.zip', withField(one, 'size', 4_000_000_000))
  await folder.write('link.zip', withField(one, 'attributes', 0xa1ff0000))
  await folder.write('method.zip', withField(one, 'method', 14))
  await folder.write('cut.zip', one.subarray(0, one.length - 30))
  await folder.write(
    'unsafe.zip',
    zipOf({
      '../evil.txt': 'x',
      '/abs.txt': 'x',
      'a/../../b.txt': 'x',
      'c:/d.txt': 'x',
      'ok.txt': 'ok',
    }),
  )
  await folder.write('overlap.zip', overlapping(50))
  await folder.write(
    'many.zip',
    zipOf(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`f${n}.txt`, '']))),
  )
  await folder.write('notes.txt', 'no archive')
})
afterAll(async () => {
  await folder.remove()
  await own.remove()
})

/** Members that all unpack the same bytes, so that a small archive would become a large folder. */
function overlapping(count: number): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(1_000_000))
  const data = Buffer.from(zipOf({ 'a.txt': 'x'.repeat(2000) }))
  const entry = data.lastIndexOf(Buffer.from('504b0102', 'hex'))
  const line = Buffer.from(data.subarray(entry, -22))
  line.writeUInt32LE(packed.length, 20)
  const end = Buffer.from(data.subarray(-22))
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(line.length * count, 12)
  return Buffer.concat([data.subarray(0, entry), ...Array<Buffer>(count).fill(line), end])
}

const asked = async (input: object, ctx: ToolContext = folder.context) =>
  (await readFile.execute(readFile.input.parse(input), ctx)).content

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'data.zip/tables/prices.csv' }, { path: 'many.zip' }],
  fails: [
    {
      input: { path: 'data.zip/reader.txt' },
      says: /^data\.zip has no member reader\.txt; did you mean readme\.txt\?/,
    },
    { input: { path: 'lying.zip/odd.txt' }, says: /it unpacks to more than it declares/ },
    { input: { path: 'notes.txt/x.txt' }, says: /does not exist/ },
    { input: { path: '../data.zip/readme.txt' }, says: /outside the allowed folders/ },
  ],
  refused: [{ path: 'data.zip', offset: 0 }],
})

test.each([
  ['data.zip', 'tables', /is a folder in the archive; it holds tables\/prices\.csv/],
  ['unsafe.zip', '../evil.txt', /its name leads out of the archive/],
  ['locked.zip', 'odd.txt', /locked\.zip\/odd\.txt cannot be read: locked with a password/],
  ['huge.zip', 'odd.txt', /unpacks to 4000 MB, more than the 300 MB/],
  ['link.zip', 'odd.txt', /a link, which is not followed/],
  ['method.zip', 'odd.txt', /packed with method 14, which is not known/],
  ['cut.zip', '', /^cut\.zip cannot be read as a ZIP archive: it is cut off/],
  ['overlap.zip', '', /^overlap\.zip cannot .* its members share their bytes/],
  ['outer.zip', 'inner.zip/third.zip/x.txt', /an archive in an archive in an archive/],
] as const)('of %s the member "%s" is refused in one sentence', async (name, member, says) => {
  const request = { path: join(folder.path, name), name, into: join(folder.path, 'never') }
  await expect(parseArchive({ ...request, ...(member !== '' && { member }) })).rejects.toThrow(says)
})

test('an archive is listed with the sizes of its files and how to read one', async () => {
  expect(await asked({ path: 'data.zip' })).toBe(
    [
      'data.zip: ZIP archive, 3 files, 43 bytes unpacked.',
      'Read a file of it by its path, such as "data.zip/tables/prices.csv".',
      'data.zip, lines 1 to 3 of 3:',
      'tables/prices.csv (26 bytes), begins: item,price',
      'readme.txt (11 bytes)',
      'Grüße.txt (6 bytes)',
    ].join('\n'),
  )
  expect(await describeFile('data.zip', [folder.path])).toContain('It holds:\ntables/prices.csv')
})

test('a long list is searched and goes on where its notice says', async () => {
  expect(await asked({ path: 'many.zip', find: 'f777' })).toContain('1 of 900 lines of many.zip')
  expect(await asked({ path: 'many.zip' })).toContain('[500 more lines: use offset=401 to go on')
})

test('members are read as what they are, one level of nesting included', async () => {
  expect(await asked({ path: 'data.zip/readme.txt' })).toContain('hello\nthere')
  expect(await asked({ path: 'data.zip/Grüße.txt' })).toContain('über')
  expect(await asked({ path: join(folder.path, 'data.zip/tables/prices.csv') })).toContain(
    '| 1 | rope | 12 |',
  )
  expect(await asked({ path: 'outer.zip/inner.zip/deep/note.txt' })).toContain('from far below')
  expect(await asked({ path: 'outer.zip/inner.zip' })).toContain(
    'such as "outer.zip/inner.zip/deep/note.txt"',
  )
})

test('members that cannot be read are listed with the reason', async () => {
  const content = await asked({ path: 'unsafe.zip' })
  expect(content.match(/its name leads out of the archive/g)).toHaveLength(4)
  expect(await asked({ path: 'unsafe.zip/ok.txt' })).toContain('ok')
  expect(await asked({ path: 'locked.zip' })).toContain('odd.txt (3.0 kB; locked with a password)')
})

test('in the folder of the question a member stays, and the table tool finds it by the same path', async () => {
  const ctx: ToolContext = {
    ...folder.context,
    roots: [folder.path, own.path],
    workspace: async () => own.path,
  }
  const content = await asked({ path: 'data.zip/tables/prices.csv' }, ctx)
  expect(content).toContain('(Other tools find this file as "data.zip/tables/prices.csv".)')
  const input = { file: 'data.zip/tables/prices.csv', sql: 'SELECT sum(price) FROM t' }
  expect((await table.execute(table.input.parse(input), ctx)).value).toBe(15)
  // the archive itself is still the archive
  expect(await asked({ path: 'data.zip' }, ctx)).toContain('ZIP archive, 3 files')
})

test('without such a folder nothing stays behind', async () => {
  await asked({ path: 'outer.zip/top.txt' })
  await expect(stat(join(folder.path, 'outer.zip/top.txt'))).rejects.toThrow()
  expect(await asked({ path: 'outer.zip/top.txt' })).not.toContain('Other tools')
})

test('a member is unpacked no further than is allowed, and its checksum is looked at', async () => {
  const data = Buffer.from(zipOf({ 'a.txt': 'a'.repeat(5000) }))
  const archive = await openZip(data)
  const member = archive.members[0]!
  expect((await unpack(archive, member, 5000)).toString()).toBe('a'.repeat(5000))
  await expect(unpack(archive, member, 4999)).rejects.toThrow('more than the 0.0 MB that can be')
  const other = await openZip(withField(data, 'checksum', 1) as Buffer)
  await expect(unpack(other, other.members[0]!, 5000)).rejects.toThrow('checksum')
})

test('names of old programs, comments of members and of the archive are read', async () => {
  const data = Buffer.from(zipOf({ 'a/x.txt': 'one', 'b.txt': 'two' }))
  const entry = data.lastIndexOf(Buffer.from('504b0102', 'hex'))
  const end = data.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const first = data.indexOf(Buffer.from('504b0102', 'hex'))
  data[first + 46 + 1] = 0x5c
  data[first + 46] = 0x81
  const comment = Buffer.from('of a member')
  data.writeUInt16LE(comment.length, first + 32)
  data.writeUInt32LE(data.readUInt32LE(end + 12) + comment.length, end + 12)
  data.writeUInt16LE(3, end + 20)
  const whole = Buffer.concat([
    data.subarray(0, entry),
    comment,
    data.subarray(entry),
    Buffer.from('end'),
  ])
  const archive = await openZip(whole)
  expect(archive.members.map(({ name }) => name)).toEqual(['ü/x.txt', 'b.txt'])
  expect((await unpack(archive, archive.members[1]!, 10)).toString()).toBe('two')
})
