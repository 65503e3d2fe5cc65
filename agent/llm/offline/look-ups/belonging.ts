// Which of several values the words of a sentence belong to: that of their own clause, and the nearest in it.
import { nearnessTo, segmentAt } from '../nearness.ts'
import {
  contentTerms,
  isAmong,
  isBeside,
  isName,
  isVerbForm,
  sameStem,
  stem,
  stems,
  type Term,
} from '../stems.ts'
import type { Found } from '../values.ts'
import { isTime, kindOf, refersBack, type Scene } from './fit.ts'
import { label } from './forms.ts'

/**
 * A name, an act, an extreme, a direction of the question belongs to the value it stands nearest to, and
 * so does what is first spoken of behind a value: `the regatta raised 2,300 and the dinner 1,150`.
 */
export function isOfAnotherValue({
  text,
  found,
  rivals: { all, fitting },
  fit: { terms },
  want,
}: Scene) {
  const { kind, names, act } = want
  const deciding = act === undefined ? names : [...names, act]
  const isTelling = ({ stem, text }: Term) =>
    telling.has(stem) || (kind !== 'name' && isVerbForm(text)) || isAmong(stem, deciding)
  const first = Math.min(found.from, ...all.map(({ from }) => from))
  const lead = segmentAt(text, found.from, found.to).split(text.slice(found.from, found.to))[0]!
  // what stands before all values is said of each, unless another thing stands before this one
  const things = lead.matchAll(/\b(?:the|an?|its|their)\s+(\p{L}+)|(?:^|\s)(\p{Lu}\p{Ll}+)/gu)
  const asked = want.said.map(term => term.stem)
  const sharing = [...things].every(([, noun, name]) => isAmong(stem(noun ?? name!), asked))
  return ![...Map.groupBy(terms, ({ stem }) => stem).values()].every(each => {
    if (sharing && /^(?:number|frequency)$/.test(kind) && each.some(({ at }) => at < first))
      return true
    const behind = each.every(({ at }) => at > (kind === 'name' ? found.to : first))
    const isWith = each.some(({ at }) => /\bwith(?:out)? $/.test(text.slice(0, at)))
    const rivals = each.some(isTelling) || isWith ? all : behind ? fitting : []
    return each.some(term =>
      phraseOf(term, terms).some(part =>
        rivals.every(other => belonging(text, part, found) >= belonging(text, part, other)),
      ),
    )
  })
}

/** A word of the question and those that stand right beside it: `rear store`. */
function phraseOf(term: Term, terms: readonly Term[]): readonly Term[] {
  const next = (one: Term) => terms.find(each => isBeside(one, each))
  const phrase = [term]
  for (let after = next(term); after; after = next(after)) phrase.push(after)
  return phrase
}

/** `The tree is 17 m tall; the hedge was cut` says nothing of how tall the hedge is. */
export function isOfAnotherClause({
  text,
  found: { from: at },
  clause,
  fit: { terms },
  want,
}: Scene): boolean {
  const { core, around, names, verb } = want
  if (label.test(text)) return false
  if (terms.some(term => goesWithLaterVerb(text, term, at, terms))) return true

  const inside = ({ at }: Term) => clause.from <= at && at < clause.to
  // a name, a year or another number goes with its own clause, unless that one refers back
  const named = Map.groupBy(
    terms.filter(({ stem }) => isAmong(stem, names)),
    ({ stem }) => stem,
  )
  const back = refersBack(clause.text)
  for (const [stem, each] of named)
    if (!each.some(inside) && (/^\d/.test(stem) || !back)) return true
  // `61 pounds; for pupils it stays as it is`
  const later = [...Map.groupBy(terms, ({ stem }) => stem)].some(
    ([stem, each]) => isAmong(stem, around) && each.every(term => term.at >= clause.to),
  )
  if (later) return true
  const things = core.filter(word => verb === undefined || !sameStem(word, verb))
  const subjects = terms.filter(({ stem }) => isAmong(stem, things))
  if (subjects.length === 0 || subjects.some(inside)) return false
  return !back
}

