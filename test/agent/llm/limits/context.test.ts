import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import { withinContext } from '../../../../agent/llm/limits/context.ts'
import {
  boundedResult,
  cutMiddle,
  estimateTokens,
  promptTokens,
} from '../../../../agent/llm/limits/prompt-size.ts'
import type { Message, Request } from '../../../../agent/llm/provider.ts'
import { scripted } from '../../../../agent/llm/replay/scripted.ts'
import { asking, call, collect, double, request } from '../../../support/model.ts'
import { asked, result, rounds, sizeOf, words } from './context-kit.ts'

/** What reaches the wire of a conversation, by message. */
async function sent(messages: readonly Message[], context: number, more: Partial<Request> = {}) {
  const inner = scripted(['fine'])
  const events = await collect(withinContext(inner, context), request({ messages, ...more }))
  return { events, messages: inner.requests[0]?.messages, wasSent: inner.requests.length === 1 }
}

describe('the estimate of tokens', () => {
  it('counts Latin letters by three, digits and Chinese characters singly, halves of emoji too', () => {
    const texts = [words(300), '1234567890', 'Как дела', '你好世界', '👍', 'x', '']
    expect(texts.map(estimateTokens)).toEqual([100, 10, 5, 4, 2, 1, 0])
    // on either side of the digits, of ASCII and of what takes two bytes: thirds of a token
    const sides = ['/', '0', '9', ':', '\x7f', '\x80', '\u07ff', '\u0800']
    expect(sides.map(each => estimateTokens(each.repeat(3)))).toEqual([1, 3, 3, 1, 1, 2, 2, 3])
  })

  it('counts a picture as 1,600', () => {
    const image = { mediaType: 'image/png' as const, data: '' }
    const tokens = (images: readonly (typeof image)[]) =>
      promptTokens(request({ messages: [{ role: 'user', content: '', images }] }))
    expect([tokens([]), tokens([image]), tokens([image, image])]).toEqual([8, 1608, 3208])
  })
})

/** Of a token: what each character of a text that is cut below takes. */
const thirds = (text: string) =>
  [...text].reduce((sum, letter) => sum + ({ a: 1, '7': 3, ж: 2, 中: 3 }[letter] ?? 6), 0)

describe('a text cut in the middle', () => {
  it('keeps whole characters of both ends and says how many are gone', () => {
    void fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '7', 'ж', '中', '👍', '\u{10000}', '\u{10ffff}'),
          maxLength: 300,
        }),
        fc.nat(120),
        (text, tokens) => {
          const cut = cutMiddle(text, tokens, n => `<${n}>`)
          if (cut === text) {
            expect(estimateTokens(text)).toBeLessThanOrEqual(tokens)
            return
          }
          const [, head, gone, tail] = /^([\s\S]*)\n<(\d+)>\n([\s\S]*)$/.exec(cut)!
          expect(cut.isWellFormed()).toBe(true)
          expect(text.startsWith(head!) && text.endsWith(tail!)).toBe(true)
          expect(head!.length + Number(gone) + tail!.length).toBe(text.length)
          expect(estimateTokens(head! + tail!)).toBeLessThanOrEqual(tokens)
          // no other whole character fits at either end
          const half = Math.floor((tokens * 3) / 2)
          const more = [...text.slice(head!.length)][0]!
          const before = [...text.slice(0, text.length - tail!.length)].at(-1)!
          for (const [kept, next] of [[head!, more] as const, [tail!, before] as const]) {
            expect(thirds(kept)).toBeLessThanOrEqual(half)
            expect(thirds(kept) + thirds(next)).toBeGreaterThan(half)
          }
        },
      ),
    )
  })

  it('counts no more than there is where it ends in half a character', () => {
    expect(cutMiddle('aa\ud83d', 0, n => `<${n}>`)).toBe('\n<3>\n')
  })

  it('is what is kept of a result of more than 20,200 tokens: 20,000 of them', () => {
    const fits = 'a'.repeat(3 * 20_200)
    expect(boundedResult(fits, 'read')).toBe(fits)
    const [head, notice, tail] = boundedResult(`${fits}a`, 'read').split('\n')
    expect([head?.length, tail?.length]).toEqual([30_000, 30_000])
    expect(notice).toMatch(/^\[601 characters of this result were left out here; call read again/)
  })
})

