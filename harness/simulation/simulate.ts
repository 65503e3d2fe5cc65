// From a simulation's folder to its summary on stdout: what `simulate` and `resume` share.
import { join } from 'node:path'
import { type Attended, perform } from '../bench/perform.ts'
import { openShared } from '../bench/shared.ts'
import type { Suite } from '../bench/work.ts'
import type { ExitCode } from '../cli/command.ts'
import { harmless } from '../terminal/plain-text.ts'
import { headline } from '../terminal/progress.ts'
import { counted } from '../terminal/spending.ts'
import { runRounds } from './round.ts'
import { type Round, simulationSummary, simulationTable } from './round-result.ts'
import { plansFile, type SimulationFolder } from './simulation-folder.ts'
import { readContent, saveContent } from './snapshot.ts'

/**
 * Carries out the rounds that are missing and prints the summary, as `perform` does. The library that came
 * of them is `plans.json` in the folder. A plan that holds what belongs to a question is a fault.
 */
export function simulate(
  folder: SimulationFolder,
  { suite, ...attended }: Attended & { readonly suite: Suite },
): Promise<ExitCode> {
  const { simulation, name, path } = folder
  return perform(folder, simulation.budget, attended, async work => {
    const { screen, env } = work
    // libraries and memories are each question's own
    const shared = await openShared({ ...simulation, plans: undefined }, env, folder)
    const { notice, provider, budget } = shared.model
    const total = suite.questions.length
    const about = `${name}: ${counted(total, 'question')}, ${counted(simulation.rounds, 'round')}, ${simulation.parallel} at once`
    screen.show([
      notice === undefined ? headline('model', provider.name, screen) : harmless(notice),
      headline('simulate', about, screen),
    ])
    const rounds: Round[] = []
    for await (const round of runRounds({ ...work, folder, suite, shared })) {
      rounds.push(round)
      screen.show(
        round.decisions.map(({ plan, decision, reason }) =>
          headline('review', `${decision} ${plan}: ${harmless(reason)}`, screen),
        ),
      )
    }
    const file = plansFile(folder, rounds.length)
    const last = readContent(file)
    await saveContent(join(path, 'plans.json'), last, file)
    const summary = simulationSummary(folder, rounds, {
      total,
      plansAtStart: readContent(plansFile(folder, 0)).plans.size,
      plansAtEnd: last.plans.size,
    })
    const faults = rounds.flatMap(({ leaks }) => leaks.map(({ message }) => `leak: ${message}`))
    const over = rounds.length === simulation.rounds || faults.length > 0
    const why = `${budget?.ended() ?? 'it was ended'}; ${rounds.length} of ${simulation.rounds} rounds are over`
    const lines = (width: number) => simulationTable(summary, width)
    return { summary, lines, faults, left: over ? undefined : why }
  })
}
