// Replies bent as models bend them, by seed: what is read of them, beside what the library reads. Each rule of
// reading earns its lines here or in `parse-reply.test.ts`.
import { isDeepStrictEqual } from 'node:util'
import { jsonrepair } from 'jsonrepair'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseReply } from '../../../phases/replies/parse-reply.ts'
import { seeded } from '../../../plans/library/beta.ts'

const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })
const random = seeded(7)
const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!
const marks = /["{}[\]:,]/g

const texts = ['Bern', 'New York, NY', "it's", 'a "quoted" word', 'km/h', '10:30', '{braces}', '']
const names = ['city', 'unit', 'values', 'first_name', 'max-count', 'q']
const members = (depth: number) =>
  Object.fromEntries(Array.from({ length: 3 }, () => [pick(names), valueAt(depth + 1)]))
const valueAt = (depth: number): unknown =>
  pick<() => unknown>([
    () => pick(texts),
    () => Math.floor(random() * 1000) / 10,
    () => pick([true, false, null]),
    () => (depth > 2 ? pick(texts) : members(depth)),
    () => [pick(texts), Math.floor(random() * 100)],
  ])()

/** A mark of the text gone, or one too many. */
function without(text: string): string {
  const at = pick([...text.matchAll(marks)].map(({ index }) => index))
  return text.slice(0, at) + text.slice(at + 1)
}
function withMore(text: string): string {
  const at = Math.floor(random() * text.length)
  return text.slice(0, at) + pick(['"', '{', '}', '[', ']', ',', ':']) + text.slice(at)
}

const other = '{"name": "other", "arguments": {"a": 1}}'
/** How a reply is bent, and the share of 200 such replies that is to be read as it was meant. */
const bends: Readonly<Record<string, readonly [(text: string) => string, number]>> = {
  'a mark is gone': [without, 0.6],
  'two marks are gone': [text => without(without(text)), 0.4],
  'a mark is too many': [withMore, 0.2],
  'names without quotes': [text => text.replace(/"([\w-]+)":/g, '$1:'), 1],
  'quotes that are not escaped': [text => text.replaceAll('\\"', '"'), 0.95],
  'doubled braces': [text => `{${text}}`, 1],
  'a list of one': [text => `[${text}]`, 1],
  'fenced, with a note behind': [text => `\`\`\`json\n${text}\n\`\`\`\nElse: ${other}.`, 1],
  'a draft, then fenced': [text => `I thought ${other}.\n\`\`\`json\n${text}\n\`\`\``, 1],
}

test.each(Object.entries(bends))('%s', (_, [bend, share]) => {
  const read = { right: 0, byLibrary: 0 }
  for (let n = 0; n < 200; n++) {
    const meant = { name: pick(['get_weather', 'find']), arguments: members(0) }
    const text = bend(JSON.stringify(meant))
    const reply = parseReply(text, Call)
    if (reply.ok && isDeepStrictEqual(reply.value, meant)) read.right += 1
    if (isDeepStrictEqual(repaired(text), meant)) read.byLibrary += 1
  }
  expect(read.right / 200).toBeGreaterThanOrEqual(share)
  expect(read.right).toBeGreaterThanOrEqual(read.byLibrary)
})

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}
