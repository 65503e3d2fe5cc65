// What things cost altogether: prices times how many, less a discount or more by a rise, with amounts
// added or taken off, and the change from what is paid.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { dimension } from '../../../../plans/expressions/units.ts'
import {
  type Believed,
  computed,
  designWith,
  givenBelief,
  type Method,
  miss,
  numberForm,
  type Posed,
  understood,
} from '../method.ts'
import { distinct, isCurrency, isMoney } from '../roles.ts'
import { singular, tokens } from '../words.ts'
import { down, up } from './arithmetic-rules.ts'
import { combinations } from './combine.ts'
import { isPercent, type Stated, skeleton } from './quantities.ts'

export const bills: Method = { read, design }

// --- internal ---

/** What one more amount does to the cost, by the role it has: as a belief says it, and in the sum. */
const parts = {
  discount: { requires: 'task requires a share taken off the cost', sum: ' - cost * discount' },
  rise: { requires: 'task requires a share added to the price', sum: ' + cost * rise' },
  extra: { requires: 'task requires an amount added to the cost', sum: ' + extra' },
  deduction: { requires: 'task requires an amount taken off the cost', sum: ' - deduction' },
  paid: { requires: 'task requires the change from an amount paid', sum: '' },
} as const
type Part = keyof typeof parts

const required = 'task requires what a number of things cost altogether'

/** Words that change the sum in a way that no part stands for. */
const otherwise =
  /\b(half|twice|double|third|quarter|free|each other|split|share (it|the bill)|per person|interest|tip|deposit|every|except|without|fewer|less than|more than|cheaper than|instead|compared|average|originally|original|before|members?|children|adults|already|owes?|still|another|differen\w+|difference|save[sd]? (in total|altogether)|how much (do|does|did|can) \w+ save|what percentage|how many percent|net|gross)\b/

const givesBack = /\b(change|back)\b/

function read({ question, asked, stated }: Posed) {
  const text = skeleton(asked.rest, stated)
  const wantsMoney =
    asked.unit === '' ? asked.kinds.includes('money') || cost.test(text) : isCurrency(asked.unit)
  if (!wantsMoney || asked.noun !== undefined) return miss('no amount of money is asked for', 0)
  const blocked = otherwise.exec(text)
  if (blocked) return miss(`the word "${blocked[0]}" changes what a bill comes to`, 2)
  const shares = stated.filter(({ unit }) => isPercent(unit))
  const money = stated.filter(({ unit }) => isCurrency(unit))
  const others = stated.filter(each => !shares.includes(each) && !money.includes(each))
  const paired = pairsOf(others, money, asked.rest, text)
  if (!paired) return miss('it is not clear what costs how much', 1)
  const loose = money.filter(each => !paired.used.includes(each))
  const placed = loose.map(each => partOf(each, asked.rest))
  const [share, ...more] = shares
  const rise = up.test(text) || dearer.test(text)
  const off = down.test(text) || saving.test(text)
  if (more.length > 0 || (share && rise === off))
    return miss('it is not clear what the share changes', 2)
  if (placed.includes(undefined) || new Set(placed).size < placed.length)
    return miss('it is not clear what an amount of money is for', 2)
  if (givesBack.test(text) !== placed.includes('paid'))
    return miss('it is not clear what is paid and what is given back', 2)
  if (share && (placed.includes('extra') || placed.includes('deduction')))
    return miss('it is not clear what the share is of', 2)
  const kinds: Part[] = [
    ...(share ? [rise ? ('rise' as const) : ('discount' as const)] : []),
    ...(placed as Part[]),
  ]
  // one price times one amount is for dimensional analysis
  if (kinds.length === 0 && paired.given.length < 4) return miss('one thing is bought', 1)
  const changes = kinds.map((kind, index) => ({
    ...(share ? [share, ...loose] : loose)[index]!,
    name: kind,
  }))
  const takes = [required, ...kinds.map(kind => parts[kind].requires)]
  const given = [...paired.given, ...changes].map(each => givenBelief(each.name, each))
  return understood(question, takes, given, numberForm(asked, asked.unit))
}

/** What is given, with the role it has. */
interface Given extends Pick<Stated, 'value' | 'unit'> {
  readonly name: string
}

const cost =
  /\bhow much\b.*\b(in total|altogether|together|in all|cost|costs|pay|pays|bill|change|back)\b/
const dearer = /\b(dearer|more expensive|costlier)\b/
const saving = /\b(saves?|saved|takes? <p> off)\b/

