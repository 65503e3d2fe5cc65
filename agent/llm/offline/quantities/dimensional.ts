// Quantities and rates given in the question: the unit asked for decides what combines and how.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import {
  dimension,
  isKnownUnit,
  parseUnit,
  printUnit,
  type Unit,
} from '../../../../plans/expressions/units.ts'
import type { Asked } from '../asked.ts'
import {
  type Believed,
  computed,
  designWith,
  givenBelief,
  heldIn,
  type Method,
  miss,
  numberForm,
  type Posed,
  understood,
} from '../method.ts'
import { isMoney, rolesOf } from '../roles.ts'
import { down, up } from './arithmetic-rules.ts'
import { type Combination, combinations, linked } from './combine.ts'
import { changesScale, isAngle, isClock, unclearClock } from './measures.ts'
import { isPercent, type Stated, skeleton } from './quantities.ts'

const required = 'task requires combining given quantities by their units'
const wholes = {
  floor: 'task requires counting whole ones that can be had',
  ceil: 'task requires counting whole ones that are needed',
} as const

export const dimensional: Method = { read, design }

// --- internal ---

/** Words that change or compare quantities: a product would miss them. */
const otherwise =
  /\b(left|remain(s|ing|der)?|rest|more|less|fewer|longer|shorter|farther|further|faster|slower|heavier|lighter|cheaper|difference|than|twice|thrice|double[ds]?|triple[ds]?|half|halves|third|quarter|both|return(s|ing)?|back|round trip|except|without|minus|plus|add(s|ed|ing)?|extra|additional(ly)?|another|discount|tax|vat|tip|interest|increase[sd]?|decrease[sd]?|later|earlier|then|afterwards?|every other|squared?|cubed|leak(s|ing)?|apart|towards?|opposite|upstream|downstream|wind|perimeter|circumference|radius|diameter|circle|circular|triangle|triangular|cube|diagonal|stops?|pauses?|rests?|except|times|ratio|average of|percent|percentage|ago|dozens?|pairs?|couple|how much change|change do|below|above|warmer|hotter|cooler|colder)\b/i

function read({ question, asked, stated }: Posed) {
  if (stated.length === 1 && asked.unit === '')
    return miss('one quantity is given, and none to combine it with', 1)
  if (stated.length === 0) return miss('no quantity is given', 0)
  const said = `${listed(stated)}${wish(asked)}`
  const asSaid = skeleton(asked.rest, stated)
  if (stated.length === 1 && /\b(?:past|last|previous|next|coming) <q>/.test(asSaid))
    return miss(`${said}; it only says in which time`, 2)
  const blocked = otherwise.exec(asSaid.replace(asked.unit.toLowerCase(), ''))
  if (blocked) return miss(`${said}; the word "${blocked[0]}" changes what combines`, 2)
  if (stated.some(({ unit }) => isPercent(unit)))
    return miss(`${said}; it is not clear what the percentage is of`, 2)
  if (isMoved(asSaid, stated, asked.unit))
    return miss(`${said}; a change of temperature is no place on a scale`, 2)
  const bare = stated.find(({ unit }) => unit === '')
  if (bare && isClock(bare.value)) return miss(unclearClock(bare.value), 2)
  if (bare) return miss(`${said}; a number has no unit`, 1)
  if (/from <q> to <q>/.test(asSaid)) return miss(`${said}; it goes from one to the other`, 2)
  const found = choose(stated, asked)
  if ('obstacle' in found) return miss(`${said}; ${found.obstacle}`, 2)
  const { given, unit, named, converted } = found
  if (asked.whole && !asked.noun) return miss(`${said}; whole ones of a measure are asked for`, 2)
  const roles = rolesOf(given.map(each => each.unit))
  const takes = [required, ...(asked.whole ? [wholes[asked.whole]] : [])]
  const wanted = { name: named || !converted ? 'answer_unit' : 'chosen_unit', value: unit }
  const beliefs = [...given.map((each, index) => givenBelief(roles[index]!, each)), wanted]
  // an answer that comes out in the unit it is asked in keeps it
  return understood(question, takes, beliefs, numberForm(asked, converted && named ? unit : ''))
}

/** `3 hours 45 minutes` names its units itself. */
const listed = (stated: readonly Stated[]) =>
  `given are ${stated
    .map(({ value, unit }) =>
      /\d\s*\p{L}+\s*\d/u.test(String(value)) ? value : `${value} ${unit}`.trim(),
    )
    .join(', ')}`

/** Whether what is asked for on one temperature scale may be a change that is given on another. */
const isMoved = (text: string, stated: readonly Stated[], wanted: string) =>
  changesScale(stated, wanted) &&
  (stated.length > 1 || /\bby <q>/.test(text) || up.test(text) || down.test(text))

const wish = ({ unit, kinds }: Asked) =>
  unit === '' && kinds.length === 0 ? '' : `; asked for is ${unit || kinds.join(' or ')}`

type Choice =
  | {
      readonly given: readonly Pick<Stated, 'value' | 'unit'>[]
      readonly unit: string
      /** The answer must be converted to the unit, which is then not printed. */
      readonly converted: boolean
      /** The question names the unit. */
      readonly named: boolean
    }
  | { readonly obstacle: string }

