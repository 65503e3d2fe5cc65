// The grammar of expressions. It has numbers with units, names, calls, lists and choices, and
// nothing else: no assignment, no property, no definition can be written in it.
import { memo } from '../memo.ts'
import { slots, unescaped } from '../template.ts'
import { type Exact, ExpressionError, exact } from './exact.ts'
import { operations, unknownFunction } from './functions/table.ts'
import {
  accept,
  type Cursor,
  constants,
  deepest,
  expect,
  money,
  peek,
  plainDigits,
  reserved,
  tokenize,
  unexpected,
} from './tokens.ts'
import { readTarget, readUnitTail } from './unit-tail.ts'
import { isKnownUnit, parseUnit, type Unit } from './units.ts'

/** A parsed expression. Operators are calls named by their symbol. */
export type Node =
  | { readonly type: 'number'; readonly value: Exact }
  | { readonly type: 'unit'; readonly unit: Unit }
  | { readonly type: 'text'; readonly value: string }
  /** A quoted text with slots, and the names in them. */
  | { readonly type: 'template'; readonly text: string; readonly names: readonly Node[] }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Node[] }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly type: 'convert'; readonly of: Node; readonly unit: Unit }
  | { readonly type: 'filter'; readonly of: Node; readonly test: Node }
  /** What a filter looks at: its item, or the place of it. */
  | { readonly type: 'bound'; readonly name: 'it' | 'at' }
  | { readonly type: 'if'; readonly test: Node; readonly yes: Node; readonly no: Node }

/** Longest expression that is read, in characters. */
const longest = 4000

/**
 * Parses `text`. `isRole` says which words are names of beliefs even though they also name a unit
 * (`day`). Throws an `ExpressionError` that says what was not understood, and where.
 */
export function parseExpression(text: string, isRole: (name: string) => boolean): Node {
  if (text.length > longest)
    throw new ExpressionError(
      `an expression has at most ${longest} characters, this has ${text.length}`,
    )
  const roles = tokensOf(text).filter(isRole)
  return parsed(JSON.stringify([text, ...roles]))
}

// --- internal ---

const tokensOf = memo(256, tokenize)

/** A derivation is read several times over while it is judged: what it says hangs on its text and roles. */
const parsed = memo(256, (given): Node => {
  const [text = '', ...roles] = JSON.parse(given) as readonly string[]
  const known = new Set(roles)
  const cursor: Cursor = {
    tokens: tokensOf(text),
    at: 0,
    depth: 0,
    filters: 0,
    isRole: name => known.has(name),
  }
  if (cursor.tokens.length === 0) throw new ExpressionError('the expression is empty')
  const node = readChoice(cursor)
  const left = peek(cursor)
  if (left === '=' || left === ':=')
    throw new ExpressionError(
      'an expression assigns nothing; write only what is calculated, or == to compare',
    )
  if (left !== '') throw unexpected(cursor)
  return node
})

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

/** What `next` reads, joined by calls of `operators` from left to right. */
const joined =
  (next: (cursor: Cursor) => Node, ...operators: readonly string[]) =>
  (cursor: Cursor): Node => {
    let node = next(cursor)
    for (let sign = accept(cursor, ...operators); sign; sign = accept(cursor, ...operators))
      node = call({ '%': 'mod', of: '*', per: '/' }[sign] ?? sign, node, next(cursor))
    return node
  }

const readProduct = joined(readSigned, '*', '/', '%', 'mod', 'of', 'per')
const readSum = joined(readProduct, '+', '-')
const readAnd = joined(readNot, 'and')
const readOr = joined(readAnd, 'or')

function readNot(cursor: Cursor): Node {
  return accept(cursor, 'not') ? call('not', readNot(cursor)) : readComparison(cursor)
}

const comparing = ['==', '!=', '<=', '>=', '<', '>']

/** `1 < x < 3` means both; within brackets, as in `if(a = b, ...)`, one sign is enough to compare. */
function readComparison(cursor: Cursor): Node {
  let left = readConversion(cursor)
  let node: Node | undefined
  for (;;) {
    const operator = accept(cursor, ...comparing) ?? (cursor.depth > 1 && accept(cursor, '='))
    if (!operator) return node ?? left
    const right = readConversion(cursor)
    const pair = call(operator === '=' ? '==' : operator, left, right)
    node = node ? call('and', node, pair) : pair
    left = right
  }
}

