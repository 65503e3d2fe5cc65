// ZIP archives: what is in them, and one member at a time, unpacked only as far as is bearable. The
// declared sizes, names and places in an archive are claims; each is checked.
import { crc32 } from 'node:zlib'
import {
  type Entry,
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  type ZipFile,
} from 'yauzl'

type Member = Readonly<ReturnType<typeof memberOf>>

/** An archive read into memory, with its directory. */
export interface Archive {
  readonly file: ZipFile
  readonly members: readonly Member[]
}

/** Why an archive or a member of it cannot be read, as the end of a sentence. */
export class ZipError extends Error {}

/**
 * Opens an archive held in `data`. Rejects with a ZipError when it is damaged or has too many members,
 * and when members share their bytes, as only bombs do.
 */
export async function openZip(data: Buffer): Promise<Archive> {
  const file = await fromBufferPromise(data, options).catch(() => {
    throw new ZipError('it is cut off or no ZIP archive')
  })
  checkCount(file.entryCount)
  const members: Member[] = []
  try {
    for await (const entry of file.eachEntry()) members.push(memberOf(entry))
  } catch {
    throw new ZipError('its directory is damaged')
  }
  if (members.reduce((sum, { entry }) => sum + entry.compressedSize, 0) > data.length)
    throw new ZipError(
      'its members share their bytes, as only an archive does that is made to do harm',
    )
  return { file, members }
}

/** Throws a ZipError when there are more members than are listed. */
export function checkCount(count: number): void {
  if (count > mostMembers)
    throw new ZipError(
      `it has ${count} members, more than the ${mostMembers.toLocaleString('en')} that can be listed`,
    )
}

/** The names of the first members of the archive at `path`. Rejects when it is none or damaged. */
export async function namesIn(path: string): Promise<ReadonlySet<string>> {
  const file = await openPromise(path, options)
  const names = new Set<string>()
  for await (const entry of file.eachEntry()) {
    names.add(nameOf(entry))
    if (names.size === mostNames) break
  }
  return names
}

/** The bytes that the members declare to unpack to, all together. */
export function declaredSize({ members }: Archive): number {
  return members.reduce((sum, member) => sum + member.size, 0)
}

/**
 * Unpacks one member. Rejects with a ZipError when it is encrypted, packed in a way not known here,
 * damaged, or larger than `most` bytes, whatever size it declares.
 */
export async function unpack({ file }: Archive, member: Member, most: number): Promise<Buffer> {
  const { entry, size } = member
  if (member.encrypted) throw new ZipError('it is locked with a password')
  if (size > most)
    throw new ZipError(
      `it unpacks to ${megabytes(size)}, more than the ${megabytes(most)} that can be read`,
    )
  if (!entry.canDecodeFileData())
    throw new ZipError(
      `it is packed with method ${entry.compressionMethod}, which is not known here`,
    )
  const whole = Buffer.alloc(size)
  let length = 0
  try {
    for await (const piece of await file.openReadStreamPromise(entry)) {
      if (length + piece.length > size) throw new ZipError('it unpacks to more than it declares')
      length += (piece as Buffer).copy(whole, length)
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('it is damaged')
  }
  if (length !== size || crc32(whole) !== entry.crc32)
    throw new ZipError('it is damaged: its size or checksum is not the one declared')
  return whole
}

// --- internal ---

/** Names and sizes are checked here, so that one bad member does not take the others with it. */
const options = { decodeStrings: false, validateEntrySizes: false }

/** More members than this are not listed. */
const mostMembers = 200_000
/** The parts that tell what an Office file is stand among so many. */
const mostNames = 5000

const nameOf = (entry: Entry) =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)

/** A member of an archive, as its directory has it. */
function memberOf(entry: Entry) {
  return {
    /** Path inside the archive, separated by `/`; a folder ends with one. */
    name: nameOf(entry),
    /** Bytes unpacked, as declared. */
    size: entry.uncompressedSize,
    encrypted: entry.isEncrypted(),
    /** True for a symbolic link. */
    link: ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000,
    entry,
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`
