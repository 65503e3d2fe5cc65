// How messages name shares, sums, differences, means and ratios: the words that mean them.
import type { Kind } from './operations.ts'

/** How a message names an operation on its quantities. */
export interface Rule {
  readonly kind: Kind
  /** On the message with `<p>` for percentages and `<q>` for other quantities. */
  readonly words: RegExp
  /** Words that would change the meaning. */
  readonly unless?: RegExp
  /** Which of the quantities take the roles, by position; all in order unless given. */
  readonly order?: readonly number[]
}

const aside =
  /\b(left|remain\w*|rest|not|without|other|then|more|less|another|original\w*|before|each|every)\b/
export const up =
  /\b(rais(e|es|ed)|increas(e|es|ed)|ris(e|es)|rose|grow(s|n)?|grew|go(es)? up|went up|surcharge|tax|vat|tip|service charge|markup|marked up|gain(s|ed)?)\b/
export const down =
  /\b(reduc(e|es|ed|tion)|discount(ed)?|off|lower(s|ed)?|drop(s|ped)?|falls?|fell|decreas(e|es|ed)|loses?|lost|shr(inks?|ank)|cheaper|evaporat(es|ed)|rebate)\b/
export const after =
  /\b(new|now|afterwards?|after|total|final|pays?|costs?|prices?|becomes?|altogether|result|does it have|is it|left|remains?|will)\b/
const changed =
  /\b(original\w*|initial\w*|was the|before|at first|each year|per year|every|twice|double)\b/

export const both = (first: RegExp, second: RegExp) =>
  new RegExp(`(?=[^]*?${first.source})(?=[^]*?${second.source})`)

/** With one percentage and one other quantity; the percentage takes the first role. */
export const shareRules: readonly Rule[] = [
  ...(['undiscounted', 'unraised'] as const).map(
    (kind): Rule => ({
      kind,
      words: both(
        both(/(<p>[^?]*<q>|<q>[^?]*<p>)/, kind === 'undiscounted' ? down : up),
        /(\b(original|old|initial|regular|full|normal) (\w+ )?(price|cost|value|weight|salary|rent|amount)|\bbefore\b|\boriginally\b|\bwithout the\b)[^.?!]*\?/,
      ),
      unless: new RegExp(
        `${(kind === 'undiscounted' ? up : down).source}|\\b(original|old|initial|regular|full|normal|before|usual)\\w*\\b[^.?!]*<q>|each year|per year|every|twice|double|\\bsav`,
      ),
    }),
  ),
  {
    kind: 'share',
    words:
      /\bof (\w+ ){0,4}<q>,? <p>|<p> of (the |a |an |my |our |its |all |these |those )*<q>|<q>.*<p> of (it|them|those|these|this|the)\b/,
    unless: aside,
  },
  {
    kind: 'less',
    words: /<p> (off|discount on) (a |an |the )*<q>/,
    unless: changed,
  },
  {
    kind: 'more',
    words: /<q>.*<p>/,
    unless: new RegExp(`${down.source}|${changed.source}`),
  },
  {
    kind: 'less',
    words: /<q>.*<p>/,
    unless: new RegExp(`${up.source}|${changed.source}`),
  },
]

/** With two quantities, when a percentage is asked for. */
export const portionRules: readonly Rule[] = [
  {
    kind: 'part',
    words: /out of (the |a |all )*<q>,? .*<q>/,
    unless: /\b(not|left|remain\w*|other|rest|missed|failed)\b/,
    order: [1, 0],
  },
  {
    kind: 'part',
    words:
      /(percent|per cent|percentage|%) of (the |a |an |all |my )*<q>,? (is|are|was|were|do|does|did|makes?) (the |a |an )*<q>/,
    order: [1, 0],
  },
  {
    kind: 'part',
    words: /<q> (out )?of (the |its |a |all )*<q>/,
    unless: /\b(not|left|remain\w*|other|rest|missed|failed)\b/,
  },
  {
    kind: 'apart',
    words:
      /\b(rise|rose|risen|grow|grew|grown|increased?|fall|fell|fallen|drop|dropped|decreased?|shrink|shrank|lose|lost|reduced?|raised?|go up|went up|go down|went down)\b.*from (the |a )?<q> to (the |a )?<q>|from <q> to <q>.*\b(rise|rose|grow|grew|increased?|fall|fell|drop|dropped|decreased?|reduced?|reduction)\b/,
  },
]

const mixed =
  /\b(than|older|younger|times as|twice|double|triple|half|each|every|per|same|percent|except)\b/

/** With quantities of one kind. */
export const kindRules: readonly Rule[] = [
  {
    kind: 'gap',
    words:
      /\bdifference\b|\bby how (much|many)( \w+)? (is|are|was|were|do|does|did)\b[^.?!]*\b(\w+er|more|less|fewer|exceed\w*|differ)\b|\bhow (much|many) (more|less|fewer|longer|heavier|taller|higher|further|farther|faster|shorter|lighter|cheaper)\b|\bhow (many|much) \w+ (more|fewer|less|longer|heavier|taller|higher|farther|further|faster|shorter|lighter)\b/,
    unless:
      /\b(total|altogether|each|every|per|twice|double|half|average|need\w*|until|still|left)\b/,
  },
  {
    kind: 'rest',
    words: /<q>.*<q>.*\b(left|remain|remains|remaining)\b[^.?!]*\?/,
    unless:
      /\b(each|every|per|twice|double|half|total|average|more|added?|gets?|receives?|buys?|bought|refill\w*|at first|originally|initially|in the beginning|before)\b/,
  },
  { kind: 'mean', words: /\b(average|mean)\b/, unless: mixed },
  {
    kind: 'sum',
    words: /\b(total|altogether|in all|combined|sum|together|overall|plus|add)\b/,
    unless: new RegExp(
      `${mixed.source}|\\b(left|remain\\w*|difference|average|mean|minus|away|longer|shorter|of which|of these|including|includes)\\b`,
    ),
  },
]
