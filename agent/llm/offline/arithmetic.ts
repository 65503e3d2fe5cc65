// Shares and sums: percentages of, more and less by a percentage, one quantity as a share of another,
// and sum, difference, mean and ratio of quantities of one kind, where the wording names the operation.
import { dimensionOf } from '../../../plans/expression.ts'
import { type Asked, readAsked } from './asked.ts'
import { type Believed, type Design, type Method, planOf, type Reading } from './method.ts'
import { isPercent, quantities, type Stated, skeleton } from './quantities.ts'
import { rolesOf } from './roles.ts'

export const arithmetic: Method = { name: 'arithmetic', read, design }

interface Operation {
  readonly name: string
  readonly requires: string
  /** Role names in the order `pick` gives the quantities; without them, roles by dimension. */
  readonly roles?: readonly string[]
  readonly expression: (roles: readonly string[]) => string
}

const named = (
  name: string,
  requires: string,
  roles: readonly string[],
  expression: string,
): Operation => ({ name, requires, roles, expression: () => expression })

const operations = {
  share: named('share_of_whole', 'a share of a whole', ['share', 'whole'], 'whole * share'),
  more: named(
    'increase_by_share',
    'a quantity increased by a share of itself',
    ['share', 'base'],
    'base + base * share',
  ),
  less: named(
    'decrease_by_share',
    'a quantity decreased by a share of itself',
    ['share', 'base'],
    'base - base * share',
  ),
  part: named(
    'part_as_share_of_whole',
    'one quantity as a share of another',
    ['part', 'whole'],
    'part / whole',
  ),
  change: named(
    'relative_change',
    'the relative change from one quantity to another',
    ['earlier', 'later'],
    '(later - earlier) / earlier',
  ),
  apart: named(
    'relative_difference',
    'how far one quantity moved to another, as a share',
    ['earlier', 'later'],
    'abs(later - earlier) / earlier',
  ),
  rest: named(
    'remainder_after_taking',
    'what is left of a quantity',
    ['stock', 'taken'],
    'stock - taken',
  ),
  ratio: named(
    'ratio_of_two',
    'how many times one quantity is another',
    ['numerator', 'denominator'],
    'numerator / denominator',
  ),
  gap: {
    name: 'difference_of_two',
    requires: 'the difference of two quantities of one kind',
    expression: ([a, b]: readonly string[]) => `abs(${a} - ${b})`,
  },
  sum: {
    name: 'sum_of_quantities',
    requires: 'the sum of quantities of one kind',
    expression: (roles: readonly string[]) => roles.join(' + '),
  },
  mean: {
    name: 'mean_of_quantities',
    requires: 'the mean of quantities of one kind',
    expression: (roles: readonly string[]) => `mean(${roles.join(', ')})`,
  },
} as const satisfies Record<string, Operation>

type Kind = keyof typeof operations

const portions: ReadonlySet<Kind> = new Set(['part', 'change', 'apart'])

const required = (kind: Kind) => `task requires ${operations[kind].requires}`

// --- internal ---

interface Rule {
  readonly kind: Kind
  /** On the message with `<p>` for percentages and `<q>` for other quantities. */
  readonly words: RegExp
  /** Words that would change the meaning. */
  readonly unless?: RegExp
  /** Which of the quantities take the roles, by position; all in order unless given. */
  readonly order?: readonly number[]
}

const aside =
  /\b(left|remain\w*|rest|not|without|other|then|more|less|another|original\w*|before|each|every)\b/
const up =
  /\b(rais(e|es|ed)|increas(e|es|ed)|ris(e|es)|rose|grow(s|n)?|grew|go(es)? up|went up|surcharge|tax|vat|tip|service charge|markup|marked up|gain(s|ed)?)\b/
const down =
  /\b(reduc(e|es|ed|tion)|discount(ed)?|off|lower(s|ed)?|drop(s|ped)?|falls?|fell|decreas(e|es|ed)|loses?|lost|shr(inks?|ank)|cheaper|evaporat(es|ed)|rebate)\b/
const after =
  /\b(new|now|afterwards?|after|total|final|pays?|costs?|prices?|becomes?|altogether|result|does it have|is it|left|remains?|will)\b/
const changed =
  /\b(original\w*|initial\w*|was the|before|at first|each year|per year|every|twice|double)\b/

const both = (first: RegExp, second: RegExp) =>
  new RegExp(`(?=[^]*?${first.source})(?=[^]*?${second.source})`)

