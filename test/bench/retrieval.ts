// How retrieval grows with the library: building, exact answers, shortlists and adding one plan.
import { identify } from '../../plans/identify.ts'
import type { Plan } from '../../plans/plan.ts'
import { createIndex, type PlanQuery } from '../../plans/retrieval.ts'
import { asProgram, type Bench, type Given, rounded } from './bench.ts'

export const retrieval: Bench = {
  name: 'retrieval',
  about: 'plan libraries of growing size: building, exact answers, shortlists, adding a plan',
  usage: '[SIZE...] or [--sizes 100,10000,100000]',
  options: { sizes: { type: 'string', default: '100,10000,100000' } },
  missing: given => {
    const wrong = sizesOf(given).find(size => !Number.isInteger(size) || size < 1)
    return wrong === undefined ? undefined : 'a size is a positive whole number, such as 10000'
  },
  run: async given => ({ unit: 'ms', tables: { 'by plans': sizesOf(given).map(measure) } }),
}

if (import.meta.main) await asProgram(retrieval)

// --- internal ---

function sizesOf({ flags, rest }: Given): readonly number[] {
  return (rest.length > 0 ? rest : String(flags.sizes).split(',')).map(Number)
}

function measure(size: number) {
  const random = createRandom(size)
  const plans = Array.from({ length: size }, () => samplePlan(random))
  const begun = performance.now()
  const index = createIndex(plans)
  const build = performance.now() - begun
  const known = Array.from({ length: 200 }, () => queryFor(plans[random(size)]!))
  const near = known.map(query => ({ ...query, type: `${query.type}_variant` }))
  const added = Array.from({ length: 200 }, () => samplePlan(random))
  const missed = known.filter(query => index.shortlist(query).exact.length === 0).length
  if (missed > 0) throw new Error(`${missed} of the known plans were not found exactly`)
  return {
    plans: size,
    build: rounded(build),
    ...spread('exact', known, query => index.exact(query)),
    ...spread('shortlist', near, query => index.shortlist(query)),
    ...spread('add', added, plan => index.add(plan)),
    heapMB: Math.round(process.memoryUsage().heapUsed / 1e6),
  }
}

function spread<T>(name: string, inputs: readonly T[], work: (input: T) => unknown) {
  const times = inputs.map(input => {
    const begun = performance.now()
    work(input)
    return performance.now() - begun
  })
  times.sort((a, b) => a - b)
  const at = (share: number) => rounded(times[Math.floor(share * (times.length - 1))]!)
  return { [`${name}P50`]: at(0.5), [`${name}P95`]: at(0.95) }
}

/** Words whose frequency falls with their rank, as in any language. */
function word(random: (below: number) => number): string {
  const rank = Math.floor(3000 ** (random(1_000_000) / 1_000_000)) - 1
  return `w${rank.toString(36)}`
}

function samplePlan(random: (below: number) => number): Plan {
  const some = (count: number) => Array.from({ length: count }, () => word(random))
  const parameters = [...new Set(some(2 + random(2)).map(w => `${w}_amount`))]
  const output = `${word(random)}_result`
  return identify(
    {
      intentionType: some(3).join('_'),
      goal: `establish {${output}}`,
      contextConditions: [
        `task requires a value for the ${some(2).join(' ')}`,
        `task provides the ${some(2).join(' ')}`,
      ],
      parameters: parameters.map(role => ({ role })),
      steps: [
        {
          id: 's1',
          kind: 'compute',
          description: `compute {${output}}`,
          deps: [],
          reads: parameters,
          writes: [{ role: output }],
          postcondition: `ground_belief(${output}) is known`,
        },
      ],
    },
    { agent: 'bench', model: 'none', createdAt: '', seenQuestions: [] },
    {},
  )
}

function queryFor(plan: Plan): PlanQuery {
  return {
    type: plan.intentionType,
    schemaBeliefs: [...plan.contextConditions, 'the answer is a number'],
    roles: [...plan.parameters.map(({ role }) => ({ role })), { role: 'unrelated' }],
  }
}

/** The same numbers in every run (Park and Miller). */
function createRandom(seed: number): (below: number) => number {
  let state = (seed % 2147483646) + 1
  return below => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}
