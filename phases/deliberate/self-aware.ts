// Phase 3, the self-aware way: a plan of the library whose structure fits, the one formalize named,
// or a new one, written by the model and checked by code (A Self-Aware BDI Agent, 2026, section 4.3).
import type { Ctx } from '../../agent/contract.ts'
import type { IntentionClosed, PlanSelected } from '../../agent/event.ts'
import { type Intention, isHeard, type State, stepsIn, type Tried } from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import { accept } from '../../plans/accept.ts'
import { isAllFor } from '../../plans/dag.ts'
import { identify } from '../../plans/identify.ts'
import { lint, templated } from '../../plans/lint.ts'
import type { Plan, PlanDraft, Step } from '../../plans/plan.ts'
import type { Tool } from '../../tools/tool.ts'
import { ask } from '../ask.ts'
import { closed, originOf, selected } from '../outcomes.ts'
import { untold } from '../prompt-text.ts'
import { completed, type DeliberateReads, deliberateContract, type WholeDraft } from './contract.ts'
import { fromLibrary } from './from-library.ts'
import { conditionsLeftOut, hoursOfItsOwn, numbersOfItsOwn } from './own-values.ts'
import { called, canBeCalled, depth, partIssues } from './parts/parts.ts'

const ATTEMPTS = 3

/**
 * Chooses the plan for the next cycle. No call when the library holds an exact match or formalize
 * named a plan that can be bound; otherwise at most three attempts at writing one, each told what was
 * wrong with those before. The policy's fallback serves the last cycle and the case that none of
 * these gives a plan; without one the intention is closed.
 */
export async function deliberate(
  id: string,
  state: State,
  ctx: Ctx,
): Promise<PlanSelected | IntentionClosed> {
  const seen = view(state, id)
  const { cycle } = seen.intention
  const forbidden = notPermitted(seen.intention, state)
  if (forbidden !== undefined) return { ...closed(id, 'failed', forbidden), declined: true }
  const last = cycle > 1 && cycle >= ctx.limits.cycles
  const fallback = last ? await ctx.policy.fallback(seen.intention, state, ctx) : undefined
  if (typeof fallback === 'object') return taken(seen, fallback, 'fallback')
  const { plan, bind, considered } = await fromLibrary(seen, state, ctx)
  if (plan) return { ...taken(seen, plan, 'library', considered), bind }
  // what a plan that is not carried out calls the beliefs is nobody's name for them
  return generated(unbound(seen, state), state, ctx, considered)
}

/** Why nothing more is thought of, where the person did not permit what the plan just tried was for. */
function notPermitted({ tried }: Intention, state: State): string | undefined {
  const { plan, failures = [] } = tried.at(-1) ?? {}
  const [refused] = failures.filter(({ mode }) => mode === 'not_permitted')
  const { step } = refused ?? {}
  return step !== undefined && isAllFor(stepsIn(state, plan), step) ? refused!.why : undefined
}

function unbound({ intention }: View, state: State): View {
  const plain = { ...intention, bind: {} }
  return view({ ...state, intentions: state.intentions.set(intention.id, plain) }, intention.id)
}

