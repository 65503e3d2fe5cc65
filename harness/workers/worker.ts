// A worker of a bench: a process of its own that takes questions from the bench's jobs, several at
// once, until there is none left. It lives no longer than the process that has started it.
import { fingerprint } from '../../plans/canonical.ts'
import { openShared } from '../bench/answer-bench.ts'
import { workOn } from '../bench/bench.ts'
import { benches } from '../bench/folder.ts'
import { openSuite } from '../bench/suite.ts'
import { CommandError, exit, toCommandError } from '../cli/command.ts'
import { jobsFile, openLeasedJobs } from './jobs-leased.ts'
import { countIn, type FromWorker, type ToWorker, type Used } from './messages.ts'

const stopping = new AbortController()
const orphaned = () => process.exit(1) // nobody is left who would tell of its results
// biome-ignore lint/plugin: the process is one worker, and works for one bench
let count: (used: Used) => void = () => undefined

process.on('SIGINT', () => undefined) // who started it is interrupted as well, and says what to do
process.on('disconnect', orphaned)
process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'begin':
      return void work(message).then(leave, fail)
    case 'used':
      return count(message.used)
    case 'stop':
      return stopping.abort(new CommandError('interrupted', exit.interrupted))
  }
})

// --- internal ---

type Begin = ToWorker & { readonly type: 'begin' }

async function work({ path, worker, slots, spent }: Begin): Promise<string | undefined> {
  const folder = benches.open(path)
  if (!folder) throw new CommandError(`there is no bench in ${path}`, exit.configuration)
  const { bench } = folder
  process.chdir(bench.folder)
  const suite = openSuite(bench.set, bench.allow, bench)
  if (fingerprint(suite.questions) !== bench.questions)
    throw new CommandError(`${bench.set} has changed; put it back as it was`, exit.usage)
  const shared = await openShared(bench, process.env, spent)
  count = used => countIn(shared.model.budget, used)
  const jobs = openLeasedJobs(jobsFile(folder), suite.questions, worker)
  void say({ type: 'ready' })
  try {
    await workOn(jobs, slots, folder, {
      ...{ suite, shared, env: process.env, stopping },
      onStart: ({ id }) => void say({ type: 'started', id }),
      onResult: ({ id }) => void say({ type: 'finished', id }),
      onEvent: event => {
        if (event.type !== 'model-called' || !bench.budget) return
        const { inputTokens, outputTokens, cost } = event.usage
        void say({ type: 'used', used: { tokens: inputTokens + outputTokens, cost: cost ?? 0 } })
      },
    })
    return shared.model.budget?.ended()
  } finally {
    jobs.close()
  }
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
