// Why a value that stands in a fitting sentence may not be the one asked for: it is said of another thing,
// another time, another act, or turned round.
import { clauseAt, segmentAt } from '../nearness.ts'
import {
  contentTerms,
  isAmong,
  isBeside,
  isName,
  isVerbForm,
  sameStem,
  stem,
  type Term,
} from '../stems.ts'
import { type Found, namesIn } from '../values.ts'
import { isAsked, reaching, turning } from '../wanted.ts'
import {
  comesAfterAnother,
  isOfAnotherAct,
  isOfAnotherClause,
  isOfAnotherDoer,
  isOfAnotherValue,
} from './belonging.ts'
import { isTime, ofAnother, refersBack, type Scene } from './fit.ts'
import { isOfAnotherMonth, isOfAnotherTime, isReopening, isReplaced } from './over-time.ts'
import {
  isOfCondition,
  isOfLater,
  isOfLaterVerb,
  isOfLimited,
  isOfMany,
  isOfMember,
  isOfNamedAmount,
  isOneOfTimes,
  isWithout,
} from './restricted.ts'
import { isBeforeItsPart, isOfAside, isOfSome, isOfWhole, isOneOfTwo, isPart } from './several.ts'

/** Whether anything speaks against the value. */
export function isDoubted(scene: Scene): boolean {
  // whether it is so, a clause says with its denials
  if (scene.want.kind === 'truth')
    return (
      scene.want.turns.length > 0 ||
      [isOfAnotherKind, isOnlyMeant, isOfAnotherSubject, isOfOneWord].some(doubt => doubt(scene))
    )
  return doubts.some(doubt => doubt(scene))
}

// --- internal ---

const doubts: readonly ((scene: Scene) => boolean)[] = [
  isOfAnotherProperty,
  isOfEitherDimension,
  isOfAnotherOwner,
  isRole,
  ({ text, found: { from, to }, want }) =>
    ofAnother(text, { at: from, text: text.slice(from, to) }, want),
  isOfAnotherKind,
  isTurnedRound,
  isOnlyMeant,
  isPart,
  isOneOfTwo,
  isOfAside,
  isOfSome,
  isBeforeItsPart,
  isPredecessor,
  isDifference,
  isReplaced,
  isReopening,
  isOfOneOfBoth,
  isOfAnotherPerson,
  isOfAnotherTime,
  isOfWhole,
  isBound,
  isOfAnotherValue,
  isOfAnotherClause,
  comesAfterAnother,
  isOfAnotherAct,
  isOfNamedAmount,
  isOfLimited,
  isWithout,
  isOfLaterVerb,
  isOfCondition,
  isOneOfTimes,
  isOfMany,
  isOfMember,
  isOfLater,
  isShut,
  isOfAnotherDoer,
  isOfAnotherMonth,
]

/** `11 metres long` is no answer to how wide something is. */
function isOfAnotherProperty({ behind, want }: Scene): boolean {
  const { property, core, around, soft } = want
  const said =
    /^[\s-]*(?:in )?(long|wide|broad|high|tall|deep|thick|length|width|height|depth)\b/i.exec(
      behind,
    )?.[1]
  if (said === undefined) return false
  const asked = [...core, ...around, ...soft, ...(property === undefined ? [] : [property])]
  const unspecific = property === undefined && stem(said) === 'long'
  return !unspecific && !isAmong(stem(said), asked)
}

/** `486 km, and it took nine days`: how long something was may be the one or the other. */
function isOfEitherDimension({ found, rivals, want }: Scene): boolean {
  const { act, dimensions, said } = want
  const isOfTime = ({ unit = '' }: Found) => isTime(unit)
  return (
    // what is done for long takes time
    act === undefined &&
    !said.some(({ text }) => isVerbForm(text)) &&
    dimensions.length > 1 &&
    isOfTime(found) &&
    rivals.fitting.some(each => !isOfTime(each))
  )
}

/**
 * `The committee has seven members` says nothing of the club, which the title speaks of; nor `Elmstead keeper
 * Dai Rees` of who keeps goal for the other side.
 */
function isOfAnotherOwner({ found, before, fit, want }: Scene): boolean {
  const { kind, names } = want
  const { own, terms, context } = fit
  const isOwned = (term: Term) =>
    own.some(each => isName(each) && !names.includes(each.stem) && isBeside(each, term))
  const role = terms.find(term => isBeside(term, { at: found.from }))
  if (kind === 'name' && context > 0 && role && isOwned(role)) return true
  const had =
    context > 0 ? /(\p{L}+)\s+(?:has|have|had)\s[^;]*$/u : /(\p{L}+)\s+(?:has|have|had)\s+$/u
  const [, owner] = had.exec(before) ?? []
  if (owner === undefined || kind !== 'number' || pronoun.test(owner)) return false
  return !isAsked(stem(owner), want)
}

