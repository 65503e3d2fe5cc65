// Several libraries together: merge and diff.
import { resolve } from 'node:path'
import { printLibrary } from '../../../../plans/library/file.ts'
import { contentOf, merge as join, type LibraryContent } from '../../../../plans/library/merge.ts'
import { diffOf, isSame, type LibraryDiff } from '../../../library/diff.ts'
import { readLibrary } from '../../../library/read.ts'
import { harmless, printJson, shortened } from '../../../terminal/plain-text.ts'
import { exit, usage } from '../../command.ts'
import { type Action, type Asked, counted, mergeInto, print } from './action.ts'

/**
 * The join of libraries, to stdout or into `--out`, with which it is joined when it is there already.
 * What came from where is said on stderr.
 */
export const merge: Action = async (names, asked) => {
  const { options, around } = asked
  if (names.length < 2 && !(names.length === 1 && options.out !== undefined))
    throw usage('name the libraries to merge: intend plans merge FILE FILE... -o OUT')
  const files = names.map(name => resolve(around.folder, name))
  const libraries = files.map(file => readLibrary(file))
  const together = libraries.reduce(join, contentOf([]))
  const said = libraries.map((library, at) => shareOf(library, libraries, names[at]!))
  const written = await write(together, asked)
  const last = `together ${contentLine(written)}`
  if (options.out !== undefined) {
    const data = () => ({
      file: written.file,
      plans: written.plans.size,
      removed: written.removed.size,
    })
    print([...said, last], data, asked)
  } else if (options.quiet !== true) around.stderr.write(`${[...said, last].join('\n')}\n`)
  return exit.satisfied
}

/** In what two libraries differ: exit code 1 when they do. */
export const diff: Action = (names, asked) => {
  const [first, second, more] = names
  if (first === undefined || second === undefined || more !== undefined)
    throw usage('name two libraries: intend plans diff FILE FILE')
  const read = (name: string) => readLibrary(resolve(asked.around.folder, name))
  const found = diffOf(read(first), read(second))
  print(diffLines(found, first, second), () => dataOf(found), asked)
  return isSame(found) ? exit.satisfied : exit.notSatisfied
}

// --- internal ---

interface Written extends LibraryContent {
  readonly file?: string
}

async function write(content: LibraryContent, { options, around }: Asked): Promise<Written> {
  if (options.out === undefined) {
    around.stdout.write(
      options.json === true ? `${printJson(dataIn(content))}\n` : printLibrary(content),
    )
    return content
  }
  const file = resolve(around.folder, options.out as string)
  return { ...(await mergeInto(file, content, { options, around })), file }
}

const dataIn = ({ plans, removed }: LibraryContent) => ({
  plans: [...plans.values()],
  removed: Object.fromEntries(removed),
})

/** What a library has that no other of them has. */
function shareOf(library: LibraryContent, all: readonly LibraryContent[], name: string): string {
  const others = all.filter(each => each !== library)
  const alone = [...library.plans.keys()].filter(id => !others.some(({ plans }) => plans.has(id)))
  const lost = [...library.plans.keys()].filter(id => others.some(({ removed }) => removed.has(id)))
  const gone = lost.length > 0 ? `, ${lost.length} removed by another` : ''
  return harmless(`${name}: ${contentLine(library)}, ${alone.length} in no other${gone}`)
}

const contentLine = ({ plans, removed }: LibraryContent) =>
  `${counted(plans.size, 'plan')}, ${removed.size} removed`

function diffLines(found: LibraryDiff, first: string, second: string): readonly string[] {
  if (isSame(found)) return [`${harmless(first)} and ${harmless(second)} hold the same`]
  const names = { first, second }
  const only = (plans: LibraryDiff['onlyFirst'], name: string) =>
    plans.map(({ id, intentionType }) =>
      harmless(`only in ${name}: ${id} (${shortened(intentionType, 40)})`),
    )
  return [
    ...only(found.onlyFirst, first),
    ...only(found.onlySecond, second),
    ...found.removed.map(({ plan, in: place, reason, kept }) => {
      const state = kept ? ', the other has it' : ''
      return harmless(`removed in ${names[place]}${state}: ${plan} (${shortened(reason, 60)})`)
    }),
    ...found.differing.map(({ plan, differs }) =>
      harmless(`differs: ${plan}: ${differs.join(', ')}`),
    ),
    ...found.near.map(({ plans: [a, b], why }) => harmless(`alike: ${a} and ${b} ${why}`)),
  ]
}

function dataOf({ onlyFirst, onlySecond, ...rest }: LibraryDiff) {
  const ids = (plans: LibraryDiff['onlyFirst']) => plans.map(({ id }) => id)
  return { onlyFirst: ids(onlyFirst), onlySecond: ids(onlySecond), ...rest }
}
