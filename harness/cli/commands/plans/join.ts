// Several libraries together: merge and diff.
import { resolve } from 'node:path'
import { printLibrary } from '../../../../plans/library/file.ts'
import { contentOf, merge as join, type LibraryContent } from '../../../../plans/library/merge.ts'
import { diffOf, isSame, type LibraryDiff } from '../../../library/diff.ts'
import { readLibrary } from '../../../library/read.ts'
import { harmless, printJson, shortened } from '../../../terminal/plain-text.ts'
import { counted } from '../../../terminal/spending.ts'
import { usage } from '../../command.ts'
import { type Action, mergeInto } from './action.ts'

/**
 * The join of libraries, to stdout or into `--out`, with which it is joined when it is there already.
 * What came from where is said on stderr.
 */
export const merge: Action = async (names, asked) => {
  const { options, around } = asked
  if (names.length < 2 && !(names.length === 1 && options.out !== undefined))
    throw usage('name the libraries to merge: intend plans merge FILE FILE... -o OUT')
  const libraries = names.map(name => readLibrary(resolve(around.folder, name)))
  const together = libraries.reduce(join, contentOf([]))
  const said = libraries.map((library, at) => shareOf(library, libraries, names[at]!))
  if (options.out === undefined) {
    const text = options.json === true ? `${printJson(dataIn(together))}\n` : printLibrary(together)
    return { lines: [...said, `together ${contentLine(together)}`], data: undefined, text }
  }
  const file = resolve(around.folder, options.out as string)
  const written = await mergeInto(file, together, asked)
  return {
    lines: [...said, `together ${contentLine(written)}`],
    data: { file, plans: written.plans.size, removed: written.removed.size },
  }
}

/** In what two libraries differ: exit code 1 when they do. */
export const diff: Action = (names, asked) => {
  const [first, second, more] = names
  if (first === undefined || second === undefined || more !== undefined)
    throw usage('name two libraries: intend plans diff FILE FILE')
  const read = (name: string) => readLibrary(resolve(asked.around.folder, name))
  const found = diffOf(read(first), read(second))
  const { onlyFirst, onlySecond, ...rest } = found
  const ids = (plans: LibraryDiff['onlyFirst']) => plans.map(({ id }) => id)
  return {
    lines: diffLines(found, { first, second }),
    data: { onlyFirst: ids(onlyFirst), onlySecond: ids(onlySecond), ...rest },
    wrong: !isSame(found),
  }
}

// --- internal ---

const dataIn = ({ plans, removed }: LibraryContent) => ({
  plans: [...plans.values()],
  removed: Object.fromEntries(removed),
})

/** What a library has that no other of them has. */
function shareOf(library: LibraryContent, all: readonly LibraryContent[], name: string): string {
  const others = all.filter(each => each !== library)
  const ids = [...library.plans.keys()]
  const alone = ids.filter(id => !others.some(({ plans }) => plans.has(id)))
  const lost = ids.filter(id => others.some(({ removed }) => removed.has(id)))
  const gone = lost.length > 0 ? `, ${lost.length} removed by another` : ''
  return harmless(`${name}: ${contentLine(library)}, ${alone.length} in no other${gone}`)
}

const contentLine = ({ plans, removed }: LibraryContent) =>
  `${counted(plans.size, 'plan')}, ${removed.size} removed`

function diffLines(
  found: LibraryDiff,
  names: { readonly first: string; readonly second: string },
): readonly string[] {
  if (isSame(found)) return [harmless(`${names.first} and ${names.second} hold the same`)]
  const only = (plans: LibraryDiff['onlyFirst'], name: string) =>
    plans.map(({ id, intentionType }) => `only in ${name}: ${id} (${shortened(intentionType, 40)})`)
  const lines = [
    ...only(found.onlyFirst, names.first),
    ...only(found.onlySecond, names.second),
    ...found.removed.map(({ plan, in: place, reason, kept }) => {
      const state = kept ? ', the other has it' : ''
      return `removed in ${names[place]}${state}: ${plan} (${shortened(reason, 60)})`
    }),
    ...found.differing.map(({ plan, differs }) => `differs: ${plan}: ${differs.join(', ')}`),
    ...found.near.map(({ plans: [a, b], why }) => `alike: ${a} and ${b} ${why}`),
  ]
  return lines.map(harmless)
}
