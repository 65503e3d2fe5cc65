// Where facts come from: passages, files, days, and what may not be remembered.
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Fact } from '../../../agent/memory/fact.ts'
import {
  filesRead,
  headBefore,
  isPrivate,
  namedDays,
  pathsIn,
  shortened,
} from '../../../agent/memory/sources.ts'
import type { StoredCall } from '../../../agent/state.ts'

const call = (input: object) => ({ input }) as StoredCall
const attached = (name: string, path = `/q/${name}`) => ({ name, path }) as never

test('the head of a passage is that of the one the quote stands in', () => {
  const content = `two found\n\n[1] First (a.txt)\nthe mast is red\n\n[2] Second (b.txt)\nthe mast is 31 m`
  expect(headBefore(content, 'mast is 31 m')).toBe('Second (b.txt)')
  expect(headBefore(content, 'the mast')).toBe('First (a.txt)')
  expect(headBefore(content, 'two found')).toBeUndefined()
  expect(headBefore(content, undefined)).toBeUndefined()
  expect(headBefore(`x\n\n[1] ${'y'.repeat(400)}\nz`, 'z')).toBe('y'.repeat(300))
})

test('a call names files by path, by file, in a list and in a command', () => {
  const files = [attached('a.csv'), attached('b.csv')]
  expect(pathsIn(call({ path: 'x' }), files)).toEqual(['x'])
  expect(pathsIn(call({ file: ['x', 3, 'y'] }), files)).toEqual(['x', 'y'])
  expect(pathsIn(call({ command: 'wc b.csv' }), files)).toEqual(['b.csv'])
  expect(pathsIn(call({ query: 'a.csv' }), files)).toEqual([])
})

describe('the files that calls have read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-sources-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const [one, two] = [join(folder, 'one.csv'), join(folder, 'two')]
  writeFileSync(one, 'a,b')
  writeFileSync(two, 'archive')
  for (const path of [one, two]) utimesSync(path, 1000.0005, 1000.0005)
  const files = [attached('one.csv', one), attached('two', two)]
  const read = (input: object, at = 1_000_000) =>
    filesRead([call(input)], files, { at, editions: new Map() })

  test('are named without folders, with a hash of what they hold', async () => {
    const [only, ...more] = (await read({ path: 'one.csv' }))!
    expect(more).toEqual([])
    expect(only).toMatchObject({
      name: 'one.csv',
      edition: expect.stringMatching(/^[0-9a-f]{10}$/),
    })
    expect(JSON.stringify(only)).not.toContain(folder)
    expect((await read({ path: 'two/inner.txt' }))!.map(({ name }) => name)).toEqual(['two'])
    expect(await read({ path: ['two', 'one.csv'] })).toHaveLength(2)
    expect(await read({ path: 'twofold' })).toEqual([])
    expect(await read({ path: 'three' })).toEqual([])
  })

  test('are told apart by their size and time where they are larger than 256 MB', async () => {
    const large = join(folder, 'large')
    writeFileSync(large, '')
    truncateSync(large, 256_000_001)
    const editionAt = async (seconds: number) => {
      utimesSync(large, seconds, seconds)
      const calls = [call({ path: 'large' })]
      const options = { at: 1_000_000, editions: new Map() }
      const [file] = (await filesRead(calls, [attached('large', large)], options))!
      return file!.edition
    }
    const first = await editionAt(1000)
    expect(await editionAt(999)).not.toBe(first)
    expect(await editionAt(1000)).toBe(first)
  })

  test('leave nothing behind once they were written after the time, or are gone', async () => {
    expect(await read({ path: 'one.csv' }, 999_999)).toBeUndefined()
    const gone = filesRead([call({ path: 'x' })], [attached('x', join(folder, 'none'))], {
      at: 1_000_000,
      editions: new Map(),
    })
    expect(await gone).toBeUndefined()
  })
})

test.each([
  ['as of 5 June 2026 it is 7', { asOf: '2026-06-05' }],
  ['dated the 5th June, 2026', { asOf: '2026-06-05' }],
  ['Status of June 5, 2026', { asOf: '2026-06-05' }],
  ['valid until 2026-06-05', { validUntil: '2026-06-05' }],
  [
    'as at 2026-01-02; it applies to all of you up to and including the 5 June 2026',
    { asOf: '2026-01-02', validUntil: '2026-06-05' },
  ],
  ['valid. Open until 2026-06-05', {}],
  ['as of 31 June 2026', {}],
  ['on 5 June 2026', {}],
])('%s: %j', (quote, days) => {
  expect(namedDays(quote)).toEqual(days)
})

test('long words are cut on one line', () => {
  expect(shortened(' a\n b ')).toBe('a b')
  expect(shortened('x'.repeat(500))).toBe('x'.repeat(500))
  expect(shortened('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`)
  expect(shortened(undefined)).toBeUndefined()
})

const fact = { name: 'height', value: 5, about: 'how high', given: {} } as Fact
test.each<[Partial<Fact>, boolean]>([
  [{}, false],
  [{ name: 'api_key' }, true],
  [{ name: 'pin' }, true],
  [{ name: 'pinion' }, false],
  [{ given: { password: 'x' } }, true],
  [{ given: { town: 'the password is hunter2' } }, true],
  [{ value: 'sk-abcdefghijklmn' }, true],
  [{ value: ['x', 'AKIAABCDEFGHIJKL'] }, true],
  [{ quote: '-----BEGIN RSA' }, true],
  [{ about: 'token: abcd1234' }, true],
  [{ derivation: 'secret = abcd' }, true],
  [{ quote: 'the token ring' }, false],
])('%j is private: %s', (given, secret) => {
  expect(isPrivate({ ...fact, ...given })).toBe(secret)
})
