// What happened to one question of a round, read from its journal: which plans were carried out, and how,
// in words a refining model may see.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import type { Intention, State } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import type { Carried, StepDone } from '../../phases/review/refine.ts'
import type { Plan, Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { type BenchFolder, questionFolder } from '../bench/folder.ts'
import type { Result } from '../bench/result.ts'
import type { Question } from '../questions/question-set.ts'
import { journalFile } from '../run/runs.ts'
import { type Mask, maskedJson, maskOf } from './mask.ts'

/** One question of a round at its end. */
export interface Played {
  readonly question: Question
  readonly result: Result
  /** The run's name in the library's statistics. */
  readonly run: string
  readonly events: readonly Event[]
  readonly state: State
  /** Id of the question's intention; undefined where none was formed. */
  readonly root: string | undefined
}

/** A plan as one question carried it out. */
export interface Used {
  readonly played: Played
  readonly intention: Intention
  readonly plan: Plan
}

/** The question of the round in `folder`, from its journal. */
export function playedIn(
  folder: BenchFolder,
  { question, result }: { readonly question: Question; readonly result: Result },
): Played {
  const run = questionFolder(folder, question)
  const events = readJournal(journalFile(run))
  const state = events.reduce(apply, emptyState())
  const root = state.intentionHistory.last()?.intention
  return { question, result, run: run.run.id, events, state, root }
}

/** The plans the question ended with: its own, and those of the parts that were reached. */
export function usedIn(played: Played): readonly Used[] {
  const { state, root } = played
  return [...state.intentions.values()].flatMap(intention => {
    const part = intention.id !== root
    if (intention.root !== root || intention.plan === undefined) return []
    if (part && intention.status !== 'satisfied') return []
    const plan = state.planLibrary.plans.get(intention.plan)
    // a fallback plan is carried out and not kept
    return plan && state.planLibrary.stats.has(plan.id) ? [{ played, intention, plan }] : []
  })
}

/** Whether a question's last plan came from the library. */
export function reusedIn({ events, root }: Played): boolean {
  const last = events.findLast(event => event.type === 'plan-selected' && event.intention === root)
  return last?.type === 'plan-selected' && last.from === 'library'
}

/** What the question gave before any plan began, by name. */
export function givenIn({ state, root }: Played): Readonly<Record<string, Value>> {
  const believed = root === undefined ? [] : [...(state.groundBeliefs.get(root)?.values() ?? [])]
  return Object.fromEntries(
    believed.flatMap(versions => {
      const first = versions.find(belief => belief.by === undefined)
      return first ? [[first.name, first.value]] : []
    }),
  )
}

/** The names under which the plan could read something before it began. */
export function believedBefore({ played: { state }, intention }: Used): readonly string[] {
  return Object.values(view(state, intention.id).beliefs)
    .filter(belief => belief.by === undefined || belief.by.cycle < intention.cycle)
    .map(belief => belief.name)
}

/** The mask of a question, its answer included. */
export function maskFor(played: Played): Mask {
  const { question, answer } = played.question
  return maskOf({ text: question, given: givenIn(played), ...(answer !== '' && { answer }) })
}

/** How the plan was carried out, masked; `expected` is told only when `reveal` is set. */
export function carriedOut(used: Used, reveal: boolean): Carried {
  const { played, intention } = used
  const { state, question, result } = played
  const mask = maskFor(played)
  const seen = view(state, intention.id)
  const before = new Set(believedBefore(used))
  const { answer, reason, verdict } = result
  return {
    question: mask(question.question),
    schemaBeliefs: seen.schemaBeliefs,
    believed: Object.values(seen.beliefs)
      .filter(({ name }) => before.has(name))
      .map(({ name, value, unit }) => `${name} = ${shownMasked(value, unit, mask)}`),
    files: seen.files.map(({ description }) => shortened(mask(description), longestFile)),
    steps: stepsOf(used, mask),
    ended: answer === null ? `no answer: ${shortened(mask(reason), longest)}` : `answer ${answer}`,
    judged: verdict === 'right' ? 'right' : answer === null ? 'no answer' : 'wrong',
    ...(reveal && verdict !== 'right' && { expected: question.answer || '(no answer)' }),
  }
}

// --- internal ---

/** Characters of a text that says what a step did, of a tool's result, and of what a file looks like. */
const longest = 400
const longestResult = 600
const longestFile = 1_200

function stepsOf({ played, intention }: Used, mask: Mask): readonly StepDone[] {
  const { events, state } = played
  const began = events.findLastIndex(
    event => event.type === 'plan-selected' && event.intention === intention.id,
  )
  return events.slice(began).flatMap((event): StepDone[] => {
    if (event.type !== 'step-finished' || event.intention !== intention.id) return []
    const { result, verdict, step } = event
    return [
      {
        step,
        summary: shortened(mask(result.summary), longest),
        calls: result.calls.flatMap(id => {
          const call = state.toolCalls.get(id)
          if (!call) return []
          const input = JSON.stringify(maskedJson(call.input, mask))
          return [
            `${call.tool} ${input}, which gave: ${shortened(mask(call.content), longestResult)}`,
          ]
        }),
        wrote: result.beliefs.map(({ name, value, unit, derivation }) => {
          const how = derivation === undefined ? '' : ` (${mask(derivation)})`
          return `${name} = ${shownMasked(value, unit, mask)}${how}`
        }),
        verdict: verdict.passed ? 'passed' : `${verdict.mode}: ${mask(verdict.why)}`,
      },
    ]
  })
}

function shownMasked(value: Value, unit: string | undefined, mask: Mask): string {
  return shortened(mask(show({ value, ...(unit !== undefined && { unit }) })), longest)
}

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)} …`
