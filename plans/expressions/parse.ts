// The grammar of expressions. It has numbers with units, names, calls, lists and choices, and
// nothing else: no assignment, no property, no definition can be written in it.
import { isKnownUnit, parseUnit, type Unit } from '../units.ts'
import { type Exact, ExpressionError, exact } from './exact.ts'

/** A parsed expression. Operators are calls named by their symbol. */
export type Node =
  | { readonly type: 'number'; readonly value: Exact }
  | { readonly type: 'unit'; readonly unit: Unit }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Node[] }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly type: 'convert'; readonly of: Node; readonly unit: Unit }
  | { readonly type: 'if'; readonly test: Node; readonly yes: Node; readonly no: Node }

/** Longest expression that is read, in characters. */
export const longest = 4000

/**
 * Parses `text`. `isRole` says which words are names of beliefs even though they also name a unit
 * (`day`). Throws an `ExpressionError` that says what was not understood, and where.
 */
export function parseExpression(text: string, isRole: (name: string) => boolean): Node {
  if (text.length > longest)
    throw new ExpressionError(
      `an expression has at most ${longest} characters, this has ${text.length}`,
    )
  const cursor: Cursor = { tokens: tokenize(text), at: 0, depth: 0, isRole }
  if (cursor.tokens.length === 0) throw new ExpressionError('the expression is empty')
  const node = readChoice(cursor)
  const left = peek(cursor)
  if (left === '=' || left === ':=')
    throw new ExpressionError(
      'an expression assigns nothing; write only what is calculated, or == to compare',
    )
  if (left !== '') throw unexpected(cursor)
  return node
}

// --- internal ---

interface Cursor {
  readonly tokens: readonly string[]
  at: number
  depth: number
  readonly isRole: (name: string) => boolean
}

const deepest = 100
const token =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(US\$|[\p{L}_°‰][\p{L}\p{N}_°]*)|(\*\*|[<>=!:]=|≤|≥|≠|&&|\|\||[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[-+*/^%()[\],<>!=?:×÷·−$€£¥₹¢]))/uy
const spelled: Readonly<Record<string, string>> = {
  '**': '^',
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '&&': 'and',
  '||': 'or',
}
const money: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
}
const reserved = new Set(['to', 'and', 'or', 'not', 'of', 'mod', 'per', 'as'])

function tokenize(text: string): readonly string[] {
  const tokens: string[] = []
  const end = text.trimEnd().length
  token.lastIndex = 0
  while (token.lastIndex < end) {
    const from = token.lastIndex
    const found = token.exec(text)
    if (!found) {
      const part = text.slice(from).trim().slice(0, 20)
      throw new ExpressionError(`the expression is not understood at "${part}"`)
    }
    const read = found[0].trim()
    tokens.push(spelled[read] ?? read)
  }
  return tokens
}

function peek(cursor: Cursor, ahead = 0): string {
  return cursor.tokens[cursor.at + ahead] ?? ''
}

function accept(cursor: Cursor, ...tokens: readonly string[]): string | undefined {
  const next = peek(cursor)
  if (next === '' || !tokens.includes(next)) return undefined
  cursor.at += 1
  return next
}

function expect(cursor: Cursor, wanted: string): void {
  if (!accept(cursor, wanted)) throw unexpected(cursor, wanted)
}

function unexpected(cursor: Cursor, wanted?: string): ExpressionError {
  const found = peek(cursor)
  const where = found === '' ? 'at the end' : `at "${found.slice(0, 30)}"`
  return new ExpressionError(
    `the expression is not understood ${where}${wanted ? `; expected "${wanted}"` : ''}`,
  )
}

function call(name: string, ...args: readonly Node[]): Node {
  return { type: 'call', name, args }
}

function readChoice(cursor: Cursor): Node {
  if (++cursor.depth > deepest) throw new ExpressionError('the expression is nested too deeply')
  const test = readOr(cursor)
  let node = test
  if (accept(cursor, '?')) {
    const yes = readChoice(cursor)
    expect(cursor, ':')
    node = { type: 'if', test, yes, no: readChoice(cursor) }
  }
  cursor.depth -= 1
  return node
}

function readOr(cursor: Cursor): Node {
  let node = readAnd(cursor)
  while (accept(cursor, 'or')) node = call('or', node, readAnd(cursor))
  return node
}

function readAnd(cursor: Cursor): Node {
  let node = readNot(cursor)
  while (accept(cursor, 'and')) node = call('and', node, readNot(cursor))
  return node
}

