// What a bench works on and with.
import type { Event } from '../../agent/event.ts'
import type { Model } from '../../agent/llm/models.ts'
import type { Memory } from '../../agent/memory/memory.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import type { Tool } from '../../tools/tool.ts'
import type { DomainSummary } from '../planbench/planning.ts'
import type { Question } from '../questions/question-set.ts'
import type { RunFolder } from '../run/runs.ts'
import type { Asking } from './pursue.ts'
import type { Result } from './result.ts'

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

/** What all questions of a bench share. */
export interface Shared {
  readonly model: Model
  readonly library: PlanLibrary
  readonly tools: readonly Tool[]
  /** Left out where nothing is to be remembered. */
  readonly memory?: Memory | undefined
}

/** What it takes to work on questions of a bench, whichever they are. */
export interface Working {
  readonly suite: Pick<Suite, 'answer'>
  readonly shared: Shared
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborting it ends the bench; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
  readonly onStart: (question: Question) => void
  readonly onResult: (question: Question, result: Result) => void
  readonly onEvent?: (event: Event) => void
}

export interface BenchWork extends Working {
  /** All questions; those with a result are left alone. */
  readonly questions: readonly Question[]
}