/** What is asked for is the change, not the outcome. */
const change =
  /\b(how (much|large|big|high)|what) (is|was|are|will be|would be) the (discount|tip|tax|vat|increase|saving|reduction|rise|surcharge|service charge)\b|\b(do|does|will|can|would) \w+ save\b|\bby how much\b/

/** With one percentage and one other quantity. */
const shareRules: readonly Rule[] = [
  {
    kind: 'less',
    words: /<p> of (the |its |an? )*<q>.*\b(left|remains?|remaining)\b[^.?!]*\?/,
    unless: /\b(not|other|then|another|original\w*|each|every)\b/,
    order: [0, 1],
  },
  {
    kind: 'share',
    words: /<p> of (the |a |an |my |our |its |all |these |those )*<q>/,
    unless: aside,
    order: [0, 1],
  },
  {
    kind: 'share',
    words: /<q>.*<p> of (it|them|those|these|this|the)\b/,
    unless: aside,
    order: [1, 0],
  },
  { kind: 'share', words: both(/<q>.*<p>/, change), order: [1, 0] },
  {
    kind: 'less',
    words: /<p> (off|discount on) (a |an |the )*<q>/,
    unless: changed,
    order: [0, 1],
  },
  {
    kind: 'more',
    words: /<q>.*<p>/,
    unless: new RegExp(`${down.source}|${changed.source}`),
    order: [1, 0],
  },
  {
    kind: 'less',
    words: /<q>.*<p>/,
    unless: new RegExp(`${up.source}|${changed.source}`),
    order: [1, 0],
  },
]

/** With two quantities, when a percentage is asked for. */
const portionRules: readonly Rule[] = [
  {
    kind: 'part',
    words: /out of (the |a |all )*<q>,? .*<q>/,
    unless: /\b(not|left|remain\w*|other|rest|missed|failed)\b/,
    order: [1, 0],
  },
  {
    kind: 'part',
    words:
      /(percent|per cent|percentage|%) of (the |a |an |all |my )*<q>,? (is|are|was|were|do|does|did|makes?) (the |a |an )*<q>/,
    order: [1, 0],
  },
  {
    kind: 'part',
    words:
      /<q> (is|are|was|were|makes? up|correspond to|equals?) (what|which) (percent|per cent|percentage|%) of (the |a |an )*<q>/,
  },
  { kind: 'part', words: /<q> as a percentage of (the |a |an )*<q>/ },
  {
    kind: 'part',
    words: /<q> (out )?of (the |its |a |all )*<q>/,
    unless: /\b(not|left|remain\w*|other|rest|missed|failed)\b/,
  },
  {
    kind: 'apart',
    words:
      /\b(rise|rose|risen|grow|grew|grown|increased?|fall|fell|fallen|drop|dropped|decreased?|shrink|shrank|lose|lost|reduced?|raised?|go up|went up|go down|went down)\b.*from (the |a )?<q> to (the |a )?<q>/,
  },
  {
    kind: 'apart',
    words:
      /from <q> to <q>.*\b(rise|rose|grow|grew|increased?|fall|fell|drop|dropped|decreased?|reduced?|reduction)\b/,
  },
  { kind: 'change', words: /\bchanged?\b.*from <q> to <q>|from <q> to <q>.*\bchanged?\b/ },
]

const mixed =
  /\b(more than|less than|fewer than|times as|twice|double|triple|half|each|every|per|same|percent|except)\b/

/** With quantities of one kind. */
const kindRules: readonly Rule[] = [
  {
    kind: 'ratio',
    words:
      /how many times (as \w+( as)? |more \w* ?|longer |heavier |larger |bigger |taller |higher |greater )?.*<q>.*<q>/,
    unless: /\b(total|left|remain\w*|each|fit|goes?)\b/,
  },
  { kind: 'ratio', words: /ratio (of|between) (the |a )*<q> (to|and) (the |a )*<q>/ },
  {
    kind: 'gap',
    words:
      /\bdifference\b|\bhow (much|many) (more|less|fewer|longer|heavier|taller|higher|further|farther|faster|shorter|lighter|cheaper)\b|\bhow (many|much) \w+ (more|fewer|less|longer|heavier|taller|higher|farther|further|faster|shorter|lighter)\b/,
    unless:
      /\b(total|altogether|each|every|per|twice|double|half|average|need\w*|until|still|left)\b/,
  },
  {
    kind: 'rest',
    words: /<q>.*<q>.*\b(left|remain|remains|remaining)\b[^.?!]*\?/,
    unless:
      /\b(each|every|per|twice|double|half|total|average|more|added?|gets?|receives?|buys?|bought|refill\w*|at first|originally|initially|in the beginning|before)\b/,
  },
  { kind: 'mean', words: /\b(average|mean)\b/, unless: mixed },
  {
    kind: 'sum',
    words: /\b(total|altogether|in all|combined|sum|together|overall|plus|add)\b/,
    unless: new RegExp(
      `${mixed.source}|\\b(left|remain\\w*|difference|average|mean|minus|away|longer|shorter|of which|of these|including|includes)\\b`,
    ),
  },
]

