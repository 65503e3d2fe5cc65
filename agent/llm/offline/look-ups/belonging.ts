// Which of several values the words of a sentence belong to: that of their own clause, and the nearest in it.
import { clauseAt, nearness, segmentAt } from '../clauses.ts'
import { contentTerms, isVerbForm, sameStem, stem, type Term } from '../stems.ts'
import type { Found } from '../values.ts'
import { isTime, refersBack, type Scene } from './fit.ts'
import { label } from './forms.ts'

/**
 * A name, an act, an extreme, a direction of the question belongs to the value it stands nearest to, and
 * so does what is first spoken of behind a value: `the regatta raised 2,300 and the dinner 1,150`.
 */
export function isOfAnotherValue({
  text,
  found,
  rivals: { all, fitting },
  fit: { terms: named, own },
  want,
}: Scene) {
  const { kind, names, act, property } = want
  const deciding = [...names, act ?? '', property ?? '']
  const isProperty = (term: Term) => property !== undefined && sameStem(term.stem, property)
  const terms = [...named, ...own.filter(term => isProperty(term) && !named.includes(term))]
  const isTelling = ({ stem, text }: Term) =>
    (kind !== 'name' && isVerbForm(text)) || deciding.some(word => sameStem(word, stem))
  const first = Math.min(found.from, ...all.map(({ from }) => from))
  const lead = segmentAt(text, found.from, found.to).split(text.slice(found.from, found.to))[0]!
  // what stands before all values is said of each, unless another thing stands before this one
  const things = lead.matchAll(/\b(?:the|an?|its|their)\s+(\p{L}+)|(?:^|\s)(\p{Lu}\p{Ll}+)/gu)
  const sharing = [...things].every(([, noun, name]) =>
    want.said?.some(term => sameStem(term.stem, stem(noun ?? name!))),
  )
  return ![...Map.groupBy(terms, ({ stem }) => stem).values()].every(each => {
    if (sharing && /^(?:number|frequency)$/.test(kind) && each.some(({ at }) => at < first))
      return true
    const behind = each.every(({ at }) => at > (kind === 'name' ? found.to : first))
    const rivals = each.some(isTelling) ? all : behind ? fitting : []
    return each.some(term =>
      phraseOf(term, terms).some(part =>
        rivals.every(other => belonging(text, part, found) >= belonging(text, part, other)),
      ),
    )
  })
}

/**
 * `Pressed in Ulm and sold by Ann` does not say who pressed it, nor `the leak stopped production for 90 minutes` how
 * long the leak was: of another act that stands between the words of the question and the value.
 */
export function isOfLaterVerb({
  text,
  found: { from, unit = '' },
  fit: { terms },
  want: { said = [], property },
}: Scene): boolean {
  const isOther = (word: string) =>
    isVerbForm(word) && !said.some(each => sameStem(each.stem, stem(word)))
  // `Tom succeeds Ivy, who had the office for nine years`
  const [, who] = /(\p{Lu}\p{L}+), who\s[^,;]*$/u.exec(text.slice(0, from)) ?? []
  if (who !== undefined && !said.some(each => sameStem(each.stem, stem(who)))) return true
  const last = terms.findLast(({ at }) => at < from)
  if (property === stem('long') && isTime(unit) && last)
    return contentTerms(text.slice(last.at, from)).some(
      term => /ed$/.test(term.text) && isOther(term.text) && !lasting.has(term.stem),
    )
  return terms.some(({ at, text: word }) => {
    const [, verb = ''] =
      /^\s+\p{L}.*\b(?:and|who|whom|which)\s+(?:(?:\p{L}+ly|s?he|they|it)\s+)?(\p{L}+)/u.exec(
        text.slice(at + word.length, Math.max(at, from)),
      ) ?? []
    return isVerbForm(word) && isOther(verb)
  })
}

/** A word of the question and those that stand right beside it: `rear store`. */
function phraseOf(term: Term, terms: readonly Term[]): readonly Term[] {
  const next = ({ at, text }: Term) => terms.find(each => each.at === at + text.length + 1)
  const phrase = [term]
  for (let after = next(term); after; after = next(after)) phrase.push(after)
  return phrase
}

/** `The tree is 17 m tall; the hedge was cut` says nothing of how tall the hedge is. */
export function isOfAnotherClause({
  text,
  found: { from: at },
  fit: { terms },
  want,
}: Scene): boolean {
  const { core, around, names, verb } = want
  if (label.test(text)) return false
  const clause = clauseAt(text, at)
  const inside = (term: Term) =>
    term.at >= clause.from && term.at < clause.from + clause.text.length
  // a name, a year or another number goes with its own clause, unless that one refers back
  const named = Map.groupBy(
    terms.filter(({ stem }) => names.some(name => sameStem(name, stem))),
    ({ stem }) => stem,
  )
  const back = refersBack(clause.text)
  for (const [stem, each] of named)
    if (!each.some(inside) && (/^\d/.test(stem) || !back)) return true
  // `61 pounds; for pupils it stays as it is`
  const later = [...Map.groupBy(terms, ({ stem }) => stem)].some(
    ([stem, each]) =>
      around.some(word => sameStem(word, stem)) &&
      each.every(term => term.at >= clause.from + clause.text.length),
  )
  if (later) return true
  const subjects = terms.filter(({ stem }) =>
    core.some(word => sameStem(word, stem) && (verb === undefined || !sameStem(word, verb))),
  )
  if (subjects.length === 0 || subjects.some(inside)) return false
  return !back
}

// --- internal ---

/** Nearness by clauses, then by characters. */
function belonging(text: string, { at, text: word }: Term, { from, to }: Found): number {
  const near = at < from ? nearness(text, at, from) : nearness(text, to, at)
  const gap = at < from ? from - at - word.length : at - to
  return near - gap / 100_000
}

const lasting = new Set('last end extend continue need require'.split(' ').map(stem))
