// What is measured of one run of an explorer: its moves, the plans that were written for it, and whether
// those serve grids they have not seen.
import type { Event } from '../../../agent/event.ts'
import { readPlans } from '../../../phases/generate/generate.ts'
import { planMeasures } from '../../../plans/agentspeak/judge/measures.ts'
import { rehearse } from '../../../plans/agentspeak/judge/rehearse.ts'
import { reachedWhen } from '../../../plans/agentspeak/judge/vocabulary.ts'
import type { Clause } from '../../../plans/agentspeak/program.ts'
import { parseTerm } from '../../../plans/agentspeak/reader.ts'
import type { Structure } from '../../../plans/agentspeak/term.ts'
import { type ExplorerWorld, explorerWorld } from './explorer.ts'
import { type Grid, randomGrid } from './grid.ts'
import { humanClauses } from './human-plans.ts'
import { writtenTexts } from './pras.ts'
import { explorerVocabulary } from './vocabulary.ts'

/**
 * The run by its events and its world as it was left. `seed` is that of the run. `human` is how many moves the
 * plans that people wrote take there.
 */
export async function measuresOf(
  events: readonly Event[],
  world: ExplorerWorld,
  seed: number,
): Promise<Readonly<Record<string, number>>> {
  const { clauses, invented } = writtenIn(events)
  const calls = events.filter(event => event.type === 'model-called')
  const attempts = calls.filter(({ purpose }) => purpose === 'generate').length
  const human = await movesOf(humanClauses(), world.grid, seed)
  const done = { moves: world.scenes().length - 1, attempts, ...(human !== undefined && { human }) }
  if (clauses.length === 0) return done
  const believed = [...world.scenes()[0]!.percepts].map(fact => parseTerm(fact) as Structure)
  const known = { vocabulary: explorerVocabulary, believed, library: [] }
  return {
    ...done,
    ...planMeasures({ clauses, invented }, known),
    ...(world.isHome() && { reuse: await reuseOf(clauses, world.grid.size, seed) }),
  }
}

/** What was written, all sets that were adopted together. */
function writtenIn(events: readonly Event[]) {
  const read = writtenTexts(events).map(text => readPlans(text).written)
  return {
    clauses: read.flatMap(({ clauses }) => clauses),
    invented: read.flatMap(({ invented }) => invented),
  }
}

// --- internal ---

/** Grids of this many kinds are tried, none of which a run of a bench has. */
const unseen = 10

async function reuseOf(clauses: readonly Clause[], size: number, seed: number): Promise<number> {
  let reached = 0
  for (let at = 0; at < unseen; at++) {
    const other = 1_000_000 + seed * unseen + at
    if ((await movesOf(clauses, randomGrid(size, other), other)) !== undefined) reached += 1
  }
  return reached / unseen
}

/** Moves that the plans take to lead home there; undefined where they do not. */
async function movesOf(
  clauses: readonly Clause[],
  grid: Grid,
  seed: number,
): Promise<number | undefined> {
  const goal = parseTerm('reach(home)') as Structure
  const holds = reachedWhen(goal, explorerVocabulary)
  const world = explorerWorld({ grid, seed })
  const { fault } = await rehearse({ clauses, goal, holds, world, limit: longest })
  return fault === undefined ? world.scenes().length - 1 : undefined
}

/** Actions after which a run is given up. */
const longest = 2_000
