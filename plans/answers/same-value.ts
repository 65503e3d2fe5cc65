// Whether a text says what is believed and nothing else: what lets a model put an answer into form
// without letting it change the answer.

import { parseQuantity, type Quantity } from '../expressions/expression.ts'
import type { AnswerForm } from '../plan.ts'
import { readDate } from '../text/dates.ts'
import { toNumber } from '../text/evidence.ts'
import { monthNumber, weekdayNames } from '../text/months.ts'
import { plainMarks } from '../text/quotes.ts'
import { singular } from '../text/words.ts'
import { printDate } from './date.ts'
import { formAnswer, plainly, roundedAs } from './form.ts'
import { itemsOf } from './list.ts'
import { numeralIn, turning } from './tidy.ts'

/**
 * True when `text` differs from the answer `believed` in nothing but its form: the same numbers,
 * converted and rounded as `form` asks, and the same words up to case, articles, punctuation and
 * plural, in the same order unless `form` asks for an order. Where a number, a date or a truth value is
 * asked for, words around it may be left out if they only repeat the `question` or join words. Nothing
 * may be added. Texts of more than 10,000 characters are not compared and differ. Never throws.
 */
export function sameValue(
  believed: Quantity,
  text: string,
  form?: AnswerForm,
  question = '',
): boolean {
  if (text.trim() === '' || text.length > longest || plainly(believed).length > longest)
    return false
  const [formed, again] = [formAnswer(believed, form), formAnswer({ value: text }, form)]
  if ('text' in formed && 'text' in again && formed.text === again.text) return true
  switch (form?.kind) {
    case 'number':
      return 'fault' in formed && sameNumber(believed, text, form, question)
    case 'date':
      return sameDate(plainly(believed), text, question)
    case 'boolean':
      return 'fault' in formed && 'text' in again && sameTruth(plainly(believed), text, question)
    case 'list':
      return form.order && form.order !== 'as-found'
        ? sameItems(believed, text, form)
        : sameGroups(plainly(believed), text, form)
    case 'text':
    case undefined:
      return sameOrder(tokens(plainly(believed)), tokens(text), form)
  }
}

// --- internal ---

/** In characters; an answer that has to be compared is short. */
const longest = 10_000

type Token = number | string

/** Numbers as numbers and words in small letters; digits joined by `:`, `/` or `-` are one word. */
function tokens(text: string): readonly Token[] {
  return [...plainMarks(text).toLowerCase().matchAll(token)].map(([found]) => {
    const number = toNumber(found.replace(/(?<=\d)(?:st|nd|rd|th)$/, ''))
    return number ?? numeralIn(found) ?? found
  })
}

const token = new RegExp(
  [
    String.raw`\d+(?:[:/-]\d+)+`,
    String.raw`(?<![\p{L}\d])-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:(?:st|nd|rd|th)\b)?`,
    String.raw`[\p{L}\p{M}]+(?:'\p{L}+)*`,
    String.raw`[^\s\p{L}\p{N}\p{P}]|[%&]`,
  ].join('|'),
  'gu',
)

const articles: ReadonlySet<Token> = new Set(['the', 'a', 'an'])
const joining = [...articles, 'and', '&']

function sameOrder(said: readonly Token[], kept: readonly Token[], form?: AnswerForm): boolean {
  const telling = (all: readonly Token[]) => all.filter(token => !joining.includes(token))
  const [one, other] = [telling(said), telling(kept)]
  const longer = one.length === 0 || one.length !== other.length
  return !longer && one.every((token, index) => alike(token, other[index]!, form))
}

/** The same in the same order, and each item of the text begins where one may begin in what is believed. */
function sameGroups(believed: string, text: string, form: AnswerForm): boolean {
  const groups = (all: string, separator: RegExp) =>
    all.split(separator).map(group => tokens(group).filter(each => !joining.includes(each)))
  const ends = (all: readonly (readonly Token[])[]) => {
    let end = 0
    return all.map(group => (end += group.length))
  }
  const certain = groups(believed, /[;\n]|,\s/)
  const possible = ends(groups(believed, /[;\n]|,\s|\band\b|&/i))
  const given = ends(groups(text, /[;\n]|,\s/))
  return (
    sameOrder(tokens(believed), tokens(text), form) &&
    given.every(end => possible.includes(end)) &&
    ends(certain).every(end => given.includes(end))
  )
}

