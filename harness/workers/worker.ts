// A worker of a bench: a process of its own that is given questions by the one that has started it,
// several at once, until there is none left. It lives no longer than that one.
import { fingerprint } from '../../plans/canonical.ts'
import { openShared } from '../bench/answer-bench.ts'
import { workOn } from '../bench/bench.ts'
import { benches } from '../bench/folder.ts'
import { suiteOf } from '../bench/suite.ts'
import { again, doingAfter } from '../bench/watch/sight.ts'
import { CommandError, exit, toCommandError } from '../cli/command.ts'
import { startTelemetry } from '../configuration/telemetry.ts'
import { countIn, type FromWorker, type ToWorker, type Used } from './messages.ts'

const stopping = new AbortController()
/** Those who wait for a question, in turn. */
const asking: ((id: string | undefined) => void)[] = []
const orphaned = () => process.exit(1) // nobody is left who would take its results
// biome-ignore lint/plugin: the process is one worker, and works for one bench
let count: (used: Used) => void = () => undefined

process.on('SIGINT', () => undefined) // who started it is interrupted as well, and says what to do
process.on('disconnect', orphaned)
process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'begin':
      return void work(message).then(leave, fail)
    case 'take':
      return asking.shift()?.(message.id)
    case 'used':
      return count(message.used)
    case 'stop':
      stopping.abort(new CommandError('interrupted', exit.interrupted))
      for (const answer of asking.splice(0)) answer(undefined)
  }
})

// --- internal ---

/** Milliseconds between two signs of life. */
const signMs = 3_000

type Begin = ToWorker & { readonly type: 'begin' }

async function work({ path, slots, spent }: Begin): Promise<string | undefined> {
  const folder = benches.open(path)
  if (!folder) throw new CommandError(`there is no bench in ${path}`, exit.configuration)
  const { bench } = folder
  process.chdir(bench.folder)
  const endTelemetry = await startTelemetry(process.env)
  const suite = await suiteOf(bench, { folder: bench.folder, env: process.env })
  if (fingerprint(suite.questions) !== bench.questions)
    throw new CommandError(`${bench.set} has changed; put it back as it was`, exit.usage)
  const shared = await openShared(bench, process.env, spent)
  count = used => countIn(shared.model.budget, used)
  shared.onRetry?.add((why, ms) => void say({ type: 'trouble', what: again(why, ms) }))
  const byId = new Map(suite.questions.map(question => [question.id, question]))
  void say({ type: 'ready' })
  setInterval(() => void say({ type: 'alive' }), signMs).unref()
  const leases = {
    async claim() {
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      asking.push(resolve)
      void say({ type: 'next' })
      return byId.get((await promise) ?? '')
    },
    release: ({ id }: { readonly id: string }) => void say({ type: 'released', id }),
  }
  await workOn(leases, slots, folder, {
    suite,
    shared,
    env: process.env,
    stopping,
    onStart: () => undefined,
    onResult: (_, result) => void say({ type: 'finished', result }),
    onEvent: ({ id }, event) => {
      const doing = doingAfter(event)
      if (doing !== undefined) void say({ type: 'doing', id, doing })
      if (event.type !== 'model-called' || !bench.budget) return
      const { inputTokens, outputTokens, cost } = event.usage
      void say({ type: 'used', used: { tokens: inputTokens + outputTokens, cost: cost ?? 0 } })
    },
  })
  await suite.close?.()
  await endTelemetry()
  return shared.model.budget?.ended()
}

async function leave(why: string | undefined): Promise<void> {
  await say({ type: 'ended', why })
  process.exit(0)
}

/** What a person can mend ends the bench; a fault of the program is this worker's own. */
async function fail(error: unknown): Promise<void> {
  const known = toCommandError(error)
  if (!known) {
    console.error(error)
    process.exit(1)
  }
  const { message, code } = known
  if (code !== exit.interrupted) await say({ type: 'refused', message, code })
  process.exit(0)
}

function say(message: FromWorker): Promise<void> {
  return new Promise(resolve => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
