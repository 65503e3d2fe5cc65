// What a person is typing, and what each key does with it: editing, looking back, searching, completing,
// sending. A pure function from keys; nothing here draws or acts.
import {
  type Buffer,
  edited,
  empty,
  filled,
  inserted,
  type Key,
  placeOf,
  spelled,
} from './buffer.ts'

export interface Prompt {
  readonly buffer: Buffer
  /** Set while older lines are looked at: how far back, and what was being typed before. */
  readonly past?: { readonly back: number; readonly draft: string }
  /** Set while older lines are searched: for what, and how many finds further back. */
  readonly search?: { readonly for: string; readonly back: number }
  /** Set while Tab goes through completions: which of them, of what was typed. */
  readonly choice?: { readonly at: number; readonly of: Completions }
}

/** What the text before the cursor may be completed to. */
export interface Completions {
  /** Where in the text that which is completed begins. */
  readonly from: number
  readonly options: readonly Completion[]
}

export interface Completion {
  readonly text: string
  readonly about?: string
}

/** What is to be done beside showing the prompt. */
export type Act =
  | { readonly do: 'send'; readonly text: string }
  | { readonly do: 'stop' | 'leave' | 'interrupt' | 'unfold' | 'editor' | 'redraw' }

export interface Given {
  /** Lines sent before, the latest last. */
  readonly history: readonly string[]
  readonly complete: (text: string, at: number) => Completions
}

export const blank: Prompt = { buffer: empty }

/** The prompt after the key, and what is to be done. */
export function press(prompt: Prompt, key: Key, given: Given): readonly [Prompt, Act?] {
  const { buffer } = prompt
  const name = spelled(key)
  if (prompt.search) return searching(prompt, key, given)
  switch (name) {
    case 'return':
      if (buffer.text.slice(0, buffer.at).endsWith('\\'))
        return [{ buffer: inserted(edited(buffer, { text: '', name: 'backspace' })!, '\n') }]
      return [blank, { do: 'send', text: buffer.text }]
    case 'escape':
      return [prompt.choice || prompt.past ? { buffer } : prompt, { do: 'stop' }]
    case 'ctrl-c':
      return buffer.text === '' ? [prompt, { do: 'interrupt' }] : [{ buffer: filled('', buffer) }]
    case 'ctrl-d':
      if (buffer.text === '') return [prompt, { do: 'leave' }]
      break
    case 'ctrl-t':
      return [prompt, { do: 'unfold' }]
    case 'ctrl-g':
    case 'ctrl-x':
      return [prompt, { do: 'editor' }]
    case 'ctrl-l':
      return [prompt, { do: 'redraw' }]
    case 'ctrl-r':
      return [{ ...prompt, search: { for: '', back: 0 } }]
    case 'tab':
    case 'shift-tab':
      return [completed(prompt, name === 'tab' ? 1 : -1, given)]
    case 'up':
    case 'ctrl-p':
      return [upward(prompt, given)]
    case 'down':
    case 'ctrl-n':
      return [downward(prompt, given)]
  }
  const next = edited(buffer, key)
  return [next ? { buffer: next } : prompt]
}

/** The line that is found, while older ones are searched. */
export function foundBy(
  { search }: Prompt,
  { history }: Pick<Given, 'history'>,
): string | undefined {
  if (!search || search.for === '') return undefined
  const wanted = search.for.toLowerCase()
  const found = history.filter(line => line.toLowerCase().includes(wanted)).reverse()
  return [...new Set(found)][search.back]
}

// --- internal ---

function searching(prompt: Prompt, key: Key, given: Given): readonly [Prompt, Act?] {
  const { buffer, search = { for: '', back: 0 } } = prompt
  const found = foundBy(prompt, given)
  const taken: Prompt = { buffer: found === undefined ? buffer : filled(found, buffer) }
  const name = spelled(key)
  if (name === 'ctrl-r') {
    const next = { ...prompt, search: { ...search, back: search.back + 1 } }
    return [foundBy(next, given) === undefined ? prompt : next]
  }
  if (name === 'backspace')
    return [{ ...prompt, search: { for: search.for.slice(0, -1), back: 0 } }]
  if (name === 'ctrl-c' || name === 'ctrl-g') return [{ buffer }]
  if (name === 'escape') return [taken]
  if (name === 'return') return found === undefined ? [taken] : [blank, { do: 'send', text: found }]
  if (name === '' && key.text !== '')
    return [{ ...prompt, search: { for: search.for + key.text, back: 0 } }]
  return press(taken, key, given)
}

/** The cursor a line further down in a text of several, or up; undefined where there is no such line. */
function onNextLine({ buffer, past }: Prompt, down: 1 | -1): Prompt | undefined {
  const { lines, row, column } = placeOf(buffer)
  const next = lines[row + down]
  if (next === undefined) return undefined
  const start = lines.slice(0, row + down).reduce((sum, line) => sum + line.length + 1, 0)
  const at = start + Math.min(column, next.length)
  return { buffer: { ...buffer, at }, ...(past && { past }) }
}

/** The line above; in the first one what was sent before. */
function upward(prompt: Prompt, { history }: Given): Prompt {
  const above = onNextLine(prompt, -1)
  if (above) return above
  const { buffer, past } = prompt
  const back = (past?.back ?? 0) + 1
  const line = history.at(-back)
  if (line === undefined) return { buffer, ...(past && { past }) }
  return { buffer: filled(line, buffer), past: { back, draft: past?.draft ?? buffer.text } }
}

function downward(prompt: Prompt, { history }: Given): Prompt {
  const below = onNextLine(prompt, 1)
  if (below) return below
  const { buffer, past } = prompt
  if (!past) return { buffer }
  const back = past.back - 1
  if (back === 0) return { buffer: filled(past.draft, buffer) }
  return { buffer: filled(history.at(-back)!, buffer), past: { ...past, back } }
}

/** What all completions share is written; where that is nothing more, each of them in turn. */
function completed(prompt: Prompt, step: number, given: Given): Prompt {
  const { buffer, choice } = prompt
  const of = choice?.of ?? given.complete(buffer.text, buffer.at)
  const { from, options } = of
  const [only] = options
  if (!only) return prompt
  const written = (text: string): Buffer => {
    const head = buffer.text.slice(0, from) + text
    return { ...buffer, text: head + buffer.text.slice(buffer.at), at: head.length }
  }
  if (options.length === 1) return { buffer: written(only.text) }
  const shared = sharedBy(options.map(({ text }) => text))
  if (!choice && shared.length > buffer.at - from) return { buffer: written(shared) }
  const next = choice ? choice.at + step : step > 0 ? 0 : -1
  const at = (next + options.length) % options.length
  return { buffer: written(options[at]!.text), choice: { at, of } }
}

function sharedBy([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
