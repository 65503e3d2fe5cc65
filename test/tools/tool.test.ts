// What is wrong with a tool of one's own is said where it is defined, not by the model's first call.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool, type Tool } from '../../tools/tool.ts'

const whole = {
  name: 'weather',
  description: 'The weather of a place.',
  input: z.object({ place: z.string() }),
  execute: async () => ({ content: 'rain' }),
}

test('a whole tool is taken as it is', () => {
  expect(defineTool(whole)).toBe(whole)
  expect(defineTool({ ...whole, name: 'w'.repeat(64) }).name).toHaveLength(64)
})

test.each([
  [
    '`run` instead of `execute`',
    { ...whole, execute: undefined, run: whole.execute },
    /"weather".*`execute`/,
  ],
  ['no name', { ...whole, name: '' }, /`name`/],
  ['a name of two words', { ...whole, name: 'my weather' }, /"my weather" needs another `name`/],
  ['a name of 65 letters', { ...whole, name: 'w'.repeat(65) }, /needs another `name`.* at most 64/],
  ['no description', { ...whole, description: undefined }, /"weather".*`description`/],
  ['a JSON schema', { ...whole, input: { type: 'object' } }, /"weather".*zod.*`input`/],
  [
    'a misspelled effect',
    { ...whole, efect: true },
    /"weather" has no member efect; did you mean effect\?/,
  ],
  ['more than one effect', { ...whole, effects: true }, /no member effects; did you mean effect\?/],
  ['an effect in words', { ...whole, effect: 'yes' }, /effect may be true or false, not 'yes'/],
  [
    'a role that there is none of',
    { ...whole, effect: true, arguments: { place: 'selectr' } },
    /arguments.place may be "destination", "content" or "selector", not 'selectr'/,
  ],
  ['roles in a list', { ...whole, arguments: ['place'] }, /arguments may be an object of roles/],
])('%s is refused in one sentence', (_, tool, sentence) => {
  expect(() => defineTool(tool as unknown as Tool)).toThrow(sentence)
})
