// From a simulation's folder to its summary on stdout: what `simulate` and `resume` share. One process at a
// time works in the folder.

import { join } from 'node:path'
import { type BenchAnswering, openShared } from '../bench/answer-bench.ts'
import { attended, printSummary, summaryFile, wayOn } from '../bench/experiment.ts'
import { createBenchWatch } from '../bench/watch/bench-watch.ts'
import type { Shared } from '../bench/work.ts'
import { type ExitCode, exit } from '../cli/command.ts'
import { wilson } from '../measure/statistics.ts'
import { writeWhole } from '../run/folders.ts'
import { harmless } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import type { Screen } from '../terminal/screen.ts'
import { runRounds } from './round.ts'
import { type Round, type SimulationSummary, simulationTable } from './round-result.ts'
import { plansFile, type SimulationFolder } from './simulation-folder.ts'
import { readContent, saveContent } from './snapshot.ts'

/**
 * Carries out the rounds that are missing and prints the summary. Exit code 1 when a plan holds what
 * belongs to a question, or the budget was used up. Rejects with a CommandError when it is
 * interrupted or the model cannot be asked at all; the simulation is kept for `resume`.
 */
export function simulate(
  folder: SimulationFolder,
  { suite, jobs, ...attending }: BenchAnswering,
): Promise<ExitCode> {
  return attended(folder, attending, async (screen, stopping) => {
    const { env } = attending.around
    // libraries and memories are each question's own
    const shared = await openShared({ ...folder.simulation, plans: undefined }, env, folder)
    const total = suite.questions.length
    introduce(folder, shared, { screen, total })
    const rounds = await runRounds({
      folder,
      suite,
      shared,
      jobs,
      stopping,
      env,
      watch: (before, number) => {
        screen.show([headline('round', `${number} of ${folder.simulation.rounds}`, screen)])
        return createBenchWatch(screen, { total, before })
      },
      onStatus: screen.status,
      onRound: ({ decisions }) =>
        screen.show(
          decisions.map(({ plan, decision, reason }) =>
            headline('review', `${decision} ${plan}: ${harmless(reason)}`, screen),
          ),
        ),
    })
    const summary = await summaryOf(folder, rounds, total)
    screen.close()
    printSummary(summary, () => simulationTable(summary), attending)
    return ending(folder, summary, shared, screen)
  }).finally(jobs.close)
}

// --- internal ---

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
  const file = plansFile(folder, rounds.length)
  const last = readContent(file)
  const summary: SimulationSummary = {
    set,
    agent,
    model,
    mode: 'simulation',
    refine,
    revealExpected,
    keepBeliefs,
    parallel,
    total,
    cumulative,
    cumulativeAccuracy: total === 0 ? 0 : cumulative / total,
    interval: wilson(cumulative, total),
    plansAtStart: readContent(plansFile(folder, 0)).plans.size,
    plansAtEnd: last.plans.size,
    rounds: [...rounds],
    run: folder.path,
  }
  await saveContent(join(folder.path, 'plans.json'), last, file)
  const leaked = rounds.some(({ leaks }) => leaks.length > 0)
  if (rounds.length === folder.simulation.rounds || leaked) writeWhole(summaryFile(folder), summary)
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
  const why = model.budget?.ended() ?? 'the simulation was ended'
  const over = `${rounds.length} of ${simulation.rounds} rounds are over`
  screen.warn(`${why}; ${over}, ${wayOn(name, simulation.budget)}`)
  return exit.notSatisfied
}
