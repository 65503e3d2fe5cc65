// ScienceWorld as a world that a bench plays.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, type Environment, misconfigured } from '../../cli/command.ts'
import { fromOneOn, numberOf } from '../../cli/options/numbers.ts'
import type { ArenaKind } from '../arena.ts'
import { scienceWorld } from './scienceworld.ts'
import { taskArena, taskOptions } from './text-arena.ts'

/** Shared by worlds in which an episode may be too long. */
export const maxActionsOption = {
  '--max-actions <number>':
    'scienceworld, story: actions after which an episode is over (default: 100, 300)',
}

/** As many as the paper's environment allows. */
const usualActions = 100

export const scienceworld: ArenaKind = {
  name: 'scienceworld',
  about: 'its jar named by SCIENCEWORLD_JAR, and Java: --task melt',
  agent: 'rules',
  options: {
    ...taskOptions,
    '--simplification <names>':
      'scienceworld: easy, or names such as teleportAction,openDoors (default: none)',
    ...maxActionsOption,
  },
  open: async ({ simplification, maxActions, ...options }, { folder, env }) => {
    const world = scienceWorld(jarIn(env, folder), env)
    const limit = numberOf('--max-actions', maxActions, fromOneOn) ?? usualActions
    const setting = { maxActions: limit, simplification: String(simplification ?? '') }
    try {
      const arena = await taskArena(options, {
        tasks: world.tasks,
        variations: world.variations,
        stage: (task, variation) => world.stage({ task, variation, ...setting }),
      })
      return { ...arena, close: world.close }
    } catch (error) {
      world.close()
      throw error instanceof CommandError ? error : misconfigured((error as Error).message, error)
    }
  },
}

// --- internal ---

function jarIn(env: Environment, folder: string): string {
  const named = env.SCIENCEWORLD_JAR
  if (named === undefined || named === '')
    throw misconfigured(
      'the world scienceworld is a jar; name it: SCIENCEWORLD_JAR=/path/to/scienceworld.jar',
    )
  const jar = resolve(folder, named)
  if (existsSync(jar)) return jar
  throw misconfigured(`there is no file ${jar}; check SCIENCEWORLD_JAR`)
}
