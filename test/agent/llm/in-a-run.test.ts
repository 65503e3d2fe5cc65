// What the model layer owes to a whole run: what a budget leaves of it, and how much of a tool's result
// it keeps.
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { Outcome } from '../../../harness/run/outcome.ts'
import { defineTool } from '../../../tools/tool.ts'
import { folder, inProcess, purposeOf, removeFolders } from '../../harness/intend.ts'
import {
  byCode,
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'

afterAll(removeFolders)

/** The plan whose first step is carried out by code and whose second needs a model. */
const mixed = JSON.stringify({
  ...JSON.parse(byCode),
  steps: JSON.parse(byCode).steps.map(({ expression, ...step }: Record<string, unknown>) =>
    step.id === 's1' ? { ...step, expression } : step,
  ),
})

describe('a budget that ends a reply inside a tool loop', () => {
  test('leaves what earlier steps have established in the outcome', async ({ onTestFinished }) => {
    const replies: Readonly<Record<string, string>> = {
      perceive: perceived,
      formalize: formalized,
      deliberate: mixed,
    }
    const usage = { inputTokens: 900, outputTokens: 100, cachedTokens: 0 }
    const calls = [{ name: 'calculate', input: { expression: '54 / 18' } }]
    let turns = 0
    const server = await startChatServer(body => {
      if (purposeOf(body) !== 'execute') return { text: replies[purposeOf(body)] ?? '', usage }
      turns += 1
      return turns === 1
        ? { calls, usage }
        : { text: ['The answer', ' x'.repeat(200_000)], hang: true }
    })
    onTestFinished(server.close)
    const words = [
      'ask',
      question,
      '--model',
      'openai:m',
      '--json',
      '--max-tokens',
      '40000',
      '--talk',
      'separate',
    ]
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { code, stdout } = await inProcess(words, { cwd: folder(), env })
    const { satisfied, reason, beliefs, usage: spent } = Outcome.parse(JSON.parse(stdout))
    expect({ code, satisfied, turns }).toEqual({ code: 1, satisfied: false, turns: 2 })
    expect(reason).toMatch(/^the budget of 40,000 tokens is used up/)
    expect(beliefs).toContainEqual(expect.objectContaining({ name: 'duration', value: 3 }))
    expect(spent).toMatchObject({ calls: 5 })
    expect(spent.inputTokens + spent.outputTokens).toBeGreaterThanOrEqual(40_000)
  })
})

describe('a tool that gives fifty million characters', () => {
  test('fills neither the conversation nor the journal, with one notice in both', async () => {
    for (const fails of [false, true]) {
      const huge = `first ${'x'.repeat(50_000_000)} last`
      const pour = defineTool({
        name: 'pour',
        description: 'pours',
        input: z.object({}),
        execute: async () => {
          if (fails) throw new Error(huge)
          return { content: huge }
        },
      })
      const wire = scripted({
        perceive: [perceived],
        formalize: [formalized],
        deliberate: [byModel],
        execute: [
          { calls: [{ name: 'pour', input: {} }] },
          established({ value: 3, derivation: 'distance / speed' }),
        ],
      })
      const events: Event[] = []
      const agent = await createAgent({
        model: createProvider(wire),
        tools: [pour],
        onEvent: event => events.push(event),
      })
      expect(await agent.ask(question)).toMatchObject({ answer: '3' })
      const kept = events.flatMap(event => (event.type === 'tool-called' ? [event.content] : []))
      const told = wire.requests.flatMap(({ messages }) =>
        messages.flatMap(message => (message.role === 'tool' ? [message] : [])),
      )
      expect([kept.length, told.length]).toEqual([1, 1])
      expect(kept[0]).toMatch(
        /^first x+\n\[\d+ characters of this result were left out here; call pour again for a narrower part where they matter\]\nx+ last$/,
      )
      expect(told[0]).toMatchObject({
        content: fails ? `[c1]\nError: ${kept[0]}` : `[c1]\n${kept[0]}`,
        ...(fails && { failed: true }),
      })
      expect(JSON.stringify(events).length).toBeLessThan(200_000)
    }
  })
})