function read({ question }: Parameters<Method['read']>[0]): Reading {
  const asked = readAsked(question)
  const stated = quantities(asked.rest, asked.noun)
  const shares = stated.filter(({ unit }) => isPercent(unit))
  const others = stated.filter(({ unit }) => !isPercent(unit))
  const text = skeleton(asked.rest, stated)
  const rule = ruleFor(text, shares.length, others, asked)
  if (!rule)
    return { obstacle: 'no operation on them is named', nearness: stated.length > 1 ? 1 : 0 }
  const operation: Operation = operations[rule.kind]
  const order = rule.order ?? stated.map((_, index) => index)
  const picked = order.map(index => stated[index]!)
  const unit = others.find(each => each.unit !== '')?.unit ?? ''
  const roles = operation.roles ?? rolesOf(picked.map(() => unit))
  const portion = portions.has(rule.kind)
  const bare = rule.kind === 'ratio'
  const answerUnit = portion ? '%' : bare || asked.noun !== undefined ? '' : asked.unit
  return {
    read: {
      schemaBeliefs: [required(rule.kind)],
      groundBeliefs: picked.map(({ value, unit: own }, index) => {
        const stands = own === '' && !bare ? unit : own
        return { name: roles[index]!, value, ...(stands !== '' && { unit: stands }) }
      }),
      desire: question.trim(),
      answerContract: {
        kind: 'number',
        ...(answerUnit !== '' && { unit: answerUnit }),
        ...(asked.decimals !== undefined && { decimals: asked.decimals }),
        ...(asked.roundTo !== undefined && { roundTo: asked.roundTo }),
      },
    },
  }
}

function ruleFor(
  text: string,
  shares: number,
  others: readonly Stated[],
  asked: Asked,
): Rule | undefined {
  const portion = asked.unit === '%'
  const kinds = new Set(
    others.filter(({ unit }) => unit !== '').map(({ unit }) => dimensionOf(unit)),
  )
  if (kinds.size > 1 || kinds.has(undefined)) return undefined
  const fitting = (rule: Rule) => rule.words.test(text) && !rule.unless?.test(text)
  if (shares === 1 && others.length === 1 && !portion && fitsAsked(others, asked))
    return shareRules.find(
      rule => fitting(rule) && (!/^<q>\.\*<p>$/.test(rule.words.source) || turns(rule.kind, text)),
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

/** The kind of thing asked for is the kind of thing given. */
function fitsAsked(others: readonly Stated[], { unit, noun, kinds }: Asked): boolean {
  const own = others.find(each => each.unit !== '')
  const dimension = own && dimensionOf(own.unit)
  if (noun !== undefined) return others.every(each => each.counted)
  if (unit !== '') return dimension === dimensionOf(unit)
  if (kinds.length === 0) return true
  return kinds.some(
    kind => kind === dimension || (kind === 'money' && /^[A-Z]{3}$/.test(dimension ?? '')),
  )
}

function design({ schemaBeliefs, groundBeliefs }: Believed): Design | undefined {
  const kind = (Object.keys(operations) as Kind[]).find(each =>
    schemaBeliefs.includes(required(each)),
  )
  if (!kind) return undefined
  const operation: Operation = operations[kind]
  const roles = operation.roles ?? groundBeliefs.map(({ name }) => name)
  if (roles.some(role => !groundBeliefs.some(({ name }) => name === role))) return undefined
  const expression = operation.expression(roles)
  return {
    type: operation.roles ? operation.name : `${operation.name}_${roles.join('_and_')}`,
    openParameters: ['result'],
    draft: planOf({
      goal: operation.requires,
      contextConditions: [required(kind)],
      parameters: [...roles],
      steps: [
        {
          id: 's1',
          kind: 'compute',
          description: `Compute {result} as ${expression}, units included.`,
          deps: [],
          reads: [...roles],
          // a share is written in percent: a bare 0.15 would be taken for 0.15 %
          writes: [{ role: 'result', type: 'number', ...(portions.has(kind) && { unit: '%' }) }],
          expression,
          postcondition: 'ground_belief(result) is a number',
        },
      ],
      answer: 'result',
    }),
  }
}