async function generated(
  seen: View,
  state: State,
  ctx: Ctx,
  considered: PlanSelected['candidates'],
): Promise<PlanSelected | IntentionClosed> {
  const { intention, question, files, conflicts } = seen
  const refused: (readonly string[])[] = []
  const { tools } = ctx.environment
  const callable = canBeCalled(seen, state, ctx)
  const part = intention.parent !== undefined
  const { tried } = intention
  const shown = { files: untold(files, ctx), tools, tried, refused, callable, part, conflicts }
  const contract = deliberateContract(shown)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const reads = readsOf(seen, refused.length, callable, ctx)
    const reply = await ask(contract, reads, { ctx, intention: intention.id })
    if (!reply.ok && reply.unanswered) return givenUp(intention, reply.why)
    if (!reply.ok) {
      refused.push([reply.why])
      break
    }
    const { unachievable, steps } = reply.value
    if (steps.length === 0) {
      // said before anything was looked at it is a guess, unless the model stands by it
      const isOfRoot = (id: string) => state.intentions.get(id)?.root === intention.root
      const looked =
        attempt > 1 || tried.length > 0 || state.toolCalls.some(call => isOfRoot(call.intention))
      if (unachievable && (looked || asksBack(unachievable)))
        return { ...closed(intention.id, 'failed', unachievable), declined: true }
      refused.push([unachievable ? unseen : 'a plan has at least one step'])
      continue
    }
    const { filesNotRead, ...written } = completed(reply.value, seen.schemaBeliefs)
    const parts = partIssues(written.steps, callable, depth(intention, state))
    const template = drafted(written, intention.type, tools)
    const { plan: draft, issues } = checked(template, seen, filesNotRead)
    if (issues.length + parts.length > 0) {
      refused.push([...parts, ...issues])
      continue
    }
    const origin = originOf(ctx, reply.model, { seenQuestions: [question] })
    return taken(seen, identify(draft, origin), 'generated', considered, refused)
  }
  const fallback = await ctx.policy.fallback(intention, state, ctx)
  if (typeof fallback === 'object') return taken(seen, fallback, 'fallback', considered, refused)
  const why = fallback ?? refused.at(-1)?.join('; ') ?? 'none could be written'
  return givenUp(intention, `no plan: ${why}`)
}

const unseen =
  'unachievable: nothing was looked at for this question yet; call a tool or plan the steps that look, and say it again when neither could help'

/** What the person is asked, nothing that could be looked at says. */
const asksBack = (said: string) => /[?？؟](?!\S)/u.test(said)

function givenUp({ id, tried }: Intention, why: string): IntentionClosed {
  const before = tried.at(-1)?.failures.at(-1)?.why
  const reason = before === undefined || before === why ? why : `${before} (${why})`
  return closed(id, 'failed', reason)
}

function taken(
  { intention, heard }: View,
  plan: Plan,
  from: PlanSelected['from'],
  candidates: PlanSelected['candidates'] = [],
  refused: readonly (readonly string[])[] = [],
): PlanSelected {
  return selected(intention.id, plan, from, {
    candidates,
    // what a plan of the library or of a policy says was said before
    ...(from === 'generated' && heard().calls.some(isHeard) && { tainted: true }),
    refused: refused.map(issues => issues.join('; ')),
  })
}

/** Acceptance and linter together: what may run, and what may enter a library. */
function checked(
  draft: PlanDraft,
  { intention, question, beliefs, files, schemaBeliefs }: View,
  filesNotRead = '',
): { readonly plan: PlanDraft; readonly issues: readonly string[] } {
  const { openParameters, satisfactionCondition, tried, parent } = intention
  const given = Object.keys(beliefs)
  const said = Object.values(beliefs).filter(belief => belief.by === undefined)
  const now = said.filter(({ scope }) => scope === intention.id) // not with a question before
  const values = Object.fromEntries(said.map(({ name, value }) => [name, value]))
  const headers = files.flatMap(file => file.columns?.map(column => column.name) ?? [])
  const before = said.filter(each => parent === undefined && !now.includes(each))
  const earlier = new Set(before.map(({ name }) => name))
  const asked = { text: question, given: values, earlier, names: openParameters, headers }
  const general = (text: string) => templated(text, asked)
  // what other phases wrote no plan can mend: the type, and schema beliefs that are its conditions
  const bare = { ...draft, intentionType: '', goal: '', parameters: [], steps: [] }
  const contextConditions = draft.contextConditions.filter(
    each =>
      !schemaBeliefs.includes(each) ||
      lint({ ...bare, contextConditions: [each] }, asked).length === 0,
  )
  const needs = { openParameters, satisfactionCondition, given }
  const steps = draft.steps.map(each => ({ ...each, description: general(each.description) }))
  const template = { ...draft, contextConditions, goal: general(draft.goal), steps }
  const { plan, issues } = accept(template, needs)
  const literals = lint(plan, asked).filter(({ field }) => field !== 'intentionType')
  const names = files.map(file => file.name)
  // what an earlier cycle or question has read need not be read again
  const isEstablished = (name: string) =>
    beliefs[name]?.evidence !== undefined || beliefs[name]?.derivation !== undefined
  const isFound = (name: string) =>
    isEstablished(name) || [beliefs[name]?.value].flat().some(each => names.includes(String(each)))
  const goesOn = parent !== undefined || plan.steps.some(({ reads }) => reads.some(isEstablished))
  const unread =
    files.length > 0 &&
    !parent &&
    before.length === 0 && // files stay attached to what is said later, be it only to be remembered
    said.length === Object.keys(beliefs).length &&
    !plan.steps.some(step => mayRead(step, plan) || step.reads.some(isFound))
  const { id } = identify(plan, nobody)
  const again = tried.some(t => t.plan === id && !t.failures.every(isOfModel(plan)))
  return {
    plan,
    issues: [
      ...issues,
      ...literals.map(finding => finding.message),
      ...(unread && !filesNotRead.trim()
        ? [
            `no step reads ${names.join(' or ')}, attached to the question; add a step of kind read, or say in filesNotRead why none has to`,
          ]
        : []),
      ...(goesOn ? [] : conditionsLeftOut(plan, now, files, filesNotRead)),
      ...hoursOfItsOwn(plan),
      ...numbersOfItsOwn(plan, question),
      ...(again ? ['this plan was carried out before and failed; write another one'] : []),
    ],
  }
}

