import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile } from '../../../tools/files/describe.ts'
import { pictureSize } from '../../../tools/files/pictures.ts'
import { readFile } from '../../../tools/read-file.ts'
import { toolContract } from '../../contracts/tool.ts'
import { laughs } from '../../support/archives.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

/** A red pixel as PNG, and the beginnings of other pictures. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const gif = hex('474946383961 4001 f000 80 00 00')
const jpeg = hex(
  'ffd8 ffe0 0010 4a46494600010100000100010000 fffe 0004 6162 ffc2 0011 08 0258 0320 03',
)
const webp = {
  lossy: hex('52494646 00000000 57454250 56503820 00000000 300100 9d012a 2003 5802'),
  lossless: hex('52494646 00000000 57454250 5650384c 00000000 2f 1fc39500'),
  extended: hex('52494646 00000000 57454250 56503858 0a000000 00000000 1f0300 570200'),
}

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  await folder.write('pixel.png', pixel)
  await folder.write('photo.txt', jpeg)
  const wide = Buffer.from(pixel)
  wide.writeUInt32BE(9000, 16)
  await folder.write('wide.png', wide)
  await folder.write('heavy.png', Buffer.concat([pixel, Buffer.alloc(4_000_000)]))
  await folder.write('cut.png', pixel.subarray(0, 20))
  await folder.write('old.bmp', hex('424d 46000000 00000000 36000000'))
  await folder.write('scan.tif', hex('49492a00 08000000'))
  await folder.write('phone.heic', hex('00000018 66747970 68656963 00000000'))
  await folder.write(
    'drawing.svg',
    `<?xml version="1.0"?>\n${laughs}\n<svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
  )
})
afterAll(() => folder.remove())

const read = (input: object) => readFile.execute(readFile.input.parse(input), folder.context)

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'pixel.png' }, { path: 'photo.txt' }, { path: 'drawing.svg' }],
  fails: [
    {
      input: { path: 'wide.png' },
      says: /^wide\.png is a PNG picture, 9000 x 1 pixels, .* make it smaller/,
    },
    { input: { path: 'heavy.png' }, says: /4\.0 MB: too large to be looked at; .* than 3\.8 MB/ },
    { input: { path: 'cut.png' }, says: /^cut\.png cannot be read as a picture/ },
    { input: { path: 'old.bmp' }, says: /looks like a BMP picture, .* save it as PNG or JPEG/ },
    { input: { path: 'scan.tif' }, says: /looks like a TIFF picture/ },
    { input: { path: 'phone.heic' }, says: /looks like a HEIC picture/ },
  ],
  refused: [],
})

test('a picture is handed over byte for byte, and its type and size said in words', async () => {
  const result = await read({ path: 'pixel.png' })
  expect(result.images).toEqual([{ mediaType: 'image/png', data: pixel.toString('base64') }])
  expect(result.content).toContain('PNG picture, 1 x 1 pixels')
  expect(result.content).toContain('only a model that sees can look at it')
  expect((await read({ path: 'photo.txt' })).images?.[0]?.mediaType).toBe('image/jpeg')
  expect(await describeFile('pixel.png', [folder.path])).toContain('PNG picture, 1 x 1 pixels')
})

test.each([
  ['PNG', pixel, 'image/png', 1, 1],
  ['GIF', gif, 'image/gif', 320, 240],
  ['progressive JPEG behind a comment', jpeg, 'image/jpeg', 800, 600],
  ['lossy WebP', webp.lossy, 'image/webp', 800, 600],
  ['lossless WebP', webp.lossless, 'image/webp', 800, 600],
  ['extended WebP', webp.extended, 'image/webp', 800, 600],
] as const)(
  'width and height of a %s are read from its first bytes',
  (_, head, mediaType, width, height) => {
    expect(pictureSize(head)).toEqual({ mediaType, width, height })
    for (let end = 0; end < 10; end++) expect(pictureSize(head.subarray(0, end))).toBeUndefined()
  },
)

test('a drawing is text, its entities as they are written', async () => {
  const { content, images } = await read({ path: 'drawing.svg' })
  expect(content).toContain('It is a drawing (SVG), shown as the XML text it is written in')
  expect(content).toContain('<text>&j;</text>')
  expect(images).toBeUndefined()
})
