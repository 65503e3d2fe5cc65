// The real package on a model that the test makes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entailmentNamed } from '../../../plans/retrieval/entail-named.ts'
import { createMatrix } from '../../../plans/retrieval/matrix.ts'
import { folder, intend, removeFolders } from '../../harness/intend.ts'
import { noTransformers, type Weights, writeTinyModel } from '../../support/tiny-nli.ts'

afterAll(removeFolders)

const labels = ['contradiction', 'Entailment', 'neutral']
const weights: Weights = {
  spaniel: { premise: [0, 2, 0] },
  dog: { hypothesis: [0, 1, 0] },
  cat: { hypothesis: [3, 0, 0] },
}
const premises = ['The lamp is lit', 'A spaniel barks, and it barks for a long time']
const hypotheses = ['a dog barks', 'a cat barks at all that there is in the whole of the house']

/** The share of entailment, reckoned here. */
const share = (contradiction: number, entailment: number) =>
  Math.exp(entailment) / (Math.exp(contradiction) + Math.exp(entailment) + 1)

function model(order = [0, 1, 2]): string {
  const made = folder()
  const inOrder = (logits: readonly number[] | undefined) => logits && order.map(at => logits[at]!)
  const ordered = Object.entries(weights).map(([word, { premise, hypothesis }]) => {
    const sides = { premise: inOrder(premise), hypothesis: inOrder(hypothesis) }
    return [word, sides] as const
  })
  writeTinyModel(
    made,
    order.map(at => labels[at]!),
    Object.fromEntries(ordered) as Weights,
  )
  return made
}

const local = async (folder: string) => {
  const way = await entailmentNamed(`local:${folder}`)
  if (typeof way === 'string') throw new Error(way)
  return way
}

test.skipIf(noTransformers).each([[[0, 1, 2]], [[1, 0, 2]], [[2, 0, 1]]])(
  'a local model scores premises and hypotheses of any length, whatever the place of its label: %j',
  async order => {
    const entail = await local(model(order))
    const [dog, cat] = await entail(premises, hypotheses)
    expect(dog).toMatchObject({ entailed: true, premise: premises[1] })
    expect(dog!.why).toBe(`the local model scores a premise ${share(0, 3).toFixed(2)}`)
    expect(dog!.scores![0]).toBeCloseTo(share(0, 1), 5)
    expect(dog!.scores![1]).toBeCloseTo(share(0, 3), 5)
    expect(cat).toMatchObject({ entailed: false })
    // the words of the other side weigh nothing
    const [turned] = await entail(hypotheses, [premises[1]!])
    expect(turned!.entailed).toBe(false)
    expect(turned!.why).toMatch(/no premise above 0\.33/)
  },
)

test.skipIf(noTransformers)('a local model judges a matrix of hundreds of pairs once', async () => {
  const entail = await local(model())
  const matrix = createMatrix()
  const seen = Array.from({ length: 30 }, (_, at) => `in room ${at} there is a lamp`)
  const statements = Array.from({ length: 10 }, (_, at) => `a dog is in room ${at}`)
  const sentences = [...seen, 'a spaniel is everywhere']
  const first = await matrix.judge(entail, sentences, statements)
  expect(first.count).toEqual({ pairs: 310, judged: 310 })
  for (const { score, sentence } of first.found) {
    expect(score).toBeCloseTo(share(0, 3), 5)
    expect(sentence).toBe('a spaniel is everywhere')
  }
  const again = await matrix.judge(entail, sentences, statements)
  expect(again).toEqual({ found: first.found, count: { pairs: 310, judged: 0 } })
})

test.skipIf(noTransformers)('a model that does not load is refused when it is asked', async () => {
  const made = model()
  writeFileSync(join(made, 'onnx/model.onnx'), 'no network')
  const entail = await local(made)
  await expect(entail(premises, hypotheses)).rejects.toThrow(
    /^The model in .* cannot be used \(.*protobuf.*\); mend it, or decide entailment by words/i,
  )
})

test.skipIf(noTransformers)('on the command line it says which rules apply', async () => {
  const cwd = folder()
  writeTinyModel(join(cwd, 'nli'), labels, {
    door: { premise: [0, 2, 0] },
    way: { hypothesis: [0, 1, 0] },
  })
  const task = 'melt {substance}. Put it into a pot, and heat the pot'
  const rule = `IF your task is to ${task} CONSIDERING a way leads out of here THEN look around`
  writeFileSync(join(cwd, 'rules.txt'), rule)
  const bench = async (entailment: string) => {
    const world = ['bench', '--world', 'laboratory', '--task', 'melt', '--limit', '1']
    const how = ['--plans', 'rules.txt', '--json', '--quiet', '--entailment', entailment]
    const { stdout, stderr } = await intend([...world, ...how], { cwd })
    return { stderr, ...JSON.parse(stdout) }
  }
  expect(await bench('local:nli')).toMatchObject({
    stderr: '',
    meanApplicable: 1,
    meanActionsByPlan: 1,
  })
  expect(await bench('lexical')).toMatchObject({ meanApplicable: 0, meanActionsByPlan: 0 })
})