/** The one combination there is; when pairs stated together (`5 kg cost 12 USD`) leave no doubt, theirs. */
function choose(stated: readonly Stated[], asked: Asked): Choice {
  // of two prices the ratio has no unit, and nobody asks for that by "how much"
  const prices = stated.filter(({ unit }) => /\b[A-Z]{3}\b/.test(dimensionOf(unit) ?? ''))
  if (prices.length > 1 && asked.unit === '' && asked.kinds.length === 0)
    return { obstacle: 'several prices are named' }
  if (stated.some(({ unit }) => isAngle(unit)) && asked.unit !== '' && !isAngle(asked.unit))
    return { obstacle: 'degrees without a scale are an angle' }
  for (const given of [stated, linked(stated, asked.rest)]) {
    if (!given) continue
    const units = given.map(each => each.unit)
    const found = combinations(units, left => fits(left, asked))
    const [only] = found
    if (only && found.length === 1) {
      const wished = asked.each ? '' : asked.unit
      const named = wished !== '' || asked.each
      const unit = wished || resultUnit(only, units)
      return { given, unit, named, converted: named || !only.clean }
    }
    if (found.length === 0)
      return { obstacle: 'no combination of all of them gives what is asked for' }
  }
  return { obstacle: 'they combine in more than one way' }
}

function fits(whole: Unit, { unit, kinds, rest, each }: Asked): boolean {
  const left = each ? perOne(whole) : whole
  if (!left) return false
  const found = dimension(left)
  if (unit !== '') return found === dimensionOf(unit)
  if (kinds.length > 0)
    return kinds.some(kind => (kind === 'money' ? isMoney(found) : kind === found))
  const [only, ...others] = left.parts
  return (
    /\bhow much\b/i.test(rest) &&
    only !== undefined &&
    others.length === 0 &&
    (only.power === 1 || isSpace(only))
  )
}

/** Areas and volumes are powers that people mean; squares of anything else are none. */
const isSpace = ({ atom, power }: Unit['parts'][number]) =>
  atom.dimension.length === 1 && (power === 2 || power === 3)

/** What each one gets: without the one counted thing it is per. */
function perOne({ parts }: Unit): Unit | undefined {
  const counted = parts.filter(({ atom, power }) => atom.opaque && power === -1)
  return counted.length === 1 ? { parts: parts.filter(part => part !== counted[0]) } : undefined
}

/** The unit an answer without a named unit is given in: what is left, or one that was used. */
function resultUnit({ left, clean }: Combination, units: readonly string[]): string {
  if (clean) return printUnit(left)
  const wanted = dimension(left)
  const used = units.flatMap(unit => (parseUnit(unit)?.parts ?? []).map(part => part.atom.name))
  return spoken([...units, ...used].find(unit => dimensionOf(unit) === wanted) ?? printUnit(left))
}

/** `12 litres a minute` makes an answer of so many minutes; symbols have no plural. */
function spoken(unit: string): string {
  return /^[a-z]{4,}[^s]$/.test(unit) && isKnownUnit(`${unit}s`) ? `${unit}s` : unit
}

function design({ schemaBeliefs, groundBeliefs }: Believed) {
  if (!schemaBeliefs.includes(required)) return undefined
  const isWish = ({ name }: { readonly name: string }) => /^(answer|chosen)_unit$/.test(name)
  const wish = groundBeliefs.find(isWish)
  const given = groundBeliefs.filter(each => !isWish(each) && each.unit !== undefined)
  const wanted = dimensionOf(String(wish?.value ?? ''))
  const found = combinations(
    given.map(({ unit = '' }) => unit),
    left => dimension(left) === wanted,
  )
  const [only] = found
  if (!only || found.length > 1) return undefined
  const whole = heldIn(schemaBeliefs, wholes, kind => wholes[kind])
  // nobody named a unit: the result is brought into one, and printed with it
  const unit = wish?.name === 'chosen_unit' ? { unit: String(wish.value) } : {}
  const roles = given.map(({ name }) => name)
  const above = roles.filter((_, index) => only.signs[index] === 1).sort()
  const below = roles.filter((_, index) => only.signs[index] === -1).sort()
  const product = [above.join(' * ') || '1', ...below].join(' / ')

  const type = [
    'combine_quantities_by_dimension',
    above.join('_and_') || 'one',
    ...(below.length > 0 ? ['over', below.join('_and_')] : []),
    ...(whole ? [whole] : []),
  ].join('_')
  const steps = whole
    ? [
        computed('s1', 'combined', product, { reads: roles }),
        computed('s2', 'result', `${whole}(combined)`, { reads: ['combined'], deps: ['s1'] }),
      ]
    : [computed('s1', 'result', product, { reads: roles, ...unit })]
  return designWith({
    type: type.replace(/_+/g, '_').replace(/_$/, ''),
    goal: `the quantity that ${product} gives`,
    contextConditions: [required, ...(whole ? [wholes[whole]] : [])],
    parameters: roles,
    steps,
  })
}
