// A trial as lines for a terminal: the arms, the families, how replies fared where prompts differ, and
// each arm against the first with its lifts and harms by name.
import { scoreColumns } from '../bench/table.ts'
import { fateColumns, percent, points, together } from '../measure/measures.ts'
import { neededLifts } from '../measure/statistics.ts'
import { harmless, inBlocks, shortened, tableOf } from '../terminal/plain-text.ts'
import { money } from '../terminal/spending.ts'
import type { Against, ArmSummary, TrialSummary } from './summary.ts'

/** The lines; `prompts` adds the table of the first ablation. */
export function trialLines(
  summary: TrialSummary,
  { prompts, width }: { readonly prompts: boolean; readonly width?: number },
): readonly string[] {
  const { arms, against, leftOut, caveats, questions, trainedOn, madeBy, usedBy, run } = summary
  const trained = trainedOn > 0 ? `, plans made by ${madeBy} on ${trainedOn} other questions` : ''
  return inBlocks([
    [harmless(`${questions} questions answered by ${usedBy}${trained}`)],
    tableOf(arms, armColumns, width),
    familyTable(arms, width),
    prompts ? replyTable(arms, width) : [],
    [
      ...arms.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])),
      ...leftOut.map(({ arm, as }) => `${arm} begins as ${as} does and was not run by itself`),
    ],
    ...against.map(againstLines),
    caveats.map(caveat => `attention: ${caveat}`),
    [`results and traces: ${run}`],
  ])
}

// --- internal ---

const shareOf = (part: number, { total }: ArmSummary) => (total === 0 ? '-' : percent(part / total))

const armColumns = {
  arm: ({ name }: ArmSummary) => name,
  plans: ({ plans }: ArmSummary) => plans,
  ...scoreColumns,
  '95 % interval': ({ interval }: ArmSummary) => interval.map(percent).join(' to '),
  reused: (arm: ArmSummary) => shareOf(arm.reused, arm),
  hits: (arm: ArmSummary) => shareOf(arm.hits, arm),
  calls: ({ usage }: ArmSummary) => usage.calls,
  tokens: ({ usage }: ArmSummary) => usage.inputTokens + usage.outputTokens,
  cost: ({ usage }: ArmSummary) => money(usage.cost),
}

/** Right answers of each family, and in parentheses for how many questions a plan of the library was used. */
function familyTable(arms: readonly ArmSummary[], width?: number): readonly string[] {
  const families = arms[0]?.families.map(({ family }) => family) ?? []
  if (families.length < 2) return []
  const cell = (arm: ArmSummary, name: string) => {
    const found = arm.families.find(({ family }) => family === name)
    return found ? `${found.correct}/${found.total} (${found.reused})` : '-'
  }
  return [
    'right answers by family, in parentheses the questions for which a plan of the library was used',
    ...tableOf(
      families,
      {
        family: family => shortened(family, 24),
        ...Object.fromEntries(
          arms.map(arm => [arm.name, (family: string) => cell(arm, family)] as const),
        ),
      },
      width,
    ),
  ]
}

/** How the replies of the models fared under each style of prompts, and which share tier 1 decided. */
function replyTable(arms: readonly ArmSummary[], width?: number): readonly string[] {
  const rows = arms.map(({ name, parsing, verdictsByTier, tierOne }) => {
    const tiers = Object.values(verdictsByTier)
    const verdictsFailed = tiers.reduce((all, each) => all + each.failed, 0)
    const verdicts = tiers.reduce((all, each) => all + each.passed, verdictsFailed)
    return { ...together(parsing), name, verdicts, verdictsFailed, tierOne }
  })
  return tableOf(
    rows,
    {
      prompts: ({ name }) => name,
      ...fateColumns,
      verdicts: ({ verdicts }) => verdicts,
      'verdicts failed': ({ verdictsFailed }) => verdictsFailed,
      'by tier 1': ({ tierOne }) => (tierOne === null ? '-' : percent(tierOne)),
    },
    width,
  )
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
