// Pictures (PNG, JPEG, GIF, WebP): what their first bytes say of them, and the handing over of them to a
// model that sees. They are not decoded here.
import { readFile } from 'node:fs/promises'
import { headOf } from '../head.ts'
import type { Picture, ToolResult } from '../tool.ts'
import { bytes, type Located } from './locate.ts'

/** Type and size of a picture; width and height in pixels. */
interface PictureSize {
  readonly mediaType: Picture['mediaType']
  readonly width: number
  readonly height: number
}

/** The largest picture that models take: bytes of the file, and pixels of its longer side. */
const largestPicture = { bytes: 3_750_000, side: 8000 }

/** Type and size by the first bytes of a file; `undefined` when they are those of no whole picture. */
export function pictureSize(head: Buffer): PictureSize | undefined {
  for (const { mediaType, begins, size } of formats) {
    if (!begins.test(head.toString('hex', 0, 16))) continue
    try {
      const [width, height] = size(head)
      return width > 0 && height > 0 ? { mediaType, width, height } : undefined
    } catch {
      // a number would lie behind the end of a file that is cut off
      return undefined
    }
  }
  return undefined
}

/** Type, width and height in words: `PNG picture, 640 x 480 pixels`. Throws one sentence when it is damaged. */
export async function describePicture(file: Located): Promise<string> {
  const { mediaType, width, height } = await sizeOf(file)
  return `${mediaType.slice(6).toUpperCase()} picture, ${width} x ${height} pixels`
}

/** Hands a picture over, with its type and size in words. Throws one sentence when it is damaged or too large. */
export async function readPicture(file: Located): Promise<ToolResult> {
  const { mediaType, width, height } = await sizeOf(file)
  const said = await describePicture(file)
  if (file.size > largestPicture.bytes || Math.max(width, height) > largestPicture.side)
    throw new Error(
      `${file.name} is a ${said}, ${bytes(file.size)}: too large to be looked at; make it smaller than ${bytes(largestPicture.bytes)} and ${largestPicture.side} pixels a side.`,
    )
  return {
    content: `${file.name}: ${said}, ${bytes(file.size)}. The picture comes with this result; only a model that sees can look at it, and it has no text of its own.`,
    details: { file: file.name, mediaType, width, height },
    images: [{ mediaType, data: (await readFile(file.path)).toString('base64') }],
  }
}

// --- internal ---

interface Format {
  readonly mediaType: Picture['mediaType']
  readonly begins: RegExp
  /** Width and height; throws when the bytes end before them. */
  readonly size: (head: Buffer) => readonly [number, number]
}

const formats: readonly Format[] = [
  {
    mediaType: 'image/png',
    begins: /^89504e470d0a1a0a/,
    size: head => [head.readUInt32BE(16), head.readUInt32BE(20)],
  },
  {
    mediaType: 'image/gif',
    begins: /^474946383[79]61/,
    size: head => [head.readUInt16LE(6), head.readUInt16LE(8)],
  },
  { mediaType: 'image/jpeg', begins: /^ffd8ff/, size: jpegSize },
  { mediaType: 'image/webp', begins: /^52494646.{8}57454250/, size: webpSize },
]

/** The size stands in the first frame header, behind segments of known length. */
function jpegSize(head: Buffer): readonly [number, number] {
  for (let at = 2; ; ) {
    if (head.readUInt8(at) !== 0xff) return [0, 0]
    const mark = head.readUInt8(at + 1)
    if (mark === 0xff) at += 1
    else if (mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)) at += 2
    else if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)]
    else at += 2 + Math.max(2, head.readUInt16BE(at + 2))
  }
}

function webpSize(head: Buffer): readonly [number, number] {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff]
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
    }
    case 'VP8X':
      return [1 + head.readUIntLE(24, 3), 1 + head.readUIntLE(27, 3)]
    default:
      return [0, 0]
  }
}

/** Cameras put up to a few hundred kB before the size. */
const headBytes = 1_000_000

async function sizeOf(file: Located): Promise<PictureSize> {
  const found = pictureSize(await headOf(file.path, headBytes))
  if (found) return found
  throw new Error(
    `${file.name} cannot be read as a picture: it is damaged or cut off; get it again.`,
  )
}
