// Libraries between people: import takes somebody else's plans in, export gives one's own away.
import { existsSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import { printLibrary } from '../../../../plans/library/file.ts'
import { contentOf } from '../../../../plans/library/merge.ts'
import type { Plan } from '../../../../plans/plan.ts'
import { nearDuplicates } from '../../../../plans/retrieval/near-duplicates.ts'
import { printRule, printRules } from '../../../../plans/rules/print.ts'
import { meantBy } from '../../../../plans/text/nearest.ts'
import { reasonOf } from '../../../../plans/writable.ts'
import { sealFor } from '../../../configuration/own.ts'
import { exportOf, importOf, type Left } from '../../../library/plan-import.ts'
import { readLibrary } from '../../../library/read.ts'
import { replaceFile } from '../../../run/folders.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { counted } from '../../../terminal/spending.ts'
import { misconfigured, usage } from '../../command.ts'
import { type Action, mergeInto, opened } from './action.ts'

/** Takes the plans of a file in, untrusted unless `--trust`: exit code 1 when any was refused. */
export const importPlans: Action = async (names, asked) => {
  const { options, around } = asked
  const [name, more] = names
  if (name === undefined || more !== undefined)
    throw usage('name the library to import: intend plans import FILE [--plans LIBRARY]')
  const file = resolve(around.folder, name)
  const own = (options.plans as string | undefined) ?? '.intend/plans.json'
  const target = resolve(around.folder, own)
  const trust = options.trust === true
  if (file === target && !trust)
    throw usage(
      `${file} is the library itself; name another one to import, or trust it with --trust`,
    )
  const into = existsSync(target) ? readLibrary(target, sealFor(target, around.env)) : contentOf([])
  const found = importOf(readLibrary(file), { into, file, target, trust })
  const after = await mergeInto(target, found.content, asked)
  const imported = found.taken.map(({ id }) => id)
  const isNew = imported.filter(id => !into.plans.has(id))
  const near = nearDuplicates(after.plans.values()).filter(({ plans }) =>
    plans.some(id => isNew.includes(id)),
  )
  return {
    lines: [
      `${counted(imported.length, 'plan')} imported into ${target}, ${isNew.length} of them new${trust ? ', trusted' : ''}`,
      ...leftLines('refused', found.refused),
      ...found.removedHere.map(({ plan, reason }) => `removed here before: ${plan}: ${reason}`),
      ...found.droppedExamples,
      ...near.map(({ plans: [a, b], why }) => `alike: ${a} and ${b} ${why}`),
      ...(trust || imported.length === 0
        ? []
        : [
            'they are carried out once they have passed on questions of yours: intend plans test --set FILE',
          ]),
    ].map(harmless),
    data: {
      file: target,
      imported,
      new: isNew,
      trust: trust ? 'own' : 'imported',
      refused: found.refused.map(dataOf),
      removedHere: found.removedHere,
      droppedExamples: found.droppedExamples,
      near,
    },
    wrong: found.refused.length > 0,
  }
}

/** Writes the library without what is private, to stdout or a new file: exit code 1 when a plan stayed behind. */
export const exportPlans: Action = (names, asked) => {
  const { options, around } = asked
  const { library, words } = opened(names, asked)
  if (words.length > 0)
    throw usage(`export takes a library and no plans; choose by type with --only TYPE`)
  const plans = ofType([...library.plans.values()], options.only as string | undefined)
  const { content, kept, examples } = exportOf(plans, { examples: options.examples === true })
  const file = options.out === undefined ? undefined : resolve(around.folder, options.out as string)
  if (file !== undefined && !/\.(json|txt)$/.test(file))
    throw usage(`name the file .json, or .txt for rules in sentences: -o ${parse(file).name}.json`)
  const text = file?.endsWith('.txt') ? inSentences(content.plans.values()) : printLibrary(content)
  if (file !== undefined) writeNew(file, text)
  return {
    lines: [
      `${counted(content.plans.size, 'plan')} exported${file === undefined ? '' : ` to ${file}`}`,
      ...leftLines('kept back', kept),
      ...(examples > 0 && options.examples !== true
        ? [`${counted(examples, 'example')} left out, as they are questions; --examples keeps them`]
        : []),
    ].map(harmless),
    data: { file, exported: [...content.plans.keys()], kept: kept.map(dataOf) },
    text: file === undefined ? text : undefined,
    wrong: kept.length > 0,
  }
}

// --- internal ---

const dataOf = ({ plan, why }: Left) => ({ plan: plan.id, why })

const leftLines = (what: string, left: readonly Left[]) =>
  left.map(({ plan, why: [first, ...more] }) => {
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    return `${what}: ${plan.id}: ${first}${others}`
  })

function writeNew(file: string, text: string): void {
  if (existsSync(file))
    throw usage(`${file} is there already; name another file with -o, or remove it first`)
  try {
    replaceFile(file, text)
  } catch (error) {
    const why = `cannot write ${file} (${reasonOf(error)}); name another file with -o`
    throw misconfigured(why, error)
  }
}

/** The plans as rules that people read; throws where one says more than a rule can. */
function inSentences(plans: Iterable<Plan>): string {
  const all = [...plans]
  const other = all.find(plan => printRule(plan) === undefined)
  if (other)
    throw usage(
      `${other.id} says more than a rule in sentences can; export to a file .json, or rules alone with --only TYPE`,
    )
  return printRules(all)
}

function ofType(plans: readonly Plan[], type: string | undefined): readonly Plan[] {
  if (type === undefined) return plans
  const found = plans.filter(plan => plan.intentionType === type)
  if (found.length > 0) return found
  const types = plans.map(plan => plan.intentionType)
  const way = meantBy(type, types, 'intend plans list shows the types it has')
  throw usage(`the library has no plan for "${type}"; ${way}`)
}
