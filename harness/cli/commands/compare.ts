// `intend compare`: two benches of the same questions, side by side; the flipped questions first.

import { printFound } from '../../terminal/plain-text.ts'
import { type Command, exit, usage } from '../command.ts'

export const compare: Command = {
  name: 'compare',
  about: 'compare two benches question by question: flips, exact McNemar p, intervals, costs',
  arguments: [
    { name: 'first', about: 'the folder of a bench (a round or an arm is one too)' },
    { name: 'second', about: 'the folder of another one, of the same questions' },
  ],
  options: [
    { flags: '--json', about: 'the comparison as one line of JSON' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run([first, second], options, { folder, stdout }) {
    if (first === undefined || second === undefined)
      throw usage('name the folders of two benches: intend compare FIRST SECOND')
    const [{ readBench }, { compareBenches }, { comparisonLines }] = await Promise.all([
      import('../../report/folder.ts'),
      import('../../compare/compare.ts'),
      import('../../compare/lines.ts'),
    ])
    const comparison = compareBenches(readBench(first, folder), readBench(second, folder))
    const found = { data: () => comparison, lines: () => comparisonLines(comparison) }
    printFound(stdout, options.json, found)
    return exit.satisfied
  },
}
