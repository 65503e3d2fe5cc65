import { createWriteStream } from 'node:fs'
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePdf } from '../../../tools/documents/pdf.ts'
import { describeFile } from '../../../tools/files/describe.ts'
import { parseIsolated } from '../../../tools/files/reader.ts'
import { readFile } from '../../../tools/read-file.ts'
import { toolContract } from '../../contracts/tool.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  await write('bridges.pdf', { info: { Title: 'Bridges of the North' } }, document => {
    document.text('The first bridge is 84 m long.')
    document.addPage().text('The second bridge is 168 m long.')
    document.table({
      data: [
        ['City', 'People'],
        ['Oslo', '700000'],
        ['Bergen', '290000'],
      ],
    })
    document.addPage().text('Builders: Ida and Bo.')
    document.addPage().circle(200, 200, 50).fill('red')
  })
  await write('long.pdf', {}, document => {
    for (let page = 1; page <= 9; page++) {
      if (page > 1) document.addPage()
      document.fontSize(6).text(`Page ${page} begins. ${'many words stand here '.repeat(400)}`)
    }
  })
  await write('locked.pdf', { userPassword: 'geheim' }, document => document.text('hidden'))
  const whole = await readBytes(join(folder.path, 'bridges.pdf'))
  await folder.write('cut.pdf', whole.subarray(0, 1500))
  await folder.write('text.pdf', 'only text')
  await folder.write('million.pdf', small.replace('Count 1', 'Count 1000000'))
  await folder.write('loop.pdf', small.replace('Kids[3 0 R]', 'Kids[2 0 R]'))
  await folder.write('about.txt', 'A PDF begins with %PDF-1.4.')
  await folder.write('empty.pdf', '')
})
afterAll(() => folder.remove())

/** A PDF of one page, small enough to be written by hand; readers find its objects without a table. */
const small = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
  '4 0 obj<</Length 41>>stream\nBT /F 12 Tf 20 100 Td (Only one page) Tj ET\nendstream endobj',
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
  'trailer<</Size 6/Root 1 0 R>>',
  '%%EOF',
].join('\n')

async function write(
  name: string,
  options: PDFKit.PDFDocumentOptions,
  draw: (document: PDFKit.PDFDocument) => unknown,
) {
  const document = new PDFDocument(options)
  const file = document.pipe(createWriteStream(join(folder.path, name)))
  draw(document)
  document.end()
  await finished(file)
}

const read = async (input: object) =>
  (await readFile.execute(readFile.input.parse(input), folder.context)).content

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'bridges.pdf' }, { path: 'bridges.pdf', pages: ' 4, 2-3 ' }],
  fails: [
    { input: { path: 'bridges.pdf', pages: '9' }, says: /^bridges\.pdf has only 4 pages/ },
    { input: { path: 'locked.pdf' }, says: /^locked\.pdf is locked with a password/ },
    { input: { path: 'none.pdf' }, says: /does not exist/ },
  ],
  refused: [
    { path: 'bridges.pdf', pages: 'two' },
    { path: 'bridges.pdf', pages: '2-' },
    { path: 'bridges.pdf', pages: 2 },
  ],
})

test.each([
  ['cut.pdf', /^cut\.pdf cannot be read as a PDF: .*cut off/],
  ['text.pdf', /^text\.pdf is not a PDF in spite of its ending/],
  ['empty.pdf', /^empty\.pdf is empty/],
])('%s is refused in one sentence', async (name, says) => {
  const work = parsePdf({ path: join(folder.path, name), name, characters: 1000 })
  await expect(work).rejects.toThrow(says)
})

test('a file that declares a million pages shows those it has, or says that it is damaged', async () => {
  const said = await read({ path: 'million.pdf' }).catch((error: Error) => error.message)
  expect(said).toMatch(/Only one page|cannot be read as a PDF/)
  await expect(read({ path: 'loop.pdf' })).rejects.toThrow(/^loop\.pdf cannot be read as a PDF/)
})

test('a text about PDF files is a text', async () => {
  expect(await read({ path: 'about.txt' })).toContain('A PDF begins with %PDF-1.4.')
})

test('pages come with their number, their text and their ruled tables', async () => {
  const content = await read({ path: 'bridges.pdf' })
  expect(content).toContain(
    'bridges.pdf, titled "Bridges of the North": 4 pages; here are pages 1-4.',
  )
  expect(content).toContain('--- page 1 ---\nThe first bridge is 84 m long.\n--- page 2 ---')
  expect(content).toContain(
    'Table on page 2, 2 rows:\n| City | People |\n|---|---|\n| Oslo | 700000 |\n| Bergen | 290000 |',
  )
  expect(content).toContain('--- page 4 ---\n(no text on this page; it may be a picture)')
})

test('only the pages asked for are read', async () => {
  const content = await read({ path: 'bridges.pdf', pages: '3' })
  expect(content).toContain('Builders: Ida and Bo.')
  expect(content).not.toContain('84 m')
})

test('find gives the pages that hold the words, and names them', async () => {
  const content = await read({ path: 'bridges.pdf', find: 'BRIDGE is' })
  expect(content).toContain('2 of 4 pages of bridges.pdf contain "BRIDGE is": 1-2.')
  expect(content).not.toContain('Builders')
  expect(await read({ path: 'bridges.pdf', find: 'tunnel' })).toMatch(/^0 of 4 pages/)
})

test('a long document is cut, and following the notices reads every page once', async () => {
  const seen: string[] = []
  let pages: string | undefined
  do {
    const content = await read({ path: 'long.pdf', ...(pages !== undefined && { pages }) })
    seen.push(...content.matchAll(/Page (\d+) begins/g).map(match => match[1]!))
    pages = /pages ([\d-]+) are left: use pages=/.exec(content)?.[1]
  } while (pages !== undefined && seen.length < 40)
  expect(seen).toEqual(Array.from({ length: 9 }, (_, at) => String(at + 1)))
})

test('described are its pages, its title and its first lines', async () => {
  expect(await describeFile('bridges.pdf', [folder.path])).toMatch(
    /^bridges\.pdf \(\d.*\): PDF document, 4 pages, titled "Bridges of the North"\. It begins:\nThe first bridge is 84 m long\.\nread_file also takes "pages": "2-4, 9"\.$/,
  )
})

test('reading stops when it takes too long', async () => {
  const request = { path: join(folder.path, 'long.pdf'), name: 'long.pdf', characters: 1000 }
  const limits = { ms: 1, memory: 2e9 }
  await expect(parseIsolated('pdf', request, undefined, limits)).rejects.toThrow(
    'Reading long.pdf took longer than 0 s',
  )
})
