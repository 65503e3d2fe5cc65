import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  costAtMost,
  costOf,
  type Price,
  PriceTable,
  priceOf,
  readPrices,
} from '../../../../agent/llm/limits/prices.ts'
import { temporaryFolder } from '../../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const price: Price = { input: 4, cachedInput: 0.5, cacheWrite: 5, output: 10 }
const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 0 }

describe('the table of prices', () => {
  it('says for every model where its price was found and of what date it is', () => {
    const table = PriceTable.parse(
      JSON.parse(
        readFileSync(new URL('../../../../agent/llm/limits/prices.json', import.meta.url), 'utf8'),
      ),
    )
    expect(table.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    for (const [name, { source, input, output, cachedInput = 0 }] of Object.entries(table.models)) {
      expect(source, name).toMatch(/https:\/\/.+20\d\d|pull\/\d+|this process|https:\/\//)
      expect(output, name).toBeGreaterThanOrEqual(input)
      expect(cachedInput, name).toBeLessThanOrEqual(input)
    }
  })

  it('has the price of its family for a version with a date, and none for another name', () => {
    const prices = readPrices()
    expect(priceOf(prices, 'openai:gpt-5-mini-2025-08-07')).toBe(prices['openai:gpt-5-mini'])
    expect(priceOf(prices, 'anthropic:claude-haiku-4-5-20251001')).toBe(
      prices['anthropic:claude-haiku-4-5'],
    )
    for (const name of [
      'openai:gpt-5-mini-chat',
      'openai:constructor',
      'gpt-5-mini',
      'ollama:gpt-5',
    ])
      expect(priceOf(prices, name), name).toBeUndefined()
  })

  it('puts the prices of a person before its own, and names a file that cannot be used', () => {
    const file = folder.path('prices.json')
    const models = { 'openai:gpt-5': { input: 0, output: 0 } }
    writeFileSync(file, JSON.stringify({ date: '2026-11-22', models }))
    const prices = readPrices(file)
    expect(prices['openai:gpt-5']).toEqual(models['openai:gpt-5'])
    expect(prices['openai:gpt-5-mini']?.input).toBeGreaterThan(0)
    writeFileSync(file, '{"models":{"openai:gpt-5":{"input":-1,"output":2}}}')
    expect(() => readPrices(file)).toThrow(
      new RegExp(`the prices in ${file} cannot be used .*INTEND_PRICES`),
    )
    expect(() => readPrices(folder.path('absent'))).toThrow('is not there')
  })
})

describe('the cost of a request', () => {
  it('counts what is read from a cache and written to one at prices of their own', () => {
    expect(costOf(price, usage)).toBe(5)
    // more from the cache than there was of a prompt
    expect(costOf(price, { inputTokens: 0, outputTokens: 0, cachedTokens: 10 })).toBe(5e-6)
    expect(costOf(price, { ...usage, cachedTokens: 600_000 })).toBeCloseTo(1.6 + 0.3 + 1)
    expect(
      costOf(price, { ...usage, cachedTokens: 600_000, cacheWriteTokens: 400_000 }),
    ).toBeCloseTo(0.3 + 2 + 1)
  })

  it('is not known without a price or a usage, unless the model is free', () => {
    expect(costOf(undefined, usage)).toBeUndefined()
    expect(costOf({ input: 0, output: 1 }, undefined)).toBeUndefined()
    expect(costOf({ input: 1, output: 0 }, undefined)).toBeUndefined()
    expect(costOf({ input: 0, output: 0 }, undefined)).toBe(0)
  })

  it('is reckoned by the prices of long prompts above their length, and not known without them', () => {
    const long = { ...price, longPrompt: { over: 999_999, input: 8, output: 20 } }
    expect(costOf(long, usage)).toBeCloseTo(10)
    expect(costOf(long, { ...usage, inputTokens: 999_999 })).toBeCloseTo(5)
    expect(costOf({ ...price, longPrompt: { over: 1 } }, usage)).toBeUndefined()
  })

  it('is never more than what it may be at most', () => {
    const tokens = fc.nat(2_000_000)
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (fresh, cached, written, outputTokens) => {
        const inputTokens = fresh + cached + written
        const used = { inputTokens, outputTokens, cachedTokens: cached, cacheWriteTokens: written }
        expect(costOf(price, used)).toBeLessThanOrEqual(
          costAtMost(price, inputTokens, outputTokens) + 1e-9,
        )
      }),
    )
  })
})