function readConversion(cursor: Cursor): Node {
  let node = readSum(cursor)
  while (accept(cursor, 'to', 'in', 'as'))
    node = { type: 'convert', of: node, unit: readTarget(cursor) }
  return node
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
    return call('^', base, { type: 'number', value: exact(plainDigits(small)) })
  }
  if (!accept(cursor, '^')) return base
  if (++cursor.depth > deepest) throw new ExpressionError('the expression is nested too deeply')
  const node = call('^', base, readSigned(cursor))
  cursor.depth -= 1
  return node
}

/** `!` is factorial, `[2]` an item; `%` is percent unless something to divide by follows. */
function readPostfix(cursor: Cursor): Node {
  let node = readPrimary(cursor)
  for (;;) {
    if (peek(cursor) === '%' && !startsOperand(cursor, 1)) {
      cursor.at += 1
      node = measure(node, parseUnit('%'))
    } else if (accept(cursor, '!')) node = call('factorial', node)
    else if (node.type !== 'number' && accept(cursor, '[')) node = readPlace(cursor, node)
    else return node
  }
}

/** `[2]`, `[-1]`, or `[2:4]` where either end may be missing. */
function readPlace(cursor: Cursor, list: Node): Node {
  const end = (place: string): Node => ({ type: 'number', value: exact(place) })
  const from = peek(cursor) === ':' ? end('1') : readChoice(cursor)
  const isSlice = accept(cursor, ':') !== undefined
  const to = !isSlice || peek(cursor) === ']' ? end('-1') : readChoice(cursor)
  expect(cursor, ']')
  return isSlice ? call('slice', list, from, to) : call('item', list, from)
}

function readFilter(cursor: Cursor): Node {
  const of = readChoice(cursor)
  expect(cursor, ',')
  cursor.filters += 1
  const test = readChoice(cursor)
  cursor.filters -= 1
  expect(cursor, ')')
  return { type: 'filter', of, test }
}

function startsOperand(cursor: Cursor, ahead: number): boolean {
  const next = peek(cursor, ahead)
  return /^[\p{L}_\d.("'[$€£¥₹]/u.test(next) && !reserved.has(next) && next !== 'in'
}

function readPrimary(cursor: Cursor): Node {
  const next = peek(cursor)
  if (/^[\d.]/.test(next)) return readMeasures(cursor)
  const currency = money.get(next)
  if (currency && /^[\d.]/.test(peek(cursor, 1))) {
    cursor.at += 1
    const value = readNumber(cursor)
    return measure(value, readUnitTail(cursor, currency))
  }
  if (/^["']/.test(next)) {
    cursor.at += 1
    const value = unescaped(next.slice(1, -1))
    const names = slots(value).map((name): Node => ({ type: 'name', name }))
    return names.length > 0 ? { type: 'template', text: value, names } : { type: 'text', value }
  }
  if (accept(cursor, '(')) {
    const node = readChoice(cursor)
    expect(cursor, ')')
    return node
  }
  if (accept(cursor, '[')) return { type: 'list', items: readItems(cursor, ']') }
  const isCall = next === 'mod' && peek(cursor, 1) === '('
  if (!/^[\p{L}_°‰]/u.test(next) || (reserved.has(next) && !isCall)) throw unexpected(cursor)
  cursor.at += 1
  if (peek(cursor) === '(') {
    cursor.at += 1
    return next === 'filter' ? readFilter(cursor) : calling(next, readItems(cursor, ')'))
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
  const [first, second, third, ...more] = args as readonly [Node, Node, Node?]
  if (name === 'ground_belief' && args.length === 1) {
    if (first.type === 'name') return first
    if (first.type === 'text') return { type: 'name', name: first.value }
  }
  if (name === 'if') {
    if (third && more.length === 0) return { type: 'if', test: first, yes: second, no: third }
    throw new ExpressionError(`if takes 3 arguments, not ${args.length}`)
  }
  if (!operations.has(name)) throw unknownFunction(name)
  return call(name, ...args)
}

function naming(name: string, cursor: Cursor): Node {
  if (cursor.filters > 0 && (name === 'it' || name === 'at')) return { type: 'bound', name }
  if (cursor.isRole(name)) return { type: 'name', name }
  if (name === 'true' || name === 'false') return { type: 'boolean', value: name === 'true' }
  if (constants.has(name)) return call(name)
  if (isKnownUnit(name)) return { type: 'unit', unit: parseUnit(name) as Unit }
  return { type: 'name', name }
}

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
