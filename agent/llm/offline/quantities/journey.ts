// Journeys: a distance and a pace are searched for, each by itself.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import {
  type Believed,
  computed,
  designWith,
  fetched,
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

export const journey: Method = { read, design }

// --- internal ---

const conditions = {
  distance: 'task requires searching for a distance',
  speed: 'task requires searching for a speed',
  record: 'task requires searching for a record over a known length',
  time: 'task requires dividing a distance by a speed',
} as const
type Condition = keyof typeof conditions

function read({ question, files, asked }: Posed) {
  const { unit, rest } = asked
  if (files.length > 0 || unit === '' || dimensionOf(unit) !== 'time') return miss('no journey', 0)
  const travel = travelIn(rest)
  if (!travel) return miss('nobody is named who moves', 0)
  const { mover, pace, path } = travel
  const given = quantities(
    rest.replace(pace, ' ').replace(path, ' ').replace(mover, ' '),
    undefined,
  )
  if (path === '' || given.length > 0) return miss('no path is given for the journey', 0)
  const record =
    /\b(record|best|won|win|winning)\b/i.test(`${pace} ${mover}`) ||
    (/\bpace\b/i.test(pace) && !/\bspeed\b/i.test(pace))
  const holds: readonly Condition[] = ['distance', 'time', record ? 'record' : 'speed']
  const beliefs = [
    { name: 'mover', value: mover },
    ...(pace === '' ? [] : [{ name: 'pace', value: pace }]),
    { name: 'path', value: path },
  ]
  const requires = holds.map(name => conditions[name])
  return understood(question, requires, beliefs, numberForm(asked, unit))
}

function design({ schemaBeliefs, groundBeliefs }: Believed) {
  const holds = (condition: Condition) => schemaBeliefs.includes(conditions[condition])
  if (!holds('time')) return undefined
  const how = groundBeliefs.some(({ name }) => name === 'pace') ? ['mover', 'pace'] : ['mover']
  const paces: readonly Part[] = holds('record')
    ? ['record_distance', 'record_duration']
    : ['speed']
  const parts: readonly Part[] = ['distance', ...paces]
  const fetches = parts.map((part, at) =>
    fetchOf(`s${at + 1}`, part, part === 'distance' ? ['path'] : how),
  )
  const speed = computed(`s${fetches.length + 1}`, 'speed', 'record_distance / record_duration', {
    reads: ['record_distance', 'record_duration'],
  })
  const steps = [...fetches, ...(holds('record') ? [speed] : [])]
  const result = computed(`s${steps.length + 1}`, 'result', 'distance / speed', {
    reads: ['distance', 'speed'],
  })
  return designWith({
    type: `search_${parts.join('_and_')}_then_divide`,
    openParameters: [...parts, 'result'],
    goal: 'what distance / speed gives, with values that a search finds',
    contextConditions: (Object.keys(conditions) as Condition[])
      .filter(holds)
      .map(name => conditions[name]),
    parameters: ['path', ...how],
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
