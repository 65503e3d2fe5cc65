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
  /\b(without|net|excluding|original\w*|initial\w*|was the|before|at first|each year|per year|every|twice|double)\b/

export const both = (first: RegExp, second: RegExp) =>
  new RegExp(`(?=[^]*?${first.source})(?=[^]*?${second.source})`)

/** What is asked for is the change, not the outcome. */
const change =
  /\b(how (much|large|big|high)|what) (is|was|are|will be|would be) the (discount|tip|tax|vat|increase|saving|reduction|rise|surcharge|service charge)\b|\b(do|does|will|can|would) \w+ save\b|\bby how much\b/

/** With one percentage and one other quantity; the percentage takes the first role. */
export const shareRules: readonly Rule[] = [
  { kind: 'whole', words: /<q> (is|are|makes?|equals?) <p> of (what|which|how)\b/ },
  {
    kind: 'whole',
    words:
      /<p> of (the |its |all |a |her |his |their )*[^.?!<]*\b(is|are|was|were|makes?|equals?|correspond to|amounts? to) <q>[^<]*\b(in total|altogether|in all|total|the whole)\b[^.?!]*\?/,
    unless: /\b(left|remain\w*|not|more|less|other)\b/,
  },
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
    kind: 'more',
    words: both(
      /\b(without|net|excluding|before)\b[^.?!<]*<q>|<q> (net|before)\b/,
      /\b(what|how (much|high))\b(?:(?!\bif\b)[^.?!<])*\b(with|including|gross)\b/,
    ),
  },
  {
    // 119 euros with 19 % of tax in them: what they are without it
    kind: 'unraised',
    words: both(
      /<q>[^.?!<]*\b(with|including|incl\.?|inclusive of|after)\b[^.?!<]*<p> (of )?((sales )?tax|vat|service charge|surcharge|tip)\b|<q>[^.?!<]*\b(with|including|incl\.?|inclusive of)\b[^.?!<]*(tax|vat|charge|tip) (of|at) <p>/,
      /\b(what|how (much|high))\b(?:(?!\bif\b)[^.?!<])*\b(without|net|excluding|before) /,
    ),
  },
  {
    kind: 'share',
    words:
      /\bof (\w+ ){0,4}<q>,? <p>|<p> of (the |a |an |my |our |its |all |these |those )*<q>|<q>.*<p> of (it|them|those|these|this|the)\b/,
    unless: aside,
  },
  {
    kind: 'less',
    words: /<p> of (the |its |an? )*<q>.*\b(left|remains?|remaining)\b[^.?!]*\?/,
    unless: /\b(not|other|then|another|original\w*|each|every)\b/,
  },
  { kind: 'share', words: both(/<q>.*<p>/, change) },
  {
    kind: 'share',
    words:
      /^(?:(?:what|how much) (?:is|are|would be) )?(?:the |an? )?<p> (?:of )?(?:(?:sales )?tax|vat|tip|service charge|surcharge|commission|discount) (?:on|of|for) (?:the |an? )?(?:\w+ of )?<q>\W*$/,
  },
  ...(
    [
      [
        'more',
        '<p> (?:more|higher|greater|larger|bigger) than (?:the |an? )?(?:\\w+ of )?<q>|<q> plus <p>',
      ],
      [
        'less',
        '<p> (?:less|lower|smaller|fewer) than (?:the |an? )?(?:\\w+ of )?<q>|<q> (?:minus|less) <p>',
      ],
    ] as const
  ).map(
    ([kind, words]): Rule => ({
      kind,
      words: new RegExp(`^(?:(?:what|how much) (?:is|are) )?(?:${words})\\W*$`),
    }),
  ),
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
  {
    kind: 'share',
    words: /<q>.*<p> (is|are|was|were|goes|go|went|consists?|belongs?|live|lives|have|has)\b/,
    unless: new RegExp(`${up.source}|${down.source}|${aside.source}|\\b(interest|loan|per)\\b`),
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
    words:
      /<q> (as a|(is|are|was|were|makes? up|correspond to|equals?) (what|which)) (percent|per cent|percentage|%) of (the |a |an )*<q>/,
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
  { kind: 'change', words: /\bchanged?\b.*from <q> to <q>|from <q> to <q>.*\bchanged?\b/ },
]

const mixed =
  /\b(than|older|younger|times as|twice|double|triple|half|each|every|per|same|percent|except|minus|below|above)\b/

/** With quantities of one kind. */
export const kindRules: readonly Rule[] = [
  {
    kind: 'gap',
    words: both(
      /from <q> to <q>/,
      /\b(by how (much|many)|how (much|many)( \w+)? (do|does|did|has|have) .* (rise|grow|fall|drop|change|increase|decrease|gain|lose|risen|grown|fallen))\b/,
    ),
  },
  {
    kind: 'ratio',
    words:
      /how many times (as \w+( as)? |more \w* ?|longer |heavier |larger |bigger |taller |higher |greater )?.*<q>.*<q>/,
    unless: /\b(total|left|remain\w*|each|fit|goes?)\b/,
  },
  { kind: 'ratio', words: /ratio (of|between) (the |a )*<q> (to|and) (the |a )*<q>/ },
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
