// Plans as models write them, any number of them and the same in every run: for measuring.
import { identify } from '../../plans/identify.ts'
import type { Plan, PlanDraft, Role } from '../../plans/plan.ts'

/** A whole number from 0 up to and without `below`. */
export type Random = (below: number) => number

/** The same numbers in every run (Park and Miller). */
export function createRandom(seed: number): Random {
  let state = (seed % 2147483646) + 1
  return below => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}

/** A plan of one to three operations over realistic roles, with the boilerplate that every plan has. */
export function samplePlan(random: Random): Plan {
  const operations = distinct(
    1 + random(3),
    () => operationNames[common(operationNames.length, random)]!,
  )
  const inputs = distinct(2 + random(3), () => roleName(random))
  const parameters = inputs.map((role, i): Role => {
    const unit = units[i % units.length]!
    return random(3) === 0 ? { role, unit } : { role }
  })
  const source = sources[random(sources.length)]!
  const contextConditions = [
    `task requires ${source}`,
    ...operations.map(
      name => `task requires ${operationWords[name]!(nounOf(inputs[0]!), nounOf(inputs[1]!))}`,
    ),
    ...(random(3) > 0 ? ['task requires rounding the result to a given number of decimals'] : []),
    'task requires computing a result from given values',
  ]
  const draft: PlanDraft = {
    intentionType: [...operations, ...(random(2) === 0 ? [nounOf(inputs[0]!)] : [])].join('_'),
    goal: `Establish the result of ${operations.join(' and ')} over ${inputs.join(', ')} as final_answer`,
    contextConditions,
    parameters,
    steps: stepsOf(operations, inputs),
  }
  const stats = { [`run-${random(50)}`]: countsOf(random) }
  return identify(draft, { agent: 'bench', model: 'none', createdAt: '', seenQuestions: [] }, stats)
}

// --- internal ---

function stepsOf(operations: readonly string[], inputs: readonly string[]): PlanDraft['steps'] {
  const steps: PlanDraft['steps'] = operations.map((name, i) => ({
    id: `s${i + 1}`,
    kind: 'compute',
    description: `${name} the values read before`,
    deps: i === 0 ? [] : [`s${i}`],
    reads: i === 0 ? [...inputs] : [`${operations[i - 1]}_result`],
    writes: [{ role: `${name}_result`, type: 'number' }],
    postcondition: `ground_belief(${name}_result) is known`,
  }))
  const last = `${operations.at(-1)}_result`
  return [
    ...steps,
    {
      id: `s${steps.length + 1}`,
      kind: 'synthesize',
      description: `give ${last} as the answer`,
      deps: [`s${steps.length}`],
      reads: [last],
      writes: [{ role: 'final_answer' }],
      action: { expression: last },
      postcondition: 'ground_belief(final_answer) is known',
    },
  ]
}

function countsOf(random: Random) {
  const [successCount, failureCount] = [random(8), random(4)]
  return {
    useCount: successCount + failureCount,
    successCount,
    failureCount,
    judgedRight: random(successCount + 1),
    judgedWrong: random(failureCount + 1),
  }
}

function distinct(count: number, make: () => string): readonly string[] {
  const made = new Set<string>()
  while (made.size < count) made.add(make())
  return [...made]
}

/** Small numbers far more often than large ones, as words in any language. */
function common(below: number, random: Random): number {
  return Math.floor(below ** (random(1_000_000) / 1_000_000)) - 1
}

function roleName(random: Random): string {
  const qualifier = qualifiers[common(qualifiers.length, random)]!
  return `${qualifier}${nouns[common(nouns.length, random)]!}`
}

const nounOf = (role: string) => role.split('_').at(-1)!

const units = ['km', 'km/h', 'EUR', 'h', 'kg']

const sources = [
  'reading a table from an attached file',
  'retrieving a value from a specified external source',
  'values that are all given in the question',
  'searching a collection of documents for a passage',
]

const operationWords: Readonly<Record<string, (a: string, b: string) => string>> = {
  sum: (a, b) => `summing the ${a} values and the ${b} values`,
  divide: (a, b) => `dividing a ${a} by a ${b}`,
  subtract: (a, b) => `subtracting a ${b} from a ${a}`,
  multiply: (a, b) => `multiplying a ${a} by a ${b}`,
  mean: a => `the arithmetic mean of several ${a} values`,
  maximum: a => `finding the largest ${a}`,
  minimum: a => `finding the smallest ${a}`,
  count: a => `counting the rows whose ${a} meets a condition`,
  percentage: (a, b) => `expressing a ${a} as a percentage of a ${b}`,
  change: (a, b) => `the percent change from one ${a} to a later ${b}`,
  filter: a => `keeping only the rows with a given ${a}`,
  sort: a => `ordering the rows by ${a}`,
  median: a => `the median of a column of ${a} values`,
  group: (a, b) => `summing the ${a} per group of ${b}`,
  convert: a => `converting a ${a} to the unit asked for`,
  join: (a, b) => `joining rows of two tables by ${a} and ${b}`,
  dates: (a, b) => `counting the days between a ${a} date and a ${b} date`,
  ratio: (a, b) => `the ratio of a looked-up ${a} to a looked-up ${b}`,
  rank: a => `ranking entries by ${a}`,
  compound: a => `growing a ${a} by a rate over several periods`,
}
const operationNames = Object.keys(operationWords)

const qualifiers =
  `first_ second_ total_ filter_ unit_ target_ initial_ final_ base_ third_ daily_ hourly_
  given_ start_ end_ lower_ upper_ net_ gross_ known_ reference_ monthly_ yearly_ old_ new_`.split(
    /\s+/,
  )

const nouns =
  `distance speed price rate column value date share amount duration time entity quantity cost
  weight file category threshold discount height length count year volume capacity area tax fee salary
  temperature width depth score population balance interest principal mass density energy power
  pressure frequency angle flow stock demand supply yield dose portion wage budget expense revenue profit
  margin income loss gain age level stage size place period interval limit allowance surcharge toll fare
  mileage consumption output input payload reserve deposit premium bonus deduction refund rent load`.split(
    /\s+/,
  )
