// Asks the agent the questions of a set, judges what it says, and shows the result by family.
import { createAgent } from '../../agent/create-agent.ts'
import type { EmbeddedAgent } from '../../agent/embedded.ts'
import { calculate } from '../../tools/calculate.ts'
import { readFile } from '../../tools/read-file.ts'
import { createCorpus } from '../../tools/search/providers/corpus.ts'
import { webSearch } from '../../tools/search.ts'
import { table } from '../../tools/table.ts'
import { sameAnswer } from './same-answer.ts'
import { type Question, samplePath } from './sample-files.ts'

export type Outcome = 'right' | 'wrong' | 'declined' | 'failed'

export interface Scored {
  readonly question: Question
  readonly outcome: Outcome
  /** The answer given, the reason for declining, or the error. */
  readonly said: string
  readonly seconds: number
}

export interface Running {
  /** One agent for all questions, so that its library grows; otherwise each starts with an empty one. */
  readonly shared?: boolean
  readonly onScored?: (scored: Scored) => void
}

/** Asks the offline reasoner each question, with the sample corpus to search. Files are absolute paths. */
export async function run(
  questions: readonly Question[],
  { shared = false, onScored }: Running = {},
): Promise<readonly Scored[]> {
  const corpus = await createCorpus(samplePath('corpus'))
  const tools = [readFile, table, calculate, webSearch([corpus])]
  const begin = () => createAgent({ model: 'offline', tools, env: {} })
  const one = shared ? await begin() : undefined
  const results: Scored[] = []
  for (const question of questions) {
    const agent = one ?? (await begin())
    const scored = await score(agent, question)
    if (!one) agent.close()
    onScored?.(scored)
    results.push(scored)
  }
  one?.close()
  return results
}

/** Where declining is right, any answer is wrong; elsewhere a decline is no wrong answer. */
export async function score(agent: EmbeddedAgent, question: Question): Promise<Scored> {
  const began = performance.now()
  const scored = (outcome: Outcome, said: string): Scored => ({
    question,
    outcome,
    said,
    seconds: (performance.now() - began) / 1000,
  })
  try {
    const { answer, reason } = await agent.ask(question.question, { files: question.files ?? [] })
    if (sameAnswer(question.answer, answer, question.tolerance))
      return scored('right', answer ?? reason)
    return answer === undefined ? scored('declined', reason) : scored('wrong', answer)
  } catch (error) {
    return scored('failed', String(error))
  }
}

/** How many have this outcome. */
export function count(results: readonly Scored[], outcome: Outcome): number {
  return results.filter(result => result.outcome === outcome).length
}

/** By family and in all: right, wrong, declined, failed; then every question that was not right. */
export function report(results: readonly Scored[]): string {
  const outcomes = ['right', 'wrong', 'declined', 'failed'] as const
  const row = (name: string, counts: readonly (string | number)[]) =>
    name.padEnd(20) + counts.map(count => String(count).padStart(10)).join('')
  const families = Map.groupBy(results, ({ question }) => question.family)
  const countsOf = (some: readonly Scored[]) => [
    ...outcomes.map(outcome => count(some, outcome)),
    (some.reduce((sum, { seconds }) => sum + seconds, 0) / some.length).toFixed(2),
  ]
  return [
    row('family', [...outcomes, 'seconds']),
    ...[...families].map(([family, some]) => row(family, countsOf(some))),
    row('all', countsOf(results)),
    ...results.filter(({ outcome }) => outcome !== 'right').map(missed),
  ].join('\n')
}

// --- internal ---

function missed({ question, outcome, said }: Scored): string {
  const { id, answer, files = [] } = question
  const expected = answer === '' ? 'a decline' : answer
  return `\n${outcome} ${id}: ${question.question}\n  expected ${expected}, got: ${said}\n  ${files.join(' ')}`
}
