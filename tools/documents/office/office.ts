// Office files (.docx, .pptx, .xlsx) as packages: parts of XML in a ZIP archive that point to each other.
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { markedEncoding } from '../../files/encodings.ts'
import { bytes } from '../../files/locate.ts'
import { childrenOf, type Node, parseXml, refuseEntities } from './xml.ts'
import { declaredSize, openZip, unpack, ZipError } from './zip.ts'

/** A package in memory. */
export interface Package {
  readonly data: Buffer
  /** Names of the parts: `word/document.xml`. */
  readonly names: readonly string[]
  /** The text of a part; `undefined` when there is none. */
  readonly text: (name: string) => string | undefined
  /** The root element of a part; `undefined` when there is none. */
  readonly xml: (name: string) => Node | undefined
  /** What a part points to, by the identifier it uses for it. */
  readonly relations: (name: string) => ReadonlyMap<string, Relation>
}

/** Something a part points to: the last word of its kind (`slide`, `image`), and the name of the part. */
export interface Relation {
  readonly kind: string
  /** The name of a part, or an address outside the package. */
  readonly target: string
}

/** What a package may unpack to, all together, and one part of XML. */
const mostBytes = 500_000_000
const mostInPart = 100_000_000

/**
 * Opens the package at `path`, `name` being for messages and `what` saying what it should be (`a Word
 * document`). Every part of it is unpacked once and its XML looked at, so that what comes after may trust
 * the sizes. Throws one sentence when it is locked, damaged, hostile or too large.
 */
export async function openPackage(path: string, name: string, what: string): Promise<Package> {
  const data = await readFile(path)
  if (data.length === 0) throw new Error(`${name} is empty: it has no bytes.`)
  if (isLocked(data)) throw new Error(lockedSentence(name))
  try {
    return await checked(data)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${name} cannot be read as ${what}: ${reason}; open it in the program it comes from and save it again.`,
    )
  }
}

/** True for an Office file with a password: what it holds is in a part of this name. */
export function isLocked(data: Buffer): boolean {
  return data.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

/** What is said of a file that is locked with a password. */
export function lockedSentence(name: string): string {
  return `${name} is locked with a password and cannot be read; save a copy without one.`
}

// --- internal ---

async function checked(data: Buffer): Promise<Package> {
  const archive = await openZip(data)
  const size = declaredSize(archive)
  if (size > mostBytes)
    throw new ZipError(
      `it unpacks to ${bytes(size)}, more than the ${bytes(mostBytes)} that can be read`,
    )
  const names = new Set<string>()
  const texts = new Map<string, Buffer>()
  for (const member of archive.members) {
    const part = member.name.replace(/^\//, '')
    const isXml = /\.(?:xml|rels|vml)$/i.test(part)
    const content = await unpack(archive, member, isXml ? mostInPart : mostBytes)
    names.add(part)
    if (!isXml) continue
    refuseEntities(content)
    texts.set(part, content)
  }
  const text = (part: string) => {
    const content = texts.get(part)
    return content && new TextDecoder(markedEncoding(content) ?? 'utf-8').decode(content)
  }
  const trees = new Map<string, Node | undefined>()
  const xml = (part: string) => {
    if (!trees.has(part)) {
      const found = text(part)
      trees.set(part, found === undefined ? undefined : parseXml(found))
    }
    return trees.get(part)
  }
  return { data, names: [...names], text, xml, relations: part => relationsOf(part, xml) }
}

function relationsOf(
  part: string,
  xml: (name: string) => Node | undefined,
): ReadonlyMap<string, Relation> {
  const folder = posix.dirname(part)
  const root = xml(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const relations = new Map<string, Relation>()
  for (const each of root ? childrenOf(root, 'Relationship') : []) {
    const target = each.attribute('Target') ?? ''
    relations.set(each.attribute('Id') ?? '', {
      kind: (each.attribute('Type') ?? '').replace(/^.*\//, ''),
      target:
        each.attribute('TargetMode') === 'External'
          ? target
          : target.startsWith('/')
            ? posix.normalize(target.slice(1))
            : posix.join(folder, target),
    })
  }
  return relations
}
