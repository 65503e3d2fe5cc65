// `intend compare`: two benches of the same questions, side by side; the flipped questions first.

import { listed } from '../../../../tools/ranges.ts'
import { type Comparison, compareBenches, type Flip, type Side } from '../../../compare/compare.ts'
import { percent, points } from '../../../measure/measures.ts'
import { readBench } from '../../../report/folder.ts'
import { aligned, harmless, printFound, shortened } from '../../../terminal/plain-text.ts'
import { money } from '../../../terminal/spending.ts'
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
    printFound(stdout, options.json, { data: comparison, lines })
    return exit.satisfied
  },
}

// --- internal ---

function comparisonLines(comparison: Comparison, width?: number): readonly string[] {
  const { newlyRight, newlyWrong, first, second } = comparison
  return [
    ...flipLines('newly right', newlyRight, width),
    ...flipLines('newly wrong', newlyWrong, width),
    '',
    ...sidesTable([first, second], width),
    '',
    ...differenceLines(comparison),
    ...modesTable(first, second),
    ...onlyLines('only in the first', comparison.onlyInFirst),
    ...onlyLines('only in the second', comparison.onlyInSecond),
    ...comparison.warnings.map(warning => `attention: ${harmless(warning)}`),
    '',
    comparison.conclusion,
  ]
}

function flipLines(title: string, flips: readonly Flip[], width?: number): readonly string[] {
  if (flips.length === 0) return [`${title}: none`]
  const rows = flips.map(({ id, family, expected, first, second }) => [
    `  ${shortened(id, 24)}`,
    shortened(family ?? '', 14),
    shown(first),
    shown(second),
    shortened(expected === '' ? '(to decline)' : expected, 24),
  ])
  const heads = ['  question', 'family', 'first', 'second', 'expected']
  return [`${title}: ${flips.length}`, ...aligned([heads, ...rows], width)]
}

function shown({ verdict, answer, reason, right, of }: Flip['first']): string {
  const often = of > 1 ? ` (${right} of ${of} right)` : ''
  return shortened(`${verdict}${often}: ${answer ?? reason}`, 34)
}

function sidesTable(sides: readonly Side[], width?: number): readonly string[] {
  const number = (of: (side: Side) => number) => (side: Side) => of(side).toLocaleString('en')
  const rows: readonly (readonly [name: string, of: (side: Side) => string])[] = [
    ['run', ({ run }) => fromTheEnd(harmless(run), 34)],
    ['agent', ({ agent }) => shortened(agent, 34)],
    ['model', ({ model }) => shortened(model, 34)],
    ['plans at the start', number(({ plansAtStart }) => plansAtStart)],
    ['accuracy', accuracyOf],
    ['right', number(({ correct }) => correct)],
    ['wrong', number(({ wrong }) => wrong)],
    ['declined', number(({ declined }) => declined)],
    ['failed', number(({ failed }) => failed)],
    ['model calls', number(({ usage }) => usage.calls)],
    ['input tokens', number(({ usage }) => usage.inputTokens)],
    ['of them cached', number(({ usage }) => usage.cachedTokens)],
    ['output tokens', number(({ usage }) => usage.outputTokens)],
    ['cost', ({ usage }) => money(usage.cost)],
    ['seconds of answering', ({ seconds }) => seconds.toFixed(1)],
  ]
  const cells = rows.map(([name, of]) => [name, ...sides.map(of)])
  return aligned([['', 'first', 'second'], ...cells], width)
}

const accuracyOf = ({ accuracy, interval: [low, high] }: Side) =>
  `${percent(accuracy)} (${percent(low)} to ${percent(high)})`

function differenceLines({ questions, p, difference, interval }: Comparison): readonly string[] {
  const { total, both, onlyFirst, onlySecond, neither } = questions
  const [low, high] = interval.map(points)
  return [
    `${total} questions in both: ${both} right in both, ${onlyFirst} only in the first, ${onlySecond} only in the second, ${neither} in neither`,
    `difference of accuracy ${points(difference)} points (95 % interval ${low} to ${high})`,
    `exact McNemar p = ${p === 1 ? '1' : p.toPrecision(3)}`,
  ]
}

function modesTable(first: Side, second: Side): readonly string[] {
  const [one, other] = [first.failureModes, second.failureModes]
  const rows = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .sort()
    .map(mode => [shortened(mode, 30), String(one[mode] ?? 0), String(other[mode] ?? 0)])
  return rows.length === 0 ? [] : ['', ...aligned([['failure mode', 'first', 'second'], ...rows])]
}

function onlyLines(title: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return []
  return ['', `${title}: ${listed(ids.map(id => shortened(id, 40)))}`]
}

/** Of a path the end tells more than the beginning. */
const fromTheEnd = (text: string, width: number) =>
  text.length <= width ? text : `…${text.slice(1 - width)}`
