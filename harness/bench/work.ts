// What a bench works on and with.
import type { Event } from '../../agent/event.ts'
import type { Model, ModelSettings } from '../../agent/llm/models.ts'
import type { Environment } from '../cli/command.ts'
import type { DomainSummary } from '../planbench/domains.ts'
import type { Question } from '../questions/question-set.ts'
import type { Opened, Pursuing } from '../run/pursue.ts'
import type { RunFolder } from '../run/runs.ts'
import type { EpisodeSums } from '../worlds/episode-result.ts'
import type { GenerationCells } from '../worlds/explorer/sums.ts'
import type { BenchFolder } from './folder.ts'
import type { Result } from './result.ts'
import type { Worker } from './watch/sight.ts'

/** The questions of a bench, how each is answered and scored, and how the results are summed. */
export interface Suite {
  /** Those that were chosen, in the order in which they are asked. */
  readonly questions: readonly Question[]
  /** Has a question answered in its folder, or goes on there, and judges what came of it. */
  readonly answer: (run: RunFolder, question: Question, asking: Asking) => Promise<Result>
  readonly table: (results: readonly Result[], width: number) => readonly string[]
  /** What only this set has in its summary. */
  readonly sums?: (results: readonly Result[]) => Sums
  /** Opens the models that are asked in place of the bench's, where there are such. Rejects as `openModel` does. */
  readonly models?: (folder: BenchFolder, asking: Opening) => Promise<readonly Model[]>
  readonly close?: () => Promise<void> | void
}

/** What only some sets have in their summary. */
export interface Sums extends Partial<EpisodeSums>, Partial<GenerationCells> {
  /** Of a PlanBench folder. */
  readonly domains?: readonly DomainSummary[]
}

/** What models are opened with beside the bench's own: they share its budget. */
export interface Opening extends Pick<Pursuing, 'env'> {
  readonly shared: Pick<Shared, 'model' | 'onRetry'>
}

export type OnRetry = NonNullable<ModelSettings['onRetry']>

export interface Shared extends Opened {
  /** Those who are told why a request failed and in how many milliseconds it is sent again. */
  readonly onRetry?: Set<OnRetry>
  /** Pursues questions somewhere else; each is pursued in this process without it. */
  readonly elsewhere?: Elsewhere
}

/**
 * Has the question of the run pursued, or gone on with, by another process. Its events are kept in the
 * folder's journal as they happen, and its trace is told. Rejects as `pursue` does.
 */
export type Elsewhere = (run: RunFolder, asking: Asking) => Promise<void>

/** Where questions are answered: in this process, in several of this machine, or on many machines. */
export interface Jobs {
  /**
   * Answers the questions of `work` that have no result yet, `parallel` of the folder at a time, and
   * appends one result for each: the folder reads the same wherever they were answered. One that
   * crashes, takes longer than `timeout` or costs too many workers is a failed one. Once the budget is used
   * up, wherever that was noticed, no further question is begun. Rejects with the reason of `work.stopping`
   * once that is aborted; questions under way continue from their journals when this is called again, also
   * by other jobs.
   */
  run(folder: BenchFolder, work: BenchWork): Promise<void>
  close(): Promise<void>
}

/** How an agent is asked the questions of a bench. */
export interface Asking extends Pick<Pursuing, 'env' | 'signal' | 'onTrace' | 'goal'> {
  readonly onEvent: (event: Event) => void
  readonly shared: Shared
  /** Called when a worker elsewhere has begun; a question pursued in this process is begun at once. */
  readonly onBegun?: (worker?: string) => void
  readonly onTrouble?: Watching['onTrouble'] | undefined
}

export interface Watching {
  readonly onStart: (question: Question) => void
  /** A worker has it, this process unless named. */
  readonly onBegun?: (question: Question, worker?: string) => void
  readonly onEvent?: (question: Question, event: Event) => void
  /** Told in a word what is done on it now, where its events are not told here. */
  readonly onDoing?: (question: Question, doing: string) => void
  readonly onResult: (question: Question, result: Result) => void
  /** Told now and then of all processes that answer questions, where this one does not. */
  readonly onWorkers?: (workers: readonly Worker[]) => void
  /** Told in a sentence what went wrong and is done again. */
  readonly onTrouble?: (what: string) => void
  /** Told what a person has to know of where the questions are answered. */
  readonly onNotice?: (sentence: string) => void
}

/** What it takes to work on questions of a bench, whichever they are. */
export interface Working extends Pick<Watching, 'onBegun' | 'onEvent' | 'onTrouble'> {
  readonly suite: Pick<Suite, 'answer'>
  readonly shared: Shared
  readonly env: Environment
  /** Aborting it ends the bench; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
}

export interface BenchWork extends Working, Watching {
  /** All questions; those with a result are left alone. */
  readonly questions: readonly Question[]
}