function readNot(cursor: Cursor): Node {
  let times = 0
  while (accept(cursor, 'not')) times += 1
  const node = readComparison(cursor)
  return times === 0 ? node : times % 2 === 1 ? call('not', node) : call('not', call('not', node))
}

/** `1 < x < 3` means both. */
function readComparison(cursor: Cursor): Node {
  let left = readConversion(cursor)
  let node: Node | undefined
  for (;;) {
    const operator = accept(cursor, '==', '!=', '<=', '>=', '<', '>')
    if (!operator) return node ?? left
    const right = readConversion(cursor)
    const pair = call(operator, left, right)
    node = node ? call('and', node, pair) : pair
    left = right
  }
}

function readConversion(cursor: Cursor): Node {
  let node = readSum(cursor)
  while (accept(cursor, 'to', 'in', 'as')) {
    const from = cursor.at
    const words = /^(?:[\p{L}_°‰%$€£¥₹¢⁻⁰¹²³⁴-⁹]|US\$|[-*/^(]|\d)/u
    let depth = 0
    while (words.test(peek(cursor)) || (peek(cursor) === ')' && depth > 0)) {
      if (['and', 'or', 'to', 'as'].includes(peek(cursor))) break
      depth += peek(cursor) === '(' ? 1 : peek(cursor) === ')' ? -1 : 0
      cursor.at += 1
    }
    const text = cursor.tokens.slice(from, cursor.at).join(' ')
    const unit =
      text === ''
        ? undefined
        : parseUnit(text.replaceAll(/ ?\^ ?/g, '^').replaceAll(/ ?\/ ?/g, '/'))
    if (!unit) throw new ExpressionError(`"${text || peek(cursor)}" is not a unit to convert to`)
    node = { type: 'convert', of: node, unit }
  }
  return node
}

function readSum(cursor: Cursor): Node {
  let node = readProduct(cursor)
  for (;;) {
    const operator = accept(cursor, '+', '-')
    if (!operator) return node
    node = call(operator, node, readProduct(cursor))
  }
}

function readProduct(cursor: Cursor): Node {
  let node = readSigned(cursor)
  for (;;) {
    const operator = accept(cursor, '*', '/', '%', 'mod', 'of', 'per')
    if (!operator) return node
    const name = { '%': 'mod', of: '*', per: '/' }[operator] ?? operator
    node = call(name, node, readSigned(cursor))
  }
}

function readSigned(cursor: Cursor): Node {
  let negative = false
  for (let sign = accept(cursor, '-', '+'); sign; sign = accept(cursor, '-', '+'))
    if (sign === '-') negative = !negative
  const node = readPower(cursor)
  if (!negative) return node
  // a literal below zero, so that -5 degC is a temperature and not a negated one
  return call('negate', node)
}

function readPower(cursor: Cursor): Node {
  const base = readPostfix(cursor)
  const small = /^[⁻⁰¹²³⁴-⁹]+$/u.test(peek(cursor)) ? peek(cursor) : ''
  if (small !== '') {
    cursor.at += 1
    const digits = [...small].map(c => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c) - 1)
    const value = exact(digits.map(d => (d < 0 ? '-' : d)).join(''))
    return call('^', base, { type: 'number', value })
  }
  if (!accept(cursor, '^')) return base
  if (++cursor.depth > deepest) throw new ExpressionError('the expression is nested too deeply')
  const node = call('^', base, readSigned(cursor))
  cursor.depth -= 1
  return node
}

/** `!` is factorial; `%` is percent unless something to divide by follows. */
function readPostfix(cursor: Cursor): Node {
  let node = readPrimary(cursor)
  for (;;) {
    if (peek(cursor) === '%' && !startsOperand(cursor, 1)) {
      cursor.at += 1
      node = measure(node, parseUnit('%'))
    } else if (accept(cursor, '!')) node = call('factorial', node)
    else return node
  }
}

