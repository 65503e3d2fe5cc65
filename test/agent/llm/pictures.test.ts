// A picture that a tool gives reaches a model that sees, and is no harm to one that does not.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Wire } from '../../../agent/llm/provider.ts'
import { defineTool, type Picture } from '../../../tools/tool.ts'
import { refusal } from '../../support/chat-server.ts'
import { asking, call, executorOf } from '../../support/model.ts'
import { serve as serveAnthropic } from './anthropic/kit.ts'
import { serve } from './openai/kit.ts'

const dot: Picture = { mediaType: 'image/png', data: 'iVBORw0KGgo=' }
const look = defineTool({
  name: 'look',
  description: 'gives a picture',
  input: z.object({}),
  execute: async () => ({ content: 'a dot', images: [dot] }),
})
const script = [{ calls: [{ name: 'look', input: {} }] }, 'it is a dot']

async function seeing(wire: Wire): Promise<string> {
  const { executor } = executorOf([look])
  const { text, error } = await createProvider(wire, { sleep: async () => undefined }).runAgentic(
    asking('what is it?'),
    [look],
    executor,
    () => undefined,
    call(),
  )
  expect(error).toBeUndefined()
  return text
}

it('is sent behind the results to a server that speaks chat completions', async () => {
  const { server, wire } = await serve(script)
  expect(await seeing(wire)).toBe('it is a dot')
  const [result, pictured] = server.bodies[1]!.messages.slice(-2)
  expect(result).toMatchObject({ role: 'tool', content: 'a dot' })
  expect(pictured).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: 'The picture that look gave:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${dot.data}` } },
    ],
  })
})

it('is sent in the turn of the results to Anthropic', async () => {
  const { server, wire } = await serveAnthropic(script)
  expect(await seeing(wire)).toBe('it is a dot')
  const blocks = server.bodies[1]!.messages.at(-1)!.content
  expect(blocks.map(block => block.type)).toEqual(['tool_result', 'text', 'image'])
  expect(blocks[2]).toMatchObject({
    source: { type: 'base64', media_type: 'image/png', data: dot.data },
  })
})

it('is left out, and that is said, where the server refuses it', async () => {
  const { server, wire } = await serve(body => {
    if (body.messages.some(message => Array.isArray(message.content)))
      return refusal('m is not a multimodal model: image_url is not supported')
    return body.messages.some(message => message.role === 'tool') ? 'no idea' : script[0]!
  })
  expect(await seeing(wire)).toBe('no idea')
  expect(server.bodies.at(-1)!.messages.at(-1)).toEqual({
    role: 'user',
    content: 'The picture that look gave: (left out, since this model takes no pictures)',
  })
})
