// The judge's part of a round (A Self-Aware BDI Agent, 2026, section 6): each plan that led to an answer
// that was not right is put to the model with what it did, and what comes back is checked by code before it
// becomes a version.

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Ctx } from '../../agent/contract.ts'
import { evidenceOf } from '../../phases/review/evidence.ts'
import { changed, type Refined, type RefineReads, refine } from '../../phases/review/refine.ts'
import { accept } from '../../plans/accept.ts'
import { practisedPlan } from '../../plans/habits/habits.ts'
import { identify } from '../../plans/identify.ts'
import { wholeLines } from '../../plans/json-lines.ts'
import { lint } from '../../plans/lint.ts'
import { Plan, type PlanDraft, resultsOf, totals } from '../../plans/plan.ts'
import type { Question } from '../questions/question-set.ts'
import { believedBefore, carriedOut, givenIn, type Played, type Used, usedIn } from './played.ts'
import { lostBy, type Replaying } from './wins.ts'

/** What became of one plan: a line of `refinements.jsonl`. */
export const Refinement = z.object({
  /** Id of the plan that was used; a version that only automates it is named by the plan itself. */
  plan: z.string(),
  decision: z.enum(['keep', 'refine', 'remove']),
  reason: z.string(),
  /** Ids of the questions behind the decision. */
  questions: z.array(z.string()),
  /** Ids of the questions that were answered again with a refinement. */
  wins: z.array(z.string()),
  /** Why refinements were refused, attempt by attempt. */
  refused: z.array(z.array(z.string())),
  /** The new version. */
  child: Plan.optional(),
})
export type Refinement = z.infer<typeof Refinement>

/** A plan with what speaks against it and for it. */
interface Suspect {
  /** As it was carried out. */
  readonly plan: Plan
  /** Uses that led to answers that were not right. */
  readonly failed: readonly Used[]
  /** The latest use for each question that it has answered rightly. */
  readonly wins: readonly Used[]
}

interface Refining {
  readonly ctx: Ctx
  readonly replaying: Replaying
  readonly questions: readonly Question[]
  readonly revealExpected: boolean
}

/**
 * The plans to look at, by id: those in `plans` that a question of the last of `rounds` ended with
 * which was not answered rightly. A question that was rightly declined accuses nobody.
 */
export function suspectsIn(
  plans: readonly Plan[],
  rounds: readonly (readonly Played[])[],
): readonly Suspect[] {
  const last = (rounds.at(-1) ?? []).filter(({ result: { verdict } }) => verdict !== 'right')
  const failed = Map.groupBy(last.flatMap(usedIn), ({ plan }) => practisedPlan(plan))
  return plans
    .filter(({ id, origin }) => !origin.automated && failed.has(id))
    .map(({ id }) => {
      const uses = failed.get(id)!
      return { plan: uses[0]!.plan, failed: uses, wins: winsOf(id, rounds) }
    })
}

/**
 * Decides about one plan: at most three refinements are asked for, each told why those before were
 * refused; one that loses a win is given back once. Without a usable reply the plan is kept. Resolves to
 * undefined when nothing was decided, because the budget was used up.
 */
export async function decide(
  suspect: Suspect,
  known: ReadonlyMap<string, Plan>,
  refining: Refining,
): Promise<Refinement | undefined> {
  const { plan, failed, wins } = suspect
  const base = practisedPlan(plan)
  const about = {
    plan: base,
    questions: idsOf(failed),
    wins: idsOf(wins),
  }
  const refused: (readonly string[])[] = []
  let losses = 0
  while (refused.length < attempts && losses < 2) {
    const reply = await asked(suspect, known.get(base) ?? plan, refused, refining)
    if (!reply.ok && reply.mode === 'budget') return undefined
    if (!reply.ok) return { ...about, decision: 'keep', reason: reply.why, refused: lists(refused) }
    const { decision, reason } = reply.value
    if (decision === 'keep') return { ...about, decision, reason, refused: lists(refused) }
    if (decision === 'remove' && wins.length === 0)
      return { ...about, decision, reason, refused: lists(refused) }
    if (decision === 'remove') {
      refused.push([`It has answered ${counted(wins)} rightly: refine it, or keep it.`])
      continue
    }
    const made = versionOf(suspect, reply, refining)
    const taken = 'child' in made && known.has(made.child.id)
    if ('faults' in made || taken) {
      refused.push('faults' in made ? made.faults : ['The library holds just this plan already.'])
      continue
    }
    const lost = await lostBy(made.child, wins, refining.replaying)
    const { budget } = refining.replaying.asking.shared.model
    if (lost.length > 0 && budget?.ended() !== undefined) return undefined
    if (lost.length === 0)
      return { ...about, decision, reason, refused: lists(refused), child: made.child }
    losses += 1
    refused.push(lost)
  }
  const reason = `no refinement was accepted: ${refused.at(-1)!.join(' ')}`
  return { ...about, decision: 'keep', reason, refused: lists(refused) }
}

/** The decisions that were made in a round so far. A last line that was cut off by a crash is made again. */
export function readRefinements(path: string): readonly Refinement[] {
  return wholeLines(join(path, 'refinements.jsonl')).flatMap(line => {
    try {
      return [Refinement.parse(JSON.parse(line))]
    } catch {
      return [] // the rest of a line that a crash cut off stands before it
    }
  })
}

