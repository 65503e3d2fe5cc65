// How far apart two places of a sentence stand: by what separates them, not by words.

/** Marks and words that separate, and how strongly. */
const barriers =
  /(?<strong>[;:–—]|(?<!\d)\.(?!\d)|\b(?:but|while|whereas|although)\b)|(?<weak>,(?!\d)|[()]|\b(?:and|or|which|who|whose|where|when|that)\b)/giu

/** How well something at `from` and something at `to` belong together: 1 in one clause, less beyond. */
export function nearness(text: string, from: number, to: number): number {
  const between = text.slice(Math.min(from, to), Math.max(from, to))
  let cost = 0
  for (const { groups } of between.matchAll(barriers)) cost += groups?.strong ? 3 : 1
  return 1 / (1 + cost)
}
