// What answers come to: dates, lists and numbers as they were asked for, and when two are the same.
import * as date from '../../../plans/answers/date.ts'
import { extractAnswer } from '../../../plans/answers/extract.ts'
import { formAnswer, roundedAs } from '../../../plans/answers/form.ts'
import { itemsOf, ordered } from '../../../plans/answers/list.ts'
import { readable } from '../../../plans/answers/readable.ts'
import { sameValue } from '../../../plans/answers/same-value.ts'
import { numeralIn } from '../../../plans/answers/tidy.ts'
import { testCases } from '../../support/cases.ts'

testCases('answers', {
  ...date,
  extractAnswer,
  formAnswer,
  roundedAs,
  itemsOf,
  ordered,
  readable,
  numeralIn,
  sameValue,
})
