// Text to nested lists with positions: the lexical half of the PDDL parser.

/** Where something stands in a text, both counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A name or a parenthesised list, with the place where it starts. */
export type Node =
  | { readonly kind: 'name'; readonly text: string; readonly at: Position }
  | {
      readonly kind: 'list'
      readonly items: readonly Node[]
      readonly at: Position
      readonly end: Position
    }

/** A parenthesised list. */
export type ListNode = Extract<Node, { kind: 'list' }>

/**
 * A text that is not PDDL: where, what was expected and what stands there.
 * @example
 * ```ts
 * import { PddlError, parseDomain } from 'intend/pddl'
 *
 * try {
 *   parseDomain('(define (domain trips)')
 * } catch (error) {
 *   if (error instanceof PddlError) console.log(error.line) // 1
 * }
 * ```
 */
export class PddlError extends Error {
  override readonly name = 'PddlError'
  readonly line: number
  readonly column: number
  readonly expected: string

  constructor(at: Position, expected: string, found: string) {
    super(`line ${at.line}, column ${at.column}: expected ${expected}, found ${found}`)
    this.line = at.line
    this.column = at.column
    this.expected = expected
  }
}

/** Later phases walk the tree recursively; no domain comes near this depth. */
const DEEPEST = 500

/**
 * Reads the one list that a PDDL file consists of. Comments run from `;` to the end of the line.
 * Names become lower case. Throws `PddlError` when parentheses do not match, when nothing is there
 * or when something follows.
 */
export function readList(text: string): ListNode {
  const open: { items: Node[]; at: Position }[] = []
  let root: ListNode | undefined
  for (const token of tokens(text, WORDS)) {
    const top = open.at(-1)
    if (root) throw new PddlError(token.at, 'the end of the text', quote(token.text))
    if (token.text === '(') {
      if (open.length >= DEEPEST) throw new PddlError(token.at, 'less nesting', 'one more "("')
      open.push({ items: [], at: token.at })
    } else if (token.text === ')') {
      if (!top) throw new PddlError(token.at, '"("', '")"')
      open.pop()
      const list: ListNode = { kind: 'list', items: top.items, at: top.at, end: token.at }
      const outer = open.at(-1)
      if (outer) outer.items.push(list)
      else root = list
    } else {
      if (!top) throw new PddlError(token.at, '"("', quote(token.text))
      top.items.push({ kind: 'name', text: token.text.toLowerCase(), at: token.at })
    }
  }
  const unclosed = open.at(-1)
  if (unclosed) throw new PddlError(unclosed.at, '")" for this "("', 'the end of the text')
  if (!root) throw new PddlError({ line: 1, column: 1 }, '"(define"', 'no PDDL at all')
  return root
}

/** A feature of PDDL that is read by name only, so that a refusal says what it is. */
export function unsupported(node: Node, feature: string): PddlError {
  return new PddlError(node.at, `no ${feature}, which is not supported`, describe(node))
}

/** Whether a node is this very word. */
export const isWord = (node: Node | undefined, word: string): boolean =>
  node?.kind === 'name' && node.text === word

/** What stands at a node, for the end of an error message. */
export function describe(node: Node | undefined): string {
  if (!node) return 'nothing'
  if (node.kind === 'name') return quote(node.text)
  const first = node.items[0]
  return first?.kind === 'name' ? `"(${first.text} ...)"` : 'a list'
}

/** Parentheses and what `words` matches, each with its place; line ends and comments are left out. */
export function* tokens(text: string, words: RegExp) {
  const pattern = new RegExp(`[()]|;[^\\n\\r]*|\\r\\n|\\n|\\r|${words.source}`, 'g')
  let line = 1
  let lineStart = 0
  for (const match of text.matchAll(pattern)) {
    const word = match[0]
    const first = word[0]
    if (first === '\n' || first === '\r') {
      line++
      lineStart = match.index + word.length
    } else if (first !== ';') {
      yield { text: word, at: { line, column: match.index - lineStart + 1 } }
    }
  }
}

// --- internal ---

/** A question mark begins a variable even where no blank is before it: (aircraft?a). */
const WORDS = /\?[^\s();?]*|[^\s();?]+/

function quote(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}...` : text}"`
}
