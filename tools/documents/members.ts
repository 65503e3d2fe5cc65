// Files within files, in archives and attached to messages: which of them can be read, and what is told of them.
import { bytes } from '../files/locate.ts'

/** A file within another one. Its name and its size are claims. */
export interface Member {
  readonly name: string
  readonly size: number
  readonly encrypted: boolean
  /** True for a symbolic link. */
  readonly link: boolean
  /** Its bytes. Rejects with a ZipError when it has more than `most` or cannot be unpacked. */
  readonly content: (most: number) => Promise<Buffer>
}

/** Members a line each, with their sizes, why one cannot be read, and how small tables begin. */
export async function memberLines(members: readonly Member[]): Promise<string[]> {
  const heads = new Map<Member, string>()
  for (const member of members.filter(isSmallTable).slice(0, mostHeads))
    heads.set(member, await firstLine(member))
  return members.map(member => line(member, heads.get(member)))
}

export function isReadable(member: Member): boolean {
  return !member.name.endsWith('/') && troubleOf(member) === undefined
}

/** Why a member cannot be read, as far as is known before it is unpacked. */
export function troubleOf(member: Member): string | undefined {
  if (member.encrypted) return 'locked with a password'
  if (member.link) return 'a link, which is not followed'
  return isSafeName(member.name) ? undefined : 'its name leads out of the archive'
}

// --- internal ---

/** Of so many tables the first line is told, as it most often names the columns. */
const mostHeads = 10
const mostInTable = 1_000_000

const isSmallTable = (member: Member) =>
  /\.[ct]sv$/i.test(member.name) && member.size <= mostInTable && isReadable(member)

/** What a member begins with; nothing where it cannot be unpacked. */
async function firstLine(member: Member): Promise<string> {
  const data = await member.content(mostInTable).catch(() => Buffer.of())
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

/** True for a path that stays where it is put: relative, without `..`, drive or control characters. */
function isSafeName(name: string): boolean {
  const segments = name.replace(/\/$/, '').split('/')
  const odd = (segment: string) =>
    ['', '.', '..'].includes(segment) || Buffer.byteLength(segment) > 240
  return !segments.some(odd) && !/^[a-z]:|\p{Cc}/iu.test(name)
}
