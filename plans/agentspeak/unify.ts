// Unification: what variables must stand for so that two terms are the same.
import { textOrder } from '../given.ts'
import { printTerm } from './print.ts'
import {
  isGround,
  type ListTerm,
  list,
  number,
  partsOf,
  type Structure,
  structure,
  type Term,
  text,
} from './term.ts'

/** What variables stand for, the latest first; `undefined` binds nothing. Sharing makes a branch free. */
export type Bindings = Bound | undefined

interface Bound {
  readonly name: string
  readonly term: Term
  readonly rest: Bindings
}

/** The bindings with one more. */
export const bind = (name: string, term: Term, rest: Bindings): Bindings => ({ name, term, rest })

/** The term itself, or what it stands for when it is a bound variable. */
export function walk(term: Term, bindings: Bindings): Term {
  let now = term
  while (now.type === 'variable') {
    const { name } = now
    let at = bindings
    while (at && at.name !== name) at = at.rest
    if (!at) return now
    now = at.term
  }
  return now
}

/**
 * The bindings under which both are the same, or `undefined`. What is annotated on the left has to be
 * annotated on the right as well; `_` unifies with anything and binds nothing.
 */
export function unify(
  left: Term,
  right: Term,
  bindings: Bindings,
): { bindings: Bindings } | undefined {
  const now = same(left, right, bindings)
  return now === failed ? undefined : { bindings: now }
}

/** The term with every bound variable replaced, and arithmetic over numbers carried out. */
export function resolve(term: Term, bindings: Bindings): Term {
  switch (term.type) {
    case 'variable': {
      const found = term.name === '_' ? term : walk(term, bindings)
      return found.type === 'variable' ? found : resolve(found, bindings)
    }
    case 'list':
      return list(resolved(term.items, bindings), term.tail && resolve(term.tail, bindings))
    case 'structure': {
      if (term.args.length === 0 && !term.annotations) return term
      const args = resolved(term.args, bindings)
      const annotations = term.annotations && resolved(term.annotations, bindings)
      return reckoned(term.name, args) ?? structure(term.name, args, annotations)
    }
    default:
      return term
  }
}

function resolved(terms: readonly Term[], bindings: Bindings): readonly Term[] {
  return terms.map(term => resolve(term, bindings))
}

/** The value of an arithmetic term whose arguments are resolved; `undefined` when it is none. */
function reckoned(name: string, args: readonly Term[]): Term | undefined {
  const [a, b] = args
  if (args.length === 1 && a?.type === 'number' && Object.hasOwn(unary, name))
    return finite(unary[name]!(a.value))
  if (args.length !== 2 || !a || !b || !Object.hasOwn(binary, name)) return undefined
  if (a.type === 'number' && b.type === 'number') return finite(binary[name]!(a.value, b.value))
  const texts = (a.type === 'text' || b.type === 'text') && isGround(a) && isGround(b)
  return name === '+' && texts ? text(spoken(a) + spoken(b)) : undefined
}

/** How a term is said: a text without its quotes. */
export function spoken(term: Term): string {
  return term.type === 'text' ? term.value : printTerm(term)
}

/** Numbers by value, then texts and atoms by spelling: below zero, zero or above. */
export function order(a: Term, b: Term): number {
  if (a.type === 'number' && b.type === 'number') return a.value - b.value
  const numbersFirst = Number(b.type === 'number') - Number(a.type === 'number')
  return numbersFirst || textOrder(spoken(a), spoken(b))
}

// --- internal ---

const failed = Symbol('not the same')

const finite = (value: number) => (Number.isFinite(value) ? number(value) : undefined)

const unary: Readonly<Record<string, (a: number) => number>> = {
  '-': a => -a,
  'math.abs': Math.abs,
  'math.sqrt': Math.sqrt,
  'math.floor': Math.floor,
  'math.ceil': Math.ceil,
  'math.round': Math.round,
}

const binary: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
  div: (a, b) => Math.trunc(a / b),
  mod: (a, b) => a - b * Math.floor(a / b),
  'math.max': Math.max,
  'math.min': Math.min,
}

function same(left: Term, right: Term, bindings: Bindings): Bindings | typeof failed {
  const a = walk(left, bindings)
  const b = walk(right, bindings)
  if (a.type === 'variable') {
    if (a.name === '_' || (b.type === 'variable' && (b.name === a.name || b.name === '_')))
      return bindings
    return occurs(a.name, b, bindings) ? failed : bind(a.name, b, bindings)
  }
  if (b.type === 'variable') return same(b, a, bindings)
  if (a.type === 'number') return b.type === 'number' && a.value === b.value ? bindings : failed
  if (a.type === 'text') return b.type === 'text' && a.value === b.value ? bindings : failed
  if (b.type === 'number' || b.type === 'text') return failed
  if (a.type === 'list' || b.type === 'list')
    return a.type === 'list' && b.type === 'list' ? sameLists(a, b, bindings) : failed
  return sameStructures(a, b, bindings)
}

function sameStructures(a: Structure, b: Structure, bindings: Bindings) {
  if (a.name !== b.name || a.args.length !== b.args.length) return failed
  let now: Bindings | typeof failed = bindings
  for (let i = 0; i < a.args.length; i += 1) {
    now = same(a.args[i]!, b.args[i]!, now)
    if (now === failed) return failed
  }
  return a.annotations ? annotated(a.annotations, b.annotations ?? [], now) : now
}

/** Every annotation wanted is among those there are. */
function annotated(
  wanted: readonly Term[],
  there: readonly Term[],
  bindings: Bindings,
): Bindings | typeof failed {
  const [first, ...rest] = wanted
  if (!first) return bindings
  for (const each of there) {
    const now = same(first, each, bindings)
    const all = now === failed ? failed : annotated(rest, there, now)
    if (all !== failed) return all
  }
  return failed
}

function sameLists(a: ListTerm, b: ListTerm, bindings: Bindings): Bindings | typeof failed {
  const shared = Math.min(a.items.length, b.items.length)
  let now: Bindings | typeof failed = bindings
  for (let i = 0; i < shared; i += 1) {
    now = same(a.items[i]!, b.items[i]!, now)
    if (now === failed) return failed
  }
  if (a.items.length === shared && b.items.length === shared)
    return a.tail || b.tail ? same(a.tail ?? list([]), b.tail ?? list([]), now) : now
  const [short, long] = a.items.length === shared ? [a, b] : [b, a]
  return short.tail ? same(short.tail, list(long.items.slice(shared), long.tail), now) : failed
}

function occurs(name: string, term: Term, bindings: Bindings): boolean {
  const now = walk(term, bindings)
  return now.type === 'variable'
    ? now.name === name
    : partsOf(now).some(part => occurs(name, part, bindings))
}
