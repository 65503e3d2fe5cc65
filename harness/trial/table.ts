// A trial as lines for a terminal: the arms, the families, how replies fared where prompts differ, and
// each arm against the first with its lifts and harms by name.
import { percent, points, together } from '../measure/measures.ts'
import { neededLifts } from '../measure/statistics.ts'
import { aligned, harmless, shortened } from '../terminal/plain-text.ts'
import { priced } from '../terminal/spending.ts'
import type { Against, ArmSummary, TrialSummary } from './summary.ts'

/** The lines; `prompts` adds the table of the first ablation. */
export function trialLines(
  summary: TrialSummary,
  { prompts }: { readonly prompts: boolean },
): readonly string[] {
  const { arms, against, leftOut, caveats, questions, trainedOn, madeBy, usedBy, run } = summary
  const trained = trainedOn > 0 ? `, plans made by ${madeBy} on ${trainedOn} other questions` : ''
  const blocks = [
    [harmless(`${questions} questions answered by ${usedBy}${trained}`), '', ...armTable(arms)],
    familyTable(arms),
    prompts ? replyTable(arms) : [],
    [
      ...arms.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])),
      ...leftOut.map(({ arm, as }) => `${arm} begins as ${as} does and was not run by itself`),
    ],
    ...against.map(againstLines),
    caveats.map(caveat => `attention: ${caveat}`),
    [`results and traces: ${run}`],
  ]
  return blocks.filter(block => block.length > 0).flatMap((b, at) => (at === 0 ? b : ['', ...b]))
}

// --- internal ---

function armTable(arms: readonly ArmSummary[]): readonly string[] {
  const head = ['arm', 'plans', 'right', 'wrong', 'declined', 'failed', 'accuracy']
  return aligned([
    [...head, '95 % interval', 'reused', 'hits', 'calls', 'tokens', 'cost'],
    ...arms.map(arm => {
      const { usage, interval, total } = arm
      const [low, high] = interval.map(percent)
      return [
        arm.name,
        ...[arm.plans, arm.correct, arm.wrong, arm.declined, arm.failed].map(String),
        ...[percent(arm.accuracy), `${low} to ${high}`],
        ...[arm.reused, arm.hits].map(part => (total === 0 ? '-' : percent(part / total))),
        ...[String(usage.calls), String(usage.inputTokens + usage.outputTokens)],
        priced(usage).replace(/^, /, '') || '-',
      ]
    }),
  ])
}

/** Right answers of each family, and in parentheses for how many questions a plan of the library was used. */
function familyTable(arms: readonly ArmSummary[]): readonly string[] {
  const families = arms[0]?.families.map(({ family }) => family) ?? []
  if (families.length < 2) return []
  const cell = (arm: ArmSummary, name: string) => {
    const found = arm.families.find(({ family }) => family === name)
    return found ? `${found.correct}/${found.total} (${found.reused})` : '-'
  }
  return [
    'right answers by family, in parentheses the questions for which a plan of the library was used',
    ...aligned([
      ['family', ...arms.map(({ name }) => name)],
      ...families.map(family => [shortened(family, 24), ...arms.map(arm => cell(arm, family))]),
    ]),
  ]
}

/** How the replies of the models fared under each style of prompts, and which share tier 1 decided. */
function replyTable(arms: readonly ArmSummary[]): readonly string[] {
  const head = ['prompts', 'calls', 'as-is', 'repaired', 'prose', 'refused', 'no reply', 're-asked']
  return aligned([
    [...head, 'unusable', 'verdicts', 'failed', 'by tier 1'],
    ...arms.map(({ name, parsing, verdictsByTier, tierOne }) => {
      const fates = together(parsing)
      const verdicts = Object.values(verdictsByTier)
      const sum = (of: 'passed' | 'failed') => verdicts.reduce((all, each) => all + each[of], 0)
      const { calls, asIs, repaired, prose, failed, unanswered, reasked, unusable } = fates
      const counts = [calls, asIs, repaired, prose, failed, unanswered, reasked, unusable]
      return [
        name,
        ...[...counts, sum('passed') + sum('failed'), sum('failed')].map(String),
        tierOne === null ? '-' : percent(tierOne),
      ]
    }),
  ])
}

function againstLines(against: Against): readonly string[] {
  const { arm, baseline, lifted, harmed, p, difference, interval, conclusion } = against
  const pair = `${arm} (second) against ${baseline} (first)`
  if (lifted.length + harmed.length === 0)
    return [`${pair}: ${conclusion}; a claim would take ${neededLifts(0)} lifts and no harm`]
  const [low, high] = interval.map(points)
  return [
    `${pair}: ${points(difference)} points (95 % interval ${low} to ${high}), exact McNemar p = ${p === 1 ? '1' : p.toPrecision(2)}`,
    `  lifted: ${named(lifted)}`,
    `  harmed: ${named(harmed)}`,
    `  ${conclusion}`,
  ]
}

const named = (ids: readonly string[]) =>
  ids.length === 0 ? 'none' : `${ids.length}: ${ids.map(id => shortened(id, 40)).join(', ')}`
