// What a bench's process and its workers tell each other.
import type { Budget } from '../../agent/llm/limits/budget.ts'
import type { Spent } from '../../agent/llm/provider.ts'
import type { Result } from '../bench/result.ts'
import type { ExitCode } from '../cli/command.ts'

/** Tokens and US dollars that one call has used. */
export type Used = Pick<Spent, 'tokens' | 'cost'>

export type ToWorker =
  | {
      readonly type: 'begin'
      /** Absolute path of the bench's folder. */
      readonly path: string
      /** Questions at once. */
      readonly slots: number
      /** Of the budget, before this worker begins; what others use afterwards is told as it happens. */
      readonly spent: Spent
    }
  /** Answers a `next`: the question with this id, or none when nothing is left to take. */
  | { readonly type: 'take'; readonly id?: string | undefined }
  | { readonly type: 'used'; readonly used: Used }
  | { readonly type: 'stop' }

export type FromWorker =
  /** It has opened all it needs, and goes on to take questions. */
  | { readonly type: 'ready' }
  /** Nothing else is to be told: it is not hung. */
  | { readonly type: 'alive' }
  /** It asks for one more question. */
  | { readonly type: 'next' }
  | { readonly type: 'finished'; readonly result: Result }
  /** The question was not begun. */
  | { readonly type: 'released'; readonly id: string }
  | { readonly type: 'used'; readonly used: Used }
  /** What is being done on a question now. */
  | { readonly type: 'doing'; readonly id: string; readonly doing: string }
  /** What went wrong and is done again. */
  | { readonly type: 'trouble'; readonly what: string }
  /** It has nothing more to do: there is nothing left to take, or `why` the budget allows no more. */
  | { readonly type: 'ended'; readonly why?: string | undefined }
  /** The whole bench is to end with this error. */
  | { readonly type: 'refused'; readonly message: string; readonly code: ExitCode }

/** Counts what another process has used; what is under way here is cut off when nothing is left. */
export function countIn(budget: Budget | undefined, { tokens, cost }: Used): void {
  if (!budget || tokens === 0 || budget.ended() !== undefined) return
  const each = (cost / tokens) * 1_000_000
  const account = budget.reserve(0, { input: each, output: each })
  if ('refused' in account) return
  account.add(tokens)
  account.close({ inputTokens: tokens, outputTokens: 0, cachedTokens: 0 })
}
