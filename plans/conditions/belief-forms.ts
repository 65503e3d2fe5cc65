// The table of what can be asked of one belief: how it is written, what it means, how it is read,
// printed and checked. Prompts show the first two columns, so they cannot drift from the rest.
import { comparisons } from '../expressions/amount.ts'
import { fold, type Quantity } from '../expressions/quantity.ts'
import { parseUnit } from '../expressions/units.ts'
import {
  compare,
  compile,
  isIn,
  kinds,
  matches,
  type Operator,
  type Other,
  readOperator,
  resolve,
} from './belief-checks.ts'
import { type Cursor, take } from './cursor.ts'
import {
  compareQuantities,
  type Literal,
  printLiteral,
  readLiteral,
  showQuantity,
} from './literal.ts'

/** A row of the table, for conditions that ask `Asked`. */
export interface BeliefForm<Asked> {
  readonly form: string
  readonly meaning: string
  /** Reads what is asked; starts after the subject. */
  readonly read: (cursor: Cursor) => Asked | undefined
  /** What is asked, without its subject. */
  readonly print: (asked: Asked) => string
  /** True, false, or a sentence why it is false. */
  readonly check: (asked: Asked, value: Quantity, other: Other) => boolean | string
}

/** What can be asked of one belief. */
export type BeliefCondition = {
  readonly [Type in keyof Forms]: { readonly type: Type; readonly belief: string } & AskedBy<
    Forms[Type]
  >
}[keyof Forms]

type Forms = typeof beliefForms
type AskedBy<Form> = Form extends BeliefForm<infer Asked> ? Readonly<Asked> : never

const row = <Asked>(form: BeliefForm<Asked>) => form

