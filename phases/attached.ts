// Files handed over with a question, as prompts show them.
import type { AttachedFile } from '../agent/state.ts'

/** A section for each file. What code describes of a file is a preview, and is labelled as one. */
export function attached(files: readonly AttachedFile[]): readonly string[] {
  return files.map(
    ({ name, description }) =>
      `# Attached file: ${name}\nA preview; what stands in the file is to be had from a tool that reads it.\n${description}`,
  )
}
