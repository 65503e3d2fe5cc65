// Where the questions of an experiment are answered, by its options.
import { statSync } from 'node:fs'
import { inThisProcess } from '../../bench/bench.ts'
import type { Bench } from '../../bench/folder.ts'
import type { Attended } from '../../bench/perform.ts'
import type { Jobs } from '../../bench/work.ts'
import { processes } from '../../workers/workers.ts'
import { type CommandOptions, type Options, type Surroundings, usage } from '../command.ts'
import { showingOf } from './showing.ts'

export const queueOption: CommandOptions = {
  '--queue <address>':
    'hand the questions to whoever serves the queue of a Redis server, redis://HOST or rediss://:PASSWORD@HOST: on any machine, intend worker --queue ADDRESS',
}

/** How an experiment is shown, and where its questions are answered. Rejects as `jobsOf` does. */
export const attendedBy = async (
  asked: Handed,
  options: Options,
  around: Surroundings,
): Promise<Attended> => ({
  jobs: await jobsOf(asked, options, around),
  showing: showingOf(options),
  around,
})

// --- internal ---

/**
 * In this process, in as many as were asked for, or on the machines that serve a queue. Rejects with a
 * CommandError when the queue cannot be had, or not for this.
 */
async function jobsOf(asked: Handed, options: Options, around: Surroundings): Promise<Jobs> {
  const address = options.queue as string | undefined
  if (address === undefined)
    return asked.workers === undefined ? inThisProcess : processes(asked.workers)
  if (asked.workers !== undefined)
    throw usage('--workers are processes of this machine and --queue is for many; give one of them')
  refuseUnsendable(asked)
  const { queued } = await import('../../queue/leader.ts')
  return queued(address, around.env)
}

type Handed = Pick<Bench, 'workers' | 'world' | 'set' | 'model' | 'shell' | 'entailment' | 'mcp'>

/** What a worker would have to believe the word of somebody unknown for, and what cannot travel. */
function refuseUnsendable({ world, set, model, shell, entailment, mcp }: Handed): void {
  const kept = [
    world && `--world ${world.name}`,
    !world && statSync(set).isDirectory() && `a folder of planning problems (${set})`,
    shell === 'host' && '--shell host',
    mcp && '--mcp',
    /(?:^|,)\s*(?:record|replay):/.test(model) && `--model ${model}`,
    entailment && `--entailment ${entailment}`,
  ].find(each => each)
  if (kept) throw usage(`${kept} is for this machine alone; leave it or --queue out`)
}