/** Prices with what they are the price of; every amount and every price once. */
function pairsOf(others: readonly Stated[], money: readonly Stated[], rest: string, text: string) {
  const rates = others.filter(({ unit }) => /\b[A-Z]{3}\b/.test(dimensionOf(unit) ?? ''))
  const amounts = others.filter(each => !rates.includes(each))
  if (others.some(({ unit, value }) => unit.startsWith('/') || Array.isArray(value)))
    return undefined
  if (rates.length === 0 && amounts.length === 1) return priced(amounts[0]!, money, rest)
  if (amounts.length === 0 || amounts.length !== rates.length || rates.length > 4) return undefined
  // where two are priced alike, each price must stand right behind its amount
  const beside = others.every(
    (each, index) =>
      index % 2 === 1 || (amounts.includes(each) && rates.includes(others[index + 1]!)),
  )
  if (
    amounts.length > 1 &&
    !(beside && /<q>[^.;]*? (at|for|costing|of \w+ at|of \w+ for) <q>/.test(text))
  )
    return undefined
  const [prices, counts] = ['price', 'amount'].map(role => distinct(amounts.map(() => role)))
  const given = amounts.flatMap((amount, index): readonly Given[] => [
    { ...rates[index]!, name: prices![index]! },
    { ...amount, name: counts![index]! },
  ])
  const fits = amounts.every((amount, index) =>
    combinations([rates[index]!.unit, amount.unit], left => isMoney(dimension(left))).some(
      ({ signs }) => signs.every(sign => sign === 1),
    ),
  )
  return fits ? { given, used: [] as readonly Stated[] } : undefined
}

/** `The price of a ticket, $32, ... 4 tickets`: the money is the price of one of what is counted. */
function priced(amount: Stated, money: readonly Stated[], rest: string) {
  const stem = singular(amount.unit)
  const [price] = money
  const before = price && tokens(rest.slice(0, price.from))
  const said = before?.findLastIndex(({ word }) => singular(word) === stem) ?? -1
  const one = said > 0 && /^(a|an|one|each|per|single)$/.test(before![said - 1]!.word)
  if (!price || !one || before!.length - said > 5) return undefined
  const unit = `${price.unit}/${stem}`
  const given: readonly Given[] = [
    { ...price, name: 'price', unit },
    { ...amount, name: 'amount' },
  ]
  return { given, used: [price] as readonly Stated[] }
}

/** What an amount of money is for, told by the words around it. */
function partOf({ from, to }: Stated, rest: string): Part | undefined {
  const before = rest
    .slice(0, from)
    .split(/[.;?!]/)
    .at(-1)!
    .toLowerCase()
  const behind = rest
    .slice(to)
    .split(/[.;?!]/)[0]!
    .toLowerCase()
  const words = (part: string) => part.split(/\s+/)
  const around = `${words(before).slice(-7).join(' ')}<q>${words(behind).slice(0, 4).join(' ')}`
  return uses.find(([, said]) => said.test(around))?.[0]
}

/** What stands around an amount of money `<q>`; the first that fits decides. */
const uses: readonly (readonly [Part, RegExp])[] = [
  ['paid', /<q>\s*-?(note|bill|banknote)\b/],
  [
    'paid',
    /\b(pays?|paid|paying|hands?|handed|hand over|puts? down|put down|gives?|gave|giving) (over |down )?(with |the \w+ )?(an? |the )?<q>|\b(from|out of) (an? |the )?<q>|\bwith (an? )?<q>/,
  ],
  ['deduction', /\b(voucher|coupon|credit|rebate)\b|\b(minus|less|discount of)\b.*<q>/],
  [
    'extra',
    /\b(plus|shipping|delivery|postage|fee|added|additional|extra|surcharge|packaging|service|entrance|parking|basic|base|fixed)\b|\band an? (\w+ ){1,2}(for|at|costing)\s*<q>/,
  ],
]

function design({ schemaBeliefs, groundBeliefs }: Believed) {
  if (!schemaBeliefs.includes(required)) return undefined
  const names = groundBeliefs.map(({ name }) => name)
  const prices = names.filter(name => /(^|_)price$/.test(name))
  const pairs = prices.map(price => [price, price.replace(/price$/, 'amount')] as const)
  const kinds = (Object.keys(parts) as Part[]).filter(part => names.includes(part))
  if (prices.length === 0 || pairs.some(([, amount]) => !names.includes(amount))) return undefined
  const product = pairs.map(([price, amount]) => `${price} * ${amount}`).join(' + ')
  const isPaid = kinds.includes('paid')
  const changes = kinds.filter(kind => kind !== 'paid')
  const due = `cost${changes.map(kind => parts[kind].sum).join('')}`
  const steps = [
    computed('s1', 'cost', product, { reads: pairs.flat() }),
    ...(changes.length > 0
      ? [computed('s2', 'due', due, { reads: ['cost', ...changes], deps: ['s1'] })]
      : []),
  ]
  const owed = changes.length > 0 ? 'due' : 'cost'
  const change = {
    ...computed('s3', 'result', `paid - ${owed}`, {
      reads: ['paid', owed],
      deps: [steps.at(-1)!.id],
    }),
    // nobody gets change from too little
    postcondition: `ground_belief(paid) >= ground_belief(${owed})`,
  }
  return designWith({
    type: [
      'cost_of',
      pairs.flat().join('_and_'),
      ...(kinds.length > 0 ? ['with', kinds.join('_and_')] : []),
    ].join('_'),
    goal: required.replace('task requires ', ''),
    contextConditions: [required, ...kinds.map(kind => parts[kind].requires)],
    parameters: [...pairs.flat(), ...kinds],
    steps: isPaid ? [...steps, change] : steps,
    answer: isPaid ? 'result' : owed,
  })
}
