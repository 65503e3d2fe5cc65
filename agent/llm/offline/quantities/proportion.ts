// Going on at the same pace: what was measured for one amount is told for another.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { givenBelief, type Method, miss, numberForm, type Posed, understood } from '../method.ts'
import { operationDesign, required } from './operations.ts'
import { type Stated, skeleton } from './quantities.ts'

export const proportion: Method = { read, design: operationDesign }

// --- internal ---

/** That the pace stays must be said. */
const steady =
  /\b(same|this|that|constant|steady|unchanged|exactly) (\w+ )?(pace|speed|rate|rhythm|tempo|way)\b|\bkeeps? (up|going|on|this|that|the)\b|\bdoes not (slow|change|speed)|\b(maintains?|continues?|goes on|holds?)\b/

const otherwise =
  /\b(twice|double|faster|slower|half (the|as|of|an?)|more than|less than|longer|shorter|stops?|pauses?|rests?|break|uphill|headwind|second half|every other|total|altogether|in all|whole)\b|<p>/

function read({ question, asked, stated }: Posed) {
  const text = skeleton(asked.rest, stated)
  const found = stated.length === 3 ? pairOf(stated, asked.rest) : undefined
  if (!found) return miss('no amount and its measure are given', 0)
  if (!steady.test(text)) return miss('it is not said that the pace stays', 1)
  if (otherwise.test(text)) return miss('something changes the pace', 2)
  const wanted = asked.unit === '' ? asked.kinds : [dimensionOf(asked.unit)]
  if (!wanted.some(kind => kind === dimensionOf(found.measured.unit)))
    return miss('what is asked for was not measured', 2)
  const given = [
    givenBelief('measured', found.measured),
    givenBelief('known_amount', found.known),
    givenBelief('wanted_amount', found.other),
  ]
  return understood(question, [required('going')], given, numberForm(asked, asked.unit))
}

/** Two amounts of one kind, and what was measured in the sentence of one of them. */
function pairOf(stated: readonly Stated[], text: string) {
  const kinds = [...Map.groupBy(stated, ({ unit }) => dimensionOf(unit)).values()]
  const [[measured] = [], alike, ...others] = kinds.sort((a, b) => a.length - b.length)
  if (!measured || !alike || others.length > 0) return undefined
  const sentence = ({ from }: Stated) => text.slice(0, from).split(/[.;?!]\s/).length
  const [known, ...more] = alike.filter(each => sentence(each) === sentence(measured))
  const other = alike.find(each => each !== known)
  if (!known || !other || more.length > 0) return undefined
  // six pumps take less time than four: things that work are no amount of work
  const between = text.slice(Math.min(known.to, measured.to), Math.max(known.from, measured.from))
  if (
    alike.some(({ counted }) => counted) &&
    !/^\s*(in|for|takes?|took)\s*(about )?$/.test(between)
  )
    return undefined
  return { measured, known, other }
}
