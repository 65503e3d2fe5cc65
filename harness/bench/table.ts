// The tables that `bench` prints: results by family, and below them what was measured.
import { type Calibration, calibrationTable } from '../measure/calibration.ts'
import { parsingTable, percent, tierShares } from '../measure/measures.ts'
import { type Quality, qualityTables } from '../measure/verifier-quality.ts'
import { inBlocks, shortened, tableOf } from '../terminal/plain-text.ts'
import { groupsOf, type Result, type Score, scoreOf, type sumOf } from './result.ts'

/** How the questions of a family, a round or an arm ended. */
export const scoreColumns = {
  right: ({ correct }: Score) => correct,
  wrong: ({ wrong }: Score) => wrong,
  declined: ({ declined }: Score) => declined,
  failed: ({ failed }: Score) => failed,
  accuracy: ({ accuracy }: Score) => percent(accuracy),
}

/** The results as a table by family, the totals last. */
export function table(all: readonly Result[], width?: number): readonly string[] {
  const results = all.filter(({ verdict }) => verdict !== 'unscored')
  if (results.length === 0) return [`${all.length} answers, of which nobody has said what is right`]
  return tableOf(
    groupsOf(results, familyOf).map(([name, of]) => ({ name, ...scoreOf(of) })),
    { family: ({ name }) => shortened(name, 30), questions: ({ total }) => total, ...scoreColumns },
    width,
  )
}

/** What a result is grouped by: its family, else its level. */
export const familyOf = ({ family, level }: Pick<Result, 'family' | 'level'>): string =>
  family ?? (level === undefined ? '(none)' : `level ${level}`)

/** How replies fared, who decided and how well, and what confidences are worth: to be read below the results. */
export function measures(
  summary: Pick<ReturnType<typeof sumOf>, 'parsing' | 'tierOne' | 'verdictsByTier'> &
    Quality & { readonly calibration: Calibration | null },
  width?: number,
): readonly string[] {
  const { parsing, tierOne, verdictsByTier, calibration } = summary
  const conditions =
    tierOne === null ? [] : [`of the conditions, patterns decided ${percent(tierOne)}`]
  return inBlocks([
    parsingTable(parsing, width),
    [...conditions, ...tierShares(verdictsByTier)],
    ...qualityTables(summary, width),
    calibrationTable(calibration, width),
  ])
}
