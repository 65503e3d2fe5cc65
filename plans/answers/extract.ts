// The answer in a reply that is prose, by the priority chain of the paper's harness. What a value wears on
// the page (emphasis, quotation marks, brackets) is taken off; the value itself is never changed.
import { unstopped } from './tidy.ts'

/**
 * The answer in `reply`: the value of the last `FINAL ANSWER: <value>`; else of the last
 * `Answer: <value>`; else the last line that is not empty; `''` for a reply without such a line.
 *
 * Where the paper is silent: capitals do not matter, and a mark may stand anywhere in a line. A value
 * ends with its line; where the rest of the line is empty it is the next line that is not, and a mark
 * that nothing follows does not count. A line of nothing but a rule, a code fence or a mark is empty.
 * Off come a list's or heading's mark before a line, and around the whole value emphasis, quotation
 * marks, `[ ]`, `< >`, `\boxed{ }` and mathematical signs, and one full stop that ends a sentence (of
 * `Inc.` or `p.m.` it is a part). Thoughts of a model are to be taken out of `reply` before.
 */
export function extractAnswer(reply: string): string {
  const lines = reply.split(/\r\n|[\n\r\u2028\u2029]/)
  const last = lines.findLast(line => !isEmpty(line)) ?? ''
  return lastMarked(lines, finalAnswer) ?? lastMarked(lines, answer) ?? undressed(lineText(last))
}

// --- internal ---

/** A mark with the emphasis before it, which may be closed before or after the colon. */
const marked = (words: string) =>
  new RegExp(
    `([*_\`~]{0,3})(?<![\\p{L}\\p{N}])${words}(\\1)?[^\\S\\n]{0,9}[:：][^\\S\\n]{0,9}(\\1)?`,
    'giu',
  )
const finalAnswer = marked('final[\\s_]{1,3}answer')
const answer = marked('answer')

function lastMarked(lines: readonly string[], mark: RegExp): string | undefined {
  let next: string | undefined
  for (let at = lines.length - 1; at >= 0; at--) {
    for (const found of [...lines[at]!.matchAll(mark)].reverse()) {
      const [whole, before = '', closed, closedLater] = found
      const rest = lines[at]!.slice(found.index + whole.length).trim()
      const open = before !== '' && !closed && !closedLater
      const value = undressed(open && rest.endsWith(before) ? rest.slice(0, -before.length) : rest)
      if (value !== '') return value
      if (next !== undefined) return undressed(lineText(next))
    }
    if (!isEmpty(lines[at]!)) next = lines[at]!
  }
  return undefined
}

const isEmpty = (line: string) =>
  /^(?:[\s\ufeff>*_=-]*|\s*(?:`{3,}|~{3,})[\w+-]*\s*)$/.test(line) ||
  /^[^\p{L}\p{N}]*(?:final[\s_]{1,3})?answer[^\p{L}\p{N}]*$/iu.test(line)

const lineText = (line: string) => line.replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+)/, '').trim()

const dress = [
  ...['***', '**', '__', '~~', '*', '_', '```', '`', '"', "'"].map(mark => [mark, mark] as const),
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['[', ']'],
  ['<', '>'],
  ['\\boxed{', '}'],
  ['\\text{', '}'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['$', '$'],
] as const

function undressed(text: string): string {
  const value = unstopped(text.trim())
  for (const [open, close] of dress) {
    const whole = value.endsWith(`${close}.`) ? value.slice(0, -1) : value
    if (!whole.startsWith(open) || !whole.endsWith(close)) continue
    const inside = whole.slice(open.length, -close.length)
    if (whole.length > open.length + close.length && !inside.includes(close))
      return undressed(inside)
  }
  return value
}