/** A model that puts an answer together from no other step's results reads what is in view. */
function mayRead({ kind, action, reads }: PlanDraft['steps'][number], { steps }: PlanDraft) {
  const found = steps.flatMap(({ writes }) => writes.map(({ role }) => role))
  return (
    kind === 'read' || (kind === 'synthesize' && !action && !reads.some(r => found.includes(r)))
  )
}

/** A value that a model did not show for a step that it was left is no fault of the plan. */
const isOfModel =
  ({ steps }: PlanDraft) =>
  ({ step, mode }: Tried['failures'][number]) =>
    mode === 'unsupported_value' && steps.some(({ id, action }) => id === step && !action)

const nobody = { agent: '', model: '', createdAt: '', seenQuestions: [] }

function drafted(
  { steps, ...plan }: Omit<WholeDraft, 'filesNotRead'>,
  intentionType: string,
  tools: readonly Tool[],
): PlanDraft {
  // a step that names the call is to change what the call changes, whether or not its author says so
  const changes = (called: string) => tools.some(({ name, effect }) => effect && name === called)
  return {
    ...plan,
    intentionType,
    steps: steps.map(({ expression, tool, subgoal, ...step }): Step => {
      if (subgoal) return { ...step, ...called(subgoal, step) }
      if (expression !== undefined) return { ...step, action: { expression } }
      if (tool) {
        const action = { tool: tool.name, input: tool.input }
        return { ...step, ...(changes(tool.name) && { effect: true }), action }
      }
      return step
    }),
  }
}

function readsOf(
  seen: View,
  refused: number,
  callable: readonly Plan[],
  ctx: Ctx,
): DeliberateReads {
  const { type, goal, satisfactionCondition, openParameters, tried } = seen.intention
  return {
    question: seen.question,
    intention: {
      type,
      goal,
      satisfactionCondition,
      openParameters: openParameters.filter(role => !seen.beliefs[role]),
    },
    schemaBeliefs: seen.schemaBeliefs,
    groundBeliefs: Object.values(seen.beliefs).map(({ name, value, unit }) => ({
      name,
      value,
      unit,
    })),
    files: seen.files.map(file => file.name),
    tools: ctx.environment.tools.map(tool => tool.name),
    tried: tried.map(({ failures }) => failures.map(({ why: _, ...rest }) => rest)),
    refused,
    ...(callable.length > 0 && { callable: callable.map(plan => plan.intentionType) }),
  }
}
