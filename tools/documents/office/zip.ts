// ZIP archives: what is in them, and one member at a time, unpacked only as far as is bearable. The
// declared sizes, names and places in an archive are claims; each is checked.
import { crc32, inflateRawSync } from 'node:zlib'

/** A member of an archive, as its directory has it. */
export interface Member {
  /** Path inside the archive, separated by `/`; a folder ends with one. */
  readonly name: string
  /** Bytes unpacked and packed, as declared. */
  readonly size: number
  readonly packed: number
  readonly encrypted: boolean
  /** True for a symbolic link. */
  readonly link: boolean
  /** How it is packed: 0 as it is, 8 deflated; others cannot be unpacked here. */
  readonly method: number
  readonly checksum: number
  /** Place of the member's own header in the archive. */
  readonly at: number
}

/** An archive read into memory, with its directory. */
export interface Archive {
  readonly data: Buffer
  readonly members: readonly Member[]
}

/** Why an archive or a member of it cannot be read; `kind` says which reason it is. */
export class ZipError extends Error {
  readonly kind: 'directory' | 'overlap' | 'many' | 'encrypted' | 'method' | 'size' | 'damaged'
  constructor(kind: ZipError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** More members than this are not listed. */
const mostMembers = 200_000

/**
 * Opens an archive held in `data`. Throws a ZipError as `readDirectory` does, and when members share
 * their bytes, as only bombs do.
 */
export function openZip(data: Buffer): Archive {
  const members = readDirectory(data)
  const packed = members.reduce((sum, member) => sum + member.packed, 0)
  if (packed > data.length)
    throw new ZipError(
      'overlap',
      'its members share their bytes, as only an archive does that is made to do harm',
    )
  return { data, members }
}

/**
 * The members that the directory at the end of `data` lists, ZIP64 included; `data` may be the end of an
 * archive alone. Throws a ZipError when it has none, when it is damaged, or when it has too many members.
 */
export function readDirectory(data: Buffer): readonly Member[] {
  const { first, end, count } = directoryOf(data)
  if (count > mostMembers)
    throw new ZipError(
      'many',
      `it has ${count} members, more than the ${mostMembers.toLocaleString('en')} that can be listed`,
    )
  const members: Member[] = []
  let at = first
  for (let read = 0; read < count; read++) {
    if (at + 46 > end || data.readUInt32LE(at) !== entryMark)
      throw new ZipError('directory', 'its directory is damaged')
    const lengths = [28, 30, 32].map(place => data.readUInt16LE(at + place))
    members.push(memberAt(data, at))
    at += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return members
}

/** The bytes that the members declare to unpack to, all together. */
export function declaredSize({ members }: Archive): number {
  return members.reduce((sum, member) => sum + member.size, 0)
}

/**
 * Unpacks one member. Throws a ZipError when it is encrypted, packed in a way not known here, damaged,
 * or larger than `most` bytes, whatever size it declares.
 */
export function unpack({ data }: Archive, member: Member, most: number): Buffer {
  if (member.encrypted) throw new ZipError('encrypted', 'it is locked with a password')
  if (member.size > most) throw tooLarge(member.size, most)
  if (member.at + 30 > data.length || data.readUInt32LE(member.at) !== localMark)
    throw new ZipError('damaged', 'it is damaged')
  const start =
    member.at + 30 + data.readUInt16LE(member.at + 26) + data.readUInt16LE(member.at + 28)
  const packed = data.subarray(start, start + member.packed)
  const whole = inflated(packed, member, most)
  if (whole.length !== member.size || crc32(whole) !== member.checksum)
    throw new ZipError('damaged', 'it is damaged: its size or checksum is not the one declared')
  return whole
}

// --- internal ---

const entryMark = 0x02014b50
const localMark = 0x04034b50
const endMark = 0x06054b50
const end64Mark = 0x06064b50
const locatorMark = 0x07064b50
/** Longest comment an archive may carry behind its directory. */
const longestComment = 65_535

function inflated(packed: Buffer, member: Member, most: number): Buffer {
  if (member.method === 0) return packed
  if (member.method !== 8)
    throw new ZipError(
      'method',
      `it is packed with method ${member.method}, which is not known here`,
    )
  try {
    // one byte more than declared is enough to see that the declaration lies
    return inflateRawSync(packed, { maxOutputLength: Math.min(most, member.size + 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ZipError('size', 'it unpacks to more than it declares')
    throw new ZipError('damaged', 'it is damaged')
  }
}

function tooLarge(size: number, most: number): ZipError {
  const inMB = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`
  return new ZipError(
    'size',
    `it unpacks to ${inMB(size)}, more than the ${inMB(most)} that can be read`,
  )
}

interface Directory {
  readonly first: number
  readonly end: number
  readonly count: number
}

function directoryOf(data: Buffer): Directory {
  const end = endOf(data)
  if (end === undefined) throw new ZipError('directory', 'it is cut off or no ZIP archive')
  const far = directory64(data, end)
  const size = far?.size ?? data.readUInt32LE(end + 12)
  const count = far?.count ?? data.readUInt16LE(end + 10)
  const close = far?.at ?? end
  // what stands before the first member, such as a program that unpacks itself, moves everything
  const first = close - size
  if (first < 0) throw new ZipError('directory', 'its directory is damaged')
  return { first, end: close, count }
}

function endOf(data: Buffer): number | undefined {
  const last = data.length - 22
  for (let at = last; at >= 0 && at >= last - longestComment; at--)
    if (data.readUInt32LE(at) === endMark) return at
  return undefined
}

function directory64(data: Buffer, end: number) {
  if (end < 20 || data.readUInt32LE(end - 20) !== locatorMark) return undefined
  const at = Number(data.readBigUInt64LE(end - 20 + 8))
  if (at + 56 > data.length || data.readUInt32LE(at) !== end64Mark) return undefined
  return {
    at,
    count: Number(data.readBigUInt64LE(at + 32)),
    size: Number(data.readBigUInt64LE(at + 40)),
  }
}

function memberAt(data: Buffer, at: number): Member {
  const flags = data.readUInt16LE(at + 8)
  const nameLength = data.readUInt16LE(at + 28)
  const raw = data.subarray(at + 46, at + 46 + nameLength)
  const extra = data.subarray(
    at + 46 + nameLength,
    at + 46 + nameLength + data.readUInt16LE(at + 30),
  )
  const short = {
    size: data.readUInt32LE(at + 24),
    packed: data.readUInt32LE(at + 20),
    at: data.readUInt32LE(at + 42),
  }
  const unix = data.readUInt16LE(at + 40)
  return {
    name: nameOf(raw, (flags & 0x800) !== 0).replaceAll('\\', '/'),
    encrypted: (flags & 1) !== 0,
    link: (unix & 0xf000) === 0xa000,
    method: data.readUInt16LE(at + 10),
    checksum: data.readUInt32LE(at + 16),
    ...long(short, extra),
  }
}

/** Numbers of 4 bytes that are all ones stand in the extra field, as numbers of 8. */
function long<T extends { size: number; packed: number; at: number }>(short: T, extra: Buffer): T {
  const found = { ...short }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let place = at + 4
    for (const key of ['size', 'packed', 'at'] as const)
      if (short[key] === 0xffffffff && place + 8 <= extra.length) {
        found[key] = Number(extra.readBigUInt64LE(place)) as T[typeof key]
        place += 8
      }
  }
  return found
}

/** A name is UTF-8 when it says so or can be; else one byte is one character of an old code page. */
function nameOf(raw: Buffer, declared: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !declared }).decode(raw)
  } catch {
    return raw.toString('latin1')
  }
}
