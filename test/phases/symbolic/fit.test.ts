// Sentences that were not looked at when the words of `mayBeLogic` were chosen.
import { expect, test } from 'vitest'
import { mayBeLogic } from '../../../phases/symbolic/fit.ts'

const beliefs = [
  { name: 'bill', value: 84.6, unit: 'EUR' },
  { name: 'tip', value: 8.46 },
  { name: 'guests', value: ['Ida', 'Ole', 'Una'] },
  { name: 'arrival', value: '2025-03-02' },
  { name: 'departure', value: '2025-03-09' },
  { name: 'membership', value: 'gold' },
  { name: 'change', value: 5.4 },
  { name: 'payment', value: 90 },
  { name: 'country', value: 'Peru' },
  { name: 'article', value: 'The river rose overnight and the town was cut off.' },
  { name: 'population', value: 33_000_000 },
  { name: 'author', value: 'J. Brown' },
  { name: 'abstract', value: 'We measure the growth of moss on slate.' },
]
const decidable = [
  'the change is correctly computed from the payment and the bill',
  'the bill splits into whole euros for the guests',
  'the membership is gold',
  'Una is a guest',
  'arrival precedes departure',
  'the tip is a tenth of the bill',
  'the stay lasts a week',
  'the payment covers the bill',
  'the country is Peru',
  'the guests are listed alphabetically',
  'the population surpasses thirty million',
  'the author is J. Brown',
  'the departure is on a Sunday',
  'the payment is higher than the bill plus tip',
  'the bill has been established',
  'Ole and Ida are both guests',
  'the budget is balanced: payment minus bill is the change',
  'the name of the country begins with P',
  'the tip is generous, more than a fifth',
  'the membership belongs to silver or gold',
  'neither the bill nor the tip is negative',
  'the article mentions the river',
  'the arrival falls in spring',
  'the population has eight digits',
  'somebody named Una has been invited',
  'the author differs from every guest',
  'payment, bill and change add up',
  'the stay does not overlap with April',
  'the change is right',
  'the abstract contains fewer words than the article',
]
const readersOwn = [
  'the abstract is easy to follow',
  'the article tells a moving story',
  'the recommendation fits the taste of the guests',
  'the letter sounds warm',
  'the translation keeps the humour',
  'the advice is sound',
  'the description is vivid',
  'the proof is elegant',
  'the article treats both sides fairly',
  'the headline catches the eye',
  'the abstract is well structured',
  'the poem rhymes nicely',
  'the tone suits a newspaper',
  'the critique is constructive',
  'the hypothesis is plausible',
  'the user would be pleased',
  'the argument holds together',
  'the wording is offensive',
  'the diagram is understandable',
  'the answer is complete',
  'the mail is courteous',
  'the article is relevant to the question',
  'the sources are trustworthy',
  'the summary is faithful',
  'the dialogue feels authentic',
  'the abstract captures the essence',
  'the choice is defensible',
  'the instructions are unambiguous',
  'the image looks blurred',
  'the speech inspires the audience',
]

test.each(decidable)('%s: a program may decide it', condition => {
  expect(mayBeLogic(condition, beliefs)).toBe(true)
})

test('of thirty that only a reader can judge, most are sent to the judge at once', () => {
  expect(readersOwn.filter(condition => !mayBeLogic(condition, beliefs)).length).toBeGreaterThan(24)
})

test('without beliefs only words of counting, comparing or knowing lead to logic', () => {
  expect(mayBeLogic('the article is about moss', [])).toBe(false)
  expect(mayBeLogic('no refund is believed', [])).toBe(true)
})
