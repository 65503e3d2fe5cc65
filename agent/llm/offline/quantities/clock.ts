// How long it is from one time of the day to another, without a file.
import {
  computed,
  designWith,
  givenBelief,
  type Method,
  miss,
  numberForm,
  understood,
} from '../method.ts'

export const clock: Method = {
  read({ question, files }) {
    const { from, to, unit } = asked.exec(question.trim().replace(/\s*[?.]*$/, ''))?.groups ?? {}
    const [start, end] = [timeIn(from), timeIn(to)]
    if (!start || !end || files.length > 0) return miss('no two times of the day are named', 0)
    if (mayBeOther(start, end))
      return miss(`${from} and ${to} may be times of the morning or of the afternoon`, 3)
    const overnight = end.minutes < start.minutes
    const isWhole = (end.minutes - start.minutes) % 60 === 0
    const given = [
      givenBelief('start_time', said(start)),
      givenBelief('end_time', said(end)),
      ...(overnight ? [givenBelief('full_day', said({ minutes: 24 * 60 }))] : []),
      ...(unit ? [] : [{ name: 'chosen_unit', value: isWhole ? 'hours' : 'minutes' }]),
    ]
    const takes = [overnight ? nightly : daily]
    return understood(question, takes, given, numberForm({}, unit))
  },
  design({ schemaBeliefs, groundBeliefs }) {
    const overnight = schemaBeliefs.includes(nightly)
    if (!overnight && !schemaBeliefs.includes(daily)) return undefined
    const reads = ['start_time', 'end_time', ...(overnight ? ['full_day'] : [])]
    const expression = `end_time${overnight ? ' + full_day' : ''} - start_time`
    const chosen = groundBeliefs.find(({ name }) => name === 'chosen_unit')
    const unit = chosen && { unit: String(chosen.value) }
    return designWith({
      type: `time_between${overnight ? '_overnight' : ''}`,
      goal: 'how long it is from one time of the day to another',
      contextConditions: [overnight ? nightly : daily],
      parameters: reads,
      steps: [computed('s1', 'result', expression, { reads, ...unit })],
    })
  },
}

// --- internal ---

const daily = 'task requires the time from one time of the day to another'
const nightly = 'task requires the time from one time of the day to another on the next day'

const time = '\\d{1,2}:\\d\\d(?: ?[ap]\\.?m\\.?)?|\\d{1,2} ?[ap]\\.?m\\.?|noon|midnight'
const asked = new RegExp(
  `^how (?:long|much time|many (?<unit>hours|minutes))(?: (?:is|are|was|it|there|does|take|passes|pass|have|passed))* (?:from|between) (?<from>${time}) (?:to|until|till|and) (?<to>${time})$`,
  'i',
)

interface Time {
  readonly minutes: number
  /** How it shows in which half of the day it is; `1:15` does not. */
  readonly shownBy?: 'am or pm' | 'hour' | undefined
}

function timeIn(words: string | undefined): Time | undefined {
  const text = words?.toLowerCase().replaceAll(/[ .]/g, '')
  if (text === 'noon' || text === 'midnight')
    return { minutes: text === 'noon' ? 12 * 60 : 0, shownBy: 'am or pm' }
  const [, hour = '', minute = '0', half] = /^(\d+)(?::(\d\d))?([ap]m)?$/.exec(text ?? '') ?? []
  const isTime = half ? /^0?[1-9]$|^1[0-2]$/.test(hour) : /^[01]?\d$|^2[0-3]$/.test(hour)
  if (!isTime || Number(minute) > 59) return undefined
  const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour)
  const isOfDay = hours > 12 || hour.startsWith('0')
  return {
    minutes: hours * 60 + Number(minute),
    shownBy: half ? 'am or pm' : isOfDay ? 'hour' : undefined,
  }
}

/** `1:15 to 5 pm`, `9:45 to 5:20`: an hour of the morning that may as well be one of the afternoon. */
function mayBeOther(start: Time, end: Time): boolean {
  if ((start.shownBy && end.shownBy) || [start, end].some(({ shownBy }) => shownBy === 'hour'))
    return false
  return end.minutes <= start.minutes || (!start.shownBy && start.minutes + 12 * 60 < end.minutes)
}

const said = ({ minutes }: Time) => ({
  value: `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  unit: '',
})
