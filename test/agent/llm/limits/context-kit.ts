// What the tests of prompts within a context share: conversations of a size, and how large they are.
import { estimateTokens } from '../../../../agent/llm/limits/prompt-size.ts'
import type { Message } from '../../../../agent/llm/provider.ts'

/** Text of so many characters. */
export const words = (characters: number) =>
  'lorem ipsum '.repeat(characters / 12 + 1).slice(0, characters)
/** What came of a call. */
export const result = (id: string, content: string): Message => ({
  role: 'tool',
  call: id,
  content,
})
/** A turn that asks for one call. */
export const asked = (id: string, content = ''): Message => ({
  role: 'assistant',
  content,
  calls: [{ id, name: 'double', input: '{"x":1}' }],
})

/** A conversation of three rounds of tool calls, each with a result of so many characters. */
export const rounds = (...sizes: readonly number[]): readonly Message[] => [
  { role: 'system', content: 'You are careful. ' },
  { role: 'user', content: 'What is it?' },
  ...sizes.flatMap((size, n) => [asked(`c${n}`), result(`c${n}`, words(size))]),
]

/** Tokens of a conversation, reckoned apart from what is tested. */
export const sizeOf = (messages: readonly Message[]) =>
  messages.reduce(
    (sum, m) =>
      sum +
      estimateTokens(m.content) +
      8 +
      (m.role === 'assistant' ? m.calls : []).reduce(
        (s, c) => s + 8 + estimateTokens(c.name) + estimateTokens(c.input),
        0,
      ),
    0,
  )
