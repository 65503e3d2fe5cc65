// Plan text to steps, leniently: whatever stands outside parentheses is skipped, so that any text at all
// can be judged. Numbers, times and durations belong to plans; anything else is prose, which is noted.

import { type Position, tokens } from './reader.ts'
import type { Step } from './syntax.ts'

/** A step with the place where it stands in the text. */
interface PlacedStep extends Step {
  readonly at: Position
}

/** What a plan text holds: its steps, and what is no step at all. */
export interface PlanText {
  readonly steps: readonly PlacedStep[]
  /** Where the first word stands that is no part of a plan. */
  readonly prose?: { readonly at: Position; readonly word: string }
  /** The first malformed step: its number from 1, and what is wrong. */
  readonly problem?: { readonly step: number; readonly message: string }
}

/**
 * Reads a plan: each innermost `(action arg ...)` is a step, names become lower case, comments run
 * from `;` to the end of the line. Never throws; reading stops at the first malformed step.
 * @example
 * ```ts
 * import { parsePlan } from 'intend/pddl'
 *
 * console.log(parsePlan('(go home shop) ; by bus').steps[0]?.args.join()) // home,shop
 * ```
 */
export function parsePlan(text: string): PlanText {
  const steps: PlacedStep[] = []
  let prose: PlanText['prose']
  const end = () => ({ steps, ...(prose && { prose }) })
  const stop = (message: string): PlanText => ({
    ...end(),
    problem: { step: steps.length + 1, message },
  })
  let open: { at: Position; words: string[] } | undefined
  for (const { text: token, at } of tokens(text, WORD)) {
    if (token === '(') {
      if (open) return stop(`${place(at)}: "(" inside a step, expected ")" first`)
      open = { at, words: [] }
    } else if (token === ')') {
      if (!open) return stop(`${place(at)}: ")" without a "("`)
      const [action, ...args] = open.words
      if (action === undefined) return stop(`${place(open.at)}: "()" names no action`)
      steps.push({ action, args, at: open.at })
      open = undefined
    } else if (open) {
      open.words.push(token.toLowerCase())
    } else if (!MEASURE.test(token)) {
      prose ??= { at, word: token }
    }
  }
  return open ? stop(`${place(open.at)}: "(" is never closed`) : end()
}

/** A plan as text or as steps; names of steps become lower case as well. */
export function readPlan(plan: string | readonly Step[]): Omit<PlanText, 'steps'> & {
  readonly steps: readonly Step[]
} {
  if (typeof plan === 'string') return parsePlan(plan)
  const lower = (text: string) => text.toLowerCase()
  return { steps: plan.map(s => ({ action: lower(s.action), args: s.args.map(lower) })) }
}

// --- internal ---

const WORD = /[^\s();]+/

/** A time before a step, or a duration after it: `3:`, `0.001:`, `[1.5]`. */
const MEASURE = /^[[\]\d.:]+$/

function place(at: Position): string {
  return `line ${at.line}, column ${at.column}`
}
