// A worker of a bench: a process of its own that answers the questions it is given by the process that has
// started it. It lives no longer than that one.

import { again } from '../../agent/llm/retry.ts'
import { fingerprint } from '../../plans/canonical.ts'
import { benches } from '../bench/folder.ts'
import { resultOf } from '../bench/question.ts'
import { openShared } from '../bench/shared.ts'
import { suiteOf } from '../bench/suite.ts'
import { doingAfter } from '../bench/watch/sight.ts'
import { CommandError, exit, misconfigured, toCommandError } from '../cli/command.ts'
import { startTelemetry } from '../configuration/telemetry.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const stopping = new AbortController()
// biome-ignore lint/plugin: the process is one worker, and works for one bench
const answers = new Set<Promise<void>>()
const {
  promise: opened,
  resolve,
  reject,
} = Promise.withResolvers<Awaited<ReturnType<typeof open>>>()

// what a terminal sends interrupts its parent as well, which says what to do
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(1)) // nobody is left who would take its results
process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'open':
      void opened.catch(fail)
      return void open(message).then(resolve, reject)
    case 'answer': {
      const answered = answer(message.id)
        .catch(fail)
        .finally(() => answers.delete(answered))
      return void answers.add(answered)
    }
    case 'used':
      return void opened.then(({ shared }) => shared.model.budget?.count(message.used))
    case 'stop':
      return stopping.abort(new CommandError('interrupted', exit.interrupted))
    case 'end':
      return void Promise.all(answers).then(leave)
  }
})

// --- internal ---

/** Milliseconds between two signs of life. */
const signMs = 3_000

async function open({ path, spent }: ToWorker & { readonly type: 'open' }) {
  const folder = benches.open(path)
  if (!folder) throw misconfigured(`there is no bench in ${path}`)
  const { bench } = folder
  process.chdir(bench.folder)
  const endTelemetry = await startTelemetry(process.env)
  const suite = await suiteOf(bench, { folder: bench.folder, env: process.env })
  if (fingerprint(suite.questions) !== bench.questions)
    throw new CommandError(`${bench.set} has changed; put it back as it was`, exit.usage)
  const shared = await openShared(bench, process.env, spent)
  shared.onRetry?.add((why, ms) => void say({ type: 'trouble', what: again(why, ms) }))
  setInterval(() => void say({ type: 'alive' }), signMs).unref()
  void say({ type: 'ready' })
  return { folder, suite, shared, endTelemetry }
}

async function answer(id: string): Promise<void> {
  const { folder, suite, shared } = await opened
  const question = suite.questions.find(each => each.id === id)!
  const result = await resultOf(folder, question, {
    suite,
    shared,
    env: process.env,
    stopping,
    onAnswer: () => void say({ type: 'answered', id }),
    onEvent: (_, event) => {
      const doing = doingAfter(event)
      if (doing !== undefined) void say({ type: 'doing', id, doing })
      if (event.type !== 'model-called' || !folder.bench.budget) return
      const { inputTokens, outputTokens, cost } = event.usage
      void say({ type: 'used', used: { tokens: inputTokens + outputTokens, cost: cost ?? 0 } })
    },
  })
  const ended = shared.model.budget?.ended()
  await say({ type: 'finished', id, ...(result !== 'again' && { result }), ended })
}

async function leave(): Promise<void> {
  const { suite, endTelemetry } = (await opened.catch(() => undefined)) ?? {}
  await suite?.close?.()
  await endTelemetry?.()
  process.exit(0)
}

/** An error that a person can mend ends the bench; a fault of the program ends only this worker. */
async function fail(error: unknown): Promise<void> {
  const known = toCommandError(error)
  if (!known) {
    console.error(error)
    process.exit(1)
  }
  const { message, code } = known
  if (code !== exit.interrupted) await say({ type: 'refused', message, code })
}

function say(message: FromWorker): Promise<void> {
  return new Promise(resolve => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
