// Days of the calendar: how many lie between two, which one is so long after another, which weekday one is.
import type { NamedQuantity } from '../../../../plans/expressions/quantity.ts'
import { readDate } from '../../../../plans/text/dates.ts'
import { numberWords } from '../../../../plans/text/numerals.ts'
import { dayOf, today } from '../../../../plans/text/today.ts'
import { computed, designWith, type Method, miss, understood } from '../method.ts'

export const calendar: Method = {
  read({ question, files }) {
    const text = question.trim().replace(/\s*[?.]*$/, '')
    const form = forms.find(({ words }) => words.test(text))
    const other = form ? undefined : otherCounts.exec(text)?.groups
    if (other && dayIn(other.from!, '') && dayIn(other.to!, ''))
      return miss(`between two days it counts all days, and not ${other.what}`, 3)
    if (!form || files.length > 0) return miss('no days of the calendar are asked for', 0)
    const { from = today, to = today, count = '', unit = '' } = form.words.exec(text)!.groups ?? {}
    const [start, end] = [dayIn(from, 'start_date'), dayIn(to, 'end_date')]
    const span = {
      name: 'span',
      value: numberWords.get(count.toLowerCase()) ?? Number(count),
      unit,
    }
    if (!start || !end || Number.isNaN(span.value))
      return miss('it is not clear which day of the calendar is meant', 0.5)
    const expression = form.expression
      .replace('start_date', start.name)
      .replace('end_date', end.name)
    const given = [start, end, span].filter(({ name }) => expression.split(/\W+/).includes(name))
    return understood(question, [prefix + expression], given, { kind: form.kind })
  },
  design({ schemaBeliefs, groundBeliefs }) {
    const belief = schemaBeliefs.find(each => each.startsWith(prefix))
    if (belief === undefined) return undefined
    const expression = belief.slice(prefix.length)
    const reads = [...new Set(groundBeliefs.map(({ name }) => name))]
    const step = computed('s1', 'result', expression, { reads })
    const [, type = 'day'] = types.find(([part]) => expression.includes(part)) ?? []
    return designWith({
      type: `calendar_${type}`,
      goal: 'what the calendar says',
      contextConditions: [belief],
      parameters: reads,
      // a day, or the name of one, is no number
      steps: [
        { ...step, writes: [{ role: 'result' }], postcondition: 'ground_belief(result) is known' },
      ],
    })
  },
}

// --- internal ---

const prefix = 'task requires the calendar: '

/** What an expression that holds this gives. */
const types = [
  ['weekday', 'weekday'],
  ['+ span', 'day_after'],
  ['- span', 'day_before'],
  ['-', 'days_between'],
] as const

/** The day that the words are, by name; of a month or a year there are several. */
function dayIn(words: string, name: string): NamedQuantity | undefined {
  if (/^(?:today|now)$/i.test(words)) return { name: today, value: dayOf(Date.now()) }
  const { year, month, day } = readDate(words) ?? {}
  return day === undefined ? undefined : { name, value: `${year}-${month}-${day}` }
}

const which = '(?:what|which) (?:is )?(?:the )?'
const manyDays =
  'how many days (?:(?:are|is|were|was|has|have|it|there|left|remain|remaining|been|passed|gone by) )*'
const otherCounts =
  /^how many (?<what>\p{L}+(?:[ -]days)?) .*?\b(?:between|from) (?<from>.+?) (?:and|to|until|till) (?<to>.+)$/iu
const span =
  '(?:(?:is|was|will be|it|comes) )*(?<count>\\d+|\\p{L}+) (?<unit>days?|weeks?|months?|years?)'
const ofWeek = '["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]'

const forms = (
  [
    [
      `${manyDays}(?:between|from) (?<from>.+?) (?:and|to|until|till) (?<to>.+)`,
      'number',
      'abs(end_date - start_date)',
    ],
    [`${manyDays}(?:until|till|to) (?<to>.+)`, 'number'],
    [`${manyDays}since (?<from>.+)`, 'number'],
    [`${which}(?:date|day) ${span} (?:after|from) (?<from>.+)`, 'date', 'start_date + span'],
    [`${which}(?:date|day) ${span} before (?<from>.+)`, 'date', 'start_date - span'],
    [
      `${which}(?:weekday|day of the week) (?:(?:is|was|will|be|it|on) )*(?<from>.+)`,
      'text',
      `${ofWeek}[weekday(start_date)]`,
    ],
    ["what(?:['’]s| is) (?:today['’]s date|the date(?: today)?)", 'date', 'start_date'],
    [`${which}(?:day|date) is (?:it )?today`, 'date', 'start_date'],
  ] as const
).map(([words, kind, expression = 'end_date - start_date']) => ({
  words: new RegExp(`^(?:(?:and|please|so),? )?${words}$`, 'iu'),
  kind,
  expression,
}))
