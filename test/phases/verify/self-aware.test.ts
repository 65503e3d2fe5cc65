// What code refuses a step for, and how it names the failure; no model is asked for any of it.

import { describe, expect, test } from 'vitest'
import { emptyState } from '../../../agent/apply.ts'
import type { Ctx } from '../../../agent/contract.ts'
import type { Belief, Intention, NewBelief, StepResult, StoredCall } from '../../../agent/state.ts'
import type { View } from '../../../agent/view.ts'
import { verify } from '../../../phases/verify/self-aware.ts'
import type { Step } from '../../../plans/plan.ts'
import { step } from '../../agent/miniatures/kit.ts'

const noModel = {} as Ctx

const held = (name: string, value: number): Belief => ({
  name,
  value,
  source: 'user',
  provenance: 'given' as const,
  scope: '1',
  version: 1,
  at: 0,
})

const call = (id: string, tool: string, failed = false): StoredCall => ({
  id,
  intention: '1',
  step: 's',
  tool,
  input: {},
  content: 'The bridge is 84 m long.',
  computes: false,
  failed,
})

function viewOf({ calls = [], files = [] }: { calls?: StoredCall[]; files?: string[] } = {}): View {
  return {
    intention: {} as Intention,
    question: 'How long is the bridge, doubled?',
    schemaBeliefs: [],
    beliefs: { length: held('length', 84), width: held('width', 9) },
    conflicts: [],
    session: [],
    answerContract: undefined,
    files: files.map(name => ({ name, path: `/${name}`, description: 'a text' })),
    call: id => calls.find(each => each.id === id),
    above: [],
    literals: () => ({ of: () => [], rules: [] }),
    planLibrary: emptyState().planLibrary,
    heard: () => ({ said: [], handed: [], calls: [] }),
  }
}

const doubled: NewBelief = {
  name: 'double',
  value: 168,
  source: 's',
  provenance: 'derived',
  derivation: '2 * length',
}

const judged = (parts: Partial<Step>, result: Partial<StepResult>, seen = viewOf()) => {
  const work = step('s', parts.kind ?? 'compute', {
    reads: ['length'],
    writes: [{ role: 'double' }],
    postcondition: 'ground_belief(double) is known',
    ...parts,
  })
  return verify('1', work, { summary: 'done', beliefs: [], calls: [], ...result }, seen, noModel)
}

describe('a step', () => {
  test('passes with how its values came to be', async () => {
    expect(await judged({}, { beliefs: [doubled] })).toEqual({
      passed: true,
      tier: 'pattern',
      why: expect.any(String),
      provenance: { double: 'derived' },
    })
  })

  test('that ended in an error is refused with its words and mode', async () => {
    const error = { mode: 'model_error', message: 'no reply' } as const
    const verdict = await judged({}, { beliefs: [doubled], error })
    expect(verdict).toEqual({
      passed: false,
      tier: 'structure',
      why: 'no reply',
      mode: 'model_error',
    })
  })

  test('that was begun before a crash is refused', async () => {
    const verdict = await judged({}, { beliefs: [doubled], lost: true })
    expect(verdict).toMatchObject({ passed: false, tier: 'structure', mode: 'tool_error' })
  })

  test('is refused for a value that rests on nothing before one that is missing', async () => {
    const writes = [{ role: 'double' }, { role: 'other' }]
    const { derivation: _, ...guessed } = doubled
    expect(await judged({ writes }, { beliefs: [{ ...guessed, value: 12 }] })).toMatchObject({
      passed: false,
      tier: 'provenance',
    })
    expect(await judged({ writes }, { beliefs: [doubled] })).toMatchObject({
      passed: false,
      tier: 'structure',
      why: 'did not establish other: done',
    })
  })

  test('is refused for the wrong type, also when a sub-goal handed the value back', async () => {
    const writes = [{ role: 'double', type: 'list' }] as const
    for (const kind of ['compute', 'achieve'] as const)
      expect(await judged({ kind, writes: [...writes] }, { beliefs: [doubled] })).toMatchObject({
        passed: false,
        tier: 'pattern',
        mode: 'unsupported_value',
      })
  })

  test('may take from a sub-goal what it could not derive itself', async () => {
    const { derivation: _, ...handed } = doubled
    expect(await judged({ kind: 'achieve' }, { beliefs: [handed] })).toMatchObject({ passed: true })
  })

  test('is judged by its postcondition over what it wrote and what it sees', async () => {
    const postcondition = 'ground_belief(double) > ground_belief(width)'
    expect(await judged({ postcondition }, { beliefs: [doubled] })).toMatchObject({ passed: true })
    const below = 'ground_belief(double) < ground_belief(width)'
    expect(await judged({ postcondition: below }, { beliefs: [doubled] })).toMatchObject({
      passed: false,
      tier: 'pattern',
      mode: 'incorrect_computation',
    })
  })

  test('is judged by the sentences and the atoms that are believed, not by what they do not say', async () => {
    const seen: View = {
      ...viewOf(),
      schemaBeliefs: ['task requires the bridge to be measured in metres'],
      beliefs: { ...viewOf().beliefs, '(over river bridge)': held('(over river bridge)', 1) },
    }
    const passes = async (postcondition: string) =>
      (await judged({ postcondition }, { beliefs: [doubled] }, seen)).passed
    expect(await passes('believed("task requires the bridge to be measured")')).toBe(true)
    expect(await passes('believed("task requires the tunnel to be measured")')).toBe(false)
    expect(await passes('holds((over ?what bridge))')).toBe(true)
    expect(await passes('holds((over bridge ?what))')).toBe(false)
  })
})

describe('the mode of a step that established nothing', () => {
  test.each([
    ['every call of it failed', 'fetch', [call('c1', 'search', true)], [], 'tool_error'],
    [
      'one of its calls failed',
      ...(['fetch', [call('c1', 'search', true), call('c2', 'search')]] as const),
      ...([[], 'bad_retrieval'] as const),
    ],
    ['no call opened the file', 'read', [call('c1', 'search')], ['notes.txt'], 'avoided_file'],
    ['no call was made', 'read', [], ['notes.txt'], 'avoided_file'],
    ['a call opened it', 'read', [call('c1', 'read_file')], ['notes.txt'], 'bad_retrieval'],
    ['there is no file', 'read', [], [], 'bad_retrieval'],
    ['it is no reading', 'fetch', [], ['notes.txt'], 'bad_retrieval'],
    ['nothing was computed', 'compute', [], [], 'unsupported_value'],
    ['it only words', 'synthesize', [], [], 'unsupported_value'],
  ] as const)('%s', async (_, kind, calls, files, mode) => {
    const seen = viewOf({ calls: [...calls], files: [...files] })
    const verdict = await judged({ kind }, { calls: calls.map(each => each.id) }, seen)
    expect(verdict).toMatchObject({ passed: false, tier: 'structure', mode })
  })

  test('something was computed, but not what was asked for', async () => {
    const writes = [{ role: 'double' }, { role: 'other' }]
    expect(await judged({ writes }, { beliefs: [doubled] })).toMatchObject({
      mode: 'incorrect_computation',
    })
  })
})
