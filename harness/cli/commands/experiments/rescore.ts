// `intend rescore`: judges a bench again from its traces, and says which verdicts flip.
import { resolve } from 'node:path'
import { benches } from '../../../bench/folder.ts'
import { type Rescored, rescored } from '../../../bench/rescore.ts'
import { percent } from '../../../measure/measures.ts'
import { lockRun } from '../../../run/alone.ts'
import { harmless, printFound, shortened, tableOf } from '../../../terminal/plain-text.ts'
import { type Command, exit, usage } from '../../command.ts'
import { existingFile } from '../../options/setup.ts'

export const rescore: Command = {
  name: 'rescore',
  about:
    'judge a bench again from its traces, after the answers of its set or the scorer have changed',
  arguments: { bench: 'the name or the folder of a bench' },
  options: {
    '--set <file>': 'judge by this question set (default: the one of the bench)',
    '--write': 'keep the new verdicts (default: nothing is written)',
    '--json': 'the changed verdicts, and the scores before and now, as one line of JSON',
  },
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no bench; name one: intend rescore BENCH')
    const folder = benches.find(name, around.folder)
    if (!folder)
      throw usage(`there is no bench ${name}; name its folder, or one in .intend/benches`)
    const given = options.set as string | undefined
    if (given !== undefined && folder.bench.world)
      throw usage(`${name} was played in a world, which is judged by no set; leave --set out`)
    const set =
      given === undefined ? folder.bench.set : existingFile(resolve(around.folder, given), '--set')
    const write = options.write === true
    // a bench that is under way writes the same files
    const release = write ? await lockRun(folder, () => undefined) : async () => undefined
    try {
      const judged = await rescored(folder, { set, write }, around.env)
      const data = () => ({ run: folder.path, set, written: write, ...judged })
      printFound(around.stdout, options.json, { data, lines: () => linesOf(judged, write) })
      return exit.satisfied
    } finally {
      await release()
    }
  },
}

// --- internal ---

function linesOf({ flips, missing, before, after }: Rescored, written: boolean): readonly string[] {
  const shown = (text: string | null) => shortened(text ? harmless(text) : '(none)', 40)
  const rows = tableOf(flips, {
    question: ({ id }) => shortened(id, 40),
    before: ({ before }) => before,
    now: ({ after }) => after,
    answer: ({ answer }) => shown(answer),
    expected: ({ expected }) => shown(expected),
  })
  const [low, high] = after.interval.map(percent)
  return [
    ...(flips.length > 0 ? [...rows, ''] : []),
    ...(missing.length > 0
      ? [
          `${missing.length} not in the set and left as they were: ${missing.slice(0, 5).join(', ')}`,
        ]
      : []),
    `${flips.length} of ${after.total} verdicts changed: accuracy ${percent(before.accuracy)} before, ${percent(after.accuracy)} now (95 % interval ${low} to ${high})`,
    ...(flips.length === 0 || written ? [] : ['nothing was written; keep it with --write']),
  ]
}
