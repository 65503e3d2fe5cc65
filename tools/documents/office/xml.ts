// XML inside Office files as a tree to walk, after a look that refuses what only a hostile file holds.
import { DOMParser } from 'linkedom'

/** An element: its name without the prefix, its attributes, what it holds. */
export interface Node {
  readonly name: string
  /** The value of an attribute by its name as written (`r:id`); `undefined` when it is not there. */
  readonly attribute: (name: string) => string | undefined
  readonly children: readonly Node[]
  /** All text inside. */
  readonly text: string
}

/** Deepest nesting and longest text of one part. */
const deepest = 256
const longest = 40_000_000

const declarations = ['<!DOCTYPE', '<!ENTITY'].flatMap(mark => [
  Buffer.from(mark),
  Buffer.from(mark, 'utf16le'),
  Buffer.from(mark, 'utf16le').swap16(),
])

/**
 * Throws the reason, as an end for "... cannot be read: ", when the bytes of a part declare entities or a
 * document type, which no Office program writes and which may grow without end.
 */
export function refuseEntities(part: Buffer): void {
  if (declarations.some(mark => part.includes(mark)))
    throw new Error(
      'it declares XML entities, which could grow without end and no Office file needs',
    )
}

/** Throws the reason when a part is too long or too deeply nested to become a tree. */
export function checkXml(xml: string): void {
  if (xml.length > longest) throw new Error('a part of it is too long')
  if (depthOf(xml) > deepest) throw new Error(`its XML is nested more than ${deepest} levels deep`)
}

/** Parses XML that has passed `checkXml`; the root element. Throws the reason when it holds none. */
export function parseXml(xml: string): Node {
  checkXml(xml)
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement as unknown as Parsed
  if (!root) throw new Error('a part of it holds no XML')
  return nodeOf(root)
}

/** The children with one of these names. */
export function childrenOf({ children }: Node, ...names: readonly string[]): Node[] {
  return children.filter(child => names.includes(child.name))
}

/** The first element on the way down these names; `undefined` when there is none. */
export function childOf(node: Node, ...way: readonly string[]): Node | undefined {
  let at: Node | undefined = node
  for (const name of way) at = at?.children.find(child => child.name === name)
  return at
}

/** All elements with one of these names, whatever they lie in, in document order. */
export function descendants(node: Node, ...names: readonly string[]): Node[] {
  return node.children.flatMap(child => [
    ...(names.includes(child.name) ? [child] : []),
    ...descendants(child, ...names),
  ])
}

/** The words of all runs in an element. */
export function wordsIn(node: Node): string {
  return descendants(node, 't')
    .map(run => run.text)
    .join('')
}

// --- internal ---

interface Parsed {
  readonly tagName: string
  readonly textContent: string
  readonly children: Iterable<Parsed>
  getAttribute(name: string): string | null
}

function nodeOf(element: Parsed): Node {
  let children: readonly Node[] | undefined
  return {
    name: element.tagName.slice(element.tagName.indexOf(':') + 1),
    attribute: name => element.getAttribute(name) ?? undefined,
    get children() {
      children ??= [...element.children].map(nodeOf)
      return children
    },
    get text() {
      return element.textContent
    },
  }
}

function depthOf(xml: string): number {
  let [depth, most] = [0, 0]
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const next = xml.charCodeAt(at + 1)
    if (next === 0x21 || next === 0x3f) continue
    if (next === 0x2f) depth -= 1
    else {
      const close = xml.indexOf('>', at)
      if (close === -1) break
      if (xml.charCodeAt(close - 1) !== 0x2f) depth += 1
      most = Math.max(most, depth)
    }
  }
  return most
}
