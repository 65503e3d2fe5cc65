// Plans on their way from one person to another: what an exported library tells, and what of somebody
// else's library is taken in.
import { hostileQuestion } from '../../plans/hostile/hostile.ts'
import { exampleMoved } from '../../plans/library/examples.ts'
import { contentOf, type LibraryContent } from '../../plans/library/merge.ts'
import { isRunHash, runHash, seenBy } from '../../plans/library/seen.ts'
import { strange, withoutWays } from '../../plans/library/trust.ts'
import { type Example, mostExamples, type Plan } from '../../plans/plan.ts'
import { findings, refusals } from './lint.ts'

/** A plan that stays behind, and every reason in a sentence. */
export interface Left {
  readonly plan: Plan
  readonly why: readonly string[]
}

interface Importing {
  readonly into: LibraryContent
  /** Absolute paths of the file read and of the one written. */
  readonly file: string
  readonly target: string
  readonly trust: boolean
}

/**
 * What of the library `from`, read from the file `file`, may enter the library `into`, which is kept in
 * the file `target`. Plans enter as imported, or as the library's own when a person has said `trust`.
 * Removals, ways of carrying out steps, trust given elsewhere and what was done there without plans are
 * not taken over; what is hostile or could not run is refused. Runs of `into` itself, also those that it
 * exported once, are recognised and keep the counts they have.
 */
export function importOf(from: LibraryContent, { into, file, target, trust }: Importing) {
  const refused: Left[] = []
  /** Plans the library has removed before; they stay removed. */
  const removedHere: { readonly plan: string; readonly reason: string }[] = []
  /** Examples that are left out, each with its reason. */
  const droppedExamples: string[] = []
  const taken: Plan[] = []
  for (const plan of [...from.plans.values()].sort(byId)) {
    const why = refusals(plan)
    const reason = into.removed.get(plan.id)
    if (why.length > 0) refused.push({ plan, why })
    else if (reason !== undefined) removedHere.push({ plan: plan.id, reason })
    else {
      const { kept, dropped } = examplesOf(plan, { file, target })
      droppedExamples.push(...dropped)
      taken.push(asStranger(plan, into.plans.get(plan.id), { trust, examples: kept }))
    }
  }
  return { content: contentOf(taken), taken, refused, removedHere, droppedExamples }
}

/**
 * The plans as somebody else may have them: without the questions they have seen (hashes tell which
 * these were), names of runs (hashes again, so that a later export counts nothing twice), ways of
 * carrying out steps, reasons, trust and removals. Their examples go along when `examples` is true.
 * Plans that hold what belongs to one question, or what would be refused elsewhere, are kept back.
 */
export function exportOf(plans: Iterable<Plan>, options: { readonly examples: boolean }) {
  const kept: Left[] = []
  const open: Plan[] = []
  for (const plan of [...plans].sort(byId)) {
    const why = findings(plan).filter(({ kind }) => kind !== 'structure')
    if (why.length > 0) kept.push({ plan, why: why.map(({ message }) => message) })
    else open.push(plan)
  }
  const content = contentOf(open.map(plan => withoutPrivate(plan, options)))
  return { content, kept, examples: open.flatMap(({ examples = [] }) => examples).length }
}

// --- internal ---

const byId = (a: Plan, b: Plan) => (a.id < b.id ? -1 : 1)

function withoutPrivate(plan: Plan, { examples: wanted }: { readonly examples: boolean }): Plan {
  const { origin, examples, wordings: ______, released: _, ...rest } = plan
  const { seenQuestions: __, seenHashes: ___, reason: ____, trust: _____, ...told } = origin
  const seen = [...seenBy(plan)].sort()
  const runs = Object.entries(plan.stats).map(([run, stats]) => [runHash(run), withoutWays(stats)])
  return {
    ...rest,
    stats: Object.fromEntries(runs),
    origin: { ...told, seenQuestions: [], ...(seen.length > 0 && { seenHashes: seen }) },
    ...(wanted && examples && { examples }),
  }
}

/** The plan as the library takes it in; `known` is what it has of it already. */
function asStranger(
  plan: Plan,
  known: Plan | undefined,
  { trust, examples }: { readonly trust: boolean; readonly examples: readonly Example[] },
): Plan {
  const own = Object.keys(known?.stats ?? {}).filter(run => !isRunHash(run))
  const counted = new Set([...own, ...own.map(runHash)])
  const { examples: _, ...rest } = strange(plan)
  const { trust: __, ...told } = rest.origin
  const runs = Object.entries(rest.stats).filter(([run]) => !counted.has(run))
  return {
    ...rest,
    stats: Object.fromEntries(runs),
    origin: trust ? told : rest.origin,
    ...(examples.length > 0 && { examples: [...examples] }),
  }
}

/** The examples that may be asked, their files named as seen from the library they go to. */
function examplesOf(
  { id, examples = [] }: Plan,
  { file, target }: Pick<Importing, 'file' | 'target'>,
): { readonly kept: readonly Example[]; readonly dropped: readonly string[] } {
  const kept: Example[] = []
  const dropped: string[] = []
  for (const example of examples) {
    const why = hostileQuestion(example.question)
    if (why !== undefined) dropped.push(`An example of ${id} ${why}; it was left out.`)
    else if (kept.length < mostExamples) kept.push(exampleMoved(example, file, target))
  }
  return { kept, dropped }
}
