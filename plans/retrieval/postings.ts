// Which plans hold which words: an inverted index over whole numbers, so that a hundred thousand plans
// are counted through in about a millisecond.

/** What a search found, and what it cost. */
interface Hits {
  /** Nearest first; more than asked for where several are equally near. */
  readonly found: readonly { readonly plan: number; readonly near: number }[]
  /** How many places of the index were looked at. */
  readonly touched: number
  /** Words of the query that some plan holds. */
  readonly known: readonly string[]
}

/** A word of a plan or a query, and how much more than another it counts. */
export type Weighted = ReadonlyMap<string, number>

/** An empty index. */
export function createPostings() {
  const index: Index = {
    numbers: new Map(),
    lists: [],
    documents: [],
    size: 0,
    sums: new Float32Array(1024),
  }
  const { lists, documents } = index
  return {
    /** Gives the plan a number. Numbers are given in order and never twice. */
    add(weighted: Weighted): number {
      const plan = documents.length
      const words = Int32Array.from(weighted.keys(), word => numberOf(index, word))
      documents.push({ words, weights: Float32Array.from(weighted.values()) })
      for (const word of words) {
        lists[word]!.plans.push(plan)
        lists[word]!.live++
      }
      index.size++
      return plan
    },
    remove(plan: number): void {
      const document = documents[plan]
      if (!document) return
      documents[plan] = undefined
      index.size--
      for (const word of document.words) {
        const list = lists[word]!
        list.live--
        if (list.live * 2 < list.plans.length)
          list.plans = list.plans.filter(each => documents[each] !== undefined)
      }
    },
    /** At most about `limit` plans, with how near they are: 1 says the same, 0 has no word in common. */
    search: (query: Weighted, limit: number): Hits => search(index, query, limit),
    /** Plans that have not been removed. */
    get size() {
      return index.size
    },
  }
}

// --- internal ---

interface Index {
  /** The number of each word, which is the place of its list. */
  readonly numbers: Map<string, number>
  readonly lists: List[]
  readonly documents: (Document | undefined)[]
  size: number
  /** For one search, of each plan; all zero between searches. */
  sums: Float32Array
}

function numberOf({ numbers, lists }: Index, word: string): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, lists.length)
  lists.push({ plans: [], live: 0 })
  return lists.length - 1
}

/** By so much at the most two plans differ that are equally near, their words added up in another order. */
const rounding = 1e-6

/** How much a word tells that so many plans have: little when most do. */
const telling = ({ size }: Index, live: number) => Math.log(1 + (size - live + 0.5) / (live + 0.5))

function search(index: Index, query: Weighted, limit: number): Hits {
  const { numbers, lists, documents } = index
  const known: string[] = []
  const words: Sought[] = []
  let asked = 0
  for (const [text, weight] of query) {
    const word = numbers.get(text) ?? -1
    const live = lists[word]?.live ?? 0
    // a word no plan holds tells against all of them, as much as one that a single plan holds
    const told = weight * telling(index, live || 1)
    asked += told
    if (live === 0) continue
    known.push(text)
    words.push({ word, weight: told })
  }
  words.sort((a, b) => lists[a.word]!.live - lists[b.word]!.live)
  const { rough, touched } = collect(index, words)
  const sought = new Map(words.map(({ word, weight }) => [word, weight]))
  const found = best(rough, Math.max(mostCompared, limit))
    .map(({ plan }) => ({ plan, near: nearness(documents[plan]!, sought, asked, index) }))
    .sort((a, b) => b.near - a.near)
  const last = found[limit - 1]?.near ?? 0
  return { found: found.filter(hit => hit.near >= last - rounding), touched, known }
}

/** The plans that hold the rarest of the words, each with the sum of their weights. */
function collect(index: Index, words: readonly Sought[]) {
  const { lists, documents } = index
  if (index.sums.length < documents.length) index.sums = new Float32Array(documents.length * 2)
  const { sums } = index
  let touched = 0
  const seen: number[] = []
  for (const { word, weight } of words) {
    const { plans } = lists[word]!
    if (touched > 0 && touched + plans.length > mostTouched) break
    touched += plans.length
    for (const plan of plans) {
      if (documents[plan] === undefined) continue
      if (sums[plan] === 0) seen.push(plan)
      sums[plan]! += weight
    }
  }
  const rough = seen.map(plan => ({ plan, sum: sums[plan]! }))
  for (const plan of seen) sums[plan] = 0
  return { rough, touched }
}

/** Numbers of plans in rising order, some of which may have been removed since. */
interface List {
  plans: number[]
  live: number
}

interface Document {
  readonly words: Int32Array
  readonly weights: Float32Array
}

interface Sought {
  readonly word: number
  readonly weight: number
}

/** Places looked at before the more frequent words are left to the comparison. */
const mostTouched = 50_000

/** Plans that are compared word by word. */
const mostCompared = 200

/** The share of words in common, among those asked for and those the plan has (Dice). */
function nearness(
  { words, weights }: Document,
  sought: ReadonlyMap<number, number>,
  asked: number,
  index: Index,
): number {
  let had = 0
  let common = 0
  for (let i = 0; i < words.length; i++) {
    const weight = weights[i]! * telling(index, index.lists[words[i]!]!.live)
    had += weight
    common += Math.min(sought.get(words[i]!) ?? 0, weight)
  }
  return (2 * common) / (asked + had || 1)
}

/** The `limit` with the greatest sums and all that equal the last of them. */
function best(
  rough: readonly { readonly plan: number; readonly sum: number }[],
  limit: number,
): typeof rough {
  if (rough.length <= limit) return rough
  const sums = Float32Array.from(rough, ({ sum }) => sum).sort()
  const least = sums[sums.length - limit]!
  return rough.filter(({ sum }) => sum >= least)
}
