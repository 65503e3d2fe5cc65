// Generated questions are the same for the same seed, and their arithmetic is exact.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type Generating, generate, generated, type Pair } from './generate.ts'
import { decimalText, quotient } from './random.ts'

const folder = mkdtempSync(join(tmpdir(), 'generated-'))
afterAll(() => rmSync(folder, { recursive: true }))

const make = (name: string, options: Partial<Generating> = {}) =>
  generate({ seed: 5, each: 14, ...options, folder: join(folder, name) })
const texts = (pairs: readonly Pair[]) =>
  pairs.map(({ whole, without }) => [whole.question, whole.answer, read(whole), read(without)])
const read = ({ files = [] }: Pair['whole']) =>
  files.filter(file => !/xlsx$/.test(file)).map(file => readFileSync(file, 'utf8'))

describe('generated questions', () => {
  test('are the same for the same seed, whatever else is generated', async () => {
    const all = texts(await make('all'))
    expect(texts(await make('again'))).toEqual(all)
    expect(texts(await make('lookup', { families: ['lookup'] }))).toEqual(all.slice(-14))
    expect(texts(await make('other', { seed: 6 }))).not.toEqual(all)
  })

  test('come in every family, each with an answer and a variant without one', async () => {
    const pairs = await make('pairs')
    expect(new Set(pairs.map(pair => pair.whole.family))).toEqual(new Set(generated))
    expect(new Set(pairs.map(pair => pair.whole.id)).size).toBe(pairs.length)
    for (const { whole, without } of pairs) {
      expect(whole.answer, whole.id).not.toBe('')
      expect(without, whole.id).toMatchObject({ question: whole.question, answer: '' })
      const bytes = ({ files = [] }: Pair['whole']) => files.map(file => readFileSync(file))
      expect(bytes(without), whole.id).not.toEqual(bytes(whole))
    }
  })

  test('state the looked-up value in the file and leave it out of the variant', async () => {
    const pairs = await make('said', { families: ['lookup'], each: 40 })
    const plain = pairs.filter(({ whole }) => !/pdf$/.test(whole.files![0]!))
    expect(plain.length).toBeGreaterThan(10)
    for (const { whole, without } of plain) {
      const says = (text: string) => text.replaceAll(/(?<=\d),(?=\d)/g, '').includes(whole.answer)
      expect(says(read(whole).join()), whole.id).toBe(true)
      if (whole.answer.length > 3) expect(says(read(without).join()), whole.id).toBe(false)
    }
  })
})

describe('arithmetic of the answers', () => {
  test('writes scaled numbers as decimals', () => {
    const scaled = fc.integer({ min: -1e9, max: 1e9 })
    fc.assert(
      fc.property(scaled, fc.integer({ min: 0, max: 4 }), (value, decimals) => {
        expect(decimalText(value, decimals)).toBe((value / 10 ** decimals + 0).toFixed(decimals))
      }),
    )
  })

  test('divides exactly, rounds half up and says when it was half-way', () => {
    expect(quotient(1, 8, 2)).toEqual({ text: '0.13', tie: true })
    expect(quotient(2010, 2 * 10 ** 3, 2)).toEqual({ text: '1.01', tie: true })
    expect(quotient(2, 3, 2)).toEqual({ text: '0.67', tie: false })
    expect(quotient(7, 1, 1)).toEqual({ text: '7.0', tie: false })
  })
})