function startsOperand(cursor: Cursor, ahead: number): boolean {
  const next = peek(cursor, ahead)
  return /^[\p{L}_\d.("'[$€£¥₹]/u.test(next) && !reserved.has(next) && next !== 'in'
}

function readPrimary(cursor: Cursor): Node {
  const next = peek(cursor)
  if (/^[\d.]/.test(next)) return readMeasures(cursor)
  if (money[next] && /^[\d.]/.test(peek(cursor, 1))) {
    cursor.at += 1
    const value = readNumber(cursor)
    return measure(value, readUnitTail(cursor, money[next]))
  }
  if (/^["']/.test(next)) {
    cursor.at += 1
    return { type: 'text', value: next.slice(1, -1).replaceAll(/\\(.)/g, '$1') }
  }
  if (accept(cursor, '(')) {
    const node = readChoice(cursor)
    expect(cursor, ')')
    return node
  }
  if (accept(cursor, '[')) return { type: 'list', items: readItems(cursor, ']') }
  if (!/^[\p{L}_°‰]/u.test(next) || reserved.has(next)) throw unexpected(cursor)
  cursor.at += 1
  if (peek(cursor) === '(' && !cursor.isRole(next)) {
    cursor.at += 1
    return calling(next, readItems(cursor, ')'))
  }
  return naming(next, cursor)
}

function readItems(cursor: Cursor, end: string): readonly Node[] {
  const items: Node[] = []
  if (accept(cursor, end)) return items
  do items.push(readChoice(cursor))
  while (accept(cursor, ','))
  expect(cursor, end)
  return items
}

function calling(name: string, args: readonly Node[]): Node {
  const [first, second, third] = args
  if (name === 'ground_belief' && args.length === 1) {
    if (first?.type === 'name') return first
    if (first?.type === 'text') return { type: 'name', name: first.value }
  }
  if (name === 'if' && first && second && third && args.length === 3)
    return { type: 'if', test: first, yes: second, no: third }
  return call(name, ...args)
}

function naming(name: string, cursor: Cursor): Node {
  if (cursor.isRole(name)) return { type: 'name', name }
  if (name === 'true' || name === 'false') return { type: 'boolean', value: name === 'true' }
  if (constants.has(name)) return call(name)
  if (isKnownUnit(name)) return { type: 'unit', unit: parseUnit(name) as Unit }
  return { type: 'name', name }
}

const constants = new Set(['pi', 'e', 'tau', 'π'])

function readNumber(cursor: Cursor): Node {
  const value = exact(peek(cursor))
  cursor.at += 1
  return { type: 'number', value }
}

function measure(value: Node, unit: Unit | undefined): Node {
  return unit ? call('measure', value, { type: 'unit', unit }) : value
}

/** A number with its unit, or several that belong together: `3 h 20 min`. */
function readMeasures(cursor: Cursor): Node {
  const value = readNumber(cursor)
  const unit = readUnitTail(cursor)
  let node = measure(value, unit)
  if (!unit) {
    const next = peek(cursor)
    if (
      next === '(' ||
      (/^[\p{L}_]/u.test(next) && !reserved.has(next) && next !== 'in' && next !== 'to')
    )
      return call('*', node, readPower(cursor))
    return node
  }
  while (/^[\d.]/.test(peek(cursor))) {
    const more = readNumber(cursor)
    const smaller = readUnitTail(cursor)
    if (!smaller) throw unexpected(cursor, 'a unit')
    node = { type: 'convert', of: call('+', node, measure(more, smaller)), unit: smaller }
  }
  return node
}

/** The unit right after a number. It binds closer than any operator: `x / 60 km/h` divides by a speed. */
function readUnitTail(cursor: Cursor, start = ''): Unit | undefined {
  const from = cursor.at
  const isUnit = (ahead: number, opaque: boolean) => {
    const word = peek(cursor, ahead)
    if (word === '¢' || word === '€' || word === '£' || word === '$') return true
    if (
      !/^(?:[\p{L}°‰][\p{L}°]*[23]?|US\$)$/u.test(word) ||
      reserved.has(word) ||
      constants.has(word)
    )
      return false
    if (peek(cursor, ahead + 1) === '(') return false
    return isKnownUnit(word.replace(/[23]$/, ''))
      ? !cursor.isRole(word) || ahead === 0
      : opaque && !cursor.isRole(word)
  }
  if (start === '' && !isUnit(0, true)) return undefined
  if (start === '') cursor.at += 1
  for (;;) {
    const next = peek(cursor)
    if (next === '^' && /^\d$/.test(peek(cursor, 1))) cursor.at += 2
    else if (next === '^' && peek(cursor, 1) === '-' && /^\d$/.test(peek(cursor, 2))) cursor.at += 3
    else if (/^[⁻⁰¹²³⁴-⁹]+$/u.test(next)) cursor.at += 1
    else if (isUnit(0, false) && next !== 'in') cursor.at += 1
    else if ((next === '/' || next === '*') && isUnit(1, false)) cursor.at += 2
    else if (next === 'per' && isUnit(1, true)) cursor.at += 2
    else break
  }
  const words = cursor.tokens.slice(from, cursor.at)
  const unit = parseUnit(
    [start, ...words]
      .join(' ')
      .trim()
      .replaceAll(/ ?([/^-]) ?/g, '$1'),
  )
  if (!unit) throw new ExpressionError(`"${words.join(' ')}" is not understood as a unit`)
  return unit
}
