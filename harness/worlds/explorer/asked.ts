// What a bench in the explorer's world is asked: its grids, and the cells of its matrix.
import { modelsIn } from '../../../agent/llm/models.ts'
import { PromptKind } from '../../../phases/generate/contract.ts'
import { given } from '../../../plans/given.ts'
import { type CommandOptions, usage } from '../../cli/command.ts'
import { numberOf, upToThousand, wholeFrom } from '../../cli/options/numbers.ts'
import type { ArenaOptions, Asks } from '../arena.ts'
import { smallest } from './grid.ts'

export const explorerOptions: CommandOptions = {
  '--size <number>': `with --world explorer: cells on a side, each run on a grid of its own (default: the paper's grid)`,
  '--runs <number>':
    'with --world explorer: runs for each model, kind of prompt and temperature, on the same grids (default: 10)',
  '--told <kinds>': `with --world explorer: what the model is told, as A,B: ${PromptKind.options.join(', ')} (default: all of them)`,
  '--models <specs>':
    'with --world explorer: several models in place of --model, as A,B, each in turn',
  '--temperatures <numbers>':
    'with --world explorer: several in place of --temperature, such as 0.1,0.5,0.9',
  '--judge <model>':
    'with --world explorer: a model that scores plans that led home beside those of people (PRAS; default: not judged)',
  '--unverified': 'with --world explorer: adopt plans as they were written',
}

/** One cell of the matrix: what its runs have in common. */
export type Cell = ReturnType<typeof cellOf>

/** Throws a CommandError for what is none of these. */
export function readOptions(options: ArenaOptions) {
  const { size, runs, told, unverified, models, temperatures, judge, seed } = options
  const kinds = told === undefined ? PromptKind.options : each('--told', told).map(kindOf)
  const asks = modelsOf(models).flatMap(model =>
    temperaturesOf(temperatures).map(temperature => ({ ...model, ...temperature })),
  )
  return {
    size: sizeOf(size),
    runs: numberOf('--runs', runs, upToThousand) ?? 10,
    cells: asks.flatMap(asked => kinds.map(kind => cellOf(kind, asked))),
    judge: judge === undefined ? undefined : String(judge),
    verify: unverified === undefined,
    seed: numberOf('--seed', seed, wholeFrom(0, 1_000_000_000)),
  }
}

/** The size that an option names. Throws a CommandError for one that is none. */
export const sizeOf = (text: unknown) => numberOf('--size', text, wholeFrom(smallest, 64))

/** The kind of prompt that `--told` names. Throws a CommandError for one that is none. */
export function kindOf(text: string): PromptKind {
  const { data } = PromptKind.safeParse(text.trim())
  if (data !== undefined) return data
  throw usage(`--told takes ${PromptKind.options.join(', ')}, not "${text}"`)
}

// --- internal ---

/** The models that the bench names in place of one. */
const modelsOf = (named: ArenaOptions[string] | undefined): readonly Asks[] =>
  named === undefined ? [{}] : once(modelsIn(String(named)), '--models').map(model => ({ model }))

/** `under` has a model or a temperature only where the bench names several. */
function cellOf(kind: PromptKind, asks: Asks) {
  const { model, temperature } = asks
  const warmth = temperature === undefined ? undefined : String(temperature)
  return { kind, under: given({ model, temperature: warmth, told: kind }), asks }
}

function temperaturesOf(named: ArenaOptions[string] | undefined): readonly Asks[] {
  if (named === undefined) return [{}]
  const numbers = { what: 'numbers from 0 to 2, such as 0.1,0.5', least: 0, most: 2 }
  return each('--temperatures', named).map(text =>
    given({ temperature: numberOf('--temperatures', text, numbers) }),
  )
}

const each = (flag: string, listed: string | readonly string[]) =>
  once(
    String(listed)
      .split(',')
      .map(text => text.trim()),
    flag,
  )

/** Twice the same would be one cell under one name. */
function once(all: readonly string[], flag: string): readonly string[] {
  const twice = all.find((text, at) => all.indexOf(text) < at)
  if (twice === undefined) return all
  throw usage(`${flag} names ${twice} twice; name it once`)
}
