// Functions of lists, texts and dates as they are.
import { amount } from '../amount.ts'
import { fromNumber } from '../exact.ts'
import {
  type Datum,
  datePart,
  item,
  itemsOf,
  join,
  keyOf,
  length,
  place,
  selected,
  slice,
  spellDate,
  unique,
} from '../lists.ts'
import { type Functions, whole } from './operation.ts'

/** What takes lists, texts and dates. */
export const listFunctions: Functions = {
  count: whole([0, Infinity], (...list: Datum[]) => amount(fromNumber(list.flat().length))),
  length: whole(1, length),
  item: whole(2, item),
  slice: whole(3, slice),
  index: whole(2, place),
  contains: whole(2, (list: Datum, x: Datum) => {
    const key = keyOf(x)
    return itemsOf(list, 'contains').some(each => keyOf(each) === key)
  }),
  filter: undefined,
  intersect: whole(2, (a: Datum, b: Datum) => selected(a, b, true, 'intersect')),
  union: whole(2, (a: Datum, b: Datum) => unique([...itemsOf(a, 'union'), ...itemsOf(b, 'union')])),
  except: whole(2, (a: Datum, b: Datum) => selected(a, b, false, 'except')),
  unique: whole(1, unique),
  join: whole(2, join),
  if: undefined,
  date: whole([1, 2], spellDate),
  year: whole(1, (d: Datum) => datePart(d, 'YYYY')),
  month: whole(1, (d: Datum) => datePart(d, 'M')),
  day: whole(1, (d: Datum) => datePart(d, 'D')),
}
