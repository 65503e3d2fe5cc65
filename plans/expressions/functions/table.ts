// Everything an expression can call: operators, functions and constants.
import { listFunctions } from './lists.ts'
import { numberFunctions, operators } from './numbers.ts'
import { type Callable, type Notation, nameOf, type Operation } from './row.ts'
import { sampleFunctions } from './samples.ts'
import { statisticFunctions } from './statistics.ts'

/** Every function: how it is called, what it means, an example and its result. Prompts are rendered from it. */
export const functionTable: readonly Callable[] = [
  ...numberFunctions,
  ...sampleFunctions,
  ...statisticFunctions,
  ...listFunctions,
]

/** What is written without a function's name; texts with slots stand last. */
export const notations: readonly Notation[] = [
  {
    signature: '+ - * / ^ mod',
    meaning: 'arithmetic, units carried along; of lists item by item',
    example: '60 km/h * 30 min',
    gives: '30 km',
  },
  {
    signature: '== != < <= > >= and or not',
    meaning: 'comparison and logic',
    example: '1 < 2 < 3 and not (2 == 3)',
    gives: 'true',
  },
  {
    signature: 'x to unit',
    meaning: 'conversion',
    example: '100 km/h to m/s',
    gives: '27.7777777777778 m/s',
  },
  { signature: '20 %', meaning: 'twenty hundredths', example: '20 % of 50', gives: '10' },
  {
    signature: 'test ? a : b',
    meaning: 'a choice',
    example: '3 > 2 ? "first" : "second"',
    gives: 'first',
  },
  {
    signature: '[a, b, c]',
    meaning: 'a list; texts stand in quotes',
    example: 'sum([1, 2])',
    gives: '3',
  },
  {
    signature: 'list[n]',
    meaning: 'an item, from 1; list[-1] is the last',
    example: '[5, 6, 7][-1]',
    gives: '7',
  },
  {
    signature: 'list[from:to]',
    meaning: 'items, both ends included; either may be left out',
    example: '[5, 6, 7][2:]',
    gives: '[6, 7]',
  },
  {
    signature: '5.27e-26',
    meaning: 'scientific notation',
    example: '5.27e-26 * 2',
    gives: '1.054e-25',
  },
  { signature: 'pi, e, tau', meaning: 'constants', example: 'round(pi, 2)', gives: '3.14' },
]

const named = functionTable.flatMap(({ signature, operation }) =>
  operation ? [[nameOf(signature), operation] as const] : [],
)

const alsoCalled = {
  average: 'mean',
  variance: 'var_samp',
  std: 'stddev_samp',
  stddev: 'stddev_samp',
}

/** Every operation by the name it is called with; operators by their symbol. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ...operators,
  ...named,
  ...Object.entries(alsoCalled).map(
    ([name, of]) => [name, new Map(named).get(of) as Operation] as const,
  ),
])

/** What can be called by name, for the text of prompts and errors. */
export const functionNames: readonly string[] = functionTable.map(({ signature }) =>
  nameOf(signature),
)

const inTests = new Set(statisticFunctions.filter(each => each.operation?.on === 'lists'))

/** What a prompt says of them: all but the tests of statistics, of which it says that they are there. */
export const functionsInPrompts: readonly string[] = [
  ...functionTable.filter(each => !inTests.has(each)).map(({ signature }) => nameOf(signature)),
  'corr_p, t_test_p, chi_square_p and other tests of statistics',
]
