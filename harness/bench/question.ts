// One question of a bench: from its folder to its result, and its trace with how it was judged. The
// boundary at which what goes wrong with one question stays with it.
import { readFileSync } from 'node:fs'
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { maskedBy } from '../../agent/llm/secrets.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { jsonIn } from '../../agent/runs/json-lines.ts'
import { spentIn } from '../../agent/runs/spent.ts'
import { given } from '../../plans/given.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { messageOf } from '../cli/command.ts'
import { type Checked, checkedOf, unchecked } from '../measure/verifier-quality.ts'
import type { Question } from '../questions/question-set.ts'
import { replaceFile, writeWhole } from '../run/folders.ts'
import { pursue, type Trace } from '../run/pursue.ts'
import { journalFile, type RunFolder, traceFile } from '../run/runs.ts'
import { StageLost } from '../worlds/text/stage.ts'
import { unavailable } from './experiment.ts'
import { type BenchFolder, questionFolder } from './folder.ts'
import { failed, hasRightValue, type Result, TraceOutcome, usageIn } from './result.ts'
import type { Asking, Suite, Working } from './work.ts'

/**
 * Has the question answered in its folder, or goes on there, and leaves its trace: what `traceOf`
 * gives, with the question's `id`, what was `expected`, the `verdict` and, of a wrong answer, the
 * `miss`. `onAnswer` is called when it has its answer and only the library is still to be told. One
 * that crashes or takes too long is a failed one; one that a budget ends in the midst is asked `again`, from
 * its journal, once more is allowed. Rejects only when the bench is stopped.
 */
export async function resultOf(
  folder: BenchFolder,
  asked: Question,
  { suite, shared, env, stopping, onAnswer, ...watch }: Working & { onAnswer?: () => void },
): Promise<Result | 'again'> {
  const masked = maskedBy(env)
  const question = masked(asked)
  const run = questionFolder(folder, question)
  const began = Date.now()
  const events = [...eventsOf(run)]
  const limit = limited(stopping.signal, folder.bench.timeout, spentIn(events).seconds)
  let trace: Trace | undefined
  const onTrace = (made: Trace) => {
    trace = made
  }
  const onEvent = (event: Event) => {
    events.push(event)
    watch.onEvent?.(asked, event)
    if (event.type === 'intention-recorded') onAnswer?.()
    if (event.type === 'model-called' && event.error?.kind === 'unavailable')
      stopping.abort(unavailable(event.error.message, folder.name))
    stopping.signal.throwIfAborted()
    if (event.type === 'model-called' && event.error?.kind === 'budget') {
      shared.model.budget?.end(event.error.message)
      throw new BudgetEnded(event.error.message)
    }
  }
  try {
    const onBegun = (worker?: string) => {
      limit.begin()
      watch.onBegun?.(asked, worker)
    }
    if (!shared.elsewhere) onBegun()
    const { onTrouble } = watch
    const asking = { env, signal: limit.signal, onEvent, onTrace, onBegun, onTrouble, shared }
    const judged = await suite.answer(run, question, asking)
    limit.refuseLate()
    const result = scored(judged, question, events)
    if (trace) keep(run, { ...scoreOf(result), ...trace })
    return result
  } catch (error) {
    if (error instanceof StageLost && !stopping.signal.aborted)
      stopping.abort(unavailable(error.message, folder.name)) // nothing is known of the question
    stopping.signal.throwIfAborted()
    if (error instanceof BudgetEnded) return 'again'
    const why = masked(messageOf(error))
    return crashed(folder, question, { why, seconds: (Date.now() - began) / 1000 })
  } finally {
    limit.end()
  }
}

/** The result of a question that came to no outcome, with what it has used by its journal; its trace is left. */
export function crashed(
  folder: BenchFolder,
  question: Question,
  { why, seconds }: { readonly why: string; readonly seconds: number },
): Result {
  const run = questionFolder(folder, question)
  const events = eventsOf(run)
  const result = { ...failed(question, why, seconds), usage: usageIn(events) }
  const { id, version, begunAt, files, model, agent } = run.run
  const { endedAt, reason, usage } = result
  const trace = {
    ...scoreOf(result),
    run: id,
    version,
    begunAt,
    endedAt,
    question: question.question,
    files,
    model,
    agent,
    answer: null,
    reason,
    usage,
    seconds,
    toolCalls: events.filter(event => event.type === 'tool-called'),
    state: events.reduce(apply, emptyState('')),
  }
  try {
    keep(run, trace)
  } catch {} // what went wrong may be that nothing can be written there
  return result
}

