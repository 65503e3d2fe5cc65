// How a model is asked: two attempts each, then the model to turn to, and what is reported of it.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { ModelCalled } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { LLMProvider } from '../../agent/llm/provider.ts'
import { type Script, type ScriptedReply, scripted } from '../../agent/llm/replay/scripted.ts'
import { ask } from '../../phases/ask.ts'
import { defineTool } from '../../tools/tool.ts'
import { double as doubling, executorOf } from '../support/model.ts'

const contract: Contract<{ readonly number: number }, { readonly double: number }> = {
  purpose: 'double',
  part: 'You are the doubling part of a test.',
  task: 'You double a number.',
  consumers: '- an assertion',
  output: z.object({ double: z.int() }),
  render: ({ number }) => `# Number\n${number}`,
}

const good = '{"double": 42}'
const down = { message: 'the server is down', retryable: false, kind: 'unavailable' } as const

/** A walk over models, each with its own script; the first is asked, each falls back on the next. */
function walk(scripts: readonly Script[], signal = new AbortController().signal) {
  const wires = scripts.map(scripted)
  const llm = wires.reduceRight<LLMProvider | undefined>((fallback, wire, place) => {
    const provider = createProvider({ ...wire, name: `m${place + 1}` }, { retries: 0 })
    return { ...provider, ...(fallback && { fallback }) }
  }, undefined)!
  const calls: ModelCalled[] = []
  const ctx = {
    llm,
    signal,
    now: Date.now,
    report: (event: ModelCalled) => calls.push(event),
  } as unknown as Ctx
  const told = () => calls.map(({ model, attempt, parsed }) => `${model} ${attempt} ${parsed}`)
  return { ctx, calls, told, requests: wires.map(wire => wire.requests) }
}

const double = ({ ctx }: ReturnType<typeof walk>, tools: object = {}) =>
  ask(contract, { number: 21 }, { ctx, intention: '1', ...tools })

describe('a model', () => {
  test('that answers is asked once, and named', async () => {
    const walking = walk([[good], [good]])
    expect(await double(walking)).toEqual({ ok: true, value: { double: 42 }, model: 'm1' })
    expect(walking.told()).toEqual(['m1 1 as-is'])
  })

  test('whose reply was cut off is asked again, unless it was whole as it stands', async () => {
    const cut = walk([[{ text: '{"double": 4, "of": [2', stop: 'length' }, good]])
    expect(await double(cut)).toMatchObject({ ok: true, value: { double: 42 } })
    expect(cut.told()).toEqual(['m1 1 failed', 'm1 2 as-is'])
    expect(cut.calls[0]!.issues.join()).toContain('cut off')
    const whole = walk([[{ text: good, stop: 'length' }]])
    expect(await double(whole)).toMatchObject({ ok: true, value: { double: 42 } })
  })

  test('is asked once more, in the same conversation, with the exact issues', async () => {
    const walking = walk([['{"double": "x"}', good]])
    expect(await double(walking)).toMatchObject({ ok: true })
    expect(walking.told()).toEqual(['m1 1 failed', 'm1 2 as-is'])
    const [, again] = walking.requests[0]!
    expect(again!.messages.map(message => message.role)).toEqual([
      ...['system', 'user', 'assistant', 'user'],
    ])
    expect(again!.messages.at(-1)!.content).toMatch(/double: .*number/)
  })

  test('whose reply was cut off is told so', async () => {
    const walking = walk([[{ text: 'The double of', stop: 'length' }, good]])
    expect(await double(walking)).toMatchObject({ ok: true })
    expect(walking.requests[0]![1]!.messages.at(-1)!.content).toContain('cut off')
  })

  test('whose turns with tools ran out is asked once more without tools, and so is the next', async () => {
    const turn = { calls: [{ name: 'double', input: { x: 1 } }] }
    const turns = Array.from({ length: 11 }, () => turn)
    const walking = walk([[...turns, 'no JSON', { error: down }], [good]])
    const tools = { tools: [doubling], executor: executorOf([doubling]).executor }
    expect(await double(walking, tools)).toMatchObject({ ok: true, model: 'm2' })
    const [first = [], next = []] = walking.requests
    expect(first.map(each => each.tools.length)).toEqual([...Array(11).fill(1), 0, 0])
    expect(next.map(each => each.tools.length)).toEqual([0])
    const notices = (next[0]?.messages ?? []).filter(m => /No further tool call/.test(m.content))
    expect(notices).toHaveLength(1)
  })

  test('that stays unusable and has no other to turn to is an outcome with its issues', async () => {
    const walking = walk([['no', 'no']])
    expect(await double(walking)).toMatchObject({
      ok: false,
      mode: 'model_error',
      unanswered: false,
    })
  })
})

