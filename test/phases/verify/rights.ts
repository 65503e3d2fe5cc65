// The right claims of a run: what its steps established, with what each of them saw.
import { apply, emptyState } from '../../../agent/apply.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import type { NewBelief, StepResult } from '../../../agent/state.ts'
import { type View, view } from '../../../agent/view.ts'
import type { Step } from '../../../plans/plan.ts'
import { calculate } from '../../../tools/calculate.ts'
import { readFile } from '../../../tools/read-file.ts'
import { createCorpus } from '../../../tools/search/providers/corpus.ts'
import { webSearch } from '../../../tools/search.ts'
import { table } from '../../../tools/table.ts'
import { sameAnswer } from '../../samples/same-answer.ts'
import { samplePath, sampleQuestions } from '../../samples/sample-files.ts'
import { recorded, replayed } from '../recorded.ts'

/** A step result that passed, with what the step saw; `belief` is the one of its claims that is looked at. */
export interface Right {
  readonly run: string
  readonly step: Step
  readonly result: StepResult
  readonly belief: NewBelief
  readonly seen: Pick<View, 'beliefs' | 'call' | 'question' | 'files' | 'intention'>
}

/** Every claim of the steps that passed in a run, with the view that the step had. */
export function rightClaims(run: string, events: readonly Event[]): readonly Right[] {
  const found: Right[] = []
  let state = emptyState()
  for (const event of events) {
    const intention = state.intentions.get(event.intention)
    const plan = intention?.plan && state.planLibrary.plans.get(intention.plan)
    if (event.type === 'step-finished' && event.verdict.passed && intention && plan) {
      const step = plan.steps.find(({ id }) => id === event.step)!
      const { beliefs, call, question, files } = view(state, intention.id, step)
      const seen = { beliefs, call, question, files, intention }
      if (step.kind !== 'achieve' && step.kind !== 'act' && step.kind !== 'believe')
        for (const belief of event.result.beliefs)
          found.push({ run, step, result: event.result, belief, seen })
    }
    state = apply(state, event)
  }
  return found
}

/** The right claims of the recorded runs. */
export async function recordedRights(): Promise<readonly Right[]> {
  const all = await Promise.all(
    recorded.map(async each => rightClaims(each.id, (await replayed(each)).events)),
  )
  return all.flat()
}

/** Those of runs of the offline reasoner whose answer was right, over the tables and documents of the samples. */
export async function offlineRights(): Promise<readonly Right[]> {
  const tools = [readFile, table, calculate, webSearch([await createCorpus(samplePath('corpus'))])]
  const found: Right[] = []
  for (const { id, question, answer, files, tolerance } of sampleQuestions()) {
    // two of each family
    if (!/-[13]$/.test(id)) continue
    const events: Event[] = []
    const onEvent = (event: Event) => events.push(event)
    const agent = await createAgent({ model: 'offline', tools, env: {}, onEvent })
    const said = await agent.ask(question, { files: files ?? [] })
    agent.close()
    if (sameAnswer(answer, said.answer, tolerance)) found.push(...rightClaims(id, events))
  }
  return found
}
