// A plan can be honest in every word and right on its example, and still go wrong where its maker wants:
// a factor that is felt in large amounts only, the sum of a column that happens to equal another. So a
// plan is asked its questions with other numbers as well, beside an agent that has no plan at all.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { agentNamed } from '../../agent/agents/agents.ts'
import { seeded } from '../../plans/library/beta.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import type { Plan } from '../../plans/plan.ts'
import { isRight } from '../measure/score.ts'
import { askedOf, type KnownQuestion, type Testing, tryOn } from './plan-test.ts'

/**
 * Asks the question with its numbers, and those of its attached tables, replaced by small, large and very
 * large ones: once with the plan and once without any. Gives how often both gave an answer, so that there was
 * something to compare, and in a sentence where the plan gives another one first. Rejects as `tryOn` does.
 */
export async function tryVaried(plan: Plan, known: KnownQuestion, testing: Testing) {
  let compared = 0
  for (const [at, size] of sizes.entries()) {
    const folder = mkdtempSync(join(tmpdir(), 'intend-varied-'))
    try {
      const question = varied(known, size, at, folder)
      if (!question) continue
      const agent = await agentNamed('self-aware')
      const plans = memoryLibrary() // it knows no plan
      const { answer: without } = await askedOf({ agent, plans }, question, testing)
      if (without === undefined) continue
      const { tested } = await tryOn(question, [plan], testing)
      if (tested.answer === undefined) continue
      compared += 1
      if (isRight(tested.answer, without)) continue
      const differs = `asked with other numbers (${question.question}) it answers ${tested.answer}, and without it the answer is ${without}`
      return { compared, differs }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return { compared }
}

/**
 * The question with every number in it, or in its attached tables, changed by a factor of the order of
 * `size`, each by another one, and tables with more rows; its changed files lie in `folder`. Undefined when there is no number to change.
 */
function varied(
  { question, files = [] }: KnownQuestion,
  size: number,
  seed: number,
  folder: string,
): KnownQuestion | undefined {
  const random = seeded(seed + 1)
  const other = (text: string, number: RegExp) =>
    text.replace(number, found => changed(found, size, random()))
  let changes = 0
  const count = <T>(before: T, after: T): T => {
    if (before !== after) changes += 1
    return after
  }
  const paths = files.map((path, at) => {
    if (!/\.(?:csv|tsv)$/i.test(path)) return path
    const [head = '', ...lines] = readFileSync(path, 'utf8').split('\n')
    mkdirSync(join(folder, String(at)))
    const copy = join(folder, String(at), basename(path))
    const rows = lines.filter(line => line.trim() !== '')
    const body = [...rows, ...rows.slice(0, 1 + seed)].map(line => count(line, other(line, inCell)))
    writeFileSync(copy, `${[head, ...body].join('\n')}\n`)
    return copy
  })
  // numbers in a question about a table choose its rows
  const asked = paths.length > 0 ? question : count(question, other(question, inText))
  return changes === 0 ? undefined : { question: asked, answer: '', files: paths }
}

// --- internal ---

const sizes = [2, 31, 31, 4_300, 4_300]

/** A number that stands by itself: no part of a name, a date or a time. */
const inText = /(?<![\w.,:/-])\d+(?:\.\d+)?(?![\w:/-]|[.,]\d)/g
const inCell = /(?<![\w.:/-])\d+(?:\.\d+)?(?![\w:/-]|\.\d)/g

/** The same with as many decimals. Years, and what a percentage can be, stay in their range. */
function changed(text: string, size: number, random: number): string {
  const value = Number(text)
  if (value === 0 || (/^\d{4}$/.test(text) && value >= 1800 && value <= 2200)) return text
  const decimals = text.split('.')[1]?.length ?? 0
  // so that thresholds are passed one by one, and ratios change as well
  const next = value * size ** (2 * random - 0.6)
  return decimals > 0 ? next.toFixed(decimals) : String(Math.max(1, Math.round(next)))
}