describe('a context limit', () => {
  it('leaves a prompt that fits as it is, and shortens one that is a token longer', async () => {
    const fits = asking('a'.repeat(3 * (1500 - 8)))
    expect((await sent(fits, 2000)).messages).toBe(fits)
    const longer = asking('a'.repeat(3 * (1501 - 8)))
    expect((await sent(longer, 2000)).messages).not.toEqual(longer)
  })

  it('keeps no more than half of the context free for a reply', async () => {
    const { messages: got = [] } = await sent(rounds(30_000), 8000, { maxOutputTokens: 7000 })
    expect(sizeOf(got)).toBeLessThanOrEqual(4000)
    expect(sizeOf(got)).toBeGreaterThan(3900)
  })

  it('cuts the longest of several paragraphs to one length, and uses all there is', async () => {
    const paragraphs = [words(300), words(6000), words(1500), words(9000)]
    const { messages: got = [] } = await sent(asking(paragraphs.join('\n\n')), 3344)
    const kept = got[0]!.content.split('\n\n')
    expect([kept[0], kept[2]]).toEqual([paragraphs[0], paragraphs[2]])
    const [one, other] = [kept[1]!, kept[3]!].map(estimateTokens)
    expect(Math.abs(one! - other!)).toBeLessThan(3)
    expect(sizeOf(got)).toBeLessThanOrEqual(2508)
    expect(sizeOf(got)).toBeGreaterThan(2490)
  })

  it('takes what came of the latest calls for that, also once the model has spoken since', async () => {
    const spoken: Message = { role: 'assistant', content: words(6000), calls: [] }
    const messages = [...rounds(3000, 3000), spoken, ...asking('And now?')]
    const { messages: got = [] } = await sent(messages, 2800)
    const changed = got.flatMap((m, n) => (m.content === messages[n]!.content ? [] : n))
    expect(changed).toEqual([3, 6])
  })

  it.each([
    [[3000, 6000], 1],
    [[6000, 3000], 0],
  ])(
    'shortens the largest of the latest results first: of %j that at %d',
    async (sizes, largest) => {
      const results = sizes.map((size, n) => result(`c${n}`, words(size)))
      const messages = [...asking('What?'), asked('c0'), ...results]
      const { messages: got = [] } = await sent(messages, 3000)
      const changed = got.slice(2).flatMap((m, n) => (m === results[n] ? [] : n))
      expect(changed).toEqual([largest])
    },
  )

  it('shortens the first question alone', async () => {
    const messages = [...asking('What?'), ...asking(words(9000))]
    expect((await sent(messages, 2000)).wasSent).toBe(false)
  })

  it('shortens the oldest result first, keeps its ends, and says how many characters are gone', async () => {
    const messages = rounds(6000, 6000, 6000)
    const { messages: got = [] } = await sent(messages, 8000, { maxOutputTokens: 2500 })
    const [, , , first, , second, , third] = got
    expect([second, third]).toEqual([messages[5], messages[7]])
    const [, head, gone, tail] =
      /^([\s\S]*)\n\[(\d+) characters of this result were left out.*; call the tool again for a narrower part.*\]\n([\s\S]*)$/.exec(
        first!.content,
      )!
    expect(head!.length + Number(gone) + tail!.length).toBe(6000)
    expect(Math.abs(head!.length - tail!.length)).toBeLessThan(5)
    expect(sizeOf(got)).toBeLessThanOrEqual(5500)
    expect(sizeOf(got)).toBeGreaterThan(5400) // no more than needed
  })

  it('then shortens earlier words, then the longest paragraphs asked, and the latest results last', async () => {
    const messages: readonly Message[] = [
      { role: 'system', content: words(600) },
      { role: 'user', content: `Question?\n\n${words(9000)}\n\n${words(600)}` },
      asked('c1', words(3000)),
      result('c1', words(3000)),
      asked('c2'),
      result('c2', words(3000)),
      result('c3', words(1500)),
    ]
    const changed = async (context: number) => {
      const { messages: got = [] } = await sent(messages, context)
      expect(sizeOf(got)).toBeLessThanOrEqual(context * 0.75)
      return got.flatMap((m, n) => (m.content === messages[n]?.content ? [] : n))
    }
    expect(await changed(9600)).toEqual([])
    expect(await changed(8800)).toEqual([3])
    expect(await changed(7600)).toEqual([2, 3])
    expect(await changed(6000)).toEqual([1, 2, 3])
    expect(await changed(2700)).toEqual([1, 2, 3, 5])
    expect(await changed(1750)).toEqual([1, 2, 3, 5, 6])
    const { messages: got = [] } = await sent(messages, 6000)
    expect(got[1]!.content).toMatch(
      /^Question\?\n\nlorem[\s\S]*\n\[\d+ characters were left out here/,
    )
    expect(got[1]!.content.endsWith(`\n\n${words(600)}`)).toBe(true)
  })

  it('cuts a prompt of many short paragraphs in its middle', async () => {
    const content = Array.from({ length: 1000 }, (_, n) => `Paragraph ${n}.`).join('\n\n')
    const { messages: got = [] } = await sent(asking(content), 1000)
    expect(got[0]!.content).toMatch(
      /^Paragraph 0\.[\s\S]*were left out here[\s\S]*Paragraph 999\.$/,
    )
    expect(sizeOf(got)).toBeLessThanOrEqual(750)
  })

  it('counts tools and the schema of the reply', async () => {
    const schema = { description: words(3000) }
    const messages = rounds(3000, 30)
    expect((await sent(messages, 1800)).messages).toBe(messages)
    expect((await sent(messages, 1800, { schema })).messages).not.toBe(messages)
    const tools = [{ ...double, description: words(3000) }]
    expect((await sent(messages, 1800, { tools })).messages).not.toBe(messages)
  })

  it('sends nothing that cannot fit, and says so in one sentence', async () => {
    const { events, wasSent } = await sent([{ role: 'system', content: words(9000) }], 2000)
    expect(wasSent).toBe(false)
    expect(events).toEqual([
      {
        type: 'error',
        kind: 'overflow',
        retryable: false,
        requests: 0,
        message:
          'the prompt takes about 3008 tokens even when shortened, too many for the 2000 of scripted with room for a reply; use a model with a larger context or less input',
      },
    ])
    const provider = createProvider(withinContext(scripted([]), 20))
    const completion = await provider.complete(asking(words(900)), call())
    expect(completion).toMatchObject({ requests: 0, error: { kind: 'overflow' } })
  })

  it('keeps the system, the order and the calls of any conversation, and fits or sends nothing', async () => {
    const text = fc
      .tuple(fc.constantFrom('word ', '12 ', '中文', '👍', 'a\n\n'), fc.nat(900))
      .map(([piece, times]) => piece.repeat(times))
    const message = fc.oneof(
      text.map((content): Message => ({ role: 'user', content })),
      text.map((content): Message => ({ role: 'assistant', content, calls: [] })),
      fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })).map(([content, contents]) => ({
        content,
        contents,
      })),
    )
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(message, { maxLength: 7 }),
        fc.integer({ min: 200, max: 6000 }),
        async (system, parts, context) => {
          const messages = conversationOf(system, parts)
          const { messages: got, events } = await sent(messages, context)
          if (got === undefined) {
            expect(events).toMatchObject([{ type: 'error', kind: 'overflow' }])
            return
          }
          expect(sizeOf(got)).toBeLessThanOrEqual(context * 0.75)
          const bare = (all: readonly Message[]) => all.map(m => ({ ...m, content: '' }))
          expect(bare(got)).toEqual(bare(messages))
          expect(got[0]).toBe(messages[0])
          expect(got.every(m => m.content.isWellFormed())).toBe(true)
          expect((await sent(messages, context)).messages).toEqual(got)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('looks at each message a few times, however many there are', async () => {
    const looks = async (count: number) => {
      let made = 0
      const messages = rounds(...Array.from({ length: count }, () => 3000)).map(message =>
        Object.defineProperty({ ...message }, 'content', {
          enumerable: true,
          get: () => {
            made += 1
            return message.content
          },
        }),
      )
      await sent(messages, 3000 * count)
      await sent(messages, 300 * count)
      return made / messages.length
    }
    const [few, many] = [await looks(50), await looks(500)]
    expect(many).toBeLessThan(1.5 * few)
  })

  it('refuses a limit that makes no sense', () => {
    expect(withinContext(scripted([]), 1).name).toBe('scripted')
    for (const limit of [0, -1, 1.5, Number.NaN])
      expect(() => withinContext(scripted([]), limit)).toThrow('contextTokens')
  })
})

/** A well-formed conversation: results behind the calls they belong to. */
function conversationOf(
  system: string,
  parts: readonly (Message | { readonly content: string; readonly contents: readonly string[] })[],
): readonly Message[] {
  return [
    { role: 'system', content: system },
    ...parts.flatMap((part, n): readonly Message[] => {
      if ('role' in part) return [part]
      const calls = part.contents.map((_, k) => ({ id: `${n}.${k}`, name: 'double', input: '{}' }))
      const spoken: Message = { role: 'assistant', content: part.content, calls }
      return [spoken, ...part.contents.map((content, k) => result(`${n}.${k}`, content))]
    }),
  ]
}
