// What is piped in, and pipes into which nobody writes.
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { isSentence, isTable, readPiped } from '../../../harness/cli/stdin.ts'

const never = new AbortController().signal

describe('piped text', () => {
  test('is read to its end, however slowly it comes once it has begun', async () => {
    const stdin = new PassThrough()
    const read = readPiped(stdin, never, { patience: 50 })
    stdin.write('größ')
    await new Promise(resolve => setTimeout(resolve, 120))
    stdin.end('er\n')
    expect(await read).toEqual({ text: 'größer' })
  })

  test('is given up, with a sentence, when nothing comes at all', async () => {
    const { text, notice } = await readPiped(new PassThrough(), never, { patience: 20 })
    expect(text).toBeUndefined()
    expect(notice).toMatch(/nothing came on stdin in 0\.02 s/)
  })

  test('is refused when it is too long, and left when the person interrupts', async () => {
    const long = new PassThrough()
    long.end('x'.repeat(11))
    await expect(readPiped(long, never, { limit: 10 })).rejects.toThrow('more than 10 bytes')
    const interrupted = readPiped(new PassThrough(), AbortSignal.timeout(20))
    await expect(interrupted).rejects.toThrow('interrupted')
  })

  test('does not exist on a terminal', async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true })
    expect(await readPiped(terminal, never)).toEqual({ text: undefined })
  })

  test.each([
    ['an amount in quotes', 'day,fee,note\n2024-01-02,"1,250.00",\n', true],
    ['a line break in quotes', 'day,note\n2024-01-02,"late,\nand wet"\n', true],
    ['commas of decimals between semicolons', 'Tag;Ort;Preis\r\n1.2.2024;Ulm;12,50\r\n', true],
    ['tabs', 'a\tb\n1\t2\n', true],
    ['prose', 'We came, saw and left.\nThen, at home, we slept.\n', false],
    ['one column', 'name\nAnn\n', false],
  ])('tells whether what is piped is a table: %s', (_, text, expected) => {
    expect(isTable(text)).toBe(expected)
  })

  test.each([
    ['a line', 'The way is 120 km.', true],
    ['lines', 'RENTAL CONTRACT\nThe tenant is Jonas Weber.', false],
    ['JSON in one line', '[{"id": 1}, {"id": 2}]', false],
  ])('goes on with the question only where it is one line of text: %s', (_, text, expected) => {
    expect(isSentence(text)).toBe(expected)
  })
})
