// What happened to one question of a round, read from its journal: which plans were carried out, and how,
// in words a refining model may see.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import type { Intention } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import type { Carried, StepDone } from '../../phases/review/refine.ts'
import type { Quantity } from '../../plans/expressions/expression.ts'
import type { Plan, Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { type BenchFolder, questionFolder } from '../bench/folder.ts'
import type { Result } from '../bench/result.ts'
import type { Question } from '../questions/question-set.ts'
import { journalFile } from '../run/runs.ts'
import { type Mask, maskedJson, maskOf } from './mask.ts'

/** One question of a round at its end. */
export type Played = ReturnType<typeof playedIn>

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
) {
  const run = questionFolder(folder, question)
  const events = readJournal(journalFile(run))
  const state = events.reduce(apply, emptyState())
  return {
    question,
    result,
    /** The run's name in the library's statistics. */
    run: run.run.id,
    events,
    state,
    /** Id of the question's intention; undefined where none was formed. */
    root: state.intentionHistory.last()?.intention,
  }
}

/** The plans the question ended with: its own, and those of the parts that were reached. */
export function usedIn(played: Played): readonly Used[] {
  const { state, root } = played
  return [...state.intentions.values()].flatMap(intention => {
    if (intention.root !== root || intention.plan === undefined) return []
    if (intention.id !== root && intention.status !== 'satisfied') return []
    const plan = state.planLibrary.plans.get(intention.plan)
    // a fallback plan is carried out and not kept
    return plan && state.planLibrary.stats.has(plan.id) ? [{ played, intention, plan }] : []
  })
}

export const choicesFor = (intention: string | undefined, events: readonly Event[]) =>
  events
    .filter(event => event.type === 'plan-selected')
    .filter(each => each.intention === intention)

/** Whether a question's last plan came from the library. */
export const reusedIn = ({ events, root }: Played): boolean =>
  choicesFor(root, events).at(-1)?.from === 'library'

/** What the question gave before any plan began, by name. */
export function givenIn({ state, root = '' }: Played): Readonly<Record<string, Value>> {
  const believed = [...(state.groundBeliefs.get(root)?.values() ?? [])]
  const first = believed.flatMap(versions => versions.find(({ by }) => by === undefined) ?? [])
  return Object.fromEntries(first.map(({ name, value }) => [name, value]))
}

/** What the plan could read before it began. */
export const believedBefore = ({ played: { state }, intention }: Used) =>
  Object.values(view(state, intention.id).beliefs).filter(
    ({ by }) => by === undefined || by.cycle < intention.cycle,
  )

/** The mask of a question. Its expected answer stands in the records as any other word: masked there, it would be marked. */
export const maskFor = (played: Played): Mask =>
  maskOf({ text: played.question.question, given: givenIn(played) })

/** How the plan was carried out, masked; `expected` is told only when `reveal` is set. */
export function carriedOut(used: Used, reveal: boolean): Carried {
  const { played, intention } = used
  const { state, question, result } = played
  const mask = maskFor(played)
  const { schemaBeliefs, files } = view(state, intention.id)
  const { answer, reason, verdict } = result
  return {
    question: mask(question.question),
    schemaBeliefs,
    believed: believedBefore(used).map(belief => shownMasked(belief, mask)),
    files: files.map(({ description }) => shortened(mask(description), longestFile)),
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
  const [chosen] = choicesFor(intention.id, events).slice(-1)
  const since = chosen ? events.slice(events.indexOf(chosen)) : events.slice(-1)
  const finished = since.filter(event => event.type === 'step-finished')
  return finished
    .filter(event => event.intention === intention.id)
    .map(({ result, verdict, step }) => ({
      step,
      summary: shortened(mask(result.summary), longest),
      calls: result.calls.flatMap(id => {
        const call = state.toolCalls.get(id)
        if (!call) return []
        const input = JSON.stringify(maskedJson(call.input, mask))
        const gave = shortened(mask(call.content), longestResult)
        return [`${call.tool} ${input}, which gave: ${gave}`]
      }),
      wrote: result.beliefs.map(belief => {
        const { derivation } = belief
        return `${shownMasked(belief, mask)}${derivation === undefined ? '' : ` (${mask(derivation)})`}`
      }),
      verdict: verdict.passed ? 'passed' : `${verdict.mode}: ${mask(verdict.why)}`,
    }))
}

const shownMasked = ({ name, ...quantity }: Quantity & { readonly name: string }, mask: Mask) =>
  `${name} = ${shortened(mask(show(quantity)), longest)}`

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)} …`
