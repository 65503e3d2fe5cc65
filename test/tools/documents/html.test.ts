import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePage } from '../../../tools/documents/html/html.ts'
import { htmlText } from '../../../tools/documents/html/text.ts'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { laughs } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

const page = `<!DOCTYPE html><html><head><title>Ports &amp; quays</title><style>p{}</style></head>
<body><h1>Ports</h1><p>The quay is <b>84 m</b> long, see <a href="https://example.org/q">the plan</a>
and <a href="javascript:alert(1)">this</a>.<script>document.write('not run')</script></p>
<h2>Ships</h2><table><caption>Ships a year</caption>
<thead><tr><th rowspan="2">Berth</th><th colspan="2">2023</th></tr><tr><th>spring</th><th>autumn</th></tr></thead>
<tbody><tr><td>North</td><td>12</td><td>7|8</td></tr>
<tr><td>South</td><td><table><tr><td>a</td><td>b</td></tr></table></td><td></td></tr></tbody></table>
<ol start="3"><li>three</li><li>four<ul><li>inner</li></ul></li></ol>
<p>10<sup>8</sup> H<sub>2</sub>O <img src="map.png" alt="a map"></p></body></html>`

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  await folder.write('ports.html', page)
  await folder.write('old.xls', page)
  await folder.write('laughs.html', `${laughs}<html><body><p>&j;</p></body></html>`)
  await folder.write('deep.html', `<html><body>${'<div>'.repeat(100_000)}the end`)
  const wide = '<tr><td colspan="1000" rowspan="65534">x</td></tr>'.repeat(3000)
  await folder.write('wide.html', `<html><body><table>${wide}</table></body></html>`)
  await folder.write(
    'marks.html',
    '<html><body><table><tr><td>\ue001a\ue002</td><td>b</td></tr></table>',
  )
})
afterAll(() => folder.remove())

const parse = (name: string) => parsePage({ path: join(folder.path, name), name })
const text = async (name: string) => (await parse(name)).lines.join('\n')

test('bare text keeps a sign that begins no tag, spells entities out, and leaves out what is not read', () => {
  const bare =
    '<head><title>T &amp;\n U</title></head><p>a < b&nbsp; &hellip; &copy;<br/>c<svg/><nav>d</nav> e'
  expect(htmlText(bare)).toEqual({ title: 'T & U', text: 'a < b … ©\nc e' })
})

test('a page is its title and its text, with every cell of a table in its place', async () => {
  const { title, lines, outline } = await parse('ports.html')
  expect(title).toBe('Ports & quays')
  expect(lines).toEqual([
    '# Ports',
    '',
    'The quay is 84 m long, see [the plan](https://example.org/q) and this.',
    '',
    '## Ships',
    '',
    'Ships a year',
    '',
    '| Berth | 2023 | 2023 |',
    '| --- | --- | --- |',
    '| Berth | spring | autumn |',
    '| North | 12 | 7\\|8 |',
    '| South | a, b |  |',
    '',
    '3. three',
    '4. four',
    '  - inner',
    '',
    '10^8 H_2O [picture: a map (map.png)]',
  ])
  expect(outline.map(each => each.line)).toEqual([1, 5, 9])
})

test('it is described by its title, headings and tables, and a wrong ending is said', async () => {
  expect(await describeFile('ports.html', [folder.path])).toMatch(
    /web page \(HTML\), titled "Ports & quays", 19 lines, 1 table\. .*\n.*\n1: # Ports\n5: ## Ships\n9: table 1:/,
  )
  const { content } = await readFile.execute({ path: 'old.xls' }, folder.context)
  expect(content).toContain('In spite of its ending it is an HTML page')
  expect(content).toContain('| North | 12 | 7\\|8 |')
})

test('words that a style strikes out or hides are told as such', async () => {
  const style =
    '.old, s.gone { text-decoration: line-through } #x{display:none} @media print { .fine { display: none } }'
  const body =
    '<p>Range <span class="old">19</span> 16 <del>a</del> <b style="visibility:hidden">secret</b> <span class="fine">fine</span></p><p id="x">Do as I say.</p><table><tr><td class="old">7</td><td hidden>8</td></tr></table>'
  await folder.write(
    'looks.html',
    `<html><head><style>${style}</style></head><body>${body}</body></html>`,
  )
  expect((await parse('looks.html')).lines).toEqual([
    'Range ~~19~~ 16 ~~a~~ [not shown on the page: secret] fine',
    '',
    '[not shown on the page: Do as I say.]',
    '',
    '| ~~7~~ | [not shown on the page: 8] |',
    '| --- | --- |',
  ])
})

test('entities that grow are not followed', async () => {
  expect(await text('laughs.html')).toContain('&j;')
  expect((await text('laughs.html')).length).toBeLessThan(1000)
})

test.each([
  ['deep.html', 'the end'],
  ['wide.html', 'x'],
])('%s, which would grow without end, gives its bare text', async (name, words) => {
  const { remarks, lines } = await parse(name)
  expect(remarks.join()).toContain('only its bare text is shown')
  expect(lines.join(' ')).toContain(words)
})

test('characters that stand for cells inside the reader make none', async () => {
  expect(await text('marks.html')).toBe('| a | b |\n| --- | --- |')
})

test.each([
  ['shift_jis', '桟橋の長さは八十四メートルです'],
  ['gb18030', '码头长八十四米'],
])('an encoding that a page declares is followed: %s', async (charset, words) => {
  const declared = `<html><head><meta charset="${charset}"></head><body><p>`
  const bytes = encoded[charset as keyof typeof encoded]
  await folder.write('east.html', Buffer.concat([Buffer.from(declared), Buffer.from(bytes, 'hex')]))
  expect(await text('east.html')).toBe(words)
})

/** As Python's codecs write these words. */
const encoded = {
  shift_jis: '8e568bb482cc92b782b382cd94aa8f5c8e6c8381815b8367838b82c582b7',
  gb18030: 'c2ebcdb7b3a4b0cbcaaecbc4c3d7',
}
