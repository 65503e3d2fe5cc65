// towns.pptx was saved by LibreOffice 7.4 from an OpenDocument presentation written by hand.
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chartText } from '../../../tools/documents/office/charts.ts'
import { parseXml } from '../../../tools/documents/office/xml.ts'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { toolContract } from '../../contracts/tool.ts'
import { laughs, withPart } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  const towns = await readBytes(join(import.meta.dirname, '../../fixtures/files/towns.pptx'))
  await folder.write('towns.pptx', towns)
  const changed = (part: string, change: (xml: string) => string) => withPart(towns, part, change)
  await folder.write(
    'turned.pptx',
    changed('ppt/presentation.xml', xml =>
      xml.replace(/<p:sldIdLst>(.*)<\/p:sldIdLst>/, (_, list: string) => {
        const slides = list.match(/<p:sldId [^>]*>/g)!
        return `<p:sldIdLst>${slides.reverse().join('')}</p:sldIdLst>`
      }),
    ),
  )
  await folder.write(
    'hidden.pptx',
    changed('ppt/slides/slide2.xml', xml => xml.replace('<p:sld ', '<p:sld show="0" ')),
  )
  const thirty = Array.from(
    { length: 3000 },
    () => '<a:p><a:r><a:t>many words here</a:t></a:r></a:p>',
  )
  await folder.write(
    'long.pptx',
    changed('ppt/slides/slide1.xml', xml =>
      xml.replace('</p:txBody>', `${thirty.join('')}</p:txBody>`),
    ),
  )
  await folder.write(
    'laughs.pptx',
    changed('ppt/slides/slide1.xml', xml =>
      xml.replace('?>', `?>${laughs}`).replace('Where people live', '&j;'),
    ),
  )
  await folder.write('cut.pptx', towns.subarray(0, 9000))
})
afterAll(() => folder.remove())

const read = async (input: object) =>
  (await readFile.execute(readFile.input.parse(input), folder.context)).content

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'towns.pptx', pages: '2-3' }],
  fails: [
    { input: { path: 'towns.pptx', pages: '7' }, says: /^towns\.pptx has only 3 slides/ },
    { input: { path: 'laughs.pptx' }, says: /^laughs\.pptx cannot .* declares XML entities/ },
    { input: { path: 'cut.pptx' }, says: /^cut\.pptx cannot be read as a presentation: .*cut off/ },
  ],
  refused: [{ path: 'towns.pptx', pages: 'first' }],
})

const [live, count, box] = [
  '# Where people live\n\nfirst point\n  - below it\n\nSpeaker notes:\nSay that the count is of 2023.',
  '# The count\n\n| Town | People | People |\n| --- | --- | --- |\n| Oslo | 700000 | 2023 |',
  'Only a box, no title\n\nSpeaker notes:\nThank them.',
]

test('slides come with title, text, tables and the notes of the speaker', async () => {
  expect(await read({ path: 'towns.pptx' })).toBe(
    [
      'towns.pptx, titled "Towns of the North": 3 slides; here are slides 1-3.',
      `--- slide 1 ---\n${live}`,
      `--- slide 2 ---\n${count}`,
      `--- slide 3 ---\n${box}`,
    ].join('\n'),
  )
})

test('slides stand in the order they are shown in, whatever their files are called', async () => {
  const content = await read({ path: 'turned.pptx' })
  expect(content).toContain(
    `--- slide 1 ---\n${box}\n--- slide 2 ---\n${count}\n--- slide 3 ---\n${live}`,
  )
})

test('pages selects slides, and find gives those that hold the words', async () => {
  expect(await read({ path: 'towns.pptx', pages: '2' })).toBe(
    `towns.pptx, titled "Towns of the North": 3 slides; here is slide 2.\n--- slide 2 ---\n${count}`,
  )
  expect(await read({ path: 'towns.pptx', find: 'thank' })).toBe(
    `1 of 3 slides of towns.pptx contains "thank": 3.\n--- slide 3 ---\n${box}`,
  )
})

test('a hidden slide is said to be hidden', async () => {
  expect(await read({ path: 'hidden.pptx', pages: '2' })).toContain('(hidden slide)\n\n# The count')
})

test('when not all fits, the titles of all slides come first and the next move is named', async () => {
  const content = await read({ path: 'long.pptx' })
  expect(content).toContain('Titles of the slides:\n1. Where people live')
  expect(content).toContain('2. The count\n3. (no title) Only a box, no title\n--- slide 1 ---')
  expect(content).toMatch(/\[slides 2-3 are left: use pages="2" to go on/)
})

test('it is described by the titles of its slides', async () => {
  expect(await describeFile('towns.pptx', [folder.path])).toMatch(
    /presentation, 3 slides, titled "Towns of the North"\. Their titles:\n1\. Where people live\n2\. The count\n3\. \(no title\) Only a box, no title\nread_file also takes "pages": "2-4, 9"\.$/,
  )
})

test('a chart is the table of its values', () => {
  const points = (values: readonly string[]) =>
    values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
  const series = (name: string, values: readonly string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['Oslo', 'Bergen'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`
  const title =
    '<c:title><c:tx><c:rich><a:p><a:r><a:t>People</a:t></a:r></a:p></c:rich></c:tx></c:title>'
  const xml = `<c:chartSpace><c:chart>${title}<c:plotArea><c:barChart>${series('2023', ['7', '2.9'])}${series('2024', ['8', '3'])}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
  expect(chartText(parseXml(xml))).toBe(
    'Chart: People\n\n|  | 2023 | 2024 |\n| --- | --- | --- |\n| Oslo | 7 | 8 |\n| Bergen | 2.9 | 3 |',
  )
})
