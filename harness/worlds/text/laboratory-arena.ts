// The laboratory as a world that a bench plays.
import type { ArenaKind } from '../arena.ts'
import { laboratoryStage, laboratoryTasks, laboratoryVariations } from './laboratory.ts'
import {
  provingOf,
  type Split,
  scoreOfScenes,
  splitOf,
  taskOptions,
  tasksOf,
  textEpisode,
} from './text-arena.ts'

export const laboratory: ArenaKind = {
  name: 'laboratory',
  about: `a small house of our own: --task ${laboratoryTasks.join(' or ')}`,
  agent: 'rules',
  options: taskOptions,
  open: async ({ task, split, prove }) => {
    const [tasks, part] = [tasksOf(task, laboratoryTasks), splitOf(split)]
    const proving = provingOf(prove, part)
    const episodesOn = (variations: readonly number[]) =>
      tasks.flatMap(family =>
        variations.map(variation =>
          textEpisode(
            { id: `${family}-${variation}`, family, about: `${family}, variation ${variation}` },
            () => laboratoryStage(family, variation),
          ),
        ),
      )
    return {
      episodes: episodesOn(variationsOf(part)),
      proving: episodesOn(proving(variationsOf('dev'))),
      score: scoreOfScenes,
    }
  },
}

// --- internal ---

/** Half for making rules, a quarter each for choosing among them and for what they are worth. */
function variationsOf(split: Split): readonly number[] {
  const first = { train: 0, dev: 0.5, test: 0.75 }[split] * laboratoryVariations
  const last = { train: 0.5, dev: 0.75, test: 1 }[split] * laboratoryVariations
  return Array.from({ length: last - first }, (_, at) => first + at)
}
