import { expect, test } from 'vitest'
import { blockedSitesDated, isBlocked } from '../../../tools/search/blocked.ts'

test.each([
  'https://huggingface.co/datasets/gaia-benchmark/GAIA',
  'https://huggingface.co/datasets/gaia-benchmark/GAIA/viewer/2023_all?row=3',
  'HTTPS://WWW.HuggingFace.co:443/Datasets/x',
  'https://huggingface.co./datasets/x',
  'https://huggingface.co//datasets/x',
  'https://huggingface.co/%64atasets/x',
  'http://huggingface.co/spaces/gaia-benchmark/leaderboard',
  'https://someone-agent.hf.space/',
  'https://web.archive.org/web/2024/https://huggingface.co/datasets/gaia-benchmark/GAIA',
  'https://r.test/?u=https%3A%2F%2Fhuggingface.co%2Fdatasets%2Fx',
  'https://r.test/?u=https%253A%252F%252Fhuggingface.co%252Fdatasets%252Fx',
  'https://huggingface-co.translate.goog/datasets/gaia?_x_tr_sl=en',
  'https://github.com/someone/GAIA_Benchmark_Agent/blob/main/answers.json',
  'https://raw.test/someone/hf-agents-gaia/main/metadata.jsonl',
])('%s mirrors answers', address => {
  expect(isBlocked(address)).toBe(true)
})

test.each([
  'https://huggingface.co/papers/2311.12983',
  'https://huggingface.co/docs/datasets/index',
  'https://nothuggingface.co/datasets/x',
  'https://huggingface.co.example.org/datasets/x',
  'https://www.esa.int/Science_Exploration/Space_Science/Gaia',
  'https://en.wikipedia.org/wiki/Gaia_hypothesis',
  'https://en.wikipedia.org/wiki/Validation_of_Gaia',
  'https://example.org/datasets',
  'not an address',
  '',
  '%',
])('%s does not', address => {
  expect(isBlocked(address)).toBe(false)
})

test('sites of one’s own are blocked with what is below them, and no others', () => {
  const own = ['example.org/data', 'https://other.test/']
  for (const address of ['https://sub.example.org/data/x', 'http://other.test', 'other.test/y?z'])
    expect(isBlocked(address, own), address).toBe(true)
  for (const address of ['https://example.org/database', 'https://another.test/', 'https://e.test'])
    expect(isBlocked(address, own), address).toBe(false)
  expect(isBlocked('https://example.org/', [''])).toBe(false)
})

test('the list is dated, and endless addresses do not keep anybody', () => {
  expect(blockedSitesDated).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  for (const part of ['%25', '/./'])
    expect(isBlocked(`https://x.test/${part.repeat(300_000)}`)).toBe(false)
})
