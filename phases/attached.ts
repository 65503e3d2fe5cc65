// Files handed over with a question, as prompts show them.
import type { Ctx } from '../agent/contract.ts'
import type { AttachedFile } from '../agent/state.ts'

/** A section for each file. What code describes of a file is a preview, and is labelled as one. */
export function attached(files: readonly AttachedFile[]): readonly string[] {
  return files.map(
    ({ name, description }) =>
      `# Attached file: ${name}\nA preview; what stands in the file is to be had from a tool that reads it.\n${description}`,
  )
}

/**
 * The files that a conversation begins with, whole: documents so short that to be asked for one, with all
 * that was said before sent again, costs more than its text does.
 */
export function opened(
  files: readonly AttachedFile[],
  { talk, environment }: Pick<Ctx, 'talk' | 'environment'>,
): readonly AttachedFile[] {
  if (!talk || !environment.tools.some(({ opening }) => opening)) return []
  return files.filter(({ columns, characters = Infinity }) => !columns && characters <= 6000)
}

/** The files that a contract tells of itself: a conversation has told of them. */
export const untold = (files: readonly AttachedFile[], { talk }: Pick<Ctx, 'talk'>) =>
  talk ? [] : files
