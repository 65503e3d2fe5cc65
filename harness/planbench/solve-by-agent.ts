// A PDDL problem given to an agent: it compiles a plan with its model and acts it in the problem's
// world. What came of it, with attempts, errors, tokens and time, is read from the events.
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { openModel } from '../../agent/llm/models.ts'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { printPlan } from '../../plans/pddl/syntax/print.ts'
import { type ExitCode, exit, type Surroundings } from '../cli/command.ts'
import type { ChosenModel } from '../cli/options/model-options.ts'
import type { Showing } from '../run/answer.ts'
import { harmless, printJson } from '../terminal/plain-text.ts'
import { createProgress, headline } from '../terminal/progress.ts'
import { createScreen } from '../terminal/screen.ts'
import { pddlWorld } from '../worlds/pddl.ts'
import type { PddlFiles } from '../worlds/pddl-files.ts'
import { stopOn } from '../worlds/stop.ts'
import { planningOf } from './planning.ts'

interface AgentSolving extends Omit<Showing, 'verbose'> {
  readonly model: ChosenModel
  /** Seconds after which the agent is stopped. */
  readonly seconds: number | undefined
  readonly around: Surroundings
}

/**
 * Has an agent solve the problem; prints what it did, one action a line. Rejects with a CommandError
 * when it is interrupted or its model cannot be asked at all.
 */
export async function solveByAgent(files: PddlFiles, solving: AgentSolving): Promise<ExitCode> {
  const { around, json, events: allEvents } = solving
  const screen = createScreen(around, { ...solving, live: false })
  const progress = createProgress(screen)
  const events: Event[] = []
  const { spec, settings } = solving.model
  const { provider, notice } = await openModel(spec, around.env, settings)
  const stopping = stopOn(around.interrupted, solving.seconds)
  const world = pddlWorld(files)
  const agent = await createAgent({
    agent: 'compiler',
    model: provider,
    world,
    tools: [],
    limits: solving.seconds === undefined ? {} : { searchSeconds: solving.seconds },
    onEvent: (event, state) => {
      events.push(event)
      if (allEvents) around.stdout.write(`${printJson(event)}\n`)
      screen.show(progress(event, state))
      if (event.type === 'plan-selected' && event.plan.origin.reason !== undefined)
        screen.show([headline('', event.plan.origin.reason, screen)])
      stopping.heed(event)
    },
  })
  if (notice !== undefined) screen.show([harmless(notice)])
  const { task, ...texts } = files
  const text = `Solve the problem ${task.problem.name}.`
  const perception = { kind: 'goal', text, data: texts, source: 'user' } as const
  const work = agent.ask(perception, { signal: stopping.signal })
  await stopping.during(work).finally(agent.close)
  const solved = outcome(events, world)
  if (allEvents) around.stdout.write(`${printJson({ type: 'solved', ...solved })}\n`)
  else if (json) around.stdout.write(`${printJson(solved)}\n`)
  else around.stdout.write(solved.satisfied ? printPlan(world.acts()) : '')
  if (!solved.satisfied) screen.warn(`intend: ${solved.reason}`)
  return solved.satisfied ? exit.satisfied : exit.notSatisfied
}

// --- internal ---

function outcome(events: readonly Event[], world: ReturnType<typeof pddlWorld>) {
  const record = events.findLast(event => event.type === 'intention-recorded')?.record
  if (!record) throw new Error('the agent ended without a record of its intention')
  const { satisfied, reason = '', cycles, usage, seconds } = record
  const selected = events.filter(event => event.type === 'plan-selected')
  const plan = printPlan(world.acts()).trimEnd().split('\n').filter(Boolean)
  const { length, attempts, refused } = planningOf(events, plan.length)
  return {
    satisfied,
    reason,
    /** What was done in the world, one action each, and the validator's word on exactly that. */
    plan,
    valid: validatePlan(world.task, world.acts()).valid,
    length,
    /** Who wrote each plan that was acted on. */
    written: selected.map(event => event.plan.origin.reason ?? event.plan.origin.model),
    attempts,
    refused,
    cycles,
    usage,
    seconds,
  }
}
