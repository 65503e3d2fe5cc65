// harbour.docx was saved by LibreOffice 7.4 from an OpenDocument text written by hand.
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseWord } from '../../../tools/documents/office/word.ts'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { readDocument } from '../../../tools/search/documents.ts'
import { toolContract } from '../../contracts/tool.ts'
import { laughs, withPart, zipOf } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
let harbour: Buffer
beforeAll(async () => {
  folder = await openFolder()
  harbour = await readBytes(join(import.meta.dirname, '../../fixtures/files/harbour.docx'))
  await folder.write('harbour.docx', harbour)
  await folder.write('noise.docx', Buffer.from('this is no archive\0\x01\x02'.repeat(50)))
  await folder.write('text.docx', 'only text')
  await folder.write('empty.docx', '')
  await folder.write('cut.docx', harbour.subarray(0, 4000))
  await folder.write('other.docx', zipOf({ '[Content_Types].xml': '<Types/>', 'a.txt': 'x' }))
  await folder.write('named.pdf', harbour)
  await folder.write('locked.docx', locked())
  const changed = (change: (xml: string) => string) =>
    withPart(harbour, 'word/document.xml', change)
  await folder.write(
    'laughs.docx',
    changed(xml => xml.replace('?>', `?>${laughs}`).replace('Harbour report', '&j;')),
  )
  const deep = (tag: string) => [`<${tag}>`.repeat(50_000), `</${tag}>`.repeat(50_000)].join('')
  await folder.write(
    'deep.docx',
    changed(xml => xml.replace('<w:body>', `<w:body>${deep('w:sdt')}`)),
  )
  const many = Array.from({ length: 1200 }, (_, at) => paragraph(`Paragraph ${at + 1}.`)).join('')
  await folder.write(
    'long.docx',
    changed(xml => xml.replace('<w:sectPr', `${many}<w:sectPr`)),
  )
})
afterAll(() => folder.remove())

function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** What an office program saves under a password begins like this and has this name inside. */
function locked(): Buffer {
  const data = Buffer.alloc(4096)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(data)
  data.write('EncryptedPackage\0', 1024, 'utf16le')
  return data
}

const read = async (input: object) =>
  (await readFile.execute(readFile.input.parse(input), folder.context)).content
const parse = (name: string) => parseWord({ path: join(folder.path, name), name })

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'long.docx' }],
  fails: [
    { input: { path: 'harbour.docx', pages: '1' }, says: /^harbour\.docx has no pages/ },
    { input: { path: 'harbour.docx', sheet: 'a' }, says: /is not a workbook/ },
    { input: { path: 'laughs.docx' }, says: /^laughs\.docx cannot .* declares XML entities/ },
    { input: { path: 'empty.docx' }, says: /^empty\.docx is empty/ },
  ],
  refused: [{ path: 'harbour.docx', find: '' }],
})

test.each([
  ['noise.docx', /^noise\.docx cannot be read as a Word document: it is cut off or no ZIP/],
  ['locked.docx', /^locked\.docx is locked with a password/],
  ['laughs.docx', /^laughs\.docx cannot be read .* declares XML entities/],
  ['deep.docx', /^deep\.docx cannot be read .* nested more than 256 levels/],
  ['cut.docx', /^cut\.docx cannot be read .* cut off/],
  ['other.docx', /^other\.docx is not a Word document/],
])('%s is refused in one sentence', async (name, says) => {
  await expect(parse(name)).rejects.toThrow(says)
})

test('headings, paragraphs, lists, tables, notes and comments come in their order, word for word', async () => {
  expect((await parse('harbour.docx')).lines).toEqual([
    '# Harbour report',
    '',
    'The quay is 84 m long[^1], says file_name*2 <b>.',
    '',
    '## Berths',
    '',
    '| Berth | Ships in 2023 | Ships in 2023 | Depth |',
    '| --- | --- | --- | --- |',
    '| North | spring: 12 | autumn: 7 | 4.5 m |',
    '| North | ferries: 3 | a \\| b |  |',
    '',
    'After the table.',
    '',
    '1. Moor',
    '2. Unload',
    '',
    '- rope',
    '',
    'A word put in and one out.[comment 0]',
    '',
    '[The plan](https://example.org/quay)',
    '',
    '[^1]: Measured in May.',
    '',
    '[comment 0, Ida Berg]: Check the depth.',
  ])
})

