// The explorer as a world that a bench plays: runs by kind of prompt, each on a grid of its own.
import type { Perception } from '../../../agent/state.ts'
import { PromptKind } from '../../../phases/generate/contract.ts'
import { type CommandOption, usage } from '../../cli/command.ts'
import type { ArenaKind, ArenaOptions, Episode } from '../arena.ts'
import { type ExplorerWorld, explorerWorld } from './explorer.ts'
import { type Grid, paperGrid, randomGrid, smallest } from './grid.ts'
import { measuresOf } from './measure.ts'
import { generationCells, generationTable } from './sums.ts'
import { explorerVocabulary } from './vocabulary.ts'

const explorerOptions: readonly CommandOption[] = [
  {
    flags: '--size <number>',
    about: `with --world explorer: cells on a side, each run on a grid of its own (default: the paper's grid)`,
  },
  {
    flags: '--runs <number>',
    about: 'with --world explorer: runs for each kind of prompt (default: 10)',
  },
  {
    flags: '--told <kinds>',
    about: `with --world explorer: what the model is told, as A,B: ${PromptKind.options.join(', ')} (default: all of them)`,
  },
  { flags: '--unverified', about: 'with --world explorer: adopt plans as they were written' },
]

export const explorer: ArenaKind = {
  name: 'explorer',
  about: 'a grid with obstacles and a hidden home, where plans are written: --size, --runs, --told',
  agent: 'agentspeak',
  options: explorerOptions,
  open: async (asked, { seed = 1 }) => {
    const { size, runs, kinds, verify } = readOptions(asked)
    const episodes = kinds.flatMap(kind =>
      Array.from({ length: runs }, (_, at) => {
        const own = seed * 1_000 + at
        const grid = gridFor(size, own)
        return episodeOn(grid, own, { kind, verify, id: `${kind}-${at + 1}` })
      }),
    )
    return {
      episodes,
      alone: true,
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
      close: () => undefined,
    }
  },
}

/** The grid of a run: of this size, or the paper's. */
export function gridFor(size: number | undefined, seed: number): Grid {
  return size === undefined ? paperGrid(seed) : randomGrid(size, seed)
}

/** What the agent is asked to do in the explorer's world. */
export function explorerGoal(kind: PromptKind, verify: boolean): Perception {
  return {
    kind: 'goal',
    text: 'reach(home)',
    source: 'user',
    data: { reached: 'there_is(home, here)', vocabulary: explorerVocabulary, prompt: kind, verify },
  }
}

/** The size that an option names. Throws a CommandError for one that is none. */
export function sizeOf(text: unknown): number | undefined {
  return text === undefined ? undefined : wholeOf('--size', text, smallest, 64)
}

// --- internal ---

function readOptions({ size, runs, told, unverified }: ArenaOptions) {
  const kinds = typeof told === 'string' ? told.split(',').map(kindOf) : PromptKind.options
  return {
    size: sizeOf(size),
    runs: runs === undefined ? 10 : wholeOf('--runs', runs, 1, 1_000),
    kinds,
    verify: unverified === undefined,
  }
}

export function kindOf(text: string): PromptKind {
  const { data } = PromptKind.safeParse(text.trim())
  if (data !== undefined) return data
  throw usage(`--told takes ${PromptKind.options.join(', ')}, not "${text}"`)
}

function wholeOf(flag: string, text: unknown, least: number, most: number): number {
  const value = /^\d+$/.test(String(text)) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw usage(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`)
}

interface Put {
  readonly id: string
  readonly kind: PromptKind
  readonly verify: boolean
}

function episodeOn(grid: Grid, seed: number, { id, kind, verify }: Put): Episode {
  const open = (log?: string): ExplorerWorld => explorerWorld({ grid, seed, ...(log && { log }) })
  return {
    id,
    family: kind,
    about: `reach home on a grid of ${grid.size} by ${grid.size}, told ${kind}`,
    begin: async log => ({
      world: open(log),
      goal: explorerGoal(kind, verify),
      leave: () => undefined,
    }),
    measure: (events, log) => measuresOf(events, open(log), seed),
  }
}