/** Has the question of the run answered, or goes on there. Rejects as `pursue` does. */
export async function pursueOnce(run: RunFolder, asking: Asking): Promise<TraceOutcome> {
  const finished = outcomeIn(run)
  if (finished) return finished
  let trace: Trace | undefined
  const { onTrace = (made: Trace) => writeWhole(traceFile(run), made) } = asking
  const keep = (made: Trace) => {
    trace = made
    onTrace(made)
  }
  await (asking.shared.elsewhere ?? pursue)(run, { ...asking, onTrace: keep })
  return trace!
}

/** What came of the run, by its trace; undefined as long as there is none, or when it is damaged. */
export function outcomeIn(run: RunFolder): TraceOutcome | undefined {
  // one that is damaged is made again from the journal
  return TraceOutcome.safeParse(jsonIn(traceFile(run))).data
}

/**
 * The result of a question by its trace, judged as it would be now; undefined where there is no
 * outcome to judge. Nothing is asked or written, and no library is told.
 */
export async function judgedAgain(
  folder: BenchFolder,
  question: Question,
  suite: Pick<Suite, 'answer'>,
): Promise<Result | undefined> {
  const run = questionFolder(folder, question)
  if (!outcomeIn(run)) return undefined
  const judged = await suite.answer(run, question, {
    env: {},
    signal: new AbortController().signal,
    onEvent: () => undefined,
    shared: {
      model: { provider: createProvider(scripted([])), tools: tools => tools },
      tools: [],
      library: memoryLibrary(),
    },
  })
  return scored(judged, question, eventsOf(run))
}

export function keepScore(folder: BenchFolder, question: Question, result: Result): void {
  const run = questionFolder(folder, question)
  const { miss: _, ...trace } = JSON.parse(readFileSync(traceFile(run), 'utf8'))
  keep(run, { ...trace, ...scoreOf(result) })
}

// --- internal ---

/** The model may not be asked any more. */
class BudgetEnded extends Error {}

const scoreOf = ({ id, expected, verdict, miss }: Result) => given({ id, expected, verdict, miss })

/** A reader sees the whole trace or none. It is not forced onto the disk: the journal can tell it again. */
function keep(run: RunFolder, trace: object): void {
  replaceFile(traceFile(run), `${JSON.stringify(trace, undefined, 2)}\n`, false)
}

/**
 * The signal of one question: it aborts with the bench, and after `seconds` from `begin` on, less those that
 * calls of models and tools used `before` a crash.
 */
function limited(bench: AbortSignal, seconds = Number.POSITIVE_INFINITY, before: number) {
  const late = new AbortController()
  const why = new Error(`no answer within ${seconds} s`)
  const left = Math.max(0, seconds - before) * 1000
  let timer: NodeJS.Timeout | undefined
  let begun: number | undefined
  return {
    signal: AbortSignal.any([bench, late.signal]),
    begin() {
      begun ??= performance.now()
      if (left < Number.POSITIVE_INFINITY) timer ??= setTimeout(() => late.abort(why), left)
    },
    /** Throws for an answer that comes too late: a timer gets no turn while this process computes. */
    refuseLate() {
      if (begun !== undefined && performance.now() - begun > left) throw why
    },
    end: () => clearTimeout(timer),
  }
}

/** The result with how the verifier did. Where nothing that can be read came from the model in the end, it is no decline. */
function scored(judged: Result, question: Question, events: readonly Event[]): Result {
  const result = { ...judged, ...checkedIn(events, question, judged) }
  if (judged.answer !== null || judged.verdict === 'unscored') return result
  const recorded = events.findIndex(event => event.type === 'intention-recorded')
  const asked = recorded === -1 ? events : events.slice(0, recorded)
  const last = asked.findLast(event => event.type === 'model-called')
  const isUnheard = last?.unread || last?.error?.kind === 'error'
  return isUnheard ? { ...result, verdict: 'failed', unheard: true } : result
}

/** How good the verifier was on the question; of a plan and an episode no text tells whether they are right. */
function checkedIn(events: readonly Event[], question: Question, result: Result): Checked {
  if (result.verdict === 'unscored') return unchecked
  const isRight = (answer: string) =>
    result.planning || result.episode ? result.verdict === 'right' : hasRightValue(answer, question)
  return checkedOf(events, { ...result, isRight })
}

/** The events of the question's journal; none where it is what went wrong. */
function eventsOf(run: RunFolder): readonly Event[] {
  try {
    return readJournal(journalFile(run))
  } catch {
    return []
  }
}