/** Adds the line of one plan. */
export function appendRefinement(path: string, refinement: Refinement): void {
  appendFileSync(join(path, 'refinements.jsonl'), `${JSON.stringify(refinement)}\n`, {
    flush: true,
  })
}

// --- internal ---

/** Refinements of one plan that a model may propose in a round. */
const attempts = 3

/** Uses that are shown of a plan: enough to see what they have in common. */
const mostFailed = 4
const mostWins = 2

const shownOf = (wins: readonly Used[]) => wins.slice(0, mostWins)

const lists = (refused: readonly (readonly string[])[]) => refused.map(each => [...each])

const idsOf = (uses: readonly Used[]) => [...new Set(uses.map(use => use.played.question.id))]

const counted = (wins: readonly Used[]) =>
  wins.length === 1 ? 'one question' : `${wins.length} questions`

function winsOf(id: string, rounds: readonly (readonly Played[])[]): readonly Used[] {
  const right = rounds
    .flat()
    .filter(({ result: { verdict, answer } }) => verdict === 'right' && answer !== null)
    .flatMap(usedIn)
    .filter(({ plan }) => practisedPlan(plan) === id)
  return [...new Map(right.map(use => [use.played.question.id, use])).values()]
}

async function asked(
  { plan, failed, wins }: Suspect,
  base: Plan,
  refused: readonly (readonly string[])[],
  { ctx, revealExpected }: Refining,
) {
  const uses = [...failed.slice(0, mostFailed), ...shownOf(wins)]
  const carried = uses.map(use => carriedOut(use, revealExpected))
  const judged = uses.map((use, at) => [use.played.question.id, carried[at]!.judged] as const)
  const reads: RefineReads = {
    plan: draftOf(plan),
    judged: Object.fromEntries(judged),
    revealed: revealExpected,
    refused: refused.length,
  }
  const { tools } = ctx.environment
  const shown = {
    tools,
    counts: totals(base),
    evidence: evidenceOf(base, ctx.library, ctx.llm.name),
    carried,
    refused,
  }
  return refine(reads, shown, { ctx, intention: base.id })
}

function draftOf({ intentionType, goal, contextConditions, parameters, steps }: Plan): PlanDraft {
  return { intentionType, goal, contextConditions, parameters, steps }
}

/** The new version, or what speaks against it. */
function versionOf(
  { plan, failed, wins }: Suspect,
  { value, model }: { readonly value: Refined; readonly model: string },
  { ctx, questions, revealExpected }: Refining,
): { readonly child: Plan } | { readonly faults: readonly string[] } {
  const parent = draftOf(plan)
  const made = changed(parent, value)
  if ('faults' in made) return made
  const { plan: draft, issues } = accept(made.draft, {
    openParameters: [],
    satisfactionCondition: '',
    given: commonTo(failed.map(believedBefore)),
  })
  const faults = [...issues, ...lostResults(parent, draft)]
  const from = [...failed, ...shownOf(wins)]
  const leaks = leaksOf(draft, plan, from, questions)
  if (faults.length + leaks.length > 0) return { faults: [...faults, ...leaks] }
  const seen = from.map(({ played }) => played.question.question)
  const child = identify(draft, {
    agent: ctx.agent,
    model,
    createdAt: new Date(ctx.now()).toISOString(),
    refines: practisedPlan(plan),
    reason: `${value.reason} (after ${idsOf(failed).join(', ')}${revealExpected ? ', expected answers told' : ''})`,
    seenQuestions: [...new Set([...plan.origin.seenQuestions, ...seen])].sort(),
  })
  if (child.id === plan.id || child.id === practisedPlan(plan))
    return { faults: ['Nothing is changed: decide to keep the plan, or change it.'] }
  return { child }
}

const commonTo = (lists: readonly (readonly string[])[]) =>
  (lists[0] ?? []).filter(name => lists.every(list => list.includes(name)))

/** What others may rely on: a part has to give all it gave, a whole its answer. */
function lostResults(parent: PlanDraft, draft: PlanDraft): readonly string[] {
  const results = resultsOf(parent).map(({ role }) => role)
  const wanted = results.includes('final_answer') ? ['final_answer'] : results
  const written = new Set(draft.steps.flatMap(step => step.writes.map(({ role }) => role)))
  return wanted
    .filter(role => !written.has(role))
    .map(role => `The plan no longer establishes ${role}; keep a step that writes it.`)
}

/** Literals of every question the version will have been made from, given values and answers included. */
function leaksOf(
  draft: PlanDraft,
  plan: Plan,
  from: readonly Used[],
  questions: readonly Question[],
): readonly string[] {
  const shown = from.flatMap(({ played }) => {
    const { question, answer } = played.question
    const asked = { text: question, given: givenIn(played) }
    const said = [answer, played.result.answer ?? ''].filter(each => each !== '')
    return said.length === 0 ? [asked] : said.map(answer => ({ ...asked, answer }))
  })
  const earlier = plan.origin.seenQuestions.map(text => {
    const answer = questions.find(({ question }) => question === text)?.answer ?? ''
    return { text, given: {}, ...(answer !== '' && { answer }) }
  })
  const messages = [...shown, ...earlier].flatMap(each => lint(draft, each).map(l => l.message))
  return [...new Set(messages)]
}
