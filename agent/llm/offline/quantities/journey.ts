// Journeys: a distance and a pace are searched for, each by itself, and combined by the unit that is
// asked for.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import {
  type Believed,
  computed,
  designWith,
  fetched,
  givenBelief,
  type Method,
  miss,
  numberForm,
  type Posed,
  type Step,
  understood,
} from '../method.ts'
import type { Part } from '../recollections/paces.ts'
import { quantities } from './quantities.ts'
import { travelIn } from './travels.ts'

/** The time a journey takes, or the way it covers, where a search gives what the question does not. */
export const journey: Method = { read, design }

// --- internal ---

const conditions = {
  distance: 'task requires searching for a distance',
  speed: 'task requires searching for a speed',
  record: 'task requires searching for a record over a known length',
  time: 'task requires dividing a distance by a speed',
  way: 'task requires multiplying a speed by a duration',
} as const
type Condition = keyof typeof conditions

function read({ question, files, asked }: Posed) {
  const { unit, rest } = asked
  const dimension = unit === '' ? undefined : dimensionOf(unit)
  if (files.length > 0 || (dimension !== 'time' && dimension !== 'length'))
    return miss('no journey', 0)
  const travel = travelIn(rest)
  if (!travel) return miss('nobody is named who moves', 0)
  const { mover, pace, path } = travel
  const given = quantities(
    rest.replace(pace, ' ').replace(path, ' ').replace(mover, ' '),
    undefined,
  )
  const [duration, more] = given
  const takes = dimension === 'time' && path !== '' && given.length === 0
  const covers =
    dimension === 'length' &&
    path === '' &&
    more === undefined &&
    dimensionOf(duration?.unit ?? '') === 'time'
  if (!takes && !covers) return miss('neither a path nor a duration is given for the journey', 0)
  const record =
    /\b(record|best|won|win|winning)\b/i.test(`${pace} ${mover}`) ||
    (/\bpace\b/i.test(pace) && !/\bspeed\b/i.test(pace))
  const holds: readonly Condition[] = [
    ...(takes ? (['distance', 'time'] as const) : (['way'] as const)),
    record ? 'record' : 'speed',
  ]
  const beliefs = [
    { name: 'mover', value: mover },
    ...(pace === '' ? [] : [{ name: 'pace', value: pace }]),
    takes ? { name: 'path', value: path } : givenBelief('duration', duration!),
  ]
  const requires = holds.map(name => conditions[name])
  return understood(question, requires, beliefs, numberForm(asked, unit))
}

function design({ schemaBeliefs, groundBeliefs }: Believed) {
  const holds = (condition: Condition) => schemaBeliefs.includes(conditions[condition])
  if (!holds('time') && !holds('way')) return undefined
  const how = groundBeliefs.some(({ name }) => name === 'pace') ? ['mover', 'pace'] : ['mover']
  const paces: readonly Part[] = holds('record')
    ? ['record_distance', 'record_duration']
    : ['speed']
  const parts: readonly Part[] = [...(holds('time') ? (['distance'] as const) : []), ...paces]
  const fetches = parts.map((part, at) =>
    fetchOf(`s${at + 1}`, part, part === 'distance' ? ['path'] : how),
  )
  const speed = computed(`s${fetches.length + 1}`, 'speed', 'record_distance / record_duration', {
    reads: ['record_distance', 'record_duration'],
  })
  const [expression, reads] = holds('time')
    ? (['distance / speed', ['distance', 'speed']] as const)
    : (['speed * duration', ['speed', 'duration']] as const)
  const steps = [...fetches, ...(holds('record') ? [speed] : [])]
  const result = computed(`s${steps.length + 1}`, 'result', expression, { reads })
  return designWith({
    type: `search_${parts.join('_and_')}_then_${holds('time') ? 'divide' : 'multiply'}`,
    openParameters: [...parts, 'result'],
    goal: `what ${expression} gives, with values that a search finds`,
    contextConditions: (Object.keys(conditions) as Condition[])
      .filter(holds)
      .map(name => conditions[name]),
    parameters: [...(holds('time') ? ['path'] : ['duration']), ...how],
    steps: [...steps, result].map(step => ({ ...step, deps: writersOf(step.reads, steps) })),
  })
}

function fetchOf(id: string, part: Part, reads: readonly string[]) {
  const about = reads.map(role => `{${role}}`).join(' and ')
  const words = part.replaceAll('_', ' ')
  return fetched(
    id,
    part,
    reads,
    `Search for the ${words} that belongs to ${about}, and quote the sentence that states it.`,
  )
}

const writersOf = (reads: readonly string[], steps: readonly Step[]) =>
  steps.filter(({ writes }) => writes.some(({ role }) => reads.includes(role))).map(({ id }) => id)
