// What a bench runs: a question set or a PlanBench folder, as one kind of thing. Here is how a question
// of a set is answered and judged.
import { statSync } from 'node:fs'
import type { PlanLibrary } from '../plans/library.ts'
import { nearest } from '../plans/nearest.ts'
import { noStats } from '../plans/plan.ts'
import { type Asking, pursueOnce } from './bench-pursue.ts'
import { judge, type Result, table } from './bench-result.ts'
import { usage } from './command.ts'
import { type Question, readQuestionSet } from './question-set.ts'
import type { RunFolder } from './runs.ts'
import { planBench } from './worlds/planbench.ts'
import type { DomainSummary } from './worlds/planning-result.ts'

/** The questions of a bench, how each is answered and scored, and how the results are summed. */
export interface Suite {
  /** Those that were chosen, in the order in which they are asked. */
  readonly questions: readonly Question[]
  /** Has a question answered in its folder, or goes on there, and judges what came of it. */
  readonly answer: (run: RunFolder, question: Question, asking: Asking) => Promise<Result>
  /** The results as a table by family. */
  readonly table: (results: readonly Result[]) => readonly string[]
  /** The results by planning domain, where there are such. */
  readonly domains?: (results: readonly Result[]) => DomainSummary[]
}

/** Which of the questions are meant. */
export interface Choice {
  readonly family: string | undefined
  readonly limit: number | undefined
}

/**
 * The question set in the file `path`, or the planning problems in the folder `path`. `allow` lists the
 * folders in which attached files may lie. Throws a CommandError that names what is wrong, and where.
 */
export function openSuite(path: string, allow: readonly string[], choice: Choice): Suite {
  if (statSync(path).isDirectory()) {
    const suite = planBench(path)
    return { ...suite, questions: evenly(ofFamily(suite.questions, choice), choice.limit) }
  }
  const questions = ofFamily(readQuestionSet(path, allow), choice).slice(0, choice.limit)
  return { questions, answer: answerQuestion, table }
}

// --- internal ---

async function answerQuestion(run: RunFolder, question: Question, asking: Asking) {
  const result = judge(question, await pursueOnce(run, asking))
  await remember(asking.shared.library, run.run.id, result)
  return result
}

/** The library learns whether the plan led to the right answer: only a harness can know. */
async function remember(library: PlanLibrary, run: string, result: Result): Promise<void> {
  if (result.plan === null || result.answer === null) return
  const counter = result.verdict === 'right' ? 'judgedRight' : 'judgedWrong'
  const stats = [[result.plan, { ...noStats, [counter]: 1 }]] as const
  await library.record(run, { plans: [], stats, removed: [] })
}

function ofFamily(questions: readonly Question[], { family }: Choice): readonly Question[] {
  const all = questions.filter(question => family === undefined || question.family === family)
  if (family !== undefined && all.length === 0) {
    const known = [...new Set(questions.flatMap(question => question.family ?? []))]
    const meant = nearest(family, known)
    throw usage(
      `the set has no family "${family}"; ${meant ? `did you mean ${meant}?` : `it has ${known.join(', ') || 'none'}`}`,
    )
  }
  return all
}

/** `limit` of all, at even distances: problems are often numbered by difficulty. */
function evenly(all: readonly Question[], limit = all.length): readonly Question[] {
  const count = Math.min(limit, all.length)
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!)
}
