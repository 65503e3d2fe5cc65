import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { ConsentAsked } from '../../../agent/contract.ts'
import { confirmAt, consentOf } from '../../../harness/terminal/consent.ts'

const asked = (changes: Partial<ConsentAsked> = {}): ConsentAsked => ({
  act: 'fetch https://example.org/?q=1',
  why: 'nobody named this address',
  tool: 'read_page',
  input: {},
  intention: '1',
  step: 's1',
  tainted: false,
  ...changes,
})

/** Gives these answers one after the other and keeps what was shown. */
function person(...answers: (string | undefined)[]) {
  const shown: string[] = []
  const consent = consentOf(async lines => {
    shown.push(lines.join('\n'))
    return answers.shift()
  })
  return { consent, shown }
}

test('yes is consent to one act, anything else is none', async () => {
  const { consent } = person('y', 'n', '', undefined, ' YES ')
  const objections = []
  for (let n = 0; n < 5; n++) objections.push((await consent(asked())) === undefined)
  expect(objections).toEqual([true, false, false, false, true])
})

test('always is consent to the tool, and to no other', async () => {
  const { consent, shown } = person('a', 'n')
  expect(await consent(asked())).toBeUndefined()
  expect(await consent(asked())).toBeUndefined()
  expect(await consent(asked({ tool: 'send' }))).toContain('did not consent')
  expect(shown).toHaveLength(2)
})

test('acts that ask at the same time are shown one after the other', async () => {
  let open = 0
  const consent = consentOf(async () => {
    open += 1
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(open).toBe(1)
    open -= 1
    return 'n'
  })
  await Promise.all([consent(asked()), consent(asked()), consent(asked())])
})

test('a person is told where the input may come from, without control characters', async () => {
  const { consent, shown } = person('n')
  await consent(asked({ tainted: true, act: 'fetch \u001b[2Jhttps://example.org' }))
  expect(shown[0]).toContain('may come from files or pages')
  expect(shown[0]).not.toContain('\u001b')
})

test('nobody is asked where there is no terminal', () => {
  const streams = { stdin: new PassThrough(), stderr: new PassThrough() }
  expect(confirmAt(streams, new AbortController().signal)).toBeUndefined()
})

test('who asks what it is about is told, and asked again', async () => {
  const { consent, shown } = person('?', 'y')
  const input = { url: 'https://example.org/?q=1' }
  expect(await consent(asked({ input }))).toBeUndefined()
  expect(shown[0]).toContain('?: more about it')
  expect(shown[1]).toMatch(/url: "https:\/\/example\.org\/\?q=1"\n.*step s1[\s\S]*\nAllow it\?/)
})
