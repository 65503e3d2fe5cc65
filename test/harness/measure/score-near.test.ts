import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearMiss } from '../../../harness/measure/near-miss.ts'

describe('a near miss', () => {
  test('is within the tolerance: 1 % of the truth unless the question gives it', () => {
    expect(nearMiss('16.95', '17')).toBe('near')
    expect(nearMiss('16', '17')).toBeUndefined()
    expect(nearMiss('16', '17', 1)).toBe('near')
    expect(nearMiss('16.95 hours', '17')).toBe('near')
    expect(nearMiss('0.001', '0')).toBeUndefined()
  })

  test.each([
    ['17 hours', '17'],
    ['17', '17 hours'],
    ['90 minutes', '1.5 hours'],
    ['€5', '5'],
    ['4.50 USD', '4.5'],
    ['50%', '0.5'],
    ['0.5', '50%'],
    ['It takes about 3 h 20 min.', '200'],
  ])('by its unit: %j against %j', (answer, truth) => expect(nearMiss(answer, truth)).toBe('form'))

  test.each([
    ['17 thousand', '17000'],
    ['17000', '17 thousand'],
    ['17k', '17000'],
    ['17 000', '17000'],
    ['16,95', '16.95'],
    ['five', '5'],
    ['5', 'Five'],
    ['The answer is twenty-one.', '21'],
    ['approximately 17', '17'],
    ['seventeen (17)', '17'],
    ['17', 'seventeen 17'],
    ['0.75', '3/4'],
    ['**17**', '17'],
    ['I added them up.\nFINAL ANSWER: about 17', '17'],
    ['Paris, France', 'Paris'],
    ['It is the Red House.', 'Red House'],
    ['apples', 'apple'],
    ['“quoted”', 'quoted'],
    ['Option B', 'B'],
    ['May 17, 2020', '17 May 2020'],
    ['a and b', 'a, b'],
    ['a; b.', 'a, b'],
    ['1,000, 2', '1000, 2'],
  ])('by its form: %j against %j', (answer, truth) => expect(nearMiss(answer, truth)).toBe('form'))

  test('of a list is that of its worst item', () => {
    expect(nearMiss('16.95, 2 kg', '17, 2')).toBe('near')
    expect(nearMiss('17, 2 kg', '17, 2')).toBe('form')
    expect(nearMiss('16, 2 kg', '17, 2')).toBeUndefined()
  })

  test.each([
    ['not Paris', 'Paris'],
    ['Paris or London', 'Paris'],
    ['Paris and London', 'Paris'],
    ['Paris, London, Rome', 'Paris'],
    ['London, Paris', 'Paris, London'],
    ['Paris', 'Paris, France'],
    ['more than 17', '17'],
    ['17 or 18', '17'],
    ['17 days', '17 hours'],
    ['5 apples', '5 pears'],
    ['-17', '17'],
    ['1000', '1'],
    ['17000', '17'],
    ['17', '17000'],
    ['A dog', 'A'],
    ['', '17'],
    ['anything', ''],
    ['anything', 'nan'],
  ])('is none: %j against %j', (answer, truth) => expect(nearMiss(answer, truth)).toBeUndefined())

  test('is found or not in any two texts, soon and without a fault', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[\d.,/ :%ak$-]{0,12}$/),
    )
    fc.assert(fc.property(texts, texts, (answer, truth) => void nearMiss(answer, truth)))
    for (const part of ['1 ', '*', 'a,', 'answer: ', '[', ' '])
      nearMiss(part.repeat(50_000), '17 hours')
  })
})
