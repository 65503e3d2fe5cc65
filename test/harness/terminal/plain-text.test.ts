// Texts cut and broken to a width, by the columns that a terminal gives them.
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  harmless,
  shortened,
  wrapped,
  wrappedProse,
} from '../../../harness/terminal/plain-text.ts'

describe('a picture of several', () => {
  const pictures = ['👨‍👩‍👧', '🏳️‍🌈', '👩🏽‍🚀', '❤️‍🔥']

  test.each(pictures)('%s stays one, and is never cut in two', picture => {
    expect(harmless(` ${picture} `)).toBe(picture)
    const row = picture.repeat(4)
    expect(shortened(row, 5)).toBe(`${picture.repeat(2)}…`)
    expect(wrapped(row, 6).map(line => line.trim())).toEqual([picture.repeat(3), picture])
  })

  test('a joiner that joins nothing, and what turns a text around, is dropped', () => {
    expect(harmless('a\u200db \u202epdf.exe\u200b 👨\u200d')).toBe('ab pdf.exe 👨')
  })
})

test('letters that are narrow although their number is high take one column', () => {
  expect(wrapped('ﷲﷲ ｱｲｳ 𝒜𝒷 ﬁ', 12)).toEqual(['ﷲﷲ ｱｲｳ 𝒜𝒷 ﬁ'])
})

test('sentences are as far in on all of their lines, items of a list further from the second on', () => {
  const [first, second] = ['The hall is', 'free on Friday.']
  expect(wrappedProse(`  ${first} ${second}`, 17)).toEqual([`  ${first}`, `  ${second}`])
  expect(wrappedProse(`  - ${first} ${second}`, 19)).toEqual([`  - ${first}`, `    ${second}`])
})

test('nothing is wider than it may be', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 80 })
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 40 }), (any, width) => {
      expect(stringWidth(shortened(any, width))).toBeLessThanOrEqual(width)
      for (const line of wrapped(harmless(any), width))
        expect(stringWidth(line)).toBeLessThanOrEqual(width)
    }),
  )
})

test('each of the first characters, and of those printed here, is as wide as the library says', () => {
  const first = Array.from({ length: 0x500 }, (_, code) => String.fromCharCode(code))
  for (const one of [...first, ...'–—‘’“”…·✓✗→─│漢👩']) {
    expect(columnsOf(one), one).toBe(stringWidth(one))
    expect(columnsOf(`a${one}b`), one).toBe(stringWidth(`a${one}b`))
  }
})