describe('another model', () => {
  test('is turned to when there is no reply, and the reason does not stop a bench', async () => {
    const walking = walk([[{ error: down }], [good]])
    expect(await double(walking)).toEqual({ ok: true, value: { double: 42 }, model: 'm2' })
    expect(walking.told()).toEqual(['m1 1 failed', 'm2 1 as-is'])
    expect(walking.calls[0]!.error).toEqual({ kind: 'error', message: down.message })
  })

  test('is asked afresh when the first stays unusable, with two attempts of its own', async () => {
    const walking = walk([
      ['no', 'still no'],
      ['well', good],
    ])
    expect(await double(walking)).toMatchObject({ ok: true, model: 'm2' })
    expect(walking.told()).toEqual(['m1 1 failed', 'm1 2 failed', 'm2 1 failed', 'm2 2 as-is'])
    expect(walking.requests[1]![0]!.messages).toEqual(walking.requests[0]![0]!.messages)
  })

  test('goes on from the conversation, tool results included', async () => {
    const twice = defineTool({
      name: 'twice',
      description: 'doubles',
      input: z.object({ number: z.number() }),
      execute: async ({ number }) => ({ content: String(2 * number) }),
    })
    const walking = walk([
      [{ calls: [{ name: 'twice', input: { number: 21 } }] }, { error: down }],
      [good],
    ])
    let executed = 0
    const executor = async () => {
      executed++
      return { content: '[c1]\n42' }
    }
    expect(await double(walking, { tools: [twice], executor })).toMatchObject({ model: 'm2' })
    expect(executed).toBe(1)
    const [handed] = walking.requests[1]!
    expect(handed!.messages.map(message => message.role)).toEqual([
      ...['system', 'user', 'assistant', 'tool'],
    ])
    expect(handed!.messages.at(-1)!.content).toContain('42')
  })

  test('goes on from the re-ask when the reply to it never came', async () => {
    const walking = walk([['no', { error: down }], [good]])
    expect(await double(walking)).toMatchObject({ model: 'm2' })
    expect(walking.requests[1]![0]!.messages).toHaveLength(4)
  })

  test('is turned to on a refusal, and on to a third', async () => {
    const walking = walk([[{ text: 'I would rather not', stop: 'refusal' }], ['no', 'no'], [good]])
    expect(await double(walking)).toMatchObject({ model: 'm3' })
  })

  test('that fails as well leaves an outcome that names each model and why', async () => {
    const walking = walk([[{ error: down }], ['no', 'no']])
    const asked = await double(walking)
    expect(asked).toMatchObject({ ok: false, mode: 'model_error', unanswered: false })
    expect(!asked.ok && asked.why).toMatch(/^m1: the server is down; m2: .*double.* cannot be used/)
  })

  test('keeps "unavailable" for the last one: then nobody can be asked', async () => {
    const walking = walk([[{ error: down }], [{ error: down }]])
    expect(await double(walking)).toMatchObject({ ok: false, unanswered: true })
    expect(walking.calls.map(call => call.error!.kind)).toEqual(['error', 'unavailable'])
  })

  const spent: ScriptedReply = {
    error: { message: 'no more than $1', retryable: false, kind: 'budget' },
  }

  test('is not turned to when a limit a person set is reached', async () => {
    const walking = walk([[spent], [good]])
    const mode = { ok: false, mode: 'budget', unanswered: true, why: 'no more than $1' }
    expect(await double(walking)).toEqual(mode)
    expect(walking.requests[1]).toHaveLength(0)
  })

  test('is not turned to when the call was cancelled', async () => {
    const cancelled = new AbortController()
    const walking = walk([[{ hang: true }], [good]], cancelled.signal)
    const asked = double(walking)
    cancelled.abort()
    expect(await asked).toMatchObject({ ok: false, unanswered: true })
    expect(walking.requests[1]).toHaveLength(0)
  })
})
