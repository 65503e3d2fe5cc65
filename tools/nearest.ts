// Which known name somebody may have meant: for files, columns and cell values.
import { distance } from 'fastest-levenshtein'

/** A name without case, accents, spaces and punctuation: `Unit Price` and `unit_price` fold alike. */
export function foldName(name: string): string {
  const folded = foldText(name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return folded === '' ? name.trim() : folded
}

/** Text as it is compared: one Unicode form, no outer or repeated spaces, lower case. */
export function foldText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** At most `count` of `names` that resemble `name`, best first; empty when nothing does. */
export function nearest(name: string, names: Iterable<string>, count = 3): string[] {
  const wanted = foldName(name)
  const scored: { readonly known: string; readonly cost: number }[] = []
  for (const known of names) {
    const folded = foldName(known)
    const apart = distance(wanted.slice(0, longest), folded.slice(0, longest))
    const overlap = wanted.includes(folded) || folded.includes(wanted)
    const inside = overlap && Math.min(wanted.length, folded.length) >= 3
    if (inside || apart <= Math.max(1, Math.floor(wanted.length / 3)))
      scored.push({ known, cost: inside ? Math.min(1, apart) : apart })
  }
  return scored
    .sort((a, b) => a.cost - b.cost || (a.known < b.known ? -1 : 1))
    .slice(0, count)
    .map(each => each.known)
}

// the rest of a longer name is not compared
const longest = 100
