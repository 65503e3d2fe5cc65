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
  const records = ['record_distance', 'record_duration'] as const
  const parts: readonly Part[] = ['distance', ...(holds('record') ? records : ['speed' as const])]
  const fetches = parts.map(part => fetchOf(part, part === 'distance' ? ['path'] : how))
  const speed = computed('speed', 'speed', 'record_distance / record_duration', {
    reads: records,
    deps: records,
  })
  const both = ['distance', 'speed']
  const result = computed('result', 'result', 'distance / speed', { reads: both, deps: both })
  return designWith({
    type: `search_${parts.join('_and_')}_then_divide`,
    openParameters: [...parts, 'result'],
    goal: 'what distance / speed gives, with values that a search finds',
    contextConditions: schemaBeliefs,
    parameters: ['path', ...how],
    steps: [...fetches, ...(holds('record') ? [speed] : []), result],
  })
}

function fetchOf(part: Part, reads: readonly string[]) {
  const about = reads.map(role => `{${role}}`).join(' and ')
  const words = part.replaceAll('_', ' ')
  return fetched(
    part,
    part,
    reads,
    `Search for the ${words} that belongs to ${about}, and quote the sentence that states it.`,
  )
}
