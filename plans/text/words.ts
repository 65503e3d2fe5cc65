// The words of English that more than one room needs: stems, and the words that tell nothing. Porter's
// stemmer was tried and goes too far here: `difference` and `different`, `product` and `production`,
// `general` and `generate` become one word.

/** Without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The telling words of a text as stems, in order: `the Booked rooms` gives `book`, `room`. */
export function termsOf(text: string): readonly string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter(word => word.length <= longest && !stopWords.has(word)).map(stem)
}

/** The telling words of a text as stems, each once. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(termsOf(text))
}

/**
 * A word in small letters without the endings of plural, tense, gerund and adverb: the same for all its
 * forms, not always a word of a dictionary (`baked` and `baking` give `bak`).
 */
export function stem(word: string): string {
  const one = singular(word)
  const ending = one.length > 4 && /(?:(?<=...)ing|ed|(?<=....)(?<!pp)ly)$/.exec(one)
  const bare = ending ? one.slice(0, ending.index) : one
  if (bare.length <= 3) return bare
  return bare
    .replace(/([bdfgmnprt])\1$/, '$1')
    .replace(/(?<=...)e$/, '')
    .replace(/(?<=...)i$/, 'y')
}

/** A word in small letters without the ending of a plural: `cities` gives `city`, `glass` stays. */
export function singular(word: string): string {
  // of `movies` it is `movie`
  if (word.length > 4 && word.endsWith('ies') && !/^(?:mov|cook|calor|brown|zomb|self)/.test(word))
    return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/** Words that say nothing about what a text is about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also although am among an and another any are as at be because been before being
  between both but by can cannot could did do does doing done during each either else every few for
  from had has have having he her here hers him his how however i if in into is it its itself just
  many may me might more most much must my neither no nor not of off on one only onto or other others
  our out over own per s same shall she should since so some such t than that the their them then
  there these they this those though through thus to too under unless until up upon us very was we
  were what when where whether which while who whom whose why will with within without would you
  your`.split(/\s+/),
)

/** The source of a regular expression that matches `text` as it is. */
export function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

// --- internal ---

/** Longer runs of letters are no words. */
const longest = 60
