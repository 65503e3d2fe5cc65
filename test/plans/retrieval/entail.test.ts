import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byPairs,
  type EntailReads,
  type EntailReply,
  entailsByWords,
  lexicalEntailment,
  modelEntailment,
  sayTheSame,
  shareOf,
} from '../../../plans/retrieval/entail.ts'

describe('by words', () => {
  test.each([
    ['the big cupboard door is closed', 'The cupboard door is closed.'],
    ['you see a cupboard, the cupboard door is closed', 'the cupboard door is closed'],
    ['this room is called the kitchen', 'you are in the kitchen'],
    ['task requires averaging the values of a column', 'task requires the mean of a column'],
    ['the lamp is not lit', 'the lamp is not lit'],
    ['the lamp may be lit', 'the lamp may be lit'],
  ])('%j says %j', (premise, hypothesis) => {
    expect(entailsByWords(premise, hypothesis)).toBe(true)
  })

  test.each([
    ['the lamp is not lit', 'the lamp is lit'],
    ['the lamp is lit', 'the lamp is not lit'],
    ['the man bites the dog', 'the dog bites the man'],
    ['the cat is in the kitchen and the dog is in the garden', 'the cat is in the garden'],
    ['the lamp was lit', 'the lamp is lit'],
    ['some doors are closed', 'doors are closed'],
    ['if the door is closed the alarm rings', 'the door is closed'],
    ['the task requires the mean', 'the task requires the median'],
    ['then move it to the box in the kitchen', 'you are in the kitchen'],
    ['a spaniel barks', 'a dog barks'],
    ['', 'the lamp is lit'],
  ])('%j does not say %j', (premise, hypothesis) => {
    expect(entailsByWords(premise, hypothesis)).toBe(false)
  })

  test('every sentence says itself', () => {
    fc.assert(
      fc.property(fc.string(), sentence => {
        expect(entailsByWords(sentence, sentence)).toBe(true)
      }),
    )
  })

  test('each hypothesis has its answer, with the premise it follows from', async () => {
    const premises = ['a cat sleeps', 'the red door is open', 'the door is open']
    const found = await lexicalEntailment(premises, ['the door is open', 'a dog sleeps'])
    expect(found).toMatchObject([
      { entailed: true, premise: 'the red door is open', scores: [0, 1, 1] },
      { entailed: false },
    ])
    expect(found[1]).not.toHaveProperty('premise')
  })
})

describe('by a model', () => {
  const judging = (reply: (reads: EntailReads) => EntailReply) => {
    const asked: EntailReads[] = []
    const entail = modelEntailment(async reads => {
      asked.push(reads)
      return reply(reads)
    })
    return { asked, entail }
  }

  test('is asked what words do not decide, each thing once', async () => {
    const { asked, entail } = judging(() => ({
      verdicts: [{ hypothesis: 1, entailed: true, premise: 1 }],
    }))
    const premises = ['a spaniel barks', 'the lamp is lit']
    const hypotheses = ['the lamp is lit', 'a dog barks', 'a dog barks']
    expect(await entail(premises, hypotheses)).toMatchObject([
      { entailed: true, premise: 'the lamp is lit' },
      { entailed: true, premise: 'a spaniel barks' },
      { entailed: true, premise: 'a spaniel barks' },
    ])
    expect(asked).toEqual([{ premises, hypotheses: ['a dog barks'] }])
    expect(await entail(premises, ['the lamp is lit'])).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['no verdict', [], 'said nothing'],
    ['a denial', [{ hypothesis: 1, entailed: false }], 'no premise'],
    ['a verdict without a premise', [{ hypothesis: 1, entailed: true }], 'names no premise'],
    [
      'a denial that is taken back',
      [
        { hypothesis: 1, entailed: false },
        { hypothesis: 1, entailed: true, premise: 1 },
      ],
      'no premise',
    ],
    ['a premise nobody gave', [{ hypothesis: 1, entailed: true, premise: 9 }], 'names no premise'],
  ])('%s is not believed to be entailment', async (_, verdicts, why) => {
    const { entail } = judging(() => ({ verdicts }))
    const [found] = await entail(['a spaniel barks'], ['a dog barks'])
    expect(found?.entailed).toBe(false)
    expect(found?.why).toContain(why)
  })

  test('sees few sentences at once, however many are believed', async () => {
    const { asked, entail } = judging(({ hypotheses }) => ({
      verdicts: hypotheses.map((_, i) => ({ hypothesis: i + 1, entailed: true, premise: 1 })),
    }))
    const premises = Array.from({ length: 500 }, (_, i) => `object ${i} lies around`)
    const hypotheses = Array.from({ length: 45 }, (_, i) => `thing ${i + 450} is somewhere`)
    const found = await entail(premises, hypotheses)
    expect(found).toHaveLength(45)
    expect(asked.map(reads => reads.hypotheses.length)).toEqual([20, 20, 5])
    for (const reads of asked) expect(reads.premises).toHaveLength(60)
    expect(asked[0]?.premises[0]).toBe('object 450 lies around')
    await entail(premises.slice(400, 460), hypotheses.slice(0, 1))
    expect(asked[3]?.premises).toEqual(premises.slice(400, 460))
  })

  test('is not asked without premises, and its failure is passed on', async () => {
    const { asked, entail } = judging(() => {
      throw new Error('the model is not reachable')
    })
    expect(await entail([], ['a dog barks'])).toMatchObject([
      { entailed: false, why: 'there is no premise' },
    ])
    expect(asked).toEqual([])
    await expect(entail(['a spaniel barks'], ['a dog barks'])).rejects.toThrow('not reachable')
  })
})

