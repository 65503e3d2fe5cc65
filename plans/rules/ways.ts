// Which of the things done one after the other led to a success, and what they needed for it: told by what
// was seen before each (as in explanation-based generalisation: Mitchell, Keller and Kedar-Cabelli, 1986).
import { stemsOf } from '../text/words.ts'

/** One action in a world of words. */
export interface Deed {
  /** In the world's words; undefined where it is not known. */
  readonly action: string | undefined
  /** What was seen before it, sentence by sentence; undefined where it is not known. */
  readonly seen: readonly string[] | undefined
  /** The world's score after it; undefined where the world refused it. */
  readonly reached: number | undefined
}

/** How a rise of the score was come to. */
interface WayUp<Done extends Deed> {
  /** From the rise before, without detours that came back to what had been seen. */
  readonly done: readonly Done[]
  /** Of these, what brought about something that a later one of them speaks of, and the last. */
  readonly needed: readonly Done[]
}

/** The deeds with which the score rose above what it had ever been. */
export function rises<Done extends Deed>(deeds: readonly Done[]): readonly Done[] {
  let best = 0
  return deeds.filter(({ reached = 0 }) => {
    const rose = reached > best
    best = Math.max(best, reached)
    return rose
  })
}

/** The deeds behind the last of `rises`. */
export function sinceLastRise<Done extends Deed>(deeds: readonly Done[]): readonly Done[] {
  const last = rises(deeds).at(-1)
  return last === undefined ? deeds : deeds.slice(deeds.lastIndexOf(last) + 1)
}

/** The ways to each of `rises`, in order. A deed that speaks of nothing seen may need all before it. */
export function waysUp<Done extends Deed>(deeds: readonly Done[]): readonly WayUp<Done>[] {
  const ways: WayUp<Done>[] = []
  const last = new Set(rises(deeds))
  let way: readonly Done[] = []
  for (const deed of deeds) {
    const again = way.findIndex(({ seen }) => seen && deed.seen && isSameScene(seen, deed.seen))
    way = [...(again < 0 ? way : way.slice(0, again)), deed]
    if (!last.has(deed)) continue
    ways.push({ done: way, needed: needed(way) })
    way = []
  }
  return ways
}

/** The sentences that speak of what the action is done to: the shortest for each of its words but the verb. */
export function spokenOf(action: string, sentences: readonly string[]): readonly string[] {
  const found = [...stemsOf(action)].slice(1).flatMap(word => {
    const saying = sentences.filter(sentence => stemsOf(sentence).has(word))
    return saying.sort((a, b) => a.length - b.length).slice(0, 1)
  })
  return [...new Set(found)]
}

/** Whether two scenes show the same, in whatever order. */
export function isSameScene(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && new Set([...some, ...others]).size === new Set(some).size
}

// --- internal ---

/** The deeds without which a later one would have had nothing to be done to, and the last. */
function needed<Done extends Deed>(way: readonly Done[]): readonly Done[] {
  const kept: Done[] = []
  const wanted = new Set<string>()
  let all = false
  for (const [at, deed] of [...way.entries()].reverse()) {
    const after = way[at + 1]?.seen
    const { seen } = deed
    const brought =
      after === undefined ||
      seen === undefined ||
      after.some(each => wanted.has(each) && !seen.includes(each))
    if (!all && !brought) continue
    kept.unshift(deed)
    const speaks = spokenOf(deed.action ?? '', seen ?? [])
    if (speaks.length === 0) all = true
    for (const each of after ?? []) if (!seen?.includes(each)) wanted.delete(each)
    for (const each of speaks) wanted.add(each)
  }
  return kept
}
