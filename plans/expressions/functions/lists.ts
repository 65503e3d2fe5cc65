// Functions of lists, texts and dates as they are.
import { amount } from '../amount.ts'
import { exact } from '../exact.ts'
import {
  datePart,
  item,
  itemsOf,
  join,
  keyOf,
  length,
  place,
  type Scalar,
  selected,
  slice,
  spellDate,
  unique,
} from '../lists.ts'
import { type Callable, row, whole } from './row.ts'

/** What takes lists, texts and dates, as prompts list them. */
export const listFunctions: readonly Callable[] = [
  row('count(list)', 'how many items', 'count(["a", "b"])', '2', {
    on: 'whole',
    count: [0, Number.MAX_SAFE_INTEGER],
    run: (...list) => amount(exact(String(list.flat().length))),
  }),
  row(
    'length(x)',
    'how many items a list has, or characters a text',
    'length("abc")',
    '3',
    whole(1, length),
  ),
  row(
    'item(list, n)',
    'the item at a place, from 1; from the end with a minus; also list[n]',
    'item(["a", "b"], -1)',
    'b',
    whole(2, item),
  ),
  row(
    'slice(list, from, to)',
    'the items between two places, both included; also list[from:to]',
    'slice([5, 6, 7], 2, 3)',
    '[6, 7]',
    whole(3, slice),
  ),
  row(
    'index(list, x)',
    'the place of the first item that is x',
    'index(["a", "b"], "b")',
    '2',
    whole(2, place),
  ),
  row(
    'contains(list, x)',
    'whether x is an item',
    'contains([1 km], 1000 m)',
    'true',
    whole(2, (list, x) => {
      const key = keyOf(x as Scalar)
      return itemsOf(list, 'contains').some(each => keyOf(each) === key)
    }),
  ),
  row(
    'filter(list, test)',
    'the items for which the test holds; in it, `it` is the item and `at` its place',
    'filter([3, 8, 5], it > 4)',
    '[8, 5]',
  ),
  row(
    'intersect(a, b)',
    'the items that both lists have',
    'intersect(["a", "b"], ["B", "c"])',
    '["b"]',
    whole(2, (a, b) => selected(a, b, true, 'intersect')),
  ),
  row(
    'union(a, b)',
    'the items of either list, each once',
    'union([1, 2], [2, 3])',
    '[1, 2, 3]',
    whole(2, (a, b) => unique([...itemsOf(a, 'union'), ...itemsOf(b, 'union')])),
  ),
  row(
    'except(a, b)',
    'the items of a that b has not',
    'except([1, 2], [2, 3])',
    '[1]',
    whole(2, (a, b) => selected(a, b, false, 'except')),
  ),
  row('unique(list)', 'each item once', 'unique([1, 2, 1])', '[1, 2]', whole(1, unique)),
  row(
    'join(list, between)',
    'the items as one text',
    'join(["a", "b"], " and ")',
    'a and b',
    whole(2, join),
  ),
  row(
    'if(test, a, b)',
    'a where the test holds, else b; numbers, texts or lists; also test ? a : b',
    'if(2 > 1, "more", "less")',
    'more',
  ),
  row(
    'date(d, spelling)',
    'a date or month spelled with YYYY, YY, MMMM (May), MMM, MM, M, DD, D, dddd (Monday), ddd; without a spelling as ISO has it',
    'date("2021-05", "MMMM YYYY")',
    'May 2021',
    { on: 'whole', count: [1, 2], run: spellDate },
  ),
  row(
    'year(d)',
    'the year of a date',
    'year("May 3, 2021")',
    '2021',
    whole(1, d => datePart(d, 'YYYY')),
  ),
  row(
    'month(d)',
    'the number of its month',
    'month("2021-05")',
    '5',
    whole(1, d => datePart(d, 'M')),
  ),
  row(
    'day(d)',
    'the day of the month',
    'day("2021-05-03")',
    '3',
    whole(1, d => datePart(d, 'D')),
  ),
]
