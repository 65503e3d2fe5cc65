// The review of a round (A Self-Aware BDI Agent, 2026, section 6): each plan that led to an answer that was not
// right is put to the model with what it did, and what comes back is checked by code before it becomes a version.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Ctx } from '../../agent/contract.ts'
import { wholeLines } from '../../agent/runs/json-lines.ts'
import { ask } from '../../phases/ask.ts'
import { evidenceOf } from '../../phases/review/evidence.ts'
import {
  changed,
  type Refined,
  type RefineReads,
  refineContract,
} from '../../phases/review/refine.ts'
import { accept } from '../../plans/accept.ts'
import { jsonOf } from '../../plans/canonical.ts'
import { practisedPlan } from '../../plans/habits/habits.ts'
import { identify } from '../../plans/identify.ts'
import { lint } from '../../plans/lint.ts'
import { Plan, type PlanDraft, resultsOf, totals } from '../../plans/plan.ts'
import type { Question } from '../questions/question-set.ts'
import { believedBefore, carriedOut, givenIn, type Played, type Used, usedIn } from './played.ts'
import { lostBy, type Replaying } from './wins.ts'

const Texts = z.array(z.string()).readonly()

/** What became of one plan: a line of `refinements.jsonl`. */
export const Refinement = z.object({
  /** Id of the plan that was used; a version that only automates it is named by the plan itself. */
  plan: z.string(),
  decision: z.enum(['keep', 'refine', 'remove']),
  reason: z.string(),
  /** Ids of the questions behind the decision. */
  questions: Texts,
  /** Ids of the questions that were answered again with a refinement. */
  wins: Texts,
  /** Why refinements were refused, attempt by attempt. */
  refused: z.array(Texts).readonly(),
  child: Plan.exactOptional(),
})
export type Refinement = z.infer<typeof Refinement>

/** A plan that led to answers that were not right. */
type Suspect = ReturnType<typeof suspectsIn>[number]

interface Refining {
  readonly ctx: Ctx
  readonly replaying: Replaying
  readonly questions: readonly Question[]
  readonly revealExpected: boolean
}

/**
 * The plans to review, by id: those in `plans` that a question of the last of `rounds` ended with which was not
 * answered rightly. A question that was rightly declined speaks against no plan.
 */
export function suspectsIn(plans: readonly Plan[], rounds: readonly (readonly Played[])[]) {
  const isRight = ({ result }: Played) => result.verdict === 'right'
  const usesOf = (played: readonly Played[]) =>
    Map.groupBy(played.flatMap(usedIn), ({ plan }) => practisedPlan(plan))
  const failed = usesOf((rounds.at(-1) ?? []).filter(each => !isRight(each)))
  const right = usesOf(rounds.flat().filter(each => isRight(each) && each.result.answer !== null))
  return plans
    .filter(({ id, origin }) => !origin.automated && failed.has(id))
    .map(({ id }) => {
      const uses = failed.get(id)!
      const wins = new Map(right.get(id)?.map(use => [use.played.question.id, use]))
      return {
        /** As it was carried out. */
        plan: uses[0]!.plan,
        /** Uses that led to answers that were not right. */
        failed: uses,
        /** The latest use for each question that it has answered rightly. */
        wins: [...wins.values()],
      }
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
  const refused: (readonly string[])[] = []
  const decided = (decision: Refinement['decision'], reason: string, child?: Plan): Refinement => ({
    plan: base,
    questions: idsOf(failed),
    wins: idsOf(wins),
    decision,
    reason,
    refused,
    ...(child && { child }),
  })
  let losses = 0
  while (refused.length < attempts && losses < 2) {
    const reply = await asked(suspect, known.get(base) ?? plan, refused, refining)
    if (!reply.ok) return reply.mode === 'budget' ? undefined : decided('keep', reply.why)
    const { decision, reason } = reply.value
    if (decision === 'keep') return decided(decision, reason)
    if (decision === 'remove') {
      if (wins.length === 0) return decided(decision, reason)
      const questions = wins.length === 1 ? 'one question' : `${wins.length} questions`
      refused.push([`It has answered ${questions} rightly: refine it, or keep it.`])
      continue
    }
    const made = versionOf(suspect, reply, refining)
    if ('faults' in made) refused.push(made.faults)
    else if (known.has(made.child.id)) refused.push(['The library holds just this plan already.'])
    else {
      const lost = await lostBy(made.child, wins, refining.replaying)
      if (lost.length === 0) return decided(decision, reason, made.child)
      if (refining.replaying.asking.shared.model.budget?.ended() !== undefined) return undefined
      losses += 1
      refused.push(lost)
    }
  }
  return decided('keep', `no refinement was accepted: ${refused.at(-1)!.join(' ')}`)
}

/** The decisions that were made in a round so far. A last line that was cut off by a crash is made again. */
export function readRefinements(path: string): readonly Refinement[] {
  // of a line that a crash cut off, the rest stands before the next one
  return wholeLines(join(path, 'refinements.jsonl')).flatMap(
    line => Refinement.safeParse(jsonOf(line)).data ?? [],
  )
}

export function appendRefinement(path: string, refinement: Refinement): void {
  const line = `${JSON.stringify(refinement)}\n`
  appendFileSync(join(path, 'refinements.jsonl'), line, { flush: true })
}

// --- internal ---

/** Refinements of one plan that a model may propose in a round. */
const attempts = 3

/** Uses that are shown of a plan: enough to see what they have in common. */
const mostFailed = 4
const mostWins = 2

const idsOf = (uses: readonly Used[]) => [...new Set(uses.map(use => use.played.question.id))]

async function asked(
  { plan, failed, wins }: Suspect,
  base: Plan,
  refused: readonly (readonly string[])[],
  { ctx, revealExpected }: Refining,
) {
  const uses = [...failed.slice(0, mostFailed), ...wins.slice(0, mostWins)]
  const carried = uses.map(use => carriedOut(use, revealExpected))
  const judged = uses.map((use, at) => [use.played.question.id, carried[at]!.judged] as const)
  const reads: RefineReads = {
    plan: draftOf(plan),
    judged: Object.fromEntries(judged),
    revealed: revealExpected,
    refused: refused.length,
  }
  const shown = {
    tools: ctx.environment.tools,
    counts: totals(base),
    evidence: evidenceOf(base, ctx.library, ctx.llm.name),
    carried,
    refused,
  }
  return ask(refineContract(shown), reads, { ctx, intention: base.id })
}

function draftOf({ intentionType, goal, contextConditions, parameters, steps }: Plan): PlanDraft {
  return { intentionType, goal, contextConditions, parameters, steps }
}

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
    given: failed
      .map(use => believedBefore(use).map(({ name }) => name))
      .reduce((a, b) => a.filter(name => b.includes(name))),
  })
  const from = [...failed, ...wins.slice(0, mostWins)]
  const leaks = leaksOf(draft, plan, from, questions)
  const faults = [...issues, ...lostResults(parent, draft), ...leaks]
  if (faults.length > 0) return { faults }
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
    const said = new Set([answer, played.result.answer ?? ''])
    return [...said].map(answer => ({ text: question, given: givenIn(played), answer }))
  })
  const earlier = plan.origin.seenQuestions.map(text => {
    const answer = questions.find(({ question }) => question === text)?.answer ?? ''
    return { text, given: {}, answer }
  })
  const leaks = [...shown, ...earlier].flatMap(question => lint(draft, question))
  return [...new Set(leaks.map(({ message }) => message))]
}
