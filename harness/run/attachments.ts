// Files named in a question as typed: `@path`, or `@"a path"`.
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'

/**
 * The question with the files' bare names in place of `@path`, and the files' absolute paths. An
 * `@word` that is no file and does not look like one stays as it is; one that does is the problem.
 */
export function attachments(
  line: string,
  folder: string,
): { readonly question: string; readonly files: readonly string[]; readonly problem?: string } {
  const files: string[] = []
  let problem: string | undefined
  const question = line.replace(
    /(?<=^|\s)@(?:"([^"]+)"|(\S+))/g,
    (whole: string, quoted?: string, bare = '') => {
      const [, name = '', rest = ''] = quoted ? ['', quoted, ''] : named(bare, folder)
      const path = resolve(folder, name)
      if (isFile(path)) {
        if (!files.includes(path)) files.push(path)
        return basename(path) + rest
      }
      if (quoted !== undefined || /[./\\]/.test(name))
        problem ??= `there is no file ${path}; check the name after @`
      return whole
    },
  )
  return { question, files, ...(problem !== undefined && { problem }) }
}

/** Whether there is a file, rather than nothing or a folder. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

// --- internal ---

/** The punctuation after a name belongs to the sentence, unless there is a file of that name. */
function named(bare: string, folder: string): readonly [whole: string, name: string, rest: string] {
  if (isFile(resolve(folder, bare))) return [bare, bare, '']
  const [, name = bare, rest = ''] = /^(.*?)([.,;:!?)\]'’]*)$/.exec(bare) ?? []
  return [bare, name, rest]
}
