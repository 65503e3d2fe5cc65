// Shares and sums: percentages of, more and less by a percentage, one quantity as a share of another,
// and sum, difference, mean and ratio of quantities of one kind, where the wording names the operation.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { parseUnit } from '../../../../plans/expressions/units.ts'
import type { Asked } from '../asked.ts'
import { givenBelief, type Method, miss, numberForm, type Posed, understood } from '../method.ts'
import { rolesOf } from '../roles.ts'
import { singular, tokens } from '../words.ts'
import {
  after,
  both,
  down,
  kindRules,
  portionRules,
  type Rule,
  shareRules,
  up,
} from './arithmetic-rules.ts'
import { changesScale, isMeasuring } from './measures.ts'
import {
  type Kind,
  type Operation,
  operationDesign,
  operations,
  portions,
  required,
} from './operations.ts'
import { isPercent, type Stated, skeleton } from './quantities.ts'

export const arithmetic: Method = { read, design: operationDesign }

// --- internal ---

function read({ question, asked, stated: all }: Posed) {
  const stated = withoutCount(all)
  const shares = stated.filter(({ unit }) => isPercent(unit))
  const others = stated.filter(({ unit }) => !isPercent(unit))
  const text = skeleton(asked.rest, stated)
  const rule = ruleFor(text, shares.length, others, asked)
  if (!rule) return miss('no operation on them is named', stated.length > 1 ? 1 : 0)
  // twice as many degrees are not twice as many kelvins, and a difference is no place on a scale
  if (rule.kind !== 'mean' && changesScale(others, rule.kind === 'gap' ? asked.unit : 'K'))
    return miss('what becomes of a temperature depends on its scale', 2)
  const operation: Operation = operations[rule.kind]
  const order = rule.order ?? stated.map((_, index) => index)
  const picked = shares.length === 1 ? [...shares, ...others] : order.map(index => stated[index]!)
  const unit = others.find(each => each.unit !== '')?.unit ?? ''
  const roles = operation.roles ?? rolesOf(picked.map(() => unit))
  const portion = portions.has(rule.kind)
  const bare = rule.kind === 'ratio'
  const answerUnit = portion ? '%' : bare || asked.noun !== undefined ? '' : asked.unit
  const given = picked.map(({ value, unit: own }, index) =>
    givenBelief(roles[index]!, { value, unit: own === '' && !bare ? unit : own }),
  )
  return understood(question, [required(rule.kind)], given, numberForm(asked, answerUnit))
}

/** "Three parcels weigh ...": a count of the very quantities that follow is not one of them. */
function withoutCount(stated: readonly Stated[]): readonly Stated[] {
  const [first, ...others] = stated
  const counts = first?.counted && first.value === others.length && others.length > 1
  return counts && others.every(({ counted }) => !counted) ? others : stated
}

function ruleFor(text: string, shares: number, others: readonly Stated[], asked: Asked) {
  const portion = asked.unit === '%'
  const kinds = new Set(
    others.filter(({ unit }) => unit !== '').map(({ unit }) => dimensionOf(unit)),
  )
  if (kinds.size > 1 || kinds.has(undefined)) return undefined
  const fitting = (rule: Rule) => rule.words.test(text) && !rule.unless?.test(text)
  if (shares === 1 && others.length === 1 && !portion && fitsAsked(others, asked))
    return shareRules.find(
      rule =>
        fitting(rule) &&
        (rule.kind !== 'share' || asksOfStated(text, others)) &&
        (!/^<q>\.\*<p>$/.test(rule.words.source) || turns(rule.kind, text)),
    )
  if (shares === 0 && others.length === 2 && portion) return portionRules.find(fitting)
  if (shares > 0 || others.length < 2 || others.length > 8) return undefined
  const rule = kindRules.find(fitting)
  const two = rule && ['ratio', 'gap', 'rest'].includes(rule.kind)
  if (!rule || (two && others.length !== 2)) return undefined
  const measured =
    others.every(({ unit }) => unit !== '') || others.every(({ unit }) => unit === '')
  return measured && (rule.kind === 'ratio' || fitsAsked(others, asked)) ? rule : undefined
}

/** More or less by a percentage: a word for the direction, and one that asks for the outcome. */
const turns = (kind: Kind, text: string) => both(kind === 'more' ? up : down, after).test(text)

/** "60 % passed. How many failed?": what is asked for must have been spoken of. */
function asksOfStated(text: string, [other]: readonly Stated[]): boolean {
  const [asking = '', ...told] = text
    .split(/(?<=[.;!?])\s+/)
    .filter(Boolean)
    .toReversed()
  const stems = new Set(
    tokens(`${told.join(' ')} ${other?.unit}`).map(({ word }) => singular(word)),
  )
  if (told.length === 0) return true
  return tokens(asking).every(
    ({ word, kind }) =>
      kind !== 'word' ||
      asides.has(word) ||
      stems.has(singular(word)) ||
      isMeasuring(parseUnit(word)),
  )
}

const asides = new Set(
  `q p how many is are was were be been that this these those it its there they them do does did the a an of
  in to at on have has had will would then altogether`.split(/\s+/),
)

/** The kind of thing asked for is the kind of thing given. */
function fitsAsked(others: readonly Stated[], { unit, noun, kinds, rest }: Asked): boolean {
  const own = others.find(each => each.unit !== '')
  const dimension = own && dimensionOf(own.unit)
  if (noun !== undefined) return others.every(each => each.counted)
  if (unit !== '') return dimension === dimensionOf(unit)
  if (kinds.length === 0 || /\bhow high\b/i.test(rest)) return true
  return kinds.some(
    kind => kind === dimension || (kind === 'money' && /^[A-Z]{3}$/.test(dimension ?? '')),
  )
}
