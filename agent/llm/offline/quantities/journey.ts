// Journeys: a distance and a pace are searched for, each by itself, and combined by the unit that is
// asked for.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { readAsked } from '../asked.ts'
import {
  type Believed,
  computed,
  designWith,
  fetched,
  givenBelief,
  type Method,
  miss,
  numberForm,
  type Step,
  understood,
} from './method.ts'
import type { Part } from './paces.ts'
import { quantities } from './quantities.ts'
import { travelIn } from './travels.ts'

/** The time a journey takes, or the way it covers, where a search or a memory gives what the question does not. */
export const journey: Method = { name: 'journeys', read, design }

// --- internal ---

const conditions = {
  distance: 'task requires searching for a distance',
  speed: 'task requires searching for a speed',
  record: 'task requires searching for a record over a known length',
  time: 'task requires dividing a distance by a speed',
  way: 'task requires multiplying a speed by a duration',
} as const
type Condition = keyof typeof conditions

function read({ question, files }: Parameters<Method['read']>[0]) {
  const asked = readAsked(question)
  const { unit, rest } = asked
  const dimension = unit === '' ? undefined : dimensionOf(unit)
  if (files.length > 0 || (dimension !== 'time' && dimension !== 'length'))
    return miss('no journey', 0)
  const travel = travelIn(rest)
  if (!travel) return miss('nobody is named who moves', 0)
  const { mover, pace, path } = travel
  const named = [pace, path, mover].reduce((text, phrase) => text.replace(phrase, ' '), rest)
  const [given, more] = quantities(named, undefined)
  const of = more === undefined ? dimensionOf(given?.unit ?? '') : undefined
  const record =
    /\b(record|best|won|win|winning)\b/i.test(`${pace} ${mover}`) ||
    (/\bpace\b/i.test(pace) && !/\bspeed\b/i.test(pace))
  const isOfWay = of === 'length' && pace !== '' && !record
  const takes = dimension === 'time' && (path === '' ? isOfWay : !given)
  const covers = dimension === 'length' && path === '' && of === 'time'
  if (!takes && !covers) return miss('neither a path nor a duration is given for the journey', 0)
  const holds: readonly Condition[] = [
    ...(path === '' ? [] : (['distance'] as const)),
    takes ? 'time' : 'way',
    record ? 'record' : 'speed',
  ]
  const beliefs = [
    { name: 'mover', value: mover },
    ...(pace === '' ? [] : [{ name: 'pace', value: pace }]),
    given ? givenBelief(takes ? 'distance' : 'duration', given) : { name: 'path', value: path },
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
  const parts: readonly Part[] = [...(holds('distance') ? (['distance'] as const) : []), ...paces]
  const fetches = parts.map((part, at) =>
    fetchOf(`s${at + 1}`, part, part === 'distance' ? ['path'] : how),
  )
  const speed = computed(`s${fetches.length + 1}`, 'speed', 'record_distance / record_duration', {
    reads: ['record_distance', 'record_duration'],
  })
  const measure = holds('time') ? 'distance' : 'duration'
  const expression = holds('time') ? 'distance / speed' : 'speed * duration'
  const steps = [...fetches, ...(holds('record') ? [speed] : [])]
  const result = computed(`s${steps.length + 1}`, 'result', expression, {
    reads: [measure, 'speed'],
  })
  return designWith({
    type: `search_${parts.join('_and_')}_then_${holds('time') ? 'divide' : 'multiply'}`,
    openParameters: [...parts, 'result'],
    goal: `what ${expression} gives, with values that a search finds`,
    contextConditions: (Object.keys(conditions) as Condition[])
      .filter(holds)
      .map(name => conditions[name]),
    parameters: [holds('distance') ? 'path' : measure, ...how],
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