describe('by the scores of pairs', () => {
  const scoring = (score: (text: string, hypothesis: string) => number) => {
    const asked: number[] = []
    const entail = byPairs('it', async pairs => {
      asked.push(pairs.length)
      return pairs.map(({ text, text_pair }) => score(text, text_pair))
    })
    return { entail, asked }
  }

  test('a hypothesis follows from the premise that scores most, from a half on', async () => {
    const { entail } = scoring((text, hypothesis) => Number(text) * Number(hypothesis))
    expect(await entail(['0.1', '0.5', '0.75', '0.75'], ['1', '0.5', '2'])).toEqual([
      {
        entailed: true,
        premise: '0.75',
        scores: [0, 0.5, 0.75, 0.75],
        why: 'it scores a premise 0.75',
      },
      { entailed: false, why: 'it scores no premise above 0.38' },
      {
        entailed: true,
        premise: '0.75',
        scores: [0, 1, 1.5, 1.5],
        why: 'it scores a premise 1.50',
      },
    ])
    expect(await entail(['0.5'], ['1'])).toMatchObject([{ entailed: true }])
    expect(await entail([], ['1'])).toEqual([{ entailed: false, why: 'there is no premise' }])
  })

  test('sixty-four are scored at once, and none is left out', async () => {
    const { entail, asked } = scoring((text, hypothesis) => (text === hypothesis ? 1 : 0))
    const all = Array.from({ length: 13 }, (_, at) => `${at}`)
    const found = await entail(all, all)
    expect(found.map(({ premise }) => premise)).toEqual(all)
    expect(asked).toEqual([64, 64, 41])
  })
})

test('a share is a part of one, the greater the logit the greater, however large they are', () => {
  const logit = fc.double({ min: -900, max: 900, noNaN: true })
  fc.assert(
    fc.property(fc.array(logit, { minLength: 1, maxLength: 5 }), logits => {
      const shares = logits.map((_, at) => shareOf(logits, at))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
      for (const [a, one] of logits.entries())
        for (const [b, other] of logits.entries()) {
          if (one > other) expect(shares[a]!).toBeGreaterThanOrEqual(shares[b]!)
          if (shares[b]! > 1e-9 && shares[a]! > 1e-9)
            expect(Math.log(shares[a]! / shares[b]!)).toBeCloseTo(one - other, 5)
        }
    }),
  )
})

test('sentences say the same of a task when each side follows from the other', async () => {
  const told = {
    believed: ['the door is open'],
    conditions: ['the lamp is lit'],
    unbelieved: ['the door is open'],
    open: ['the lamp is lit'],
  }
  const same = async (changed: Partial<typeof told>) =>
    await sayTheSame(lexicalEntailment, { ...told, ...changed })
  expect(await same({})).toEqual({ same: true, why: 'says the same in other words' })
  const unsaid = { same: false, why: 'a cat sleeps: no premise says so in these words' }
  expect(await same({ unbelieved: ['a cat sleeps', 'the door is open'] })).toEqual(unsaid)
  expect(await same({ unbelieved: ['the door is open', 'a cat sleeps'] })).toEqual(unsaid)
  expect(await same({ open: ['the lamp is lit', 'a cat sleeps'] })).toEqual(unsaid)
})
