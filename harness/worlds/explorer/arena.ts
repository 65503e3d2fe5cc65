// The explorer as a world that a bench plays: the runs of a matrix, each on a grid of its own.
import type { Asking } from '../../../agent/embedded.ts'
import type { PromptKind } from '../../../phases/generate/contract.ts'
import type { ArenaKind, Episode } from '../arena.ts'
import { type Cell, explorerOptions, readOptions } from './asked.ts'
import { type ExplorerWorld, explorerWorld } from './explorer.ts'
import { type Grid, paperGrid, randomGrid } from './grid.ts'
import { measuresOf } from './measure.ts'
import { prasJudge } from './pras.ts'
import { generationCells } from './sums.ts'
import { generationTable } from './table.ts'
import { explorerVocabulary } from './vocabulary.ts'

export const explorer: ArenaKind = {
  name: 'explorer',
  about:
    'a grid with obstacles and a hidden home, where plans are written: --size, --runs, --told, --models, --temperatures, --judge',
  agent: 'agentspeak',
  options: explorerOptions,
  seeded: true,
  open: async (options, around) => {
    const { size, runs, cells, verify, judge, seed = around.seed ?? 1 } = readOptions(options)
    const episodes = cells.flatMap(cell =>
      Array.from({ length: runs }, (_, at) => {
        const own = seed * 1_000 + at
        const id = `${Object.values(cell.under).join('/')}-${at + 1}`
        return episodeOn(gridFor(size, own), own, { ...cell, verify, id })
      }),
    )
    return {
      episodes,
      alone: true,
      ...(judge !== undefined && { judge: prasJudge(judge) }),
      score: events => {
        const home = events.some(
          event =>
            event.type === 'perception-received' &&
            JSON.stringify(event.perception.data ?? '').includes('"there_is(home, here)"'),
        )
        return { score: home ? 1 : 0, won: home }
      },
      sums: generationCells,
      table: generationTable,
    }
  },
}

/** The grid of a run: of this size, or the paper's. */
export function gridFor(size: number | undefined, seed: number): Grid {
  return size === undefined ? paperGrid(seed) : randomGrid(size, seed)
}

/** What the agent is asked to do in the explorer's world. */
export function explorerGoal(kind: PromptKind, verify: boolean): Asking {
  return {
    kind: 'goal',
    text: 'reach(home)',
    source: 'user',
    data: { reached: 'there_is(home, here)', vocabulary: explorerVocabulary, prompt: kind, verify },
  }
}

// --- internal ---

interface Put extends Cell {
  readonly id: string
  readonly verify: boolean
}

function episodeOn(grid: Grid, seed: number, { id, kind, under, asks, verify }: Put): Episode {
  const open = (log?: string): ExplorerWorld => explorerWorld({ grid, seed, ...(log && { log }) })
  return {
    id,
    family: Object.values(under).join(', '),
    under,
    ...(Object.keys(asks).length > 0 && { asks }),
    about: `reach home on a grid of ${grid.size} by ${grid.size}, told ${kind}`,
    begin: async log => ({
      world: open(log),
      goal: explorerGoal(kind, verify),
      leave: () => undefined,
    }),
    measure: (events, log) => measuresOf(events, open(log), seed),
  }
}