/** Items may change places, and each must be one of those believed. */
function sameItems(believed: Quantity, text: string, form: AnswerForm): boolean {
  const left = itemsOf(believed.value).map(item => tokens(plainly({ ...believed, value: item })))
  for (const item of itemsOf(text)) {
    const at = left.findIndex(each => sameOrder(each, tokens(String(item)), form))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

/** The day that both say; where code cannot read the one believed, its year, month and day all stand in it. */
function sameDate(believed: string, text: string, question: string): boolean {
  const [one, other] = [readDate(believed), readDate(text)]
  if (!other || one)
    return one !== undefined && other !== undefined && printDate(one) === printDate(other)
  const month = (token: Token) => typeof token === 'string' && monthNumber(token)
  const left = [...tokens(believed.replaceAll(/(?<=\d)[-/.](?=\d)/g, ' '))]
  const named = left.find(month)
  const wanted = [other.year, other.month, other.day].flatMap((part, at) => {
    if (part === undefined) return []
    // a month in words is that month, whatever numbers stand beside it
    return at === 1 && named !== undefined && month(named) === Number(part) ? named : Number(part)
  })
  for (const part of wanted) {
    const at = left.indexOf(part)
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.every(mayGo(question))
}

function sameTruth(believed: string, text: string, question: string): boolean {
  const [only, ...more] = tokens(text)
  const left = tokens(believed)
  const at = left.indexOf(only!)
  return at >= 0 && more.length === 0 && left.toSpliced(at, 1).every(mayGo(question))
}

/** The one number believed, with the unit that stands at it, is the one that is given. */
function sameNumber(believed: Quantity, text: string, form: AnswerForm, question: string): boolean {
  if (tokens(plainly(believed)).some(each => typeof each === 'string' && turning.has(each)))
    return false
  const given = formAnswer({ value: text }, form)
  const words = plainMarks(plainly(believed)).split(/\s+/)
  const starts = words.flatMap((word, at) => (/\d/.test(word) ? [at] : []))
  const [start, ...more] = starts
  if (start === undefined || more.length > 0 || !('text' in given)) return false
  const go = mayGo(question)
  return [4, 3, 2, 1].some(length => {
    const quantity = parseQuantity(words.slice(start, start + length).join(' '))
    const formed = quantity && formAnswer(quantity, form)
    const rest = [...words.slice(0, start), ...words.slice(start + length)]
    return (
      formed !== undefined &&
      'text' in formed &&
      formed.text === given.text &&
      tokens(rest.join(' ')).every(go)
    )
  })
}

/** Words that say nothing of their own, and those that repeat the question; never one that changes a value. */
function mayGo(question: string): (token: Token) => boolean {
  const asked = new Set(tokens(question).map(bare))
  return token =>
    typeof token === 'string' &&
    !turning.has(token) &&
    !scaling.has(token) &&
    (empty.has(token) || asked.has(bare(token)))
}

const empty: ReadonlySet<string> = new Set(
  'the a an is are was were it this that there answer final total of in on at so about approximately roughly circa exactly'
    .split(' ')
    .concat(weekdayNames.map(day => day.toLowerCase())),
)

/** Words that scale a number. */
const scaling: ReadonlySet<string> = new Set(
  'dozen times to per square squared cubic cubed hundred thousand million billion trillion k m percent % &'.split(
    ' ',
  ),
)

function alike(a: Token, b: Token, form?: AnswerForm): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || roundedAs(a, form ?? {}) === b
  return bare(a) === bare(b)
}

const bare = (token: Token) => (typeof token === 'string' ? singular(token) : token)