const pronoun = /^(?:it|they|he|she|we|you|I|which|who|that|and|also|now|still)$/i

/** `The Landlord` is no answer to which company does something. */
function isRole({ text, found: { from, to }, before, want: { sort = '' } }: Scene): boolean {
  return (
    /^(?:company|firm|bank|agency|insurer|brand|maker|supplier)$/.test(sort) &&
    /\bthe $/i.test(before) &&
    /^\p{L}+$/u.test(text.slice(from, to))
  )
}

/** `Ada followed Ben as chair`: who has the office is who came, not who went. */
function isPredecessor({ before, fit: { terms }, want: { kind } }: Scene): boolean {
  const left = taking.exec(before)?.index
  const { length } = before
  return kind === 'name' && left !== undefined && !terms.some(({ at }) => left <= at && at < length)
}

const taking =
  /\b(?:(?:succeed|replace|follow)(?:s|d|ed)?|(?:took|takes|taken) over from)\s+(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?$/

/** `A power supply and a network cable of 1.5 m` says nothing of a power cable. */
function isOfAnotherKind({ fit: { own }, want }: Scene): boolean {
  const { said, act, sort, core, around } = want
  if (sort !== undefined) return false
  return said.some((head, at) => {
    const kind = said[at - 1]
    if (!kind || !isBeside(kind, head) || head.stem === act || isVerbForm(head.text)) return false
    const spots = own.filter(term => sameStem(term.stem, head.stem))
    // `a lost fob` under `Keys`, where a lost key is asked for
    if (spots.length === 0) {
      const spot = own.findIndex(term => sameStem(term.stem, kind.stem))
      const next = own[spot + 1]
      return !!next && isBeside(own[spot], next) && [...core, ...around].includes(head.stem)
    }
    if (/^(?:before|after|until|since|while)$/i.test(head.text)) return false
    // `marry Alastair Roy`, and `Version 4.2` under the name of a program
    if ((isName(head) && !isName(kind)) || /^\d+\.\d/.test(head.text)) return false
    return spots.every(spot => {
      const before = own.findLast(term => term.at < spot.at)
      // `Stand the appliance upright`
      const near = own.some(
        ({ stem, at }, nth) =>
          sameStem(stem, kind.stem) &&
          at < spot.at &&
          (spot.at - at < 16 || (nth === 0 && own[2] === spot)),
      )
      const asked = said.some(term => before && sameStem(term.stem, before.stem))
      // `the bike carries`, `in April stopped` are no kinds of it
      const isVerb = isVerbForm(spot.text) || (/s$/.test(spot.text) && !/s$/.test(head.text))
      return isBeside(before, spot) && !asked && !near && !isVerb
    })
  })
}

/** What turns a statement round, in the question, must stand in the clause of the value, and the other way about. */
function isTurnedRound({
  text,
  found: { from, to },
  clause,
  want: { kind, turns, said: asked },
  fit: { own, terms },
}: Scene): boolean {
  const said = (part: string) =>
    (part.match(turning) ?? []).map(word => word.toLowerCase().replace(/^can/, ''))
  const here = said(clause.text)
  const denies = (at: number, end: number) =>
    said(segmentAt(text, at, end)).some(
      word =>
        (denial.test(word) || (kind === 'number' && /^(?:last|next|previous)$/.test(word))) &&
        !turns.includes(word),
    )
  // `charged 32 euros and took none for the wine`; what `it` stands for may be denied something else
  const back = refersBack(clause.text)
  const isReferred = ({ to, text }: Term) => back && to <= clause.from && !isVerbForm(text)
  const denied = [...Map.groupBy(terms, ({ stem }) => stem).values()].some(each =>
    each.every(term => denies(term.at, term.to) && !isReferred(term)),
  )
  return (
    own.length === 0 ||
    !turns.every(word => here.includes(word)) ||
    (kind !== 'thing' && denies(from, to)) ||
    denied ||
    // `residents` beside the value, where `non-residents` are asked for
    asked.some(({ stem }) => isContrary(nonIn(asked, stem), nonIn(own, stem))) ||
    // `they went to the campsite instead`
    (/\binstead\b(?! of)/i.test(text) && !turns.includes('instead'))
  )
}

const isContrary = (one: boolean | undefined, other: boolean | undefined) =>
  one !== undefined && other !== undefined && one !== other

/** Whether a word stands behind `non-` in all places, in none, or there and without it. */
function nonIn(terms: readonly Term[], stem: string): boolean | undefined {
  const behind = terms.flatMap((term, at) =>
    sameStem(term.stem, stem) ? [terms[at - 1]?.stem === 'non'] : [],
  )
  return new Set(behind).size === 1 ? behind[0] : undefined
}

/** `Driving: it may cause dizziness` does not say whether one may drive. */
const isOfOneWord = ({ text, fit: { terms } }: Scene): boolean =>
  new Set(terms.map(({ stem }) => stem)).size < 2 && !/:\s*(?:yes|no)\b/i.test(text)

/** `closed from 1 November` does not say when it is open. */
function isShut({ clause, want: { said } }: Scene): boolean {
  return said.some(({ text }) => /^open$/i.test(text)) && /\b(?:closed|shut)\b/i.test(clause.text)
}

/** `RAW files need it` does not say that it is needed. */
function isOfAnotherSubject({ fit: { terms }, want: { said } }: Scene): boolean {
  const order = said.flatMap(({ stem }) => terms.find(term => sameStem(term.stem, stem)) ?? [])
  const [first, last] = [order[0], order.at(-1)]
  return !!first && !!last && first.at > last.at && order.length > 1
}

const denial = /^(?:not|never|no|nobody|none|neither)$|n['’]t$/

/** `They mean to replace it in 2026` does not say when it was replaced; a hotel that was rejected has no rooms. */
function isOnlyMeant({ text, before, clause, fit: { terms }, want }: Scene): boolean {
  const said = clause.text.replace(/\binstead of\b.*/, '')
  const meant =
    (want.past === true ? intention.exec(said) : undefined) ??
    undone.exec(text) ??
    wish.exec(text) ??
    (want.isOfChoice ? undefined : choice.exec(clauseAt(before, before.length).text))
  return !!meant && !terms.some(term => meant[0].includes(term.text))
}

const undone =
  /\b(?:rejected|refused|cancelled|canceled|withdrawn|abandoned|applied for|requested|called off|turned down|declined|corrected|in error|mistaken|propos\w+|suggest\w+|we (?:wrote|stated|reported))\b/i

/** `may end the lease early on 31 March` does not say when it ends. */
const choice = /\b(?:may|might|could)(?! not)\b/

const wish = /\b(?:would (?:like|prefer|rather|love)|if possible|ideally)\b/i

const intention =
  /\b(?:will|shall|would|(?:want|hope|plan|intend|mean|propose)s?(?:ed)? to|planned (?:to|for)|(?:is|are) (?:to be|planned|intended)|proposed|estimated|expected)\b/i

/** `50 g less sugar` is not how much sugar there is, unless a difference is asked for; `grew to 8 million` not by how much. */
function isDifference({ before, behind, want: { said, isOfChange } }: Scene) {
  const [compared] = comparative.exec(behind) ?? []
  if (isOfChange === true && compared === undefined)
    return !/\bby\s+(?:\p{L}+\s+)?\p{Sc}?$/iu.test(before)
  return compared !== undefined && !said.some(term => comparative.test(` ${term.text}`))
}

const comparative =
  /^\s+(?:more|less|fewer|longer|shorter|higher|lower|dearer|cheaper|extra|off|discount|reduction|rebate)\b/i

/** `Omar is on call, else ring Lin (0171 555 0182)`: the number is that of the last who is named. */
function isOfAnotherPerson({ before, fit: { terms }, want }: Scene): boolean {
  if (want.kind !== 'contact' || want.core.length + want.around.length === 0) return false
  const last = Math.max(0, ...terms.map(({ at }) => at).filter(at => at < before.length))
  return namesIn(before).some(
    name =>
      name.to > last &&
      !terms.some(({ at }) => name.from <= at && at < name.to) &&
      contentTerms(name.value).some(({ stem }) => !reaching.has(stem)),
  )
}

/** `Lunch costs 18 euros and dinner 35`: both together nobody says. */
function isOfOneOfBoth({ rivals: { fitting }, want: { kind, isOfBoth } }: Scene): boolean {
  return kind === 'number' && isOfBoth === true && fitting.length > 1
}

/** `up to 1,800 pounds` is what may be spent, not what was. */
function isBound({ before, want: { past } }: Scene): boolean {
  const bound = /\b(?:up to|(?:at|no|not) (?:most|least|more than|less than|fewer than))\s+\S?\s*$/i
  return past === true && bound.test(before)
}
