// Files named in a question as typed: `@path`, or `@"a path"`.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** Reads a line; `folder` is where names of files are looked up. */
export function attachments(line: string, folder: string) {
  const files: string[] = []
  let problem: string | undefined
  let word: string | undefined
  const sentenceEnd = afterwards.exec(line)?.index ?? line.length
  const question = line.replace(
    /(?<=^|\s)@(?:"([^"]+)"|(\S+))/g,
    (whole: string, quoted: string | undefined, bare = '', at: number) => {
      const [name, rest] = quoted ? [quoted, ''] : named(bare, folder)
      const path = resolve(folder, name)
      const found = filesAt(path)
      if (found.length > 0 && found.length <= mostAttached) {
        files.push(...found.filter(file => !files.includes(file)))
        return at < sentenceEnd ? basename(path) + rest : ''
      }
      if (name !== '' && existsSync(path))
        problem ??= `${path} holds ${found.length === 0 ? 'no file' : `${found.length} files`}; name a file after @`
      else if (quoted !== undefined || /[./\\]/.test(name))
        problem ??= `there is no file ${path}; check the name after @`
      else if (name !== '') word ??= `@${name}`
      return whole
    },
  )
  return {
    /** With the files' bare names in place of `@path`; without those that stand behind the last sentence. */
    question: question.trimEnd(),
    /** Absolute paths. */
    files,
    /** What looks like a file and is none: then nothing is to be asked. */
    problem,
    /** The `@word` that is no file and may be meant as it stands. */
    word,
  }
}

/** Files of `folder` that a question names, as it writes them, and that are not among those that go with it. */
export function onlyNamed(
  question: string,
  files: readonly string[],
  folder: string,
): readonly string[] {
  const names = new Set(question.match(/[\p{L}\p{N}_./\\-]+\.\p{L}\w{0,6}/gu))
  return [...names].filter(name => {
    const path = resolve(folder, name)
    const isAttached = files.some(file => file === path || basename(file) === name)
    return !isAttached && isFile(path)
  })
}

/** Those of `more` that have the name of another of the files, each with that one: tools know a file by its name. */
export function namesakes(files: readonly string[], more: readonly string[]) {
  const all = [...files, ...more]
  return more.flatMap(file => {
    const other = all.find(each => each !== file && basename(each) === basename(file))
    return other === undefined ? [] : [{ file, other }]
  })
}

/** What is said of a file that is not attached beside its namesake. */
export const attachedTwice = ({ file, other }: { readonly file: string; readonly other: string }) =>
  `${file} is not attached, as ${other} has the same name; detach that (/file -${other}) or rename one of them`

/** The file at a path, or those right in the folder there that are not hidden. */
export function filesAt(path: string): readonly string[] {
  if (isFile(path)) return [path]
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  const names = readdirSync(path).filter(name => !name.startsWith('.'))
  return names.map(name => join(path, name)).filter(isFile)
}

/** A folder of more files is read by tools, and not attached. */
export const mostAttached = 30

export const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

// --- internal ---

/** All that is named after the end of the last sentence. */
const afterwards = /(?<=[.!?]["'”’)]*\s+|\n\s*)(?:@(?:"[^"]+"|\S+)\s*)+$/

/** The punctuation after a name belongs to the sentence, unless there is a file of that name. */
function named(bare: string, folder: string): readonly [name: string, rest: string] {
  if (isFile(resolve(folder, bare))) return [bare, '']
  const [, name = bare, rest = ''] = /^(.*?)([.,;:!?)\]'’]*)$/.exec(bare) ?? []
  return [name, rest]
}
