// `intend world explorer`: a robot looks for home, seen as it moves.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openModel } from '../../../../agent/llm/models.ts'
import { assertWritable, reasonOf } from '../../../../plans/writable.ts'
import { harmless, printFound, writeLines } from '../../../terminal/plain-text.ts'
import { gridFor } from '../../../worlds/explorer/arena.ts'
import { kindOf, sizeOf } from '../../../worlds/explorer/asked.ts'
import { gridPicture } from '../../../worlds/explorer/frame.ts'
import { playExplorer as play } from '../../../worlds/explorer/play.ts'
import { stopOn } from '../../../worlds/stop.ts'
import {
  type CommandOptions,
  type ExitCode,
  exit,
  misconfigured,
  type Options,
  type Surroundings,
  usage,
} from '../../command.ts'
import type { ChosenModel } from '../../options/model-options.ts'
import { teller } from '../../options/showing.ts'

export const explorerWorldOptions: CommandOptions = {
  '--size <number>': "explorer: cells on a side (default: the paper's grid)",
  '--told <kind>': 'explorer: what the model is told of names: none, hints, remarks (the default)',
  '--unverified': 'explorer: adopt plans as they were written',
  '--picture <file>': 'explorer: keep the way it went as an SVG',
}

export interface Playing {
  readonly model: ChosenModel
  readonly episodes: number
  readonly files: readonly string[]
  readonly text: (option: string) => string | undefined
  readonly json: boolean
  readonly options: Options
  readonly around: Surroundings
}

/** Plays the episodes, each on a grid of its own. Rejects with a CommandError for options that mean nothing here. */
export async function playExplorer(playing: Playing): Promise<ExitCode> {
  const { files, model, episodes, text, json, options, around } = playing
  if (files.length > 0) throw usage('the explorer world takes no files')
  const named = text('picture')
  const picture = named === undefined ? undefined : resolve(around.folder, named)
  if (picture !== undefined)
    await assertWritable(picture).catch(error => {
      const way = `cannot write ${picture} (${reasonOf(error)}); name another file with --picture`
      throw misconfigured(way)
    })
  const size = sizeOf(text('size'))
  const kind = kindOf(text('told') ?? 'remarks')
  const { provider, notice } = await openModel(model.spec, around.env, model.settings)
  if (notice !== undefined) teller(options, around)(notice)
  let all = true
  for (let episode = 0; episode < episodes; episode++) {
    const stop = stopOn(around.interrupted)
    const seed = (model.settings.sampling?.seed ?? 1) * 1_000 + episode
    const screen = json ? quiet : screenOf(around)
    const working = play({
      grid: gridFor(size, seed),
      seed,
      kind,
      verify: options.unverified !== true,
      model: provider,
      signal: stop.signal,
      onScene: screen.scene,
      onTold: screen.told,
      onEvent: event => stop.heed(event, ['unavailable', 'budget']),
    })
    const { reached, measures, path } = await stop.during(working)
    all &&= reached
    if (picture !== undefined) {
      const cells = path.map(([x, y]) => ({ x, y }))
      writeFileSync(picture, gridPicture(gridFor(size, seed), cells))
    }
    const plans = measures.PC === undefined ? '' : `, by ${measures.PC} plans`
    const said = `${reached ? 'home' : 'not home'} after ${measures.moves} moves${plans}`
    printFound(around.stdout, json, { data: { reached, ...measures, path }, lines: [said] })
  }
  return all ? exit.satisfied : exit.notSatisfied
}

// --- internal ---

const quiet = { scene: () => undefined, told: () => undefined }

/** On a terminal each grid takes the place of the one before it. */
function screenOf({ stdout, env }: Surroundings) {
  const live = stdout.isTTY === true && env.TERM !== 'dumb'
  let above = 0
  return {
    scene: (lines: readonly string[]) => {
      if (live && above > 0) stdout.write(`\x1b[${above}A\x1b[J`)
      writeLines(stdout, lines)
      above = lines.length
    },
    told: (lines: readonly string[]) => {
      if (lines.length === 0) return
      writeLines(stdout, lines.map(harmless))
      above = 0
    },
  }
}
