import { describe, expect, test } from 'vitest'
import { inputOf, rolesOf, usableSchema } from '../../../tools/mcp/schema.ts'
import { filledIn, identityOf, keyIn } from '../../../tools/mcp/settings.ts'
import { plain } from '../../../tools/mcp/words.ts'
import { shownInput } from '../../../tools/tool.ts'

test('variables are filled in, and keys among them are known as such', () => {
  const env = { DATA: '/srv/data', API_KEY: 'key-of-some-length', WHO: 'token-for-wiki' }
  const program = { command: 'x', args: ['${DATA}', '${MODE:-fast}'], env: { KEY: '${API_KEY}' } }
  const filled = filledIn('s', program, env)
  expect(filled.settings).toEqual({
    command: 'x',
    args: ['/srv/data', 'fast'],
    env: { KEY: 'key-of-some-length' },
  })
  expect(filled.secrets).toEqual(['key-of-some-length'])
  const wiki = { url: 'https://w.example/mcp', headers: { Authorization: 'Bearer ${WHO}' } }
  expect(filledIn('s', wiki, env).secrets).toEqual(['token-for-wiki'])
  expect(() => filledIn('s', wiki, {})).toThrow(/needs WHO; set it in the environment$/)
})

test.each([
  [{ command: 'x', env: { GITHUB_TOKEN: 'abc' } }, 'GITHUB_TOKEN'],
  [{ command: 'x', env: { GITHUB_TOKEN: '${T}', LEVEL: 'debug' } }, undefined],
  [{ url: 'https://x.example', headers: { Authorization: 'Bearer abc' } }, 'Authorization'],
  [{ url: 'https://x.example/?api_key=abc' }, 'url'],
  [{ url: 'https://me:secret@x.example/' }, 'url'],
  [{ url: 'https://x.example/?api_key=${K}&page=2' }, undefined],
])('the key written into %j is in %s', (settings, where) => {
  expect(keyIn(settings)).toBe(where)
})

test('a server is told by how it is reached, and not by its keys', () => {
  const one = identityOf({ command: 'x', args: ['a'], env: { K: '1' } })
  expect(identityOf({ command: 'x', args: ['a'], env: { K: '2' } })).toBe(one)
  expect(identityOf({ command: 'x', args: ['b'] })).not.toBe(one)
})

describe('the schema of a server', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      to: { type: 'string' },
      text: { type: 'string', description: 'words\u200B\u0007 of it' },
      level: { enum: ['low', 'high'] },
      parts: { type: 'array', items: { $ref: '#/definitions/part' } },
    },
    required: ['to'],
    additionalProperties: false,
    definitions: { part: { type: 'object', properties: { size: { type: 'integer' } } } },
  }

  test('is what the model is shown, and what a call is checked by', () => {
    const input = inputOf(usableSchema(schema)!)
    const { properties } = shownInput(input) as { properties: Record<string, unknown> }
    expect(properties.text).toEqual({ type: 'string', description: 'words of it' })
    expect(input.safeParse({ to: 'ann', parts: [{ size: 2 }] }).success).toBe(true)
    const wrong = input.safeParse({ level: 'mid', parts: [{ size: 1.5 }], more: 1 })
    expect(wrong.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
      " must have required property 'to'",
      ' must not have "more"',
      'level must be one of "low", "high"',
      'parts.0.size must be integer',
    ])
  })

  test('says of an argument that it is content only by a name and a form that leave no doubt', () => {
    expect(rolesOf(schema)).toEqual({ text: 'content' })
    const uri = { type: 'object', properties: { text: { type: 'string', format: 'uri' } } }
    expect(rolesOf(uri)).toEqual({})
  })

  test('that refers to itself, or cannot be read, leaves the check to the server', () => {
    const self = { type: 'object', allOf: [{ $ref: '#' }] }
    expect(inputOf(self).safeParse({ a: 1 }).success).toBe(true)
    const odd = { type: 'object', properties: { a: { $ref: 'https://x.example/schema' } } }
    expect(inputOf(odd).safeParse({ a: 1 }).success).toBe(true)
    const deep = { properties: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) }
    expect(usableSchema(deep)).toBeUndefined()
  })
})

test('a server’s words are one line of what can be seen', () => {
  expect(plain(' a\u{E0041}b \n\n c\u202E ', 9)).toBe('ab c')
  expect(plain('abcdef', 4)).toBe('abc…')
})
