// What training and the arms of a trial share: the questions, the screen, and the model with its tools,
// opened once they are needed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printLibrary } from '../../plans/library/file.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import { openShared } from '../bench/answer-bench.ts'
import type { Shared } from '../bench/work.ts'
import type { Surroundings } from '../cli/command.ts'
import type { Screen } from '../terminal/screen.ts'
import type { TrialParts } from './parts.ts'
import type { TrialFolder } from './trial.ts'

export interface TrialWork {
  readonly parts: TrialParts
  readonly env: Surroundings['env']
  readonly screen: Screen
  /** Aborting it ends the trial; it is aborted when the model cannot be asked at all. */
  readonly stopping: AbortController
}

/** Opens the model and the tools once they are needed, once for all that share them; what was used before counts. */
export function opener(model: string, folder: TrialFolder, env: Surroundings['env']) {
  let opened: Promise<Shared> | undefined
  return (): Promise<Shared> => {
    opened ??= openShared({ ...folder.trial.bench, model, plans: undefined }, env, folder)
    return opened
  }
}

/** Writes a library file to begin with, and returns its text. */
export function writeLibrary(file: string, content: LibraryContent): string {
  const text = printLibrary(content)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flush: true })
  return text
}
