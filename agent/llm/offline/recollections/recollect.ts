// Questions that only an earlier session can answer: a value that it established, or a quantity given
// now at a rate that it established.
import type { Perceived } from '../../../../phases/perceive/contract.ts'
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import type { Asked } from '../asked.ts'
import { hypothesis, questionIn } from '../look-ups/sources.ts'
import {
  type Believed,
  computed,
  designWith,
  fetched,
  givenBelief,
  heldIn,
  type Method,
  miss,
  numberForm,
  type Posed,
  type Reading,
  understood,
} from '../method.ts'
import type { Stated } from '../quantities/quantities.ts'
import { isMoney, rolesOf } from '../roles.ts'
import { wantIn } from '../wanted.ts'

/** Tried last, and only by an agent that remembers. */
export const recollect: Method = { read, design }

// --- internal ---

const needsValue = 'task requires a value that an earlier session established'
const needsRate = 'task requires a rate that an earlier session established'
const ways = {
  divide: 'task requires dividing a given quantity by a rate',
  multiply: 'task requires multiplying a given quantity by a rate',
} as const
type Way = keyof typeof ways

/** Words that change a quantity or a rate on the way. */
const changing =
  /\b(half|twice|double[ds]?|third|quarter|slower|faster|more|less|longer|shorter|discount|without|plus|minus|extra|additional|stops?|pauses?|rests?|back|return|round trip|both|except|left|remain\w*|percent|%)\b/i

function read({ question, files, recalls, asked, stated }: Posed) {
  if (!recalls || files.length > 0) return miss('nothing is remembered', 0)
  const sentence = questionIn(asked.rest, [])
  if ('obstacle' in sentence) return miss(sentence.obstacle, 0)
  if (hypothesis.test(sentence.question)) return miss('what is supposed is not remembered', 0)
  const given = stated.filter(({ unit }) => dimensionOf(unit) !== '1')
  const measured = given.filter(({ unit, counted }) => unit !== '' && !counted)
  const rate = measured.length === 1 ? rateOf(measured[0]!, asked) : undefined
  if (rate && !changing.test(sentence.question)) return withRate(question, rate, asked)
  if (measured.length > 0) return miss('quantities are given', 0)
  const about = [{ name: 'asked', value: question.trim() }]
  return understood(question, [needsValue], about, formOf(asked, sentence.question))
}

function formOf(asked: Asked, sentence: string): Perceived['answerContract'] {
  const kind = wantIn(sentence)?.kind
  const number = kind === 'number' || asked.unit !== '' || asked.decimals !== undefined
  const form = numberForm(asked, asked.noun === undefined ? asked.unit : '')
  return { ...form, kind: number ? 'number' : kind === 'date' ? 'date' : 'text' }
}

interface Rate {
  readonly given: Stated
  readonly way: Way
  /** A unit of the rate; `money/kg` for any currency. */
  readonly kind: string
}

/** The rate that leads from what is given to what is asked: speeds are per time, prices per what is bought. */
function rateOf(given: Stated, { unit, kinds }: Asked): Rate | undefined {
  const from = dimensionOf(given.unit)
  const asked = unit !== '' ? dimensionOf(unit) : undefined
  const to = asked ?? kinds.find(kind => kind === 'time' || kind === 'length' || kind === 'money')
  if (from === undefined || to === undefined || from === to || from.includes('/')) return undefined
  const paid = to === 'money' || isMoney(to)
  if (paid) return { given, way: 'multiply', kind: `money/${given.unit}` }
  if (isMoney(from) && unit !== '') return { given, way: 'divide', kind: `money/${unit}` }
  if (to === 'time') return { given, way: 'divide', kind: `${given.unit}/${unit || 'h'}` }
  if (from === 'time')
    return {
      given,
      way: 'multiply',
      kind: `${unit || (to === 'length' ? 'km' : '')}/${given.unit}`,
    }
  return undefined
}

function withRate(question: string, { given, way, kind }: Rate, asked: Asked): Reading {
  const [role] = rolesOf([given.unit])
  const rest = `${question.slice(0, given.from)}${question.slice(given.to)}`.replace(/\s+/g, ' ')
  const beliefs = [
    givenBelief(role!, given),
    { name: 'asked', value: rest.trim() },
    { name: 'rate_kind', value: kind },
  ]
  const form = { ...formOf(asked, question), kind: 'number' } as const
  return understood(question, [needsRate, ways[way]], beliefs, form)
}

function design({ schemaBeliefs, groundBeliefs }: Believed) {
  if (schemaBeliefs.includes(needsValue))
    return designWith({
      type: 'recall_value',
      goal: 'what an earlier session established for the same question',
      contextConditions: [needsValue],
      parameters: ['asked'],
      steps: [
        fetched('s1', 'found', ['asked'], 'Recall what earlier sessions established for {asked}.'),
      ],
      answer: 'found',
    })
  const way = heldIn(schemaBeliefs, ways, each => ways[each])
  const role = groundBeliefs.find(({ name, unit }) => name !== 'asked' && unit !== undefined)?.name
  if (!schemaBeliefs.includes(needsRate) || !way || role === undefined) return undefined
  const expression = `${role} ${way === 'divide' ? '/' : '*'} rate`
  return designWith({
    type: `recall_rate_and_${way}_${role}`,
    openParameters: ['rate', 'result'],
    goal: `what ${expression} gives, with a rate that an earlier session established`,
    contextConditions: [needsRate, ways[way]],
    parameters: [role, 'asked', 'rate_kind'],
    steps: [
      fetched(
        's1',
        'rate',
        ['asked', 'rate_kind'],
        'Recall the rate in {rate_kind} that earlier sessions established for what {asked} names.',
      ),
      computed('s2', 'result', expression, { reads: [role, 'rate'], deps: ['s1'] }),
    ],
  })
}
