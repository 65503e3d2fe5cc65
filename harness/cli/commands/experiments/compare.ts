// `intend compare`: two benches of the same questions, side by side; the flipped questions first.

import { compareBenches } from '../../../compare/compare.ts'
import { comparisonLines } from '../../../compare/lines.ts'
import { readBench } from '../../../report/folder.ts'
import { printFound } from '../../../terminal/plain-text.ts'
import { type Command, exit, usage } from '../../command.ts'

export const compare: Command = {
  name: 'compare',
  about: 'compare two benches question by question: flips, exact McNemar p, intervals, costs',
  arguments: {
    first: 'the folder of a bench (a round or an arm is one too)',
    second: 'the folder of another one, of the same questions',
  },
  options: { '--json': 'the comparison as one line of JSON' },
  async run([first, second], options, { folder, stdout }) {
    if (first === undefined || second === undefined)
      throw usage('name the folders of two benches: intend compare FIRST SECOND')
    const comparison = compareBenches(readBench(first, folder), readBench(second, folder))
    const { questions, conclusion, warnings } = comparison
    if (questions.total === 0) throw usage(`${conclusion}: ${warnings.join('; ')}`)
    const lines = (width: number) => comparisonLines(comparison, width)
    printFound(stdout, options.json, { data: () => comparison, lines })
    return exit.satisfied
  },
}
