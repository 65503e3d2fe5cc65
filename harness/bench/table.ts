// The tables that `bench` prints: results by family, and below them what was measured. Its columns are
// named here.
import { calibrationTable } from '../measure/calibration.ts'
import { parsingTable, percent, tierShares } from '../measure/measures.ts'
import { type Quality, qualityTables } from '../measure/verifier-quality.ts'
import { aligned, shortened } from '../terminal/plain-text.ts'
import { count, type Result, type Summary } from './result.ts'

/** The results as a table by family, the totals last. */
export function table(all: readonly Result[]): readonly string[] {
  const results = all.filter(({ verdict }) => verdict !== 'unscored')
  if (results.length === 0) return [`${all.length} answers, of which nobody has said what is right`]
  const families = [...new Set(results.map(nameOf))]
  const row = (name: string, of: readonly Result[]) => {
    const { correct, wrong, declined, failed } = count(of)
    return [
      name,
      ...[of.length, correct, wrong, declined, failed].map(String),
      percent(correct / of.length),
    ]
  }
  const rows = [
    ['family', 'questions', 'right', 'wrong', 'declined', 'failed', 'accuracy'],
    ...families.map(name =>
      row(
        name,
        results.filter(result => nameOf(result) === name),
      ),
    ),
    ...(families.length > 1 ? [row('all', results)] : []),
  ]
  return aligned(rows)
}

/** How replies fared, who decided and how well, and what confidences are worth: to be read below the results. */
export function measures(
  summary: Pick<Summary, 'parsing' | 'tierOne' | 'verdictsByTier' | 'calibration'> & Quality,
): readonly string[] {
  const { parsing, tierOne, verdictsByTier, calibration } = summary
  const conditions =
    tierOne === null ? [] : [`tier 1 decided ${percent(tierOne)} of the conditions`]
  return [
    [...parsingTable(parsing), ...conditions, ...tierShares(verdictsByTier)],
    ...qualityTables(summary),
    calibrationTable(calibration),
  ]
    .filter(block => block.length > 0)
    .flatMap((block, at) => (at === 0 ? block : ['', ...block]))
}

// --- internal ---

const nameOf = ({ family, level }: Result) =>
  shortened(family ?? (level === undefined ? '(none)' : `level ${level}`), 30)