test('what the text does not show is said: merged cells, tracked changes', async () => {
  const content = await read({ path: 'harbour.docx' })
  expect(content).toContain('Word document, 25 lines, 1 table, 1 footnote, 1 comment.')
  expect(content).toContain('a merged cell is repeated')
  expect(content).toContain('tracked changes (1 insertion, 1 deletion): the text is shown as if')
  expect(content).not.toContain('withdrawn words')
})

test('a long document is outlined first; the notices then lead through every line once', async () => {
  const first = await read({ path: 'long.docx' })
  expect(first).toContain(
    'Outline, with the number of the line:\n1: # Harbour report\n5: ## Berths',
  )
  const seen: number[] = []
  let offset: number | undefined = 1
  while (offset !== undefined) {
    const content = await read({ path: 'long.docx', offset, limit: 2000 })
    seen.push(...[...content.matchAll(/^Paragraph (\d+)\.$/gm)].map(match => Number(match[1])))
    const next = /use offset=(\d+) to go on/.exec(content)?.[1]
    offset = next === undefined ? undefined : Number(next)
  }
  expect(seen).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1))
  expect(await read({ path: 'long.docx', find: 'paragraph 1199.' })).toContain(': Paragraph 1199.')
})

test('it is described by its headings and tables', async () => {
  expect(await describeFile('harbour.docx', [folder.path])).toContain(
    '1: # Harbour report\n5: ## Berths\n7: table 1: | Berth | Ships in 2023 |',
  )
})

test('a wrong ending is said and does not matter', async () => {
  expect(await read({ path: 'named.pdf' })).toMatch(
    /In spite of its ending it is a Word document.*\n[\s\S]*# Harbour report/,
  )
  expect(await read({ path: 'text.docx' })).toMatch(
    /In spite of its ending it is text.*\n.*\nonly text/,
  )
})

test('a corpus takes it as passages under its headings', async () => {
  const file = {
    path: join(folder.path, 'harbour.docx'),
    name: 'harbour.docx',
    size: harbour.length,
  }
  const passages = await readDocument(file)
  expect(passages[0]).toEqual({
    title: 'Harbour report',
    text: 'The quay is 84 m long[^1], says file_name*2 <b>.',
  })
})

test('an OpenDocument text is read with its headings, lists and tables', async () => {
  const cell = (text: string, repeated = '') =>
    `<table:table-cell${repeated}><text:p>${text}</text:p></table:table-cell>`
  const content = `<?xml version="1.0"?><office:document-content><office:body><office:text>
    <text:tracked-changes><text:changed-region><text:p>taken out</text:p></text:changed-region></text:tracked-changes>
    <text:h text:outline-level="2">Ferries</text:h>
    <text:p>The <text:span>night</text:span><text:s text:c="1"/>ferry costs 12 &lt; 20.</text:p>
    <text:list><text:list-item><text:p>no dogs</text:p></text:list-item></text:list>
    <table:table><table:table-header-rows><table:table-row>${cell('Day')}${cell('Boats')}</table:table-row></table:table-header-rows>
    <table:table-row>${cell('Monday')}${cell('4')}</table:table-row>
    <table:table-row>${cell('0', ' table:number-columns-repeated="2"')}</table:table-row></table:table>
    </office:text></office:body></office:document-content>`
  const mimetype = 'application/vnd.oasis.opendocument.text'
  await folder.write('ferries.odt', zipOf({ mimetype, 'content.xml': content }))
  const { content: said } = await readFile.execute(
    { path: 'ferries.odt' },
    { roots: [folder.path], signal: AbortSignal.timeout(120_000) },
  )
  expect(said).toContain('## Ferries')
  expect(said).toContain('The night ferry costs 12 < 20.')
  expect(said).toContain('- no dogs')
  expect(said).toMatch(/\| Day \| Boats \|\n\| --- \| --- \|\n\| Monday \| 4 \|\n\| 0 \| 0 \|/)
  expect(said).not.toContain('taken out')
})
