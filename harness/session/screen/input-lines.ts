// The lines below what runs: what is asked, what waits, the text being typed with its cursor, what it can be
// completed to, and the session in a line. Pure.
import { basename } from 'node:path'
import { placeOf } from '../../terminal/input/buffer.ts'
import { type Completions, foundBy, type Prompt } from '../../terminal/input/prompt.ts'
import { columnsOf, harmless, shortened, wrapped } from '../../terminal/plain-text.ts'
import type { Paint } from '../../terminal/progress.ts'
import { counted } from '../../terminal/spending.ts'
import type { Board } from '../board.ts'

interface Typing {
  readonly prompt: Prompt
  readonly history: readonly string[]
  readonly completions: Completions
  readonly width: number
  readonly paint: Paint
}

export function inputLines(
  board: Board,
  typing: Typing,
): {
  readonly lines: readonly string[]
  readonly cursor: { readonly x: number; readonly y: number }
} {
  const { width, paint, prompt } = typing
  const above = [
    ...(board.asked ?? []).flatMap(line => wrapped(line, width)).map(paint.phase),
    ...board.queue.map(line => paint.faint(shortened(`waits: ${line}`, width))),
    ...(board.queue.length > 0 && board.turn && !board.asked
      ? [paint.faint(shortened('Enter says the first of it now', width))]
      : []),
    paint.faint('─'.repeat(width)),
  ]
  const { lines, x, y } = prompt.search ? searchLine(typing) : typedLines(typing)
  return {
    lines: [...above, ...lines, ...menuLines(typing), paint.faint(statusLine(board, width))],
    cursor: { x, y: above.length + y },
  }
}

// --- internal ---

/** Rows of a long text that are shown at once. */
const mostRows = 8
const mostOptions = 6

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text in rows of the width; a row is broken where it is full, so that the cursor's place is certain. */
function typedLines({ prompt: { buffer }, width, paint }: Typing) {
  const { lines, row, column } = placeOf(buffer)
  const room = Math.max(1, width - 3)
  const rows: { text: string; first: boolean }[] = []
  let [x, y] = [2, 0]
  for (const [at, line] of lines.entries()) {
    let [text, used, index] = ['', 0, 0]
    const mark = () => {
      if (at === row && index <= column) [x, y] = [2 + used, rows.length]
    }
    let first = at === 0
    for (const { segment } of characters.segment(line)) {
      mark()
      const shown = segment === '\t' ? ' ' : segment
      const columns = columnsOf(shown)
      if (used + columns > room) {
        rows.push({ text, first })
        first = false
        ;[text, used] = ['', 0]
        mark()
      }
      text += shown
      used += columns
      index += segment.length
    }
    mark()
    rows.push({ text, first })
  }
  const from = Math.max(0, Math.min(y - mostRows + 2, rows.length - mostRows))
  const shown = rows.slice(from, from + mostRows)
  return {
    lines: shown.map(
      ({ text, first }) => `${paint.phase(first ? '>' : ' ')} ${harmlessPart(text)}`,
    ),
    x,
    y: y - from,
  }
}

/** What would act on the terminal is shown as a dot of the same width. */
const harmlessPart = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '·')

function searchLine({ prompt, history, width, paint }: Typing) {
  const found = foundBy(prompt, { history })
  const head = `search ${prompt.search?.for ?? ''}`
  const rest = found === undefined ? 'nothing found' : harmless(found)
  return {
    lines: [
      `${paint.phase('?')} ${shortened(head, width - 2)}`,
      paint.faint(`  ${shortened(rest, width - 2)}`),
    ],
    x: Math.min(width - 1, 2 + columnsOf(head)),
    y: 0,
  }
}

function menuLines({ prompt, completions, width, paint }: Typing): readonly string[] {
  const { options } = prompt.choice?.of ?? completions
  const at = prompt.choice?.at ?? -1
  if (options.length === 0 || prompt.buffer.text === '') return []
  const from = Math.max(0, Math.min(at - mostOptions + 1, options.length - mostOptions))
  const shown = options.slice(from, from + mostOptions)
  const wide = Math.min(28, Math.max(...shown.map(({ text }) => columnsOf(text))) + 2)
  const rows = shown.map(({ text, about = '' }, index) => {
    const first = `  ${shortened(text, width - 2)}`
    const padding = ' '.repeat(Math.max(1, wide + 2 - columnsOf(first)))
    const room = width - columnsOf(first + padding)
    const line = about === '' || room < 2 ? first : first + padding + shortened(about, room)
    return from + index === at ? paint.phase(line) : paint.faint(line)
  })
  const more = options.length - from - shown.length
  return more > 0 ? [...rows, paint.faint(`  ${more} more`)] : rows
}

/** Who answers and the files come first, the name of the session where there is room for it. */
function statusLine({ about, preparing, files, name = '', left }: Board, width: number): string {
  if (left !== undefined) return ''
  const lines = [files.map(path => basename(path)).join(', '), counted(files.length, 'file')]
    .map(attached => [preparing ?? about, ...(files.length === 0 ? [] : [attached])])
    .flatMap(parts => [[...parts, name], parts])
    .map(parts => harmless(parts.filter(Boolean).join(' · ')))
  return lines.find(line => columnsOf(line) <= width) ?? shortened(lines.at(-1)!, width)
}
