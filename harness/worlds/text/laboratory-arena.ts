// The laboratory as a world that a bench plays.
import type { ArenaKind } from '../arena.ts'
import { laboratoryStage, laboratoryTasks, laboratoryVariations } from './laboratory.ts'
import { type Split, taskArena, taskOptions } from './text-arena.ts'

export const laboratory: ArenaKind = {
  name: 'laboratory',
  about: `a small house of our own: --task ${laboratoryTasks.join(' or ')}`,
  agent: 'rules',
  options: taskOptions,
  open: options =>
    taskArena(options, {
      tasks: () => laboratoryTasks,
      variations: (_, split) => variationsOf(split),
      stage: laboratoryStage,
    }),
}

// --- internal ---

/** Half for making rules, a quarter each for choosing among them and for what they are worth. */
function variationsOf(split: Split): readonly number[] {
  const first = { train: 0, dev: 0.5, test: 0.75 }[split] * laboratoryVariations
  const last = { train: 0.5, dev: 0.75, test: 1 }[split] * laboratoryVariations
  return Array.from({ length: last - first }, (_, at) => first + at)
}
