// How an agent comes by plans that it lacks: reactively, when none applies to a goal; on demand, by the goal
// `generate_plan(G)`; and ahead of need, for goals that plans pursue and none is for.
import { z } from 'zod'
import type { Ctx } from '../../agent/contract.ts'
import type { PlansAdded } from '../../agent/event.ts'
import type { Intention, State } from '../../agent/state.ts'
import { fromDraft, toDraft } from '../../plans/agentspeak/draft.ts'
import { namesIn } from '../../plans/agentspeak/judge/names.ts'
import { Vocabulary } from '../../plans/agentspeak/judge/vocabulary.ts'
import { printTerm } from '../../plans/agentspeak/print.ts'
import type { Clause } from '../../plans/agentspeak/program.ts'
import { parseTerm } from '../../plans/agentspeak/reader.ts'
import { indicator, type Structure } from '../../plans/agentspeak/term.ts'
import { unify } from '../../plans/agentspeak/unify.ts'
import { asPlan, noModel } from '../agentspeak/plans.ts'
import { PromptKind } from './contract.ts'
import { generate } from './generate.ts'

/** What a goal may bring with it for the writing of plans: without it, none are written. */
const WritingData = z.object({
  vocabulary: Vocabulary,
  prompt: PromptKind.default('remarks'),
  /** Whether plans are verified before they are adopted. */
  verify: z.boolean().default(true),
  /** Whether plans are written in the background for goals that others pursue and none is for. */
  ahead: z.boolean().default(false),
})
type WritingData = z.infer<typeof WritingData>

/** How often plans are written for one goal. */
const mostOften = 3

/**
 * Has plans written for the goal; what was written for it before and has failed is chosen no more.
 * Resolves with `undefined` where nobody has said what plans may speak of, and when it was tried often enough.
 */
export async function writePlans(
  { intention, goal }: { readonly intention: Intention; readonly goal: Structure },
  state: State,
  ctx: Ctx,
): Promise<Omit<PlansAdded, 'type' | 'intention'> | undefined> {
  const told = writingData(state, intention)
  const asked = goal.name === 'generate_plan' ? goal.args[0] : goal
  if (!told || asked?.type !== 'structure' || (intention.generated ?? 0) >= mostOften)
    return undefined
  const removed = failedOf(intention, state)
  const written = await generate(
    {
      ...told,
      goal: asked,
      believed: believedIn(state),
      pursued: pursuedIn(state, intention.root),
      library: libraryIn(state, removed),
      practice: () => ctx.environment.world?.practice?.() ?? [],
    },
    { ctx, intention: intention.id },
  )
  const begins = told.ahead ? lacking(written.clauses, state) : []
  return {
    plans: written.clauses.map(clause => asPlan(toDraft(clause), written.model, ctx)),
    refused: [...written.refused, ...(written.why === undefined ? [] : [written.why])],
    written: written.text,
    removed,
    ...(begins.length > 0 && { begins }),
  }
}

// --- internal ---

/** What came with the goal's root; a root that a plan began goes by what another was told. */
function writingData(
  { perceptions }: State,
  { root }: Pick<Intention, 'root'>,
): WritingData | undefined {
  for (const each of [perceptions.get(root), ...perceptions.values()]) {
    const { data } = WritingData.safeParse(each?.perception.data)
    if (data) return data
  }
  return undefined
}

/** Plans that were written, not those that people wrote, and failed for this goal. */
function failedOf({ tried }: Intention, { planLibrary }: State): readonly string[] {
  const failed = tried.flatMap(({ plan, failures }) =>
    plan !== undefined && failures.some(({ step }) => step !== undefined) ? [plan] : [],
  )
  return failed.filter(id => planLibrary.plans.get(id)?.origin.model !== noModel)
}

function believedIn({ groundBeliefs }: State): readonly Structure[] {
  return ['world', 'session'].flatMap(scope =>
    [...(groundBeliefs.get(scope)?.keys() ?? [])].flatMap(name => {
      if (name.includes(':-')) return [] // a rule
      const term = parseTerm(name)
      return term.type === 'structure' ? [term] : []
    }),
  )
}

/** The other roots that are open. */
function pursuedIn({ begun, intentions }: State, root: string): readonly Structure[] {
  return [...begun.keys()].flatMap(id => {
    const open = id === root ? undefined : intentions.get(id)
    const term = open?.status === 'open' ? parseTerm(open.goal) : undefined
    return term?.type === 'structure' ? [term] : []
  })
}

function libraryIn(
  { planLibrary: { plans, offered, removed } }: State,
  without: readonly string[] = [],
): readonly Clause[] {
  const ids = [...offered.values()].flat()
  return ids
    .filter(id => !removed.has(id) && !without.includes(id))
    .flatMap(id => fromDraft(plans.get(id)!) ?? [])
}

/** Goals of these plans that none is for, to be planned for in the background. */
function lacking(clauses: readonly Clause[], state: State): readonly string[] {
  const { handled } = namesIn([...clauses, ...libraryIn(state)])
  const goals = clauses
    .flatMap(({ body }) => body)
    .flatMap(({ type, term }) => (type === 'achieve' || type === 'spawn' ? [term] : []))
    .filter(term => !handled.has(indicator(term) ?? ''))
  const once = goals.filter(
    (term, at) => !goals.slice(0, at).some(other => unify(term, other, undefined)),
  )
  return once.map(term => `+!generate_plan(${printTerm(term)})`)
}