/** In the order they are tried. */
export const beliefForms = {
  length: row<{ bound: 'exactly' | 'at least' | 'at most'; length: number }>({
    form: 'ground_belief(X) is a list of [at least | at most] N items',
    meaning: 'the value is a list of that length',
    read: cursor => {
      const found = take(
        cursor,
        /a\s+list\s+of\s+(?:(exactly|at\s+least|at\s+most)\s+)?(\d{1,9})\s+(?:items?|elements?|entries|values?)\b/iy,
      )
      const bound = found?.[1]?.toLowerCase().replace(/\s+/, ' ') ?? 'exactly'
      return found && { bound: bound as 'exactly', length: Number(found[2]) }
    },
    print: ({ bound, length }) =>
      `is a list of ${bound === 'exactly' ? '' : `${bound} `}${length} items`,
    check: ({ bound, length }, { value }) => {
      if (!Array.isArray(value)) return 'is not a list'
      const sign = { exactly: '=', 'at least': '>=', 'at most': '<=' }[bound]
      return comparisons.get(sign)!(value.length - length) || `has ${value.length} items`
    },
  }),
  'list-of': row<{ kind: 'number' | 'integer' | 'text' | 'date' }>({
    form: 'ground_belief(X) is a list of numbers | integers | texts | dates',
    meaning: 'the value is a list and every item is of that kind',
    read: cursor => {
      const word = take(
        cursor,
        /a\s+list\s+of\s+(number|integer|text|string|date)s?\b/iy,
      )?.[1]?.toLowerCase()
      return word === undefined
        ? undefined
        : { kind: (word === 'string' ? 'text' : word) as 'text' }
    },
    print: ({ kind }) => `is a list of ${kind}s`,
    check: ({ kind }, { value }) => {
      if (!Array.isArray(value)) return 'is not a list'
      const other = value.find(item => !kinds[kind]({ value: item }))
      return other === undefined || `holds ${showQuantity({ value: other })}, which is no ${kind}`
    },
  }),
  kind: row<{ kind: keyof typeof kinds }>({
    form: 'ground_belief(X) is a number | an integer | a text | a date | a boolean | a list',
    meaning: 'the value is of that kind; a text that reads as a number or a date counts as one',
    read: cursor => {
      const word = take(
        cursor,
        /(?:an?\s+)?(number|numeric|integer|whole\s+number|text|string|date|boolean|list)\b(?!\s+of\b)/iy,
      )?.[1]
      const named = word?.toLowerCase().replace(/\s+/, ' ') ?? ''
      const kind = { numeric: 'number', string: 'text', 'whole number': 'integer' }[named] ?? named
      return kind === '' ? undefined : { kind: kind as 'text' }
    },
    print: ({ kind }) => `is ${kind === 'integer' ? 'an' : 'a'} ${kind}`,
    check: ({ kind }, value) => kinds[kind](value),
  }),
  known: row<object>({
    form: 'ground_belief(X) is known',
    meaning: 'the belief has been established; on a step: by this step',
    read: cursor => (take(cursor, /(?:known|established|defined)\b/iy) ? {} : undefined),
    print: () => 'is known',
    check: () => true,
  }),
  between: row<{ low: Literal; high: Literal }>({
    form: 'ground_belief(X) is between A and B',
    meaning: 'A <= X <= B, for numbers (units are converted) and dates',
    read: cursor => {
      const low = take(cursor, /between\b/iy) && readLiteral(cursor)
      const high = low && take(cursor, /and\b/iy) && readLiteral(cursor)
      return low && high ? { low, high } : undefined
    },
    print: ({ low, high }) => `is between ${printLiteral(low)} and ${printLiteral(high)}`,
    check: ({ low, high }, value, other) => {
      const below = compare('>=', value, low, other)
      return below === true ? compare('<=', value, high, other) : below
    },
  }),
  'one-of': row<{ options: readonly Literal[] }>({
    form: 'ground_belief(X) is one of A, B, C',
    meaning: 'the value equals one of them',
    read: cursor => {
      if (!take(cursor, /one\s+of\b|in\b(?=\s*[[{(])/iy)) return undefined
      const open = take(cursor, /:?\s*([[{(]?)/y)?.[1] ?? ''
      const options: Literal[] = []
      do {
        const option = readLiteral(cursor, true)
        if (!option) return undefined
        options.push(option)
      } while (take(cursor, /,?\s*or\b|,/iy))
      const close = { '[': ']', '{': '}', '(': ')' }[open]
      return close === undefined || take(cursor, /[\]})]/y)?.[0] === close ? { options } : undefined
    },
    print: ({ options }) => `is one of ${options.map(printLiteral).join(', ')}`,
    check: ({ options }, value, other) =>
      options.some(option => compare('=', value, option, other) === true),
  }),
  matches: row<{ pattern: string; flags: string }>({
    form: 'ground_belief(X) matches /PATTERN/FLAGS',
    meaning: 'the pattern (RE2 syntax; flags i, m, s) is found in the value',
    read: cursor => {
      const found = take(
        cursor,
        /match(?:es|ing)?\s*\/((?:[^/\\\n]|\\[^\n]){1,300})\/([ims]{0,3})(?![\w/])/iy,
      )
      const [, pattern = '', flags = ''] = found ?? []
      return found && compile(pattern, flags) ? { pattern, flags } : undefined
    },
    print: ({ pattern, flags }) => `matches /${pattern}/${flags}`,
    check: ({ pattern, flags }, { value }) => matches(pattern, flags, String(value)),
  }),
  sorted: row<{ direction: 'ascending' | 'descending' }>({
    form: 'ground_belief(X) is sorted ascending | descending',
    meaning: 'the value is a list in that order; equal neighbours are allowed',
    read: cursor => {
      const found = take(
        cursor,
        /(?:sorted|ordered)(?:\s+in)?\s+(ascending|descending|alphabetical)(?:ly)?(?:\s+order)?\b/iy,
      )
      const falls = found?.[1]?.toLowerCase() === 'descending'
      return found && { direction: falls ? 'descending' : 'ascending' }
    },
    print: ({ direction }) => `is sorted ${direction}`,
    check: ({ direction }, { value }) => {
      if (!Array.isArray(value)) return 'is not a list'
      const wrong = value.findIndex((item, i) => {
        const step = i === 0 ? 0 : compareQuantities({ value: value[i - 1]! }, { value: item })
        return typeof step === 'string' || (direction === 'ascending' ? step > 0 : step < 0)
      })
      return wrong < 0 || `breaks the order at item ${wrong + 1}`
    },
  }),
  contains: row<{ item: Literal }>({
    form: 'ground_belief(X) contains A',
    meaning: 'an item of the list equals it; of a text: it occurs in it',
    read: cursor => {
      const item = take(cursor, /contains?\b/iy) && readLiteral(cursor)
      return item && { item }
    },
    print: ({ item }) => `contains ${printLiteral(item)}`,
    check: ({ item }, value, other) => {
      const wanted = resolve(item, other)
      if (typeof wanted === 'string') return wanted
      if (typeof value.value === 'string')
        return fold(value.value).includes(fold(String(wanted.value)))
      if (!Array.isArray(value.value)) return 'is neither a list nor a text'
      return value.value.some(one => compareQuantities({ ...value, value: one }, wanted) === 0)
    },
  }),
  unit: row<{ unit: string }>({
    form: 'ground_belief(X) is in UNIT',
    meaning:
      'the value is a quantity in that very unit, however spelled (km/h, kilometers per hour)',
    read: cursor => {
      const found = take(
        cursor,
        /(?:(?:expressed\s+|given\s+|measured\s+)?in(?:\s+units?\s+of)?|has\s+unit)\s+("?)((?:[^"',;()?&<>=!]|\([^()]{0,40}\)){1,80}?)\1(?=\s*(?:\band\b|[),;]|&&|$))/iy,
      )
      const unit = found?.[2]?.trim()
      return unit !== undefined && parseUnit(unit) ? { unit } : undefined
    },
    print: ({ unit }) => `is in ${unit}`,
    check: ({ unit }, quantity) => isIn(quantity, unit),
  }),
  compare: row<{ operator: Operator; to: Literal }>({
    form: 'ground_belief(X) = | != | < | <= | > | >= A',
    meaning:
      'A is a number with or without a unit (converted), a quoted text, a date such as 2024-05-01, true, false, or ground_belief(Y); a number stored as text counts as a number',
    read: cursor => {
      const operator = readOperator(cursor)
      const to = operator && readLiteral(cursor)
      return operator && to ? { operator, to } : undefined
    },
    print: ({ operator, to }) => `${operator} ${printLiteral(to)}`,
    check: ({ operator, to }, value, other) => compare(operator, value, to, other),
  }),
}