/** `Tom succeeds Ivy, who had the office for nine years` does not say how long Tom had it. */
export function comesAfterAnother({
  text,
  found: { from: at },
  fit: { terms, own },
  want: { kind, names },
}: Scene) {
  const named = (term: Term) => isName(term) && kindOf(term.stem) === 'name'
  const asked = terms.filter(term => named(term) && names.includes(term.stem) && term.at < at)
  const last = asked.at(-1)
  if (kind !== 'number' && kind !== 'date') return false
  // what a row begins with is said of all its cells: `Time 09:30, event: Anna arrives`
  if (label.test(text) && at < text.split(/:\s/)[0]!.indexOf(', ')) return false
  if (!last) return isOfFirst(text, at, terms.filter(named), own.filter(named))
  // right before a number stands its currency; what is set off tells more of what stands before it
  const aside = /^[^,]*,\s+["“'(]?[^,]*,/.exec(text.slice(last.at))?.[0].length ?? 0
  const between = own.filter(term => term.at > last.at + aside && term.to < at - 1 && named(term))
  return between.some(({ stem }) => !isAmong(stem, names))
}

/** `The leak stopped production for 90 minutes` does not say how long the leak was. */
export function isOfAnotherAct({ text, found: { from: at, unit }, fit: { terms }, want }: Scene) {
  if (unit === undefined || !isTime(unit) || want.property !== stem('long')) return false
  const ends = terms.map(({ to }) => to).filter(end => end <= at)
  const between = contentTerms(text.slice(Math.max(0, ...ends), at))
  return between.some(({ text: word, stem }) => /[^e]ed$/.test(word) && !lasting.has(stem))
}

/** `Once opened, the syrup keeps for 6 weeks` under a title that speaks of tablets says nothing of these. */
export function isOfAnotherDoer({
  text,
  fit: { own, terms, context },
  want: { kind, said },
}: Scene): boolean {
  // whom or what somebody chose, somebody else did
  if (context === 0 || /^(?:name|thing|place)$/.test(kind)) return false
  return terms.some(term => {
    const before = own.findLast(({ at }) => at < term.at)
    const isAsked = said.some(({ stem }) => before && sameStem(stem, before.stem))
    const asked = said.find(({ stem }) => sameStem(stem, term.stem))
    const does = isVerbForm(term.text) || (/s$/.test(term.text) && !/s$/.test(asked?.text ?? 's'))
    // `in level flight`: what has no article does nothing
    const named = /\b(?:the|an?|its|our|their|of)\s+(?:\p{L}+\s+)?$/iu
    const isDoer = before && isBeside(before, term) && named.test(text.slice(0, before.at))
    return does && isDoer === true && !isAsked
  })
}

// --- internal ---

/** Words that tell two values of one sentence apart. */
const telling = stems(
  `closest nearest minimum perigee perihelion farthest furthest maximum apogee aphelion
  north south east west northern southern eastern western`,
)

/** Nearness by clauses, then by characters. */
function belonging(text: string, { at, to }: Term, found: Found): number {
  const gap = at < found.from ? found.from - to : at - found.to
  return nearnessTo(text, at, found) - gap / 100_000
}

/** `bought by A and inspected by B on 14 April`: the day is that of the second; so is it of `whom she married`. */
function goesWithLaterVerb(text: string, verb: Term, at: number, asked: readonly Term[]): boolean {
  if (!isVerbForm(verb.text)) return false
  const between = text.slice(verb.to, Math.max(at, verb.at))
  const later =
    /^\s+\p{L}.*\b(?:and|who|whom|which)\s+(?:(?:\p{L}+ly|s?he|they|it)\s+)?(\p{L}+)/u.exec(
      between,
    )?.[1]
  const own = asked.map(term => term.stem)
  return later !== undefined && isVerbForm(later) && !isAmong(stem(later), own)
}

/** `Ann had two, Tom none` does not say how many Tom had. */
function isOfFirst(text: string, at: number, asked: readonly Term[], all: readonly Term[]) {
  const segment = segmentAt(text, at, at)
  const from = text.lastIndexOf(segment, at)
  const first = all.find(term => term.at >= from && term.at < at)
  return (
    first !== undefined &&
    asked.length > 0 &&
    asked.every(term => term.at > from + segment.length && term.stem !== first.stem)
  )
}

const lasting = stems('last end take continue need require go run spread extend')
