// How retrieval grows with the library: building, exact answers, shortlists and adding one plan, over
// plans as models write them: the same boilerplate in every plan, a few types for very many of them.
import { memoryLibrary } from '../../plans/library/library.ts'
import type { Plan } from '../../plans/plan.ts'
import { createIndex, type PlanQuery } from '../../plans/retrieval/plan-index.ts'
import { type Bench, type Given, rounded } from './bench.ts'
import { createRandom, type Random, samplePlan } from './sample-plans.ts'

const notes = [
  'exact: a plan of the library is asked for; shortlist: nearly one, under a type nobody has;',
  'common: only words that most plans have; record: one more plan told to a library in memory;',
  'shown: characters of what a prompt is shown of the plans on the shortlist.',
]

/** What the boilerplate of most plans says, and nothing else. */
const commonQueries: readonly PlanQuery[] = Array.from({ length: 50 }, () => ({
  type: '',
  schemaBeliefs: [
    'task requires reading a table from an attached file',
    'task requires rounding the result to a given number of decimals',
    'task requires computing a result from given values',
  ],
  roles: [{ role: 'file' }],
}))

export const retrieval: Bench = {
  name: 'retrieval',
  about: 'plan libraries of growing size: building, exact answers, shortlists, adding a plan',
  usage: '[SIZE...] or [--sizes 100,10000,100000]',
  options: { sizes: { type: 'string', default: '100,10000,100000' } },
  missing: given => {
    const wrong = sizesOf(given).find(size => !Number.isInteger(size) || size < 1)
    return wrong === undefined ? undefined : 'a size is a positive whole number, such as 10000'
  },
  run: async given => {
    const rows = []
    for (const size of sizesOf(given)) rows.push(await measure(size))
    return { unit: 'ms', tables: { 'by plans': rows }, notes }
  },
}

// --- internal ---

/** Plans of each sort that are asked for. */
const most = 5

function sizesOf({ flags, rest }: Given): readonly number[] {
  return (rest.length > 0 ? rest : String(flags.sizes).split(',')).map(Number)
}

async function measure(size: number) {
  const random = createRandom(size)
  const plans = Array.from({ length: size }, () => samplePlan(random))
  const begun = performance.now()
  const index = createIndex()
  for (const plan of plans) index.add(plan)
  const build = performance.now() - begun
  const known = Array.from({ length: 200 }, () => queryFor(plans[random(size)]!, random))
  const near = known.map(query => ({ ...query, type: `${query.type}_in_steps` }))
  const added = Array.from({ length: 200 }, () => samplePlan(random))
  const missed = known.filter(query => index.exact(query, most).length === 0).length
  if (missed > 0) throw new Error(`${missed} of the known plans were not found exactly`)
  const shown = near.map(query => shownOf(index.shortlist(query, most).candidates.map(c => c.plan)))
  const library = memoryLibrary(plans)
  const records: number[] = []
  for (const plan of Array.from({ length: 50 }, () => samplePlan(random))) {
    const start = performance.now()
    await library.record('bench', { plans: [[plan.id, plan]], stats: [], removed: [] })
    records.push(performance.now() - start)
  }
  return {
    plans: size,
    build: rounded(build),
    ...spread(
      'exact',
      timed(known, query => index.exact(query, most)),
    ),
    ...spread(
      'shortlist',
      timed(near, query => index.shortlist(query, most)),
    ),
    ...spread(
      'common',
      timed(commonQueries, query => index.shortlist(query, most)),
    ),
    ...spread(
      'add',
      timed(added, plan => index.add(plan)),
    ),
    ...spread('record', records),
    shown: Math.round(shown.reduce((a, b) => a + b, 0) / shown.length),
    heapMB: Math.round(process.memoryUsage().heapUsed / 1e6),
  }
}

function timed<T>(inputs: readonly T[], work: (input: T) => unknown): readonly number[] {
  return inputs.map(input => {
    const begun = performance.now()
    work(input)
    return performance.now() - begun
  })
}

function spread(name: string, times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))]!)
  return { [`${name}P50`]: at(0.5), [`${name}P95`]: at(0.95) }
}

/** What formalize shows of a plan. */
function shownOf(plans: readonly Plan[]): number {
  return plans.reduce(
    (sum, { id, intentionType, goal, parameters }) =>
      sum + JSON.stringify({ id, intentionType, goal, parameters }).length,
    0,
  )
}

function queryFor(plan: Plan, random: Random): PlanQuery {
  const unrelated = { role: `note_${random(10)}` }
  return {
    type: plan.intentionType,
    schemaBeliefs: [...plan.contextConditions, 'the answer is a number'],
    roles: [
      ...plan.parameters.map(({ role, unit }) => ({ role, ...(unit !== undefined && { unit }) })),
      unrelated,
    ],
  }
}
