// What keys do to the text that is being typed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completions } from '../../../harness/session/complete.ts'
import { edited, filled, type Key, placeOf } from '../../../harness/terminal/input/buffer.ts'
import { openHistory } from '../../../harness/terminal/input/history.ts'
import {
  blank,
  foundBy,
  type Given,
  type Prompt,
  press,
} from '../../../harness/terminal/input/prompt.ts'

/** `ctrl-a`, `left`, or a text. */
function keyOf(spelled: string): Key {
  const [, held = '', rest = ''] = /^((?:ctrl-|meta-|shift-)*)(.+)$/s.exec(spelled) ?? []
  const named = [
    'up',
    'down',
    'left',
    'right',
    'home',
    'end',
    'return',
    'escape',
    'tab',
    'backspace',
    'delete',
  ]
  const name = named.find(each => each === rest) as Key['name']
  return {
    text: name ? '' : rest,
    ctrl: held.includes('ctrl'),
    meta: held.includes('meta'),
    shift: held.includes('shift'),
    ...(name && { name }),
  }
}

const given: Given = {
  history: ['first question', 'second question'],
  complete: (text, at) =>
    completions(text, at, '/nowhere', line =>
      line.startsWith('/')
        ? {
            from: 0,
            options: ['/plan', '/plans', '/policy']
              .filter(each => each.startsWith(line))
              .map(each => ({ text: each })),
          }
        : undefined,
    ),
}

function typed(...keys: readonly string[]) {
  let prompt: Prompt = blank
  const acts = keys.flatMap(key => {
    const [next, act] = press(prompt, keyOf(key), given)
    prompt = next
    return act ? [act] : []
  })
  return { prompt, acts, text: prompt.buffer.text, at: prompt.buffer.at }
}

describe('editing', () => {
  test.each([
    [['hello world', 'meta-b', 'ctrl-k'], 'hello '],
    [['hello world', 'ctrl-w'], 'hello '],
    [['hello world', 'ctrl-w', 'ctrl-a', 'ctrl-y'], 'worldhello '],
    [['hello', 'ctrl-a', 'ctrl-d'], 'ello'],
    [['hello', 'left', 'backspace'], 'helo'],
    [['one two', 'ctrl-a', 'meta-f', 'ctrl-k'], 'one'],
    [['ab', 'left', 'meta-t'], 'ba'],
    [['a', 'ctrl-j', 'b', 'ctrl-u'], 'a\n'],
    [['family 👨‍👩‍👧', 'backspace'], 'family '],
  ])('%j gives %j', (keys, text) => expect(typed(...keys).text).toBe(text))

  test('a line goes on behind a backslash, Shift-Enter and Alt-Enter, and is sent whole', () => {
    const { acts } = typed('a\\', 'return', 'b', 'shift-return', 'c', 'meta-return', 'd', 'return')
    expect(acts).toEqual([{ do: 'send', text: 'a\nb\nc\nd' }])
  })

  test('Ctrl-C clears the line, then leaves; Ctrl-D deletes, then leaves', () => {
    expect(typed('abc', 'ctrl-c', 'ctrl-c').acts).toEqual([{ do: 'interrupt' }])
    expect(typed('a', 'left', 'ctrl-d', 'ctrl-d').acts).toEqual([{ do: 'leave' }])
  })

  test('an unknown key changes nothing', () => {
    expect(edited(filled('a'), keyOf('meta-q'))).toBeUndefined()
    expect(placeOf(filled('a\nbc'))).toMatchObject({ row: 1, column: 2 })
  })
})

test('older lines are looked at, and what was being typed comes back', () => {
  expect(typed('draft', 'up').text).toBe('second question')
  expect(typed('draft', 'up', 'up', 'up').text).toBe('first question')
  expect(typed('draft', 'up', 'up', 'down', 'down').text).toBe('draft')
  expect(typed('a', 'ctrl-j', 'b', 'up').text).toBe('a\nb')
})

test('Ctrl-R finds, goes further back, and sends or takes', () => {
  const { prompt } = typed('ctrl-r', 'question')
  expect(foundBy(prompt, given)).toBe('second question')
  expect(typed('ctrl-r', 'question', 'ctrl-r', 'return').acts).toEqual([
    { do: 'send', text: 'first question' },
  ])
  expect(typed('ctrl-r', 'second', 'escape').text).toBe('second question')
  expect(typed('draft', 'ctrl-r', 'x', 'ctrl-c').text).toBe('draft')
})

test('Tab writes what all completions share, then each in turn', () => {
  expect(typed('/p', 'tab').text).toBe('/plan')
  expect(typed('/po', 'tab').text).toBe('/policy')
  expect(typed('/pl', 'tab', 'tab', 'tab').text).toBe('/plans')
})

test('files are completed after @, folders with a slash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-complete-'))
  mkdirSync(join(folder, 'data'))
  for (const name of ['data/a.csv', 'b.csv', '.hidden']) writeFileSync(join(folder, name), '')
  const of = (text: string) =>
    completions(text, text.length, folder, () => undefined).options.map(each => each.text)
  expect(of('sum of @')).toEqual(['b.csv', 'data/'])
  expect(of('sum of @data/')).toEqual(['data/a.csv'])
  expect(of('sum of @.h')).toEqual(['.hidden'])
  expect(of('no file')).toEqual([])
  mkdirSync(join(folder, 'my data'))
  writeFileSync(join(folder, 'my data', 'two ä.csv'), '')
  for (const typed of ['@m', '@my ', '@my da', '@"my da'])
    expect(of(`sum of ${typed}`), typed).toEqual(['"my data/'])
  expect(of('sum of @b.csv and')).toEqual([])
  expect(of('sum of @"my data/')).toEqual(['"my data/two ä.csv"'])
  expect(of('sum of @"my data/two ä.csv" and')).toEqual([])
  rmSync(folder, { recursive: true })
})

test('the history lasts, holds no line twice in a row, and passes a torn line over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'intend-history-'))
  const file = join(folder, 'own', 'history.jsonl')
  const history = openHistory(file)
  for (const line of ['one', 'two\nlines', 'two\nlines', ' ']) history.add(line)
  writeFileSync(file, '"torn', { flag: 'a' })
  expect(openHistory(file).lines()).toEqual(['one', 'two\nlines'])
  rmSync(folder, { recursive: true })
})
