// The text that is being typed, of one line or several, and what keys do to it: those of emacs, as in a shell.

/** The text, the place of the cursor in it, and what was cut last. */
export interface Buffer {
  readonly text: string
  readonly at: number
  readonly cut: string
}

/** A key, or a piece of text where no key is named. */
export interface Key {
  readonly text: string
  readonly name?: KeyName
  readonly ctrl?: boolean
  readonly meta?: boolean
  readonly shift?: boolean
}

export type KeyName =
  | ('up' | 'down' | 'left' | 'right' | 'home' | 'end')
  | ('return' | 'escape' | 'tab' | 'backspace' | 'delete')

export const empty: Buffer = { text: '', at: 0, cut: '' }

/** A buffer with this text, the cursor behind it. */
export const filled = (text: string, { cut }: Buffer = empty): Buffer => ({
  text,
  at: text.length,
  cut,
})

/** The buffer with `piece` where the cursor is. */
export function inserted({ text, at, cut }: Buffer, piece: string): Buffer {
  return { text: text.slice(0, at) + piece + text.slice(at), at: at + piece.length, cut }
}

/** What the key makes of the buffer; undefined when it is none that edits. */
export function edited(buffer: Buffer, key: Key): Buffer | undefined {
  const command = commands[spelled(key)]
  if (command) return command(buffer)
  return key.name || key.ctrl || key.meta || key.text === ''
    ? undefined
    : inserted(buffer, key.text)
}

/** How a key is written: `ctrl-a`, `meta-f`, `left`. */
export function spelled({ name, text, ctrl, meta, shift }: Key): string {
  const held = [ctrl && 'ctrl', meta && 'meta', shift && name && 'shift']
  return [...held.filter(Boolean), name ?? (ctrl || meta ? text : '')].join('-')
}

/** The lines of the buffer, and in which of them, how far in, the cursor is. */
export function placeOf({ text, at }: Buffer) {
  const before = text.slice(0, at).split('\n')
  return { lines: text.split('\n'), row: before.length - 1, column: before.at(-1)!.length }
}

// --- internal ---

type Command = (buffer: Buffer) => Buffer

const to =
  (place: (buffer: Buffer) => number): Command =>
  buffer => ({ ...buffer, at: place(buffer) })

/** Takes out what lies between the cursor and the place; `keep` for what is cut and can be put back. */
const out =
  (place: (buffer: Buffer) => number, keep = false): Command =>
  buffer => {
    const [from, until] = [buffer.at, place(buffer)].sort((a, b) => a - b) as [number, number]
    const gone = buffer.text.slice(from, until)
    const text = buffer.text.slice(0, from) + buffer.text.slice(until)
    return { text, at: from, cut: keep && gone !== '' ? gone : buffer.cut }
  }

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const left = ({ text, at }: Buffer) =>
  at - ([...characters.segment(text.slice(0, at))].at(-1)?.segment.length ?? 0)
const right = ({ text, at }: Buffer) => {
  const [next] = characters.segment(text.slice(at))
  return at + (next?.segment.length ?? 0)
}
const wordLeft = ({ text, at }: Buffer) =>
  /[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u.exec(text.slice(0, at))!.index
const wordRight = ({ text, at }: Buffer) =>
  at + /^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(at))![0].length
const blankLeft = ({ text, at }: Buffer) => /\S*\s*$/.exec(text.slice(0, at))!.index
const lineStart = ({ text, at }: Buffer) => text.lastIndexOf('\n', at - 1) + 1
const lineEnd = ({ text, at }: Buffer) => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
/** As emacs does: the end of the line, and where the cursor is there already, the line break. */
const lineRest = (buffer: Buffer) =>
  Math.max(lineEnd(buffer), Math.min(right(buffer), lineEnd(buffer) + 1))

const swap: Command = buffer => {
  const before = left(buffer)
  if (before === 0 && buffer.text.length < 2) return buffer
  const after = right(buffer)
  const { text, at } = buffer
  if (after === at || before === at) return buffer
  const turned = text.slice(at, after) + text.slice(before, at)
  return { ...buffer, text: text.slice(0, before) + turned + text.slice(after), at: after }
}

const commands: Readonly<Record<string, Command>> = {
  left: to(left),
  'ctrl-b': to(left),
  right: to(right),
  'ctrl-f': to(right),
  home: to(lineStart),
  'ctrl-a': to(lineStart),
  end: to(lineEnd),
  'ctrl-e': to(lineEnd),
  'meta-b': to(wordLeft),
  'ctrl-left': to(wordLeft),
  'meta-left': to(wordLeft),
  'meta-f': to(wordRight),
  'ctrl-right': to(wordRight),
  'meta-right': to(wordRight),
  backspace: out(left),
  'ctrl-h': out(left),
  delete: out(right),
  'ctrl-d': out(right),
  'ctrl-w': out(blankLeft, true),
  'meta-backspace': out(wordLeft, true),
  'meta-d': out(wordRight, true),
  'ctrl-u': out(lineStart, true),
  'ctrl-k': out(lineRest, true),
  'ctrl-y': buffer => inserted(buffer, buffer.cut),
  'meta-t': swap,
  'ctrl-j': buffer => inserted(buffer, '\n'),
  'shift-return': buffer => inserted(buffer, '\n'),
  'meta-return': buffer => inserted(buffer, '\n'),
}
