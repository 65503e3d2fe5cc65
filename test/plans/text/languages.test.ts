import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersOutOfNowhere } from '../../../plans/text/evidence.ts'
import { monthsAbroad, numbersAbroad } from '../../../plans/text/languages.ts'

test.each([
  ['höchstens eine Stunde und zweiundzwanzig Tage', { eine: [1], zweiundzwanzig: [22] }],
  [
    'hundertfünfzig Euro, einhundertachtzig Euro',
    { hundertfünfzig: [150], einhundertachtzig: [180] },
  ],
  ['zwölf Euro fünfzig', { zwölf: [12], fünfzig: [50], 'zwölf Euro fünfzig': [12.5] }],
  [
    'die Hälfte, zwei Fünftel',
    { Hälfte: [0.5], zwei: [2], Fünftel: [5, 0.2], 'zwei Fünftel': [0.4] },
  ],
  ['am dreißigsten Juni', { dreißigsten: [30, 1 / 30] }],
  [
    'deux adultes, quatre-vingt-dix-neuf jours et vingt et un kilos',
    { deux: [2], 'quatre-vingt-dix-neuf': [99], 'vingt et un': [21] },
  ],
  [
    'vingt-cinq centimes, les deux tiers',
    { 'vingt-cinq': [25, 0.25], deux: [2], tiers: [1 / 3], 'deux tiers': [2 / 3] },
  ],
  [
    'dieciséis días, doscientas treinta y dos horas',
    { dieciséis: [16], 'doscientas treinta y dos': [232] },
  ],
  ['nove euro e cinquanta', { nove: [9], cinquanta: [50], 'nove euro e cinquanta': [9.5] }],
  ['mille duecento euro', { 'mille duecento': [1200] }],
  ['anderhalf uur, le premier mai', { anderhalf: [1.5], premier: [1] }],
  ['entro due settimane', { due: [2] }],
  ['uma hora, três dias', { uma: [1], três: [3] }],
  ['drie weken of duizend euro', { drie: [3], duizend: [1000] }],
  ['dwa bilety', { dwa: [2] }],
  ['ein achtjähriges Kind, dreimal', { ein: [1], achtjähriges: [8], dreimal: [3] }],
  ['The rent is due once a month', {}],
  ['one hour', {}],
] as const)('numbers in words of %j', (text, wanted) => {
  const found = new Map<string, Set<number>>()
  for (const { value, start, end } of numbersAbroad(text)) {
    const words = text.slice(start, end)
    found.set(words, (found.get(words) ?? new Set()).add(value))
  }
  const lists = [...found].map(([words, values]) => [words, [...values]])
  expect(Object.fromEntries(lists)).toEqual(wanted)
})

test('places are those of the whole text', () => {
  const text = 'The price is due.\nNach drei Tagen\n'
  const [three, ...others] = numbersAbroad(text)
  expect(text.slice(three!.start, three!.end)).toBe('drei')
  expect(others).toEqual([])
})

test('months in full, in lines that are not English', () => {
  expect(monthsAbroad('le 1er juillet, im Dezember\nlife on Mars and the rest')).toEqual([7, 12])
})

test('what a message says in another language is given', () => {
  expect(numbersOutOfNowhere(2, 'Nous étions deux adultes')).toEqual([])
  expect(numbersOutOfNowhere(3, 'Nous étions deux adultes')).toEqual([3])
})

test.each([
  'da-DK',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-PT',
  'sv-SE',
])('any number below a thousand, in the words of %s, is that number', async language => {
  const { toCardinal } = (await import(`n2words/${language}`)) as typeof import('n2words/de-DE')
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 999 }), number => {
      const words = toCardinal(number)
      const found = [...numbersAbroad(`(${words})`)].map(({ value, end }) => [value, end])
      if (words !== 'cent') expect(found).toContainEqual([number, words.length + 1])
    }),
  )
})

test('of three dozen there are three of twelve, and 36', () => {
  for (const given of [3, 12, 36])
    expect(numbersOutOfNowhere(given, 'Three dozen pallets')).toEqual([])
})
