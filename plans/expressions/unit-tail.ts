// Where an expression names a unit: right after a number, and after `to`.

import { ExpressionError, shorten } from './exact.ts'
import { type Cursor, constants, peek, reserved } from './tokens.ts'
import { isKnownUnit, parseUnit, type Unit } from './units.ts'

/** The unit right after a number. It binds closer than any operator: `x / 60 km/h` divides by a speed. */
export function readUnitTail(cursor: Cursor, start = ''): Unit | undefined {
  const from = cursor.at
  const isUnit = (ahead: number, opaque: boolean) => startsUnit(cursor, ahead, opaque)
  if (start === '' && !isUnit(0, true)) return undefined
  if (start === '') cursor.at += 1
  for (;;) {
    const next = peek(cursor)
    if (next === '^' && /^\d$/.test(peek(cursor, 1))) cursor.at += 2
    else if (next === '^' && peek(cursor, 1) === '-' && /^\d$/.test(peek(cursor, 2))) cursor.at += 3
    else if (/^[⁻⁰¹²³⁴-⁹]+$/u.test(next)) cursor.at += 1
    else if (isUnit(0, scaleWords.test(peek(cursor, -1))) && next !== 'in') cursor.at += 1
    else if ((next === '/' || next === '*') && isUnit(1, false)) cursor.at += 2
    else if (next === 'per' && isUnit(1, true)) cursor.at += 2
    else break
  }
  const words = cursor.tokens.slice(from, cursor.at)
  const unit = parseUnit(spelled([start, ...words]))
  if (!unit) throw new ExpressionError(`"${words.join(' ')}" is not understood as a unit`)
  return unit
}

/** The unit after `to`: everything up to the end, a closing bracket, a comma or a comparison. */
export function readTarget(cursor: Cursor): Unit {
  const from = cursor.at
  const words = /^(?:[\p{L}_°‰%$€£¥₹¢⁻⁰¹²³⁴-⁹]|US\$|[-*/^(]|\d)/u
  let depth = 0
  while (words.test(peek(cursor)) || (peek(cursor) === ')' && depth > 0)) {
    if (['and', 'or', 'to', 'as'].includes(peek(cursor))) break
    depth += peek(cursor) === '(' ? 1 : peek(cursor) === ')' ? -1 : 0
    cursor.at += 1
  }
  const text = spelled(cursor.tokens.slice(from, cursor.at))
  const unit = text === '' ? undefined : parseUnit(text)
  if (unit) return unit
  throw new ExpressionError(`"${shorten(text || peek(cursor))}" is not a unit to convert to`)
}

// --- internal ---

/** The words of a unit as one text, powers and strokes without blanks around them. */
const spelled = (words: readonly string[]) =>
  words
    .join(' ')
    .trim()
    .replaceAll(/ ?([/^-]) ?/g, '$1')
    .replaceAll(/ (?=[⁻⁰¹²³⁴-⁹])/gu, '')

const scaleWords = /^(?:dozen|hundred|thousand|million|billion|trillion)s?$/i

/** Whether the word `ahead` reads as a unit: one of the table, or, where `opaque`, any that is no role. */
function startsUnit(cursor: Cursor, ahead: number, opaque: boolean): boolean {
  const word = peek(cursor, ahead)
  if (['¢', '€', '£', '$'].includes(word)) return true
  const name = /^(?:[\p{L}°‰][\p{L}°]*[23]?|US\$)$/u.test(word)
  if (!name || reserved.has(word) || constants.has(word) || peek(cursor, ahead + 1) === '(')
    return false
  if (!isKnownUnit(word.replace(/[23]$/, ''))) return opaque && !cursor.isRole(word)
  return ahead === 0 || !cursor.isRole(word)
}
