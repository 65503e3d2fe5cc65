// How far apart two places of a sentence stand: by what separates them, not by words.

/** Marks and words that separate, and how strongly. */
const barriers =
  /(?<strong>[;–—]|:(?!\d)|(?<!\d|\b[ap](?:\.m)?)\.(?!\d)|\b(?:but|whereas|although)\b|,\s+while\b)|(?<weak>,(?!\d)(?:\s+(?:and|or|which|who|whose|where|when)\b)?|[()]|\b(?:and|or|which|who|whose|where|when|that)\b)/giu

/** How well something at `from` and something at `to` belong together: 1 in one clause, less beyond. */
export function nearness(text: string, from: number, to: number): number {
  // a whole parenthesis separates nothing; what stands in one is of what stands before it
  const between = text
    .slice(Math.min(from, to), Math.max(from, to))
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll(')', ';')
  let cost = 0
  for (const { groups } of between.matchAll(barriers)) cost += groups?.strong ? 3 : 1
  return 1 / (1 + cost)
}

export const nearnessTo = (
  text: string,
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
) => nearness(text, at, at < from ? from : to)

/** The part of a sentence between strong marks (`;`, `:`, a dash, `but`) that holds the position `at`. */
export function clauseAt(text: string, at: number) {
  let from = 0
  for (const { index, 0: mark, groups } of text.matchAll(barriers)) {
    if (!groups?.strong) continue
    if (index >= at) return { from, to: index, text: text.slice(from, index) }
    from = index + mark.length
  }
  return { from, to: text.length, text: text.slice(from) }
}

/** The words around `from` to `to` up to the next mark or word that separates. */
export function segmentAt(text: string, from: number, to: number): string {
  const marks = [...text.matchAll(barriers)]
  const before = marks.findLast(({ index, 0: mark }) => index + mark.length <= from)
  const after = marks.find(({ index }) => index >= to)
  return text.slice(before ? before.index + before[0].length : 0, after?.index ?? text.length)
}
