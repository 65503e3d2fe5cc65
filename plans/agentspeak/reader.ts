// Text to terms: tokens with their lines, and a reader of terms by the levels of the operators.
import { type Memo, memo } from '../memo.ts'
import { list, notLevel, number, operators, structure, type Term, text, variable } from './term.ts'

/**
 * A text that is not AgentSpeak(L): the line, what was expected and what stands there.
 * @example
 * ```ts
 * import { AgentSpeakError, parseProgram } from 'intend/plans'
 *
 * try {
 *   parseProgram('+!reach(Home) <- move(')
 * } catch (error) {
 *   if (error instanceof AgentSpeakError) console.log(error.line) // 1
 * }
 * ```
 */
export class AgentSpeakError extends Error {
  override readonly name = 'AgentSpeakError'
  readonly line: number
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`)
    this.line = line
  }
}

export interface Token {
  readonly kind: 'number' | 'text' | 'variable' | 'atom' | 'sign' | 'end'
  readonly text: string
  readonly line: number
  /** Whether it follows the token before it at once. */
  readonly joined: boolean
}

export interface Cursor {
  readonly tokens: readonly Token[]
  at: number
}

/** A place at the start of `source`. Throws an AgentSpeakError for a character that begins nothing. */
export function cursorOf(source: string): Cursor {
  const tokens: Token[] = []
  let line = 1
  let joined = false
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(source)
    if (!found) throw new AgentSpeakError(line, `"${source[at]}" begins nothing that can be read`)
    const kind = kinds.find(name => found.groups?.[name] !== undefined)
    if (kind) tokens.push({ kind, text: found[0], line, joined })
    joined = kind !== undefined
    line += found[0].split('\n').length - 1
  }
  tokens.push({ kind: 'end', text: 'the end', line, joined: false })
  return { tokens, at: 0 }
}

export function peek(cursor: Cursor, ahead = 0): Token {
  return cursor.tokens[Math.min(cursor.at + ahead, cursor.tokens.length - 1)]!
}

/** Takes the next token when it is this sign or word. */
export function accept(cursor: Cursor, sign: string): boolean {
  if (peek(cursor).text !== sign) return false
  cursor.at += 1
  return true
}

export function expect(cursor: Cursor, sign: string): void {
  if (!accept(cursor, sign)) fail(cursor, `"${sign}"`)
}

/** Reads a term whose operators bind at least as close as `level`. */
export function readTerm(cursor: Cursor, level = 1, depth = 0): Term {
  if (depth > deepest) fail(cursor, `a term less deep than ${deepest}`)
  let left = readPrefix(cursor, level, depth)
  for (;;) {
    const { text: name, kind } = peek(cursor)
    const operator = kind === 'sign' || kind === 'atom' ? operators[name] : undefined
    if (!operator || !Object.hasOwn(operators, name) || operator.level < level) return left
    cursor.at += 1
    const right = readTerm(cursor, operator.level + (operator.side === 'right' ? 0 : 1), depth + 1)
    left = structure(name, [left, right])
  }
}

/** Reads an atom or structure with its annotations. */
export function readLiteral(cursor: Cursor, depth = 0): Term {
  const next = peek(cursor)
  const negated = next.text === '~' && peek(cursor, 1).kind === 'atom'
  if (negated) cursor.at += 1
  else if (next.kind === 'variable') {
    cursor.at += 1
    return variable(next.text)
  } else if (next.kind !== 'atom') fail(cursor, 'a name')
  const name = `${negated ? '~' : ''}${peek(cursor).text}`
  cursor.at += 1
  const args = peek(cursor).joined && accept(cursor, '(') ? readItems(cursor, ')', depth) : []
  const annotated = peek(cursor).joined && accept(cursor, '[')
  return structure(name, args, annotated ? readItems(cursor, ']', depth) : [])
}

/** What is written is mostly read next; what is kept for longer costs the collector more than reading it again. */
const termsKept = 200

/** The term of a whole text. Throws an AgentSpeakError when it is none. */
export const parseTerm: Memo<Term> = memo(termsKept, source => readWhole(source, readTerm))

/** What `read` makes of a text up to its end. */
export function readWhole<T>(source: string, read: (cursor: Cursor) => T): T {
  const cursor = cursorOf(source)
  const found = read(cursor)
  if (peek(cursor).kind !== 'end') fail(cursor, 'the end')
  return found
}

// --- internal ---

/** Throws an AgentSpeakError that says what was expected in place of the next token. */
function fail(cursor: Cursor, expected: string): never {
  const next = peek(cursor)
  const found = next.kind === 'end' ? 'the text ends' : `there is "${next.text}"`
  throw new AgentSpeakError(next.line, `expected ${expected}, but ${found}`)
}

const deepest = 200

const kinds = ['number', 'text', 'variable', 'atom', 'sign'] as const

const token =
  /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<text>"(?:[^"\\]|\\[\s\S])*")|(?<variable>[A-Z_][A-Za-z0-9_]*'*)|(?<atom>\.?[a-z][A-Za-z0-9_]*(?:\.[a-z][A-Za-z0-9_]*)*)|(?<sign>\|&\||\|\|\||:-|<-|=\.\.|\\==|==|<=|>=|\*\*|[-+*/<>=&|!?()[\]{},;:.@~])/y

function readPrefix(cursor: Cursor, level: number, depth: number): Term {
  const { kind, text: name } = peek(cursor)
  if (kind === 'atom' && name === 'not' && level <= notLevel) {
    cursor.at += 1
    return structure('not', [readTerm(cursor, notLevel, depth + 1)])
  }
  if (kind === 'number') {
    cursor.at += 1
    return number(Number(name))
  }
  if (kind === 'text') {
    const { line } = peek(cursor)
    cursor.at += 1
    return text(unquoted(name, line))
  }
  if (accept(cursor, '(')) {
    const inner = readTerm(cursor, 1, depth + 1)
    expect(cursor, ')')
    return inner
  }
  if (accept(cursor, '[')) return readList(cursor, depth)
  if (accept(cursor, '-')) {
    if (peek(cursor).kind === 'number') {
      cursor.at += 1
      return number(-Number(peek(cursor, -1).text))
    }
    return structure('-', [readTerm(cursor, 8, depth + 1)])
  }
  return readLiteral(cursor, depth)
}

function readItems(cursor: Cursor, close: string, depth: number): readonly Term[] {
  if (accept(cursor, close)) return []
  const items: Term[] = []
  do items.push(readTerm(cursor, 1, depth + 1))
  while (accept(cursor, ','))
  expect(cursor, close)
  return items
}

/** The items of a list: a bar ends them, so a disjunction in a list stands in parentheses. */
function readList(cursor: Cursor, depth: number): Term {
  if (accept(cursor, ']')) return list([])
  const items: Term[] = []
  do items.push(readTerm(cursor, 2, depth + 1))
  while (accept(cursor, ','))
  const tail = accept(cursor, '|') ? readTerm(cursor, 2, depth + 1) : undefined
  expect(cursor, ']')
  return list(items, tail)
}

function unquoted(quoted: string, line: number): string {
  try {
    return JSON.parse(quoted.replaceAll('\n', '\\n').replaceAll('\t', '\\t')) as string
  } catch {
    throw new AgentSpeakError(line, `${quoted} holds an escape that is not known`)
  }
}
