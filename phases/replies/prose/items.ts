// Where one item of a list ends and the next one begins, in free prose.
import type { Field } from '../../fields.ts'
import { type Line, segmentsOf } from './lines.ts'
import { itemsIn } from './values.ts'

/**
 * The lines of each item of a list. Items are known by their marks, by a label that comes again, by
 * the empty lines between them, or by the separators of a single line; what stands before the first
 * one is an introduction.
 */
export function itemsOf(lines: readonly Line[], item: Field): readonly (readonly Line[])[] {
  const names = Object.keys(item.properties ?? {})
  const labelOf = (line: Line) => segmentsOf(line, names)[0]?.name
  const mark = lines.find(line => line.kind === 'item' || line.kind === 'heading')
  const first = lines.find(
    line => labelOf(line) !== undefined && line.depth <= (mark ?? line).depth,
  )
  const label = first && labelOf(first)
  const others = lines.filter(line => line.depth === first?.depth && labelOf(line) !== undefined)
  // one line a field: an item begins where its first label comes again
  if (first && others.some(line => labelOf(line) !== label))
    return cutAt(lines, line => line.depth === first.depth && labelOf(line) === label)
  if (mark) return cutAt(lines, line => line.depth <= mark.depth && line.kind !== 'text')
  const [only, more] = lines
  return more || !only
    ? lines.map(line => [line])
    : itemsIn(only.text, item).map(text => [{ ...only, text }])
}

// --- internal ---

/** What stands before the first beginning is an introduction. */
function cutAt(
  lines: readonly Line[],
  begins: (line: Line) => boolean,
): readonly (readonly Line[])[] {
  const parts: Line[][] = []
  for (const line of lines) {
    if (begins(line)) parts.push([line])
    else parts.at(-1)?.push(line)
  }
  return parts
}
