// E-mail messages as mail programs save them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { readDocument } from '../../../tools/search/documents.ts'
import { toolContract } from '../../contracts/tool.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

const crlf = (lines: readonly string[]) => lines.join('\r\n')

const trip = crlf([
  'From: "Ines, Office" <ines@example.org>',
  'To: Crew: ada@example.org, Bo <bo@example.org>;',
  'Cc: =?utf-8?B?SsO8cmdlbg==?= <j@example.org>',
  'Subject: =?utf-8?Q?Plan_B_for_K=C3=B6ln?=',
  'Date: Tue, 17 Nov 2026 16:40:00 +0100',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Tickets are =E2=82=AC214.60 each, and the train ar=',
  'rives at 13:35.',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Tickets are <b>dear</b></p>',
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name="seats.pdf"',
  'Content-Disposition: attachment; filename="seats.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjQ=',
  '--outer--',
  '',
])

const prices = crlf([
  'From: shop@example.org',
  'Subject: Prices',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<html><head><style>.old { text-decoration: line-through }</style></head><body>',
  '<h1>Prices</h1><table><tr><th>What</th><th>Price</th></tr>',
  '<tr><td>Caf=E9</td><td><span class=3D"old">3</span> 2</td></tr></table></body></html>',
])

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  await folder.write('trip.eml', trip)
  await folder.write('prices.eml', prices)
  await folder.write('notes.eml', 'only some words\nand no header\n')
  await folder.write('empty.eml', '')
})
afterAll(() => folder.remove())

const read = async (path: string) =>
  (await readFile.execute(readFile.input.parse({ path }), folder.context)).content

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'trip.eml' }, { path: 'prices.eml' }],
  fails: [{ input: { path: 'empty.eml' }, says: /^empty\.eml is empty/ }],
  refused: [],
})

test('who wrote to whom comes first, then the words, decoded; what is attached is named', async () => {
  expect(await read('trip.eml')).toMatchInlineSnapshot(`
    "trip.eml: e-mail message, titled "Plan B for Köln", 8 lines, 1 attachment.
    Read what is attached to it by its path, such as "trip.eml/seats.pdf":
    seats.pdf (8 bytes)
    trip.eml, lines 1 to 8 of 8:
    From: Ines, Office <ines@example.org>
    To: ada@example.org, Bo <bo@example.org>
    Cc: Jürgen <j@example.org>
    Date: Tue, 17 Nov 2026 16:40:00 +0100
    Subject: Plan B for Köln
    Attached: seats.pdf

    Tickets are €214.60 each, and the train arrives at 13:35."
  `)
})

test('a message in HTML only is read as a page is', async () => {
  expect(await read('prices.eml')).toMatchInlineSnapshot(`
    "prices.eml: e-mail message, titled "Prices", 8 lines, 1 table.
    prices.eml, lines 1 to 8 of 8:
    From: shop@example.org
    Subject: Prices

    # Prices

    | What | Price |
    | --- | --- |
    | Café | ~~3~~ 2 |"
  `)
})

test('what has the ending of a message and no header is text', async () => {
  expect(await read('notes.eml')).toContain(
    'In spite of its ending it is text, and is read as one.',
  )
})

test('a message is described by its subject, and is a document of a corpus', async () => {
  expect(await describeFile('trip.eml', [folder.path])).toContain(
    'e-mail message, titled "Plan B for Köln"',
  )
  const file = { name: 'trip.eml', path: `${folder.path}/trip.eml`, size: trip.length }
  const [passage] = await readDocument(file as Parameters<typeof readDocument>[0])
  expect(passage).toMatchObject({ title: 'Plan B for Köln' })
  expect(passage!.text).toContain('€214.60')
})
