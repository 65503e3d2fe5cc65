// What is read in words, numbers, dates and tables of a text.
import { unitOfHead } from '../../../plans/text/amounts.ts'
import * as dates from '../../../plans/text/dates.ts'
import * as evidence from '../../../plans/text/evidence.ts'
import { numbersOutOfNowhere } from '../../../plans/text/evidence.ts'
import { meantBy, nearest } from '../../../plans/text/nearest.ts'
import * as numerals from '../../../plans/text/numerals.ts'
import { passagesOf } from '../../../plans/text/passages.ts'
import * as query from '../../../plans/text/query.ts'
import { read } from '../../../plans/text/reading.ts'
import { placesOf } from '../../../plans/text/values.ts'
import { termsOf } from '../../../plans/text/words.ts'
import { testCases } from '../../support/cases.ts'

testCases('text', {
  ...dates,
  ...evidence,
  ...query,
  passagesOf,
  termsOf,
  nearest,
  meantBy,
  numbersOutOfNowhere,
  digitNumbers: (text: string) => [...numerals.digitNumbers(text)],
  unitOfHead: (head: string) => unitOfHead(head)?.text,
  figuresIn: (text: string) => read(text).figures.map(each => ({ ...each, unit: each.unit?.text })),
  placesOf: (value: number, text: string, unit?: string) =>
    placesOf(value, [{ start: 0, end: text.length }], read(text), unit).map(({ start }) => start),
})
