// Everything an expression can call: operators, functions and constants.
import { nearest } from '../../text/nearest.ts'
import { ExpressionError, shorten } from '../exact.ts'
import { calendarFunctions } from './calendar.ts'
import { dateFunctions, daysBetween } from './dates.ts'
import { listFunctions } from './lists.ts'
import { numberFunctions, operators } from './numbers.ts'
import type { Functions, Operation } from './operation.ts'
import { sampleFunctions } from './samples.ts'
import { statisticFunctions } from './statistics.ts'

const functions: Functions = {
  ...numberFunctions,
  ...sampleFunctions,
  ...statisticFunctions,
  ...listFunctions,
  ...dateFunctions,
  ...calendarFunctions,
}

/** Every operation by the name it is called with; operators by their symbol. */
export const operations: ReadonlyMap<string, Operation | undefined> = new Map(
  Object.entries({
    ...operators,
    ...functions,
    days_between: daysBetween,
    average: functions.mean,
    variance: functions.var_samp,
    std: functions.stddev_samp,
    stddev: functions.stddev_samp,
  }),
)

/** What can be called by name, for the text of prompts and errors. */
export const functionNames: readonly string[] = Object.keys(functions)

/** What a prompt says of them: all but the tests of statistics, of which it says that they are there. */
export const functionsInPrompts: readonly string[] = [
  ...functionNames.filter(name => statisticFunctions[name]?.on !== 'lists'),
  'corr_p, t_test_p, chi_square_p and other tests of statistics',
]

/** The refusal of a function that is none, with the one that it may mean. */
export function unknownFunction(name: string): ExpressionError {
  const near = nearest(name, functionNames)
  return new ExpressionError(
    `there is no function ${shorten(name)}${near ? `; nearest: ${near}` : ''}`,
  )
}
