// ZIP archives as a list of members, and a member as a file. The unpacking runs in a process of its own;
// nothing is unpacked but the one member asked for.
import { readFile, writeFile } from 'node:fs/promises'
import { bytes, largestFile } from '../../files/locate.ts'
import { nearest } from '../../nearest.ts'
import { listed } from '../../ranges.ts'
import type { DocumentRequest, TextDocument } from '../text-document.ts'
import { type Archive, declaredSize, type Member, openZip, unpack, ZipError } from './zip.ts'

/** Which archive; and, when a member is wanted, its path inside and the absolute path to write it to. */
interface ArchiveRequest extends DocumentRequest {
  readonly member?: string
  readonly into?: string
}

/** Archives in archives are opened down to this level. */
const deepest = 2

/**
 * The list of members; or, when one is asked for, that member written to `into`, and its list then has
 * no lines. Throws one sentence when the archive is damaged, hostile, locked, or has no such member.
 */
export async function parseArchive(request: ArchiveRequest): Promise<TextDocument> {
  const { path, name, member, into } = request
  const archive = await opened(await readFile(path), name)
  if (member === undefined || into === undefined) return listing(request, archive)
  await writeFile(into, await take(archive, name, member, 1), { flag: 'wx' })
  return { name, what: 'member', facts: [], remarks: [], outline: [], lines: [] }
}

// --- internal ---

async function opened(data: Buffer, name: string): Promise<Archive> {
  try {
    return await openZip(data)
  } catch (error) {
    throw new Error(`${name} cannot be read as a ZIP archive: ${reasonOf(error)}; get it again.`)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof ZipError ? error.message : 'it is damaged'
}

/** The bytes of the member at `wanted`, which may lead through an archive in the archive. */
async function take(
  archive: Archive,
  name: string,
  wanted: string,
  depth: number,
): Promise<Buffer> {
  const members = archive.members.filter(each => isReadable(each))
  const found = members.findLast(each => each.name === wanted)
  if (found) return content(archive, found, name)
  const around = members.findLast(each => wanted.startsWith(`${each.name}/`))
  if (!around) throw new Error(missing(archive, name, wanted))
  const inner = `${name}/${around.name}`
  if (depth >= deepest)
    throw new Error(
      `${inner} is an archive in an archive in an archive, which is not opened; unpack it first.`,
    )
  const within = await opened(await content(archive, around, name), inner)
  return take(within, inner, wanted.slice(around.name.length + 1), depth + 1)
}

async function content(archive: Archive, member: Member, name: string): Promise<Buffer> {
  try {
    return await unpack(archive, member, largestFile)
  } catch (error) {
    throw new Error(
      `${name}/${member.name} cannot be read: ${reasonOf(error)}; unpack it with another program first.`,
    )
  }
}

function missing({ members }: Archive, name: string, wanted: string): string {
  const folder = `${wanted.replace(/\/$/, '')}/`
  const inside = members.filter(each => each.name.startsWith(folder) && each.name !== folder)
  if (inside.length > 0)
    return `${name}/${wanted} is a folder in the archive; it holds ${listed(inside.map(each => each.name))}.`
  const unreadable = members.find(each => each.name === wanted)
  if (unreadable) return `${name}/${wanted} cannot be read: ${troubleOf(unreadable)}.`
  const names = members.filter(isReadable).map(each => each.name)
  const near = nearest(wanted, names)
  return `${name} has no member ${wanted}; ${near.length > 0 ? `did you mean ${near.join(', ')}?` : `it holds ${listed(names)}.`}`
}

async function listing(
  { name, asked = name }: ArchiveRequest,
  archive: Archive,
): Promise<TextDocument> {
  const files = archive.members.filter(each => !each.name.endsWith('/'))
  const size = declaredSize(archive)
  const first = files.find(isReadable)
  const heads = new Map<Member, string>()
  for (const member of files.filter(isSmallTable).slice(0, mostHeads))
    heads.set(member, await firstLine(archive, member))
  return {
    name,
    what: 'ZIP archive',
    unit: 'file',
    facts: [`${bytes(size)} unpacked`],
    remarks: [
      ...(files.some(each => each.encrypted)
        ? ['It is locked with a password: what is locked cannot be read.']
        : []),
      ...(size > largestFile * 10
        ? [
            `It unpacks to far more than is bearable; files up to ${bytes(largestFile)} of it can be read.`,
          ]
        : []),
      ...(first ? [`Read a file of it by its path, such as "${asked}/${first.name}".`] : []),
    ],
    outline: [],
    lines: files.map(member => line(member, heads.get(member))),
  }
}

/** Of so many tables the first line is told, as it most often names the columns. */
const mostHeads = 10
const mostInTable = 1_000_000

const isSmallTable = (member: Member) =>
  /\.[ct]sv$/i.test(member.name) && member.size <= mostInTable && isReadable(member)

/** What a member begins with; nothing where it cannot be unpacked. */
async function firstLine(archive: Archive, member: Member): Promise<string> {
  const data = await unpack(archive, member, mostInTable).catch(() => Buffer.of())
  const [first = ''] = data
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1)
  return first
    .replace(/[\p{Cc}\uFFFD]/gu, ' ')
    .trim()
    .slice(0, 300)
}

function line(member: Member, head = ''): string {
  const trouble = troubleOf(member)
  const printable = member.name.replace(/\p{Cc}/gu, '�').slice(0, 500)
  const begins = head === '' ? '' : `, begins: ${head}`
  return `${printable} (${bytes(member.size)}${trouble === undefined ? '' : `; ${trouble}`})${begins}`
}

function isReadable(member: Member): boolean {
  return !member.name.endsWith('/') && troubleOf(member) === undefined
}

/** Why a member cannot be read, as far as the directory tells. */
function troubleOf(member: Member): string | undefined {
  if (member.encrypted) return 'locked with a password'
  if (member.link) return 'a link, which is not followed'
  return isSafeName(member.name) ? undefined : 'its name leads out of the archive'
}

/** True for a path that stays where it is put: relative, without `..`, drive or control characters. */
function isSafeName(name: string): boolean {
  const segments = name.replace(/\/$/, '').split('/')
  const odd = (segment: string) =>
    ['', '.', '..'].includes(segment) || Buffer.byteLength(segment) > 240
  return !segments.some(odd) && !/^[a-z]:|\p{Cc}/iu.test(name)
}
