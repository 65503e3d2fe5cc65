// `intend worker`: pursues questions that benches, simulations and trials on other machines hand out.
import type { IntentionRecord, State } from '../../../../agent/state.ts'
import type { Ending } from '../../../queue/job.ts'
import { harmless, shortened } from '../../../terminal/plain-text.ts'
import { activity, createProgress, headline } from '../../../terminal/progress.ts'
import { createScreen, type Screen } from '../../../terminal/screen.ts'
import { counted } from '../../../terminal/spending.ts'
import { type Command, CommandError, exit, usage } from '../../command.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { showingOf } from '../../options/showing.ts'

/** Questions at once: they wait for their model more than they reckon. */
const usualParallel = 4

export const worker: Command = {
  name: 'worker',
  about:
    'pursue questions that bench, simulate and ablate hand out with --queue, until it is interrupted; it may join and leave at any time',
  arguments: {},
  options: {
    '--queue <address>': 'the Redis server, as it is given to bench --queue',
    '--parallel <number>': `questions at once (default: ${usualParallel})`,
    '--quiet': 'nothing on stderr but errors',
    '--no-color': 'no colours',
    '--verbose': 'every phase, step, tool call and verdict of every question',
  },
  async run(_, options, around) {
    const address = options.queue as string | undefined
    if (address === undefined)
      throw usage('say which queue to serve: intend worker --queue redis://HOST')
    const parallel = numberOf('--parallel', options.parallel, upToThousand) ?? usualParallel
    const showing = showingOf(options)
    const screen = createScreen(around, { ...showing, live: true })
    const { serveQueue } = await import('../../../queue/worker.ts')
    const working = { parallel, env: around.env, signal: around.interrupted }
    const watch = createWorkerWatch(screen, parallel, showing.verbose)
    await serveQueue(address, { ...working, ...watch }).finally(screen.close)
    throw new CommandError('the worker has left; its questions go on elsewhere', exit.interrupted)
  },
}

// --- internal ---

/** What a worker does: a line for each question as it ends and, on a terminal, what is under way. */
function createWorkerWatch(screen: Screen, parallel: number, verbose: boolean) {
  const progress = createProgress({ paint: screen.paint, width: screen.width - nameWidth })
  const under = new Map<string, { readonly doing: string; readonly record?: IntentionRecord }>()
  let pursued = 0
  const status = () => {
    const each = [...under].map(([run, { doing }]) => `${nameOf(run).trim()} ${doing}`)
    const now =
      under.size === 0 ? 'waiting for questions' : `${under.size} of ${parallel} under way`
    screen.status([now, `${counted(pursued, 'question')} pursued`, ...each].join(' · '))
  }
  status()
  return {
    onServing(address: string) {
      const about = `${address}: up to ${counted(parallel, 'question')} at once here; --parallel says how many`
      screen.show([headline('queue', about, screen)])
    },
    onEvent(run: string, event: Parameters<typeof progress>[0], state: State) {
      const record = event.type === 'intention-recorded' ? event.record : under.get(run)?.record
      under.set(run, { doing: activity(state), ...(record && { record }) })
      if (verbose) screen.show(progress(event, state).map(line => nameOf(run) + line))
      status()
    },
    onEnd(run: string, how: Ending) {
      screen.show([endLine(run, how, under.get(run)?.record, screen)])
      under.delete(run)
      pursued += Number(how.type === 'done')
      status()
    },
    onNotice: screen.warn,
  }
}

const nameWidth = 18
const nameOf = (run: string) =>
  shortened(run.slice(run.lastIndexOf('/') + 1), nameWidth - 2).padEnd(nameWidth)

function endLine(
  run: string,
  how: Ending,
  record: IntentionRecord | undefined,
  { paint, width }: Screen,
) {
  const room = width - nameWidth - 12
  const line = (mark: string, text: string) => `${mark} ${nameOf(run)}${shortened(text, room)}`
  if (how.type !== 'done') {
    const why = 'message' in how ? harmless(how.message) : 'it was stopped, or goes on elsewhere'
    return line(paint.faint('○'), why)
  }
  const { satisfied, answer, reason = '', seconds = 0 } = record ?? {}
  const text = satisfied ? (answer ?? 'done') : reason || 'no answer'
  const mark = satisfied ? paint.good('✓') : paint.bad('✗')
  return `${line(mark, text)}  ${paint.faint(`${seconds.toFixed(1)} s`)}`
}
