// The words of units: looked up in the table, or made up as a unit of their own.
import { Fraction } from 'fraction.js'
import { type Exact, one } from './exact.ts'
import { notUnits, prefixes, table } from './unit-table.ts'

/** Base units and their powers. */
export type Dimension = Readonly<Record<string, number>>

/** One unit word: so many base units. `offset` is where a temperature scale begins. */
export interface Atom {
  readonly name: string
  readonly factor: Exact
  readonly dimension: Dimension
  readonly offset?: Exact
  readonly opaque?: boolean
}

const irregular = new Map(
  Object.entries({
    people: 'person',
    men: 'man',
    women: 'woman',
    children: 'child',
    feet: 'foot',
    mice: 'mouse',
    teeth: 'tooth',
    gases: 'gas',
    lenses: 'lens',
  }),
)

function singular(name: string): string {
  const lower = name.toLowerCase()
  const known = irregular.get(lower)
  if (known) return known
  if (/[^aeiou]ies$/.test(lower)) return `${lower.slice(0, -3)}y`
  // houses and sizes end in -se and -ze; boxes, buses and lasses do not
  if (/(?:ss|x|zz|[cs]h|[^ao]us)es$/.test(lower)) return lower.slice(0, -2)
  return /[^su]s$/.test(lower) && lower.length > 3 ? lower.slice(0, -1) : lower
}

/** A word that is a unit of its own: `boxes` and `box` are the same one, and `3 times` is no duration. */
export function opaqueAtom(name: string): Atom {
  const base = name.split(' ').map(singular).join(' ')
  const dimension = measured.has(base) ? { [`${base}s`]: 1 } : { [base]: 1 }
  return { name, factor: one, dimension, opaque: true }
}

/** What the units of the table measure, where people count such things as well: `20 lengths`, `two masses`. */
const measured: ReadonlySet<string> = new Set(
  'length mass time data current temperature substance luminosity'.split(' '),
)

/** The unit of the table that `name` spells, with a prefix, a plural ending or another case, or `undefined`. */
export function knownAtom(name: string): Atom | undefined {
  if (notUnits.has(name)) return undefined
  return (
    symbols.get(name) ??
    words.get(name.toLowerCase()) ??
    words.get(singular(name)) ??
    words.get(name.split(' ').map(singular).join(' ')) ??
    temperature(name) ??
    prefixed(name) ??
    folded.get(name.toLowerCase()) ??
    prefixed(name.toLowerCase())
  )
}

/** `degrees Celsius`, `deg F`, `°C`: degrees of a scale are that scale, not angles times it. */
function temperature(name: string): Atom | undefined {
  const scale = /^(?:degrees?|degs?|°) ?(\p{L}+)$/iu.exec(name)?.[1] ?? ''
  const atom = symbols.get(scale.toUpperCase()) ?? words.get(scale.toLowerCase())
  return atom?.offset && { ...atom, name }
}

/**
 * The atom of `meant`, which is money, where people call it by the word `said`: a pound is British money or a mass, a dollar
 * American or another, and a cent (ct, which is also a carat) the hundredth of it.
 */
export function asMoney(said: Atom, meant: Atom): Atom | undefined {
  const [code] = Object.keys(meant.dimension)
  const names = callings.get(code ?? '')
  if (!names || !meant.factor.equals(one)) return undefined
  const word = singular(said.name)
  if (['cent', 'ct', '¢'].includes(word)) return { ...meant, name: said.name, factor: one.div(100) }
  return names.some(name => name.split(' ').includes(word)) ? meant : undefined
}

function prefixed(name: string): Atom | undefined {
  for (const [symbol, full, exponent] of prefixes) {
    const scale =
      typeof exponent === 'number' ? new Fraction(10).pow(exponent) : new Fraction(exponent)
    const short = name.startsWith(symbol) ? symbols.get(name.slice(symbol.length)) : undefined
    const rest = name.toLowerCase().startsWith(full) ? name.slice(full.length) : ''
    const found = short ?? words.get(rest.toLowerCase()) ?? words.get(singular(rest))
    // Kim and Tim are no lengths: binary prefixes are for data
    const fits = typeof exponent === 'number' || found?.dimension.data !== undefined
    if (found && fits && prefixable.has(found))
      return { name, factor: found.factor.mul(scale), dimension: found.dimension }
  }
  return undefined
}

const { symbols, words, folded, prefixable } = readTable()

/** What currencies are called, by their codes, in which their dimension is named. */
const callings = new Map(
  table.flatMap(([short, long, , code]) =>
    short.startsWith(code) && /^[A-Z]{3}$/.test(code) ? [[code, long.split(', ')] as const] : [],
  ),
)

/** The table by what its units are written as. */
function readTable() {
  const symbols = new Map<string, Atom>()
  const words = new Map<string, Atom>()
  const folded = new Map<string, Atom>()
  const prefixable = new Set<Atom>()

  for (const [short, long, factor, base, extra] of table) {
    const dimension: Record<string, number> = {}
    for (const [, sign, name = '', power] of base.matchAll(/([*/]?)([A-Za-z ]+)(?:\^(\d))?/g))
      dimension[name] = Number(power ?? 1) * (sign === '/' ? -1 : 1)
    const size = { factor: new Fraction(factor), dimension }
    const scaled = typeof extra === 'string' ? { ...size, offset: new Fraction(extra) } : size
    const make = (name: string): Atom => {
      const atom = { name, ...scaled }
      if (extra === true) prefixable.add(atom)
      return atom
    }
    for (const name of short.split(' ').filter(Boolean)) {
      symbols.set(name, make(name))
      if (name.length > 1) folded.set(name.toLowerCase(), make(name))
    }
    for (const name of long.split(', ').filter(Boolean)) words.set(name, make(name))
  }
  return { symbols, words, folded, prefixable }
}
