// Plans printed as rules; `parseRules` reads them back as they were.
import type { PlanDraft } from '../plan.ts'
import { type RuleStep, ruleOf, statementOf } from './rule.ts'

/** The plan as a rule in words, or undefined where it says more than a rule can. */
export function printRule(draft: PlanDraft): string | undefined {
  const rule = ruleOf(draft)
  if (!rule) return undefined
  const { task, considering, body } = rule
  const context = considering.map(statementOf).map(({ text, denied }) => {
    return `${denied ? 'NOT ' : ''}${quoted(text)}`
  })
  return [
    `IF your task is to ${quoted(task)}`,
    ...(context.length > 0 ? [`CONSIDERING ${context.join('\n  AND ')}`] : []),
    `THEN:\n${body.map(stepLine).join(',\n')}`,
  ].join('\n')
}

/** The plans as one text, parted by `--`; those that are no rules are left out. */
export function printRules(plans: Iterable<PlanDraft>): string {
  const printed = [...plans].flatMap(plan => printRule(plan) ?? [])
  return printed.length === 0 ? '' : `${printed.join('\n--\n')}\n`
}

// --- internal ---

/** Whether a text reads as itself when nothing marks where it begins and ends. */
function plain(text: string): boolean {
  return text === text.trim().replace(/\s+/gu, ' ') && !special.test(text) && text !== ''
}

/** What would be read as something else: words of the format, and marks at the beginning. */
const special =
  /\b(?:IF|CONSIDERING|AND|THEN|PLAN|NOT)\b|^[":#-]|^(?:[Yy]our )?(?:task|goal) is to\b/u

const quoted = (text: string) => (plain(text) ? text : JSON.stringify(text))

function stepLine({ text, plan }: RuleStep): string {
  const words = plain(text) && !text.includes(',') ? text : JSON.stringify(text)
  return `  ${plan ? 'PLAN TO ' : ''}${words}`
}
