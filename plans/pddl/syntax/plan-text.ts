// Plan text to steps. Any text at all can be judged: what is no part of a plan is the first fault, and read past.

import { type Position, tokens } from './reader.ts'
import type { Step } from './syntax.ts'

/** A step with the place where it stands in the text. */
interface PlacedStep extends Step {
  readonly at: Position
}

/** What a plan text holds: its steps, and what is no step. */
export interface PlanText {
  readonly steps: readonly PlacedStep[]
  /** The first thing that is no step: the number from 1 that it would have, and what is wrong. */
  readonly problem?: { readonly step: number; readonly message: string }
}

/**
 * Reads a plan: each innermost `(action arg ...)` is a step, names become lower case, comments run
 * from `;` to the end of the line; times and durations are passed over. Never throws; reading stops where
 * parentheses do not match.
 * @example
 * ```ts
 * import { parsePlan } from 'intend/pddl'
 *
 * console.log(parsePlan('(go home shop) ; by bus').steps[0]?.args.join()) // home,shop
 * ```
 */
export function parsePlan(text: string): PlanText {
  const steps: PlacedStep[] = []
  let problem: PlanText['problem']
  const fault = (at: Position, what: string): PlanText => {
    const message = `line ${at.line}, column ${at.column}: ${what}`
    problem ??= { step: steps.length + 1, message }
    return { steps, problem }
  }
  let open: { at: Position; words: string[] } | undefined
  for (const { text: token, at } of tokens(text, WORD)) {
    if (token === '(') {
      if (open) return fault(at, `"(" inside a step, expected ")" first`)
      open = { at, words: [] }
    } else if (token === ')') {
      if (!open) return fault(at, '")" without a "("')
      const [action, ...args] = open.words
      if (action === undefined) return fault(open.at, '"()" names no action')
      steps.push({ action, args, at: open.at })
      open = undefined
    } else if (open) {
      open.words.push(token.toLowerCase())
    } else if (!MEASURE.test(token)) {
      fault(
        at,
        `"${token.slice(0, 60)}" is no step; write each as (action argument ...), and remarks after ";"`,
      )
    }
  }
  if (open) return fault(open.at, '"(" is never closed')
  return { steps, ...(problem && { problem }) }
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
