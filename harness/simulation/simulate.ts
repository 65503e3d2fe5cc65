// From a simulation's folder to its summary on stdout: what `simulate` and `resume` share. One process at a
// time works in the folder.

import { join } from 'node:path'
import { agentNamed } from '../../agent/agents/agents.ts'
import { openModel } from '../../agent/llm/models.ts'
import { openTools } from '../../agent/toolset.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { createBenchWatch } from '../bench/watch.ts'
import type { Shared, Suite } from '../bench/work.ts'
import { CommandError, type ExitCode, exit, type Surroundings } from '../cli/command.ts'
import { wilson } from '../measure/statistics.ts'
import { lockRun, searchCacheOf, writeWhole } from '../run/runs.ts'
import { harmless, printJson } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import { createScreen, type Screen } from '../terminal/screen.ts'
import { runRounds } from './round.ts'
import { type Round, type SimulationSummary, simulationTable } from './round-result.ts'
import {
  plansFile,
  type SimulationFolder,
  simulationSummaryFile,
  spentInSimulation,
} from './simulation-folder.ts'
import { readContent, saveContent } from './snapshot.ts'

export interface SimulationAnswering {
  readonly suite: Suite
  readonly showing: { readonly json: boolean; readonly quiet: boolean; readonly color: boolean }
  readonly around: Surroundings
}

/**
 * Carries out the rounds that are missing and prints the summary. Exit code 1 when a plan holds what
 * belongs to a question, or the budget was used up. Rejects with a CommandError when it is
 * interrupted or the model cannot be asked at all; the simulation is kept for `resume`.
 */
export async function simulate(
  folder: SimulationFolder,
  { suite, showing, around }: SimulationAnswering,
): Promise<ExitCode> {
  const screen = createScreen(around, { ...showing, live: true })
  const stopping = new AbortController()
  const onInterrupt = () => stopping.abort(interruption(folder))
  around.interrupted.addEventListener('abort', onInterrupt, { once: true })
  if (around.interrupted.aborted) onInterrupt()
  const release = await lockRun(folder, error => stopping.abort(error))
  try {
    const shared = await openParts(folder, around.env)
    introduce(folder, shared, { screen, total: suite.questions.length })
    const rounds = await runRounds({
      ...{ folder, suite, shared, stopping, env: around.env },
      watch: (before, number) => {
        screen.show([headline('round', `${number} of ${folder.simulation.rounds}`, screen)])
        return createBenchWatch(screen, { total: suite.questions.length, before })
      },
      onStatus: screen.status,
      onRound: ({ decisions }) =>
        screen.show(
          decisions.map(({ plan, decision, reason }) =>
            headline('review', `${decision} ${plan}: ${harmless(reason)}`, screen),
          ),
        ),
    })
    const summary = await summaryOf(folder, rounds, suite.questions.length)
    screen.close()
    if (showing.json) around.stdout.write(`${printJson(summary)}\n`)
    else around.stdout.write(`${simulationTable(summary).join('\n')}\n`)
    return ending(folder, summary, shared, screen)
  } finally {
    screen.close()
    around.interrupted.removeEventListener('abort', onInterrupt)
    await release()
  }
}

// --- internal ---

/** What all questions share; libraries and memories are each question's own. What was used before counts. */
async function openParts(folder: SimulationFolder, env: Surroundings['env']): Promise<Shared> {
  const { model, settings, budget, agent, corpus, allowHosts, folder: home } = folder.simulation
  try {
    agentNamed(agent)
    const spent = budget && spentInSimulation(folder)
    const opened = await openModel(model, env, { ...settings, ...(budget && { budget }) }, spent)
    const network = opened.network ?? false
    const searchCache = searchCacheOf(home)
    const tools = await openTools({ corpus, env, network, allowHosts, searchCache })
    return { model: opened, library: memoryLibrary(), tools }
  } catch (error) {
    throw new CommandError((error as Error).message, exit.configuration, { cause: error })
  }
}

function introduce(
  { name, simulation }: SimulationFolder,
  { model }: Shared,
  { screen, total }: { readonly screen: Screen; readonly total: number },
): void {
  const { rounds, parallel } = simulation
  screen.show([
    model.notice === undefined
      ? headline('model', model.provider.name, screen)
      : harmless(model.notice),
    headline(
      'simulate',
      `${name}: ${total} questions, ${rounds} rounds, ${parallel} at once`,
      screen,
    ),
  ])
}

/** The summary; written, with the library beside it, once all rounds are over. */
async function summaryOf(
  folder: SimulationFolder,
  rounds: readonly Round[],
  total: number,
): Promise<SimulationSummary> {
  const { set, agent, model, refine, revealExpected, keepBeliefs, parallel } = folder.simulation
  const cumulative = rounds.at(-1)?.cumulative ?? 0
  const last = readContent(plansFile(folder, rounds.length))
  const summary: SimulationSummary = {
    ...{ set, agent, model, mode: 'simulation', refine, revealExpected, keepBeliefs, parallel },
    ...{ total, cumulative, cumulativeAccuracy: total === 0 ? 0 : cumulative / total },
    interval: wilson(cumulative, total),
    plansAtStart: readContent(plansFile(folder, 0)).plans.size,
    plansAtEnd: last.plans.size,
    rounds: [...rounds],
    run: folder.path,
  }
  await saveContent(join(folder.path, 'plans.json'), last)
  const leaked = rounds.some(({ leaks }) => leaks.length > 0)
  if (rounds.length === folder.simulation.rounds || leaked)
    writeWhole(simulationSummaryFile(folder), summary)
  return summary
}

function ending(
  { name, simulation }: SimulationFolder,
  { rounds }: SimulationSummary,
  { model }: Shared,
  screen: Screen,
): ExitCode {
  const leaks = rounds.flatMap(each => each.leaks)
  for (const { message } of leaks) screen.warn(`leak: ${message}`)
  if (leaks.length > 0) return exit.notSatisfied
  if (rounds.length === simulation.rounds) return exit.satisfied
  const flags = Object.keys(simulation.budget ?? {}).map(limit => ` --max-${limit} MORE`)
  const why = model.budget?.ended() ?? 'the simulation was ended'
  screen.warn(
    `${why}; ${rounds.length} of ${simulation.rounds} rounds are over, go on with: intend resume ${name}${flags.join('')}`,
  )
  return exit.notSatisfied
}

const interruption = ({ name }: SimulationFolder) =>
  new CommandError(`interrupted; go on with: intend resume ${name}`, exit.interrupted)
