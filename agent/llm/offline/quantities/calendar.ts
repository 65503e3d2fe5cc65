// Days of the calendar: how many lie between two, which one is so long after another, which weekday one is.
import { readDate } from '../../../../plans/text/dates.ts'
import { numberWords } from '../../../../plans/text/numerals.ts'
import { dayOf, today } from '../../../../plans/text/today.ts'
import { computed, designWith, type Method, miss, understood } from '../method.ts'

export const calendar: Method = {
  read({ question, files }) {
    const text = question.trim().replace(/\s*[?.]*$/, '')
    const form = forms.find(({ words }) => words.test(text))
    const other = form ? undefined : otherCounts.exec(text)?.groups
    if (other && dayIn(other.from!, 'start_date') && dayIn(other.to!, 'end_date'))
      return miss(`between two days it counts all days, and not ${other.what}`, 3)
    if (!form || files.length > 0) return miss('no days of the calendar are asked for', 0)
    const { from = today, to = today, count = '', unit = '' } = form.words.exec(text)!.groups ?? {}
    const past = /\b(?:since|was|were|been|passed|born)\b/i.test(text)
    const start = form.kind === 'date' ? dated(from, 'start_date') : startIn(from, to, past)
    const end = start && dayIn(to, 'end_date', start.value)
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
  ['years_between', 'age'],
  ['+ span', 'day_after'],
  ['- span', 'day_before'],
  ['-', 'days_between'],
] as const

/** A day that is said with its year, or is today; of a month or a year there are several. */
function dated(words: string, name: string) {
  if (isToday.test(words)) return { name: today, value: dayOf(Date.now()) }
  const { year, month, day } = readDate(words) ?? {}
  return day === undefined ? undefined : { name, value: `${year}-${month}-${day}` }
}

/** The day that the words are; without a year the first such day from `base` on, or with `-1` the last until then. */
function dayIn(words: string, name: string, base = dayOf(Date.now()), way: 1 | -1 = 1) {
  const said = holidays.find(([holiday]) => holiday.test(words))?.[1] ?? words
  const year = Number(base.slice(0, 4))
  return [said, `${said} ${year}`, `${said} ${year + way}`]
    .map(each => dated(each, name))
    .find((day, at) => day && (at === 0 || (way === 1 ? day.value >= base : day.value <= base)))
}

/** Where the other day has a year, one without is the last before it. */
function startIn(from: string, to: string, past: boolean) {
  const end = isToday.test(to) ? undefined : dated(to, 'end_date')
  return dayIn(from, 'start_date', end?.value, end || past ? -1 : 1)
}

const isToday = /^(?:today|now)$/i

/** Days with names that stand on the same date in each year. */
const holidays: readonly (readonly [RegExp, string])[] = [
  [/^new year['’]?s eve$/i, '31 December'],
  [/^(?:the )?new year(?:['’]?s(?: day)?)?$/i, '1 January'],
  [/^valentine['’]?s day$/i, '14 February'],
  [/^halloween$/i, '31 October'],
  [/^christmas eve$/i, '24 December'],
  [/^christmas(?: day)?$/i, '25 December'],
]

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
    [
      'how old is (?:(?:someone|somebody|a person|a child|anyone) )?(?:who (?:is|was) )?born (?:on )?(?<from>.+)',
      'number',
      'floor(years_between(start_date, end_date))',
    ],
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
