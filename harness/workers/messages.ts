// What the process of a bench and its workers tell each other.
import type { Spent } from '../../agent/llm/provider.ts'
import type { Result } from '../bench/result.ts'
import type { ExitCode } from '../cli/command.ts'

/** Tokens and US dollars that one call has used. */
type Used = Pick<Spent, 'tokens' | 'cost'>

export type ToWorker =
  | {
      readonly type: 'open'
      /** Absolute path of the bench's folder. */
      readonly path: string
      /** Of the budget, so far; what other workers use afterwards is told as it happens. */
      readonly spent: Spent
    }
  | { readonly type: 'answer'; readonly id: string }
  | { readonly type: 'used'; readonly used: Used }
  /** Stop what is under way, and end. */
  | { readonly type: 'stop' }
  /** There are no more questions. */
  | { readonly type: 'end' }

export type FromWorker =
  /** It has opened all that it needs, and can be given questions. */
  | { readonly type: 'ready' }
  /** Sent every few seconds: it does not hang. */
  | { readonly type: 'alive' }
  /** The question has its answer, and only the library is still to be told. */
  | { readonly type: 'answered'; readonly id: string }
  /** `ended` says why the budget allows no more, if it does not; without a result it ended the question in its midst. */
  | {
      readonly type: 'finished'
      readonly id: string
      readonly result?: Result | undefined
      readonly ended?: string | undefined
    }
  | { readonly type: 'used'; readonly used: Used }
  /** What is being done on a question now. */
  | { readonly type: 'doing'; readonly id: string; readonly doing: string }
  /** What went wrong and is tried again. */
  | { readonly type: 'trouble'; readonly what: string }
  /** The whole bench is to end with this error. */
  | { readonly type: 'refused'; readonly message: string; readonly code: ExitCode }
