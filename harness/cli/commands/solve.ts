// `intend solve`: a plan for a PDDL problem, found by the planner or written by an agent's model and
// acted in the problem's world; every plan that is printed has been judged by the validator.

import { harmless, printJson } from '../../terminal/plain-text.ts'
import type { PddlFiles } from '../../worlds/pddl-files.ts'
import {
  type Command,
  CommandError,
  type ExitCode,
  exit,
  type Surroundings,
  usage,
} from '../command.ts'
import { chosenModel, modelOptions } from '../options/model-options.ts'

export const solve: Command = {
  name: 'solve',
  about: 'find a plan for a PDDL problem: one (action arguments) a line on stdout',
  arguments: [
    { name: 'domain', about: 'a file with a PDDL domain' },
    { name: 'problem', about: 'a file with a problem of it' },
  ],
  options: [
    {
      flags: '--agent <name>',
      about: 'have an agent do it, such as compiler (default: the planner)',
    },
    // its seconds are those of the search
    ...modelOptions.filter(option => option.flags !== '--max-seconds <number>'),
    { flags: '--optimal', about: 'go on until no plan is cheaper' },
    {
      flags: '--max-seconds <number>',
      about: 'seconds to search (default: 1 after which the first plan counts)',
    },
    { flags: '--json', about: 'the plan with what it took as one line of JSON' },
    { flags: '--events', about: 'with --agent: every event as a line of JSON, the result last' },
    { flags: '--quiet', about: 'nothing on stderr but errors' },
    { flags: '--no-color', about: 'no colours' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run([domain, problem], options, around) {
    if (domain === undefined || problem === undefined)
      throw usage('name a domain and a problem: intend solve DOMAIN PROBLEM')
    if (options.agent === undefined && options.model !== undefined)
      throw usage('--model needs an agent; write --agent compiler as well')
    const seconds = secondsOf(options.maxSeconds as string | undefined)
    const { readPddlFiles } = await import('../../worlds/pddl-files.ts')
    const files = readPddlFiles(domain, problem, around.folder)
    if (options.agent === undefined) return bySearch(files, { seconds, options, around })
    if (options.optimal === true)
      throw usage('an agent does not look for the cheapest plan; leave out --agent or --optimal')
    const { maxSeconds: _, ...asked } = options
    const [{ solveByAgent }, model] = await Promise.all([
      import('../../planbench/solve-by-agent.ts'),
      chosenModel(asked, around),
    ])
    return solveByAgent(files, {
      agent: options.agent as string,
      model,
      seconds,
      json: options.json === true,
      events: options.events === true,
      quiet: options.quiet === true,
      color: options.color !== false,
      around,
    })
  },
}

// --- internal ---

interface Searching {
  readonly seconds: number | undefined
  readonly options: Readonly<Record<string, unknown>>
  readonly around: Surroundings
}

/** Seconds for a better plan than the first, when nobody says how many. */
const patience = 1

async function bySearch({ task }: PddlFiles, searching: Searching): Promise<ExitCode> {
  const { seconds, options, around } = searching
  const [{ solveInWorker }, { validatePlan }, { printPlan }] = await Promise.all([
    import('../../../plans/pddl/search/worker.ts'),
    import('../../../plans/pddl/judge/validate.ts'),
    import('../../../plans/pddl/syntax/print.ts'),
  ])
  const tell = (text: string) => options.quiet !== true && around.stderr.write(`${text}\n`)
  const signal = around.interrupted
  const search = (limits: Parameters<typeof solveInWorker>[1]) =>
    solveInWorker(task, {
      ...limits,
      signal,
      onProgress: ({ kind, plan, cost, seconds, expanded, operators }) =>
        tell(
          kind === 'plan'
            ? `a plan of ${plan?.length} steps, cost ${cost}, after ${seconds.toFixed(2)} s`
            : `${operators} actions are possible at all; ${expanded} situations seen`,
        ),
    })
  const limited = seconds ?? (options.optimal === true ? undefined : patience)
  const first = await search({
    mode: options.optimal === true ? 'optimal' : 'anytime',
    ...(limited !== undefined && { seconds: limited }),
  })
  const patient = first.status === 'stopped' && first.reason === 'time' && seconds === undefined
  const result = patient ? await search({ mode: 'first' }) : first
  if (signal.aborted && result.status !== 'solved')
    throw new CommandError('interrupted before a plan was found', exit.interrupted)
  if (result.status !== 'solved') {
    const { unsolvable } = await import('../../../phases/planning/planning.ts')
    const reason =
      result.status === 'unsolvable'
        ? unsolvable(result.certificate)
        : `no plan was found within the limits (${result.reason}); allow more with --max-seconds`
    if (options.json === true)
      around.stdout.write(`${printJson({ plan: null, reason, ...result })}\n`)
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

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return seconds
  throw usage(`--max-seconds takes a number of seconds up to 86400, not "${text}"`)
}
