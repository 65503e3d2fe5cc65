// The tool for arithmetic with units, dates and durations: exact, so that a model never has to multiply
// by itself.
import { z } from 'zod'
import { calendarUsage, functionNames } from '../plans/expressions/expression.ts'
import { evaluateWithDates } from './calendar/dates.ts'
import { defineTool } from './tool.ts'

/** An expression, and the unit its result is wanted in. */
const CalculateInput = z.object({
  expression: z.string().min(1).describe('"240 km / (80 km/h)", "15 % of 80", "mean([3, 5, 10])"'),
  unit: z.string().optional().describe('of the result'),
})

/**
 * The `calculate` tool.
 * @example
 * ```ts
 * import { calculate } from 'intend/tools'
 *
 * const ctx = { roots: [process.cwd()], signal: AbortSignal.timeout(60_000) }
 * console.log((await calculate.execute({ expression: '45 km / (30 km/h)' }, ctx)).value) // 1.5
 * ```
 */
export const calculate = defineTool({
  name: 'calculate',
  computes: true,
  description:
    'Exact arithmetic with units, dates, durations (h:mm:ss) and lists. Use it for every computation.',
  guidance: `Units are checked: "240 km / (80 km/h)" is 3 h; the difference of dates is in days, a date + 18 months is a date. Functions: ${functionNames.join(', ')}; ${calendarUsage}.`,
  input: CalculateInput,
  execute: async ({ expression, unit }) => {
    const result = evaluateWithDates(expression, unit)
    if (!result.ok) throw new Error(result.error)
    return {
      content: `${expression.trim()} = ${result.text}`,
      value: result.value,
      ...(result.unit !== undefined && { unit: result.unit }),
    }
  },
})
