// Of two sources that say different numbers of one thing, one alone is not enough.
import { expect, test } from 'vitest'
import { type Case, judged } from './judged.ts'

const march = `Plant report (March 2026).
The Oslo plant runs at a nominal output of 420 kW. The Bergen plant runs at 380 kW.`
const june = `Data sheet (June 2026).
Oslo: nominal output 450 kW, 36 staff.
Bergen: nominal output 380 kW.`

const output = (value: number, call: string, quote: string) => ({
  name: 'output',
  value,
  unit: 'kW',
  evidence: { call, quote },
})
const inMarch = output(420, 'c1', 'The Oslo plant runs at a nominal output of 420 kW.')

const plant = (name: string, given: Partial<Case> = {}): Case => ({
  step: { description: 'the {quantity} of {entity}' },
  beliefs: { entity: { value: `${name} plant` }, quantity: { value: 'nominal output' } },
  calls: { c1: { content: march }, c2: { content: june } },
  ...given,
})

test('a number that another source contradicts is given with the other', () => {
  const refused = [expect.stringMatching(/^output: c2 says 450 of it where c1 says 420; give each/)]
  expect(judged([inMarch], plant('Oslo'))).toEqual(refused)
  const asking = {
    '1/c1': { content: march, input: { query: 'Oslo plant' } },
    '1/c2': { content: june },
  }
  const march1 = { ...inMarch, evidence: { ...inMarch.evidence, call: '1/c1' } }
  expect(judged([march1], plant('Oslo', { calls: asking }))).toEqual(refused)
  const beliefs = { ...plant('Oslo').beliefs, later: { value: 450, unit: 'kW' } }
  expect(judged([inMarch], plant('Oslo', { beliefs }))).toEqual(['quoted'])
})

test('another quantity, another thing, another unit and the same number contradict nothing', () => {
  const against = (content: string) =>
    judged([inMarch], plant('Oslo', { calls: { c1: { content: march }, c2: { content } } }))
  expect(against('Oslo: maximum output 500 kW.')).toEqual(['quoted'])
  expect(against('Bergen plant: nominal output 450 kW.')).toEqual(['quoted'])
  expect(against('Oslo plant: nominal output 36 staff.')).toEqual(['quoted'])
  expect(against('Oslo plant: nominal output 420 kW, once 450 kW.')).toEqual(['quoted'])
  expect(against('Oslo plant: nominal output 0.42 thousand kW.')).toEqual(['quoted'])
  const inJune = output(380, 'c2', 'Bergen: nominal output 380 kW.')
  expect(judged([inJune], plant('Bergen'))).toEqual(['quoted'])
})

test('a step that is told which source to read takes the number from there', () => {
  const given = plant('Oslo', {
    beliefs: { ...plant('Oslo').beliefs, file: { value: 'march.txt' } },
    calls: { c1: { content: march, input: { path: 'march.txt' } }, c2: { content: june } },
  })
  expect(judged([inMarch], given)).toEqual(['quoted'])
})

test('a sentence about another thing gives no number of this one, unless a quote names it', () => {
  const from = (content: string, quote: string, naming?: string) => {
    const claim = output(420, 'c1', quote)
    const further = naming ? [{ call: 'c1', quote: naming }] : []
    const given = plant('Bergen', { calls: { c1: { content } } })
    return judged([{ ...claim, furtherEvidence: further }], given)[0]
  }
  const quote = 'runs at a nominal output of 420 kW'
  expect(from(march, quote)).toMatch(/says 420 of something else than Bergen plant/)
  expect(from(march, quote, 'The Bergen plant runs at')).toBe('quoted')
  const pronoun = 'The Bergen plant had 300 kW once. Today it runs at a nominal output of 420 kW.'
  expect(from(pronoun.replace('Today it', 'It'), quote)).toBe('quoted')
  expect(from(march.replace('The Oslo plant', 'Like that in Oslo, it'), quote)).toBe('quoted')
})

test('what is called by two names is not what has one of them', () => {
  const from = (entity: string, content: string, other = '') => {
    const quote = /[^.]* 420 kW/.exec(content)![0]
    const beliefs = { entity: { value: entity }, quantity: { value: 'output' } }
    const calls = { c1: { content }, c2: { content: other } }
    return judged([output(420, 'c1', quote)], { step: { description: '' }, beliefs, calls })[0]
  }
  const beside = 'Beside Bergen the Oslo plant has an output of 420 kW. Bergen Nord has 380 kW.'
  expect(from('Bergen Nord', beside)).toBe('quoted')
  const other = 'Today the Oslo plant has an output of 420 kW. The Bergen plant has 380 kW.'
  expect(from('Bergen Nord', other)).toBe('quoted')
  const nord = 'Oslo Nord has an output of 420 kW.'
  expect(from('Oslo Nord', nord, 'Oslo Sud: output 450 kW.')).toBe('quoted')
  expect(from('Oslo', 'Oslo has an output of 420 kW.', 'Oslo: output 450 kW.')).toMatch(
    /c2 says 450/,
  )
})
