// What speaks against a plan before it begins, case by case.
import { expect, test } from 'vitest'
import { soundness } from '../../agent/commitment.ts'
import type { Commitment } from '../../agent/contract.ts'
import type { Belief, Intention } from '../../agent/state.ts'

interface Given {
  /** By scope and name, each as `value` or `value unit`, with where it is from. */
  readonly beliefs?: Readonly<Record<string, Readonly<Record<string, readonly Partial<Belief>[]>>>>
  readonly steps?: readonly object[]
  readonly intention?: Partial<Intention>
  readonly used?: object
  readonly budget?: object
}

function said({ beliefs = {}, steps = [], intention, used, budget }: Given) {
  const scopes = Object.entries(beliefs).map(
    ([scope, names]) => [scope, new Map(Object.entries(names))] as const,
  )
  return soundness({
    intention: { id: '1', root: '1', bind: {}, openParameters: [], ...intention },
    plan: { parameters: [], steps: steps.map(each => ({ reads: [], writes: [], ...each })) },
    state: { groundBeliefs: new Map(scopes), usage: new Map(used ? [['1', used]] : []) },
    budget,
  } as unknown as Commitment)
}

const ann = (value: Belief['value'], more: Partial<Belief> = {}) => ({
  value,
  source: 'ann',
  ...more,
})
const bob = (value: Belief['value'], more: Partial<Belief> = {}) => ({
  value,
  source: 'bob',
  ...more,
})
const reading = { steps: [{ reads: ['x'] }] }
const torn =
  'what is said of x is contradictory: 1 according to ann, but 2 km according to bob; say which of them holds'

test.each<[string, string | undefined, Given]>([
  [
    'sources that disagree',
    torn,
    { ...reading, beliefs: { '1': { x: [ann(1), bob(2, { unit: 'km' })] } } },
  ],
  [
    'three sources that disagree, by the first and the last',
    torn,
    {
      ...reading,
      beliefs: { '1': { x: [ann(1), bob(3, { source: 'eve' }), bob(2, { unit: 'km' })] } },
    },
  ],
  ['sources that agree', undefined, { ...reading, beliefs: { '1': { x: [ann(2), bob(2)] } } }],
  [
    'sources that agree in other units',
    undefined,
    { ...reading, beliefs: { '1': { x: [ann(2, { unit: 'km' }), bob(2000, { unit: 'm' })] } } },
  ],
  [
    'a source that corrects itself',
    undefined,
    { ...reading, beliefs: { '1': { x: [ann(1), ann(2)] } } },
  ],
  [
    'what a step has established',
    undefined,
    { ...reading, beliefs: { '1': { x: [ann(1), bob(2, { by: { step: 's', cycle: 1 } })] } } },
  ],
  ['what no step reads', undefined, { steps: [{}], beliefs: { '1': { x: [ann(1), bob(2)] } } }],
  [
    'what a step writes',
    undefined,
    {
      steps: [{ reads: ['x'] }, { writes: [{ role: 'x' }] }],
      beliefs: { '1': { x: [ann(1), bob(2)] } },
    },
  ],
  [
    'what the session disagrees about',
    torn,
    { ...reading, beliefs: { session: { x: [ann(1), bob(2, { unit: 'km' })] } } },
  ],
  [
    'what the world disagrees about, but a nearer scope says',
    undefined,
    { ...reading, beliefs: { session: { x: [ann(1)] }, world: { x: [ann(1), bob(2)] } } },
  ],
  [
    'what a role is bound to',
    torn,
    {
      steps: [{ reads: ['y'] }],
      intention: { bind: { y: 'x' } },
      beliefs: { '1': { x: [ann(1), bob(2, { unit: 'km' })] } },
    },
  ],
  [
    'a result that nothing gives',
    'the plan establishes nothing about x, y, which the goal asks for',
    { intention: { openParameters: ['x', 'y', 'z'] }, steps: [{ writes: [{ role: 'z' }] }] },
  ],
  [
    'a result that is believed',
    undefined,
    { intention: { openParameters: ['x'] }, beliefs: { memory: { x: [ann(1)] } } },
  ],
  [
    'a result under its other name',
    undefined,
    {
      intention: { openParameters: ['x'], bind: { x: 'y' } },
      steps: [{ writes: [{ role: 'y' }] }],
    },
  ],
  [
    'a final answer',
    undefined,
    { intention: { openParameters: ['x'] }, steps: [{ writes: [{ role: 'final_answer' }] }] },
  ],
  [
    'a final answer to a part',
    'the plan establishes nothing about x, which the goal asks for',
    {
      intention: {
        openParameters: ['x'],
        parent: { id: '1', intention: '0', step: 's', cycle: 1, earlier: undefined },
      },
      steps: [{ writes: [{ role: 'final_answer' }] }],
    },
  ],
])('%s: %s', async (_what, reason, given) => expect(await said(given)).toBe(reason))

const thought = { steps: [{ kind: 'read' }, { kind: 'compute', action: {} }, { kind: 'achieve' }] }
const used = { calls: 4, inputTokens: 300, outputTokens: 100, cost: 0.08 }
const spent = () => ({ tokens: 100, cost: 1, seconds: 0 })

test.each<[string, string | undefined, Given]>([
  ['no budget', undefined, { ...thought, used }],
  ['nothing used yet', undefined, { ...thought, budget: { limits: { tokens: 1 }, spent } }],
  [
    'no call yet',
    undefined,
    { ...thought, used: { ...used, calls: 0 }, budget: { limits: { tokens: 1 }, spent } },
  ],
  ['tokens enough', undefined, { ...thought, used, budget: { limits: { tokens: 150 }, spent } }],
  [
    'a token short',
    'the plan has 1 step for a model, which take 50 tokens at least, and 49 of the budget are left; allow more tokens',
    { ...thought, used, budget: { limits: { tokens: 149 }, spent } },
  ],
  [
    'a part of a token short',
    'the plan has 1 step for a model, which take 67 tokens at least, and 66 of the budget are left; allow more tokens',
    {
      ...thought,
      used: { ...used, calls: 3, inputTokens: 301 },
      budget: { limits: { tokens: 166 }, spent },
    },
  ],
  [
    'all the money that is left',
    undefined,
    {
      ...thought,
      used,
      budget: { limits: { cost: 0.01 }, spent: () => ({ ...spent(), cost: 0 }) },
    },
  ],
  [
    'more spent than allowed, for two steps',
    'the plan has 2 steps for a model, which take 100 tokens at least, and 0 of the budget are left; allow more tokens',
    {
      steps: [{ kind: 'read' }, { kind: 'read' }],
      used,
      budget: { limits: { tokens: 50 }, spent },
    },
  ],
  ['money enough', undefined, { ...thought, used, budget: { limits: { cost: 1.02 }, spent } }],
  [
    'a cent short',
    'the plan has 1 step for a model, which cost $0.0100 at least, and $0.0050 of the budget is left; allow more',
    { ...thought, used, budget: { limits: { cost: 1.005 }, spent } },
  ],
  [
    'a cost nobody knows',
    undefined,
    { ...thought, used: { ...used, cost: null }, budget: { limits: { cost: 1.001 }, spent } },
  ],
  ['no step for a model', undefined, { used, budget: { limits: { tokens: 100 }, spent } }],
])('with %s: %s', async (_what, reason, given) => expect(await said(given)).toBe(reason))
