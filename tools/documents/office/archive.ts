// ZIP archives as a list of members, and a member as a file, as is what is attached to a message. The unpacking
// runs in a process of its own; nothing is unpacked but the one member asked for.
import { readFile, writeFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { kindByName } from '../../files/kinds.ts'
import { bytes, largestFile } from '../../files/locate.ts'
import { nearest } from '../../nearest.ts'
import { listed } from '../../ranges.ts'
import { attachedMembers } from '../attachments.ts'
import { isReadable, type Member, memberLines, troubleOf } from '../members.ts'
import type { DocumentRequest, TextDocument } from '../text-document.ts'
import { checkCount, openZip, unpack, ZipError } from './zip.ts'

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
  const members = await opened(await readFile(path), name)
  if (member === undefined || into === undefined) return listing(request, members)
  await writeFile(into, await take(members, name, member, 1), { flag: 'wx' })
  return { name, what: 'member', facts: [], remarks: [], outline: [], lines: [] }
}

// --- internal ---

async function opened(data: Buffer, name: string): Promise<readonly Member[]> {
  const isMessage = kindByName(name) === 'email' && data.toString('latin1', 0, 2) !== 'PK'
  try {
    return isMessage ? await attachedTo(data) : await zipped(data)
  } catch (error) {
    const what = isMessage ? 'an e-mail message' : 'a ZIP archive'
    throw new Error(`${name} cannot be read as ${what}: ${reasonOf(error)}; get it again.`)
  }
}

async function zipped(data: Buffer): Promise<readonly Member[]> {
  const archive = await openZip(data)
  return archive.members.map(member => ({
    ...member,
    content: most => unpack(archive, member, most),
  }))
}

async function attachedTo(data: Buffer): Promise<readonly Member[]> {
  const { attachments } = await PostalMime.parse(data)
  checkCount(attachments.length)
  return attachedMembers(attachments)
}

function reasonOf(error: unknown): string {
  return error instanceof ZipError ? error.message : 'it is damaged'
}

/** The bytes of the member at `wanted`, which may lead through an archive in the archive. */
async function take(
  members: readonly Member[],
  name: string,
  wanted: string,
  depth: number,
): Promise<Buffer> {
  const readable = members.filter(isReadable)
  const found = readable.findLast(each => each.name === wanted)
  if (found) return content(found, name)
  const around = readable.findLast(each => wanted.startsWith(`${each.name}/`))
  if (!around) throw new Error(missing(members, name, wanted))
  const inner = `${name}/${around.name}`
  if (depth >= deepest)
    throw new Error(
      `${inner} is an archive in an archive in an archive, which is not opened; unpack it first.`,
    )
  const within = await opened(await content(around, name), inner)
  return take(within, inner, wanted.slice(around.name.length + 1), depth + 1)
}

async function content(member: Member, name: string): Promise<Buffer> {
  try {
    return await member.content(largestFile)
  } catch (error) {
    throw new Error(
      `${name}/${member.name} cannot be read: ${reasonOf(error)}; unpack it with another program first.`,
    )
  }
}

function missing(members: readonly Member[], name: string, wanted: string): string {
  const folder = `${wanted.replace(/\/$/, '')}/`
  const inside = members.filter(each => each.name.startsWith(folder) && each.name !== folder)
  if (inside.length > 0)
    return `${name}/${wanted} is a folder in the archive; it holds ${listed(inside.map(each => each.name))}.`
  const unreadable = members.find(each => each.name === wanted)
  if (unreadable) return `${name}/${wanted} cannot be read: ${troubleOf(unreadable)}.`
  const names = members.filter(isReadable).map(each => each.name)
  if (names.length === 0) return `${name} has no member ${wanted}, and none that can be read.`
  const near = nearest(wanted, names)
  return `${name} has no member ${wanted}; ${near.length > 0 ? `did you mean ${near.join(', ')}?` : `it holds ${listed(names)}.`}`
}

async function listing(
  { name, asked = name }: ArchiveRequest,
  members: readonly Member[],
): Promise<TextDocument> {
  const files = members.filter(each => !each.name.endsWith('/'))
  const size = members.reduce((sum, member) => sum + member.size, 0)
  const first = files.find(isReadable)
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
    lines: await memberLines(files),
  }
}
