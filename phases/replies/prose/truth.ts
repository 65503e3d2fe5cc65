// Whether sentences say that something is so. What they do not decide is undecided: a question, a doubt,
// a reason and a denial of another thing are no verdict.
import { wordsOf } from './lines.ts'

/**
 * What sentences say about the field `name`, which is yes or no: `it does not hold` for `holds`, `so the
 * answer is no` for `answer`. `undefined` when they do not say it, or not with one voice. `alone` says that
 * there is no other such field, so that a bare `No.` speaks of it.
 */
export function saidOf(name: string, text: string, alone: boolean): boolean | undefined {
  const words = wordsOf(name).split(' ')
  const found = new Set<boolean>()
  for (const sentence of text.split(/(?<=[.!?;])\s+|\n+/)) {
    // what is a reason says nothing of its own
    const main = sentence.replace(/(?<=\S.*)\b(?:because|since)\b.*$/is, '')
    if (/\?\W*$/.test(main) || doubtful.test(main)) continue
    const said = clausesOf(main).map(clause => stated(words, clause))
    for (const each of alone ? [verdictOf(sentence), ...said] : said)
      if (each !== undefined) found.add(each)
  }
  const [only, other] = found
  return other === undefined ? only : undefined
}

// --- internal ---

/** The verdict that stands at the beginning of a sentence or is all of it: `No, because ...`, `true.` */
function verdictOf(text: string): boolean | undefined {
  const [, word, rest = ''] =
    /^["'(*\s]*(yes|true|y|no|false|n)(?![\p{L}\p{N}])["')*]*(.*)$/isu.exec(text) ?? []
  const sure = /^\s*(?:$|[.,;:!–—-]|(?:it|the|this|that|because|since|as|for)\b)/i.test(rest)
  return word === undefined || !sure ? undefined : /^[yt]/i.test(word)
}

/** The clauses of a sentence that say something for themselves: no reasons and no conditions. */
function clausesOf(sentence: string): readonly string[] {
  return sentence
    .split(/[,;:]\s+|\s+(?=(?:because|since|as|so|but|and|although|though|while|given)\b)/i)
    .filter(clause => !/^(?:because|since|as|although|though|while|when|given|due)\b/i.test(clause))
}

const doubtful =
  /\b(?:whether|if|unless|un(?:clear|certain|known|sure|decided)|may|might|can(?:not|'t)?|could|would|should|must|perhaps|maybe|possibl[ey]|probabl[ey]|(?:un)?likely|doubt\w*|claim\w*|suppose\w*|assum\w+|alleged\w*|expect\w*|seem\w*|appear\w*|suggest\w*|nearly|almost|part(?:ly|ially)|not (?:sure|certain|clear|known|decided|yet clear))\b/i
const denials =
  /\b(?:not|never|no|none|nothing|nobody|neither|nor|without|hardly|fail\w*|lack\w*|false|wrong|incorrect|untrue)\b|n't\b/gi
const be =
  "(?:is|are|was|were|has|have|does|do|did|be|been|being|stays|remains|isn't|aren't|wasn't|weren't|hasn't|haven't|doesn't|don't|didn't)"
const adverbs =
  '(?:(?:\\p{L}+ly|now|also|indeed|thus|therefore|still|then|always|all|an?|been|to|not|never|no longer|fails?|failed)\\s+)*'

/** What one clause says: the words of the name, the last of them as what is said of something. */
function stated(words: readonly string[], clause: string): boolean | undefined {
  const stems = words.map(word => word.replace(/(?<=..)s$/, ''))
  const last = stems.at(-1)!
  const has = (pattern: string) => new RegExp(pattern, 'iu').test(clause)
  if (!stems.every(each => has(`(?<![\\p{L}\\p{N}])${each}s?(?![\\p{L}\\p{N}])`))) return undefined
  const [, value] =
    /\b(?:is|are|was|be)\s+["'(*]*(yes|no|true|false)["')*]*[.!]?\s*$/i.exec(clause) ?? []
  if (value !== undefined) return /^[yt]/i.test(value)
  // `shows that it holds`, and not `denies that it holds`
  const [, lead] = /(\p{L}+)\s+that\b.*$/iu.exec(clause) ?? []
  if (
    lead !== undefined &&
    !/^(?:show|conclude|confirm|follow|mean|true|clear|evident|find|see|so)/i.test(lead)
  )
    return undefined
  const said =
    has(`\\b${be}\\s+${adverbs}${last}(?![\\p{L}])`) ||
    (words.at(-1) !== last && has(`\\p{L}\\s+${adverbs}${last}s?(?![\\p{L}])`))
  const count = clause.match(denials)?.length ?? 0
  if (!said || count > 1) return undefined
  if (count === 0) return true
  const denied =
    has(
      `(?:n't|\\bnot|\\bnever|\\bno longer|\\bfails?\\s+to|\\bfailed\\s+to)\\s+${adverbs}${last}`,
    ) || has(`${last}s?\\s+not\\b`)
  return denied ? false : undefined
}
