// `intend solve`: a plan for a PDDL problem, found by the planner or written by an agent's model and
// acted in the problem's world; every plan that is printed has been judged by the validator.
import { given } from '../../../../plans/given.ts'
import { validatePlan } from '../../../../plans/pddl/judge/validate.ts'
import { unsolvable } from '../../../../plans/pddl/search/certificate.ts'
import { solveInWorker } from '../../../../plans/pddl/search/worker.ts'
import { printPlan } from '../../../../plans/pddl/syntax/print.ts'
import type { StopReason } from '../../../../plans/pddl/task/limits.ts'
import { harmless, printJson } from '../../../terminal/plain-text.ts'
import { type PddlFiles, readPddlFiles } from '../../../worlds/pddl-files.ts'
import {
  type Command,
  CommandError,
  type CommandOptions,
  type ExitCode,
  exit,
  type Options,
  refuseGiven,
  type Surroundings,
  usage,
  without,
} from '../../command.ts'
import { numberOf } from '../../options/numbers.ts'
import { showingOf, teller } from '../../options/showing.ts'
import { modelOptions } from '../../options/spelled.ts'

const ofAgents: CommandOptions = {
  // its seconds are those of the search
  ...without(modelOptions, /^--max-seconds/),
  '--events': 'with --agent: every event as a line of JSON, the result last',
}

export const solve: Command = {
  name: 'solve',
  about: 'find a plan for a PDDL problem: one (action arguments) a line on stdout',
  arguments: {
    domain: 'a file with a PDDL domain',
    problem: 'a file with a problem of it',
  },
  options: {
    '--agent <name>': 'compiler: have this agent do it (default: the planner)',
    ...ofAgents,
    '--optimal': 'search until no plan is cheaper',
    '--first': 'stop at the first plan',
    '--max-seconds <number>':
      'seconds for all of it (default: until a plan is there and no better one comes for 1)',
    '--max-memory <megabytes>': 'memory for the search (default: 1024)',
    '--json': 'the plan and what it took, as one line of JSON',
    '--quiet': 'nothing on stderr but errors',
    '--no-color': 'no colours',
  },
  async run([domain, problem], options, around) {
    if (domain === undefined || problem === undefined)
      throw usage('name a domain and a problem: intend solve DOMAIN PROBLEM')
    if (!['compiler', undefined].includes(options.agent as string | undefined))
      throw usage('of the agents it is compiler that solves PDDL problems; write --agent compiler')
    if (options.agent === undefined)
      refuseGiven(options, ofAgents, 'for an agent: add --agent compiler')
    const seconds = numberOf('--max-seconds', options.maxSeconds, upTo(86_400, 'seconds'))
    const megabytes = numberOf('--max-memory', options.maxMemory, upTo(1_048_576, 'megabytes'))
    if (options.optimal === true && options.first === true)
      throw usage('the first plan is rarely the cheapest; leave out --first or --optimal')
    const files = readPddlFiles(domain, problem, around.folder, teller(options, around))
    if (options.agent === undefined) return bySearch(files, { seconds, megabytes, options, around })
    if (options.optimal === true)
      throw usage('an agent does not look for the cheapest plan; leave out --agent or --optimal')
    // what reaches a model is a thousand files: the planner does not wait for them
    const [{ chosenModel }, { solveByAgent }] = await Promise.all([
      import('../../options/model-options.ts'),
      import('../../../planbench/solve-by-agent.ts'),
    ])
    const { maxSeconds: _, ...asked } = options
    const model = await chosenModel(asked, around)
    return solveByAgent(files, { model, seconds, around, ...showingOf(options) })
  },
}

// --- internal ---

interface Searching {
  readonly seconds: number | undefined
  readonly megabytes: number | undefined
  readonly options: Options
  readonly around: Surroundings
}

/** Seconds to wait for a better plan, when nobody says how many in all. */
const patience = 1

async function bySearch({ task }: PddlFiles, searching: Searching): Promise<ExitCode> {
  const { seconds, megabytes, options, around } = searching
  const tell = teller(options, around)
  const signal = around.interrupted
  const mode = options.optimal === true ? 'optimal' : options.first === true ? 'first' : 'anytime'
  const result = await solveInWorker(task, {
    mode,
    signal,
    ...given({ seconds, megabytes, patience: seconds === undefined ? patience : undefined }),
    onProgress: ({ kind, plan, cost, seconds, expanded, operators }) =>
      tell(
        kind === 'plan'
          ? `a plan of length ${plan?.length}, cost ${cost}, after ${seconds.toFixed(2)} s`
          : `possible actions: ${operators}; situations seen: ${expanded}`,
      ),
  })
  if (signal.aborted && result.status !== 'solved')
    throw new CommandError('interrupted before a plan was found', exit.interrupted)
  if (result.status !== 'solved') {
    const reason =
      result.status === 'unsolvable'
        ? `${unsolvable(result.certificate)}${costly(task) ? '; an action whose cost the problem does not state cannot be carried out' : ''}`
        : stopReasons[result.reason]
    if (options.json === true)
      around.stdout.write(`${printJson({ plan: null, ...result, reason })}\n`)
    else around.stderr.write(`intend: ${harmless(reason)}\n`)
    return exit.notSatisfied
  }
  const verdict = validatePlan(task, result.plan)
  if (!verdict.valid) throw new Error(`the planner found what is no plan: ${verdict.message}`)
  const { plan, length, cost, optimal, bound, expanded } = result
  const lines = printPlan(plan).trimEnd().split('\n').filter(Boolean)
  const took = { length, cost, expanded, seconds: result.seconds, optimal, bound }
  if (options.json === true) around.stdout.write(`${printJson({ plan: lines, ...took })}\n`)
  else around.stdout.write(printPlan(plan))
  return signal.aborted ? exit.interrupted : exit.satisfied
}

/** Whether costs are functions that the problem gives values. */
const costly = ({ domain, problem }: PddlFiles['task']) =>
  problem.minimizeCost && domain.functions.some(({ name }) => name !== 'total-cost')

const stopReasons: Readonly<Record<StopReason, string>> = {
  time: 'no plan was found within the time; allow more with --max-seconds',
  memory: 'no plan was found within the memory; allow more with --max-memory',
  expansions: 'no plan was found within the situations that may be seen',
  aborted: 'interrupted before a plan was found',
}

const upTo = (most: number, unit: string) => ({
  what: `a number of ${unit} up to ${most}`,
  least: Number.MIN_VALUE,
  most,
})
