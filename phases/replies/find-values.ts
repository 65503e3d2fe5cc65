// Where in a text its JSON-like values stand, whatever surrounds them: prose, code fences, tags.

import { jsonrepair } from 'jsonrepair'
import { jsonOf } from '../../plans/canonical.ts'
import type { Span } from '../../plans/text/passages.ts'
import { type Read, readJson } from './near-json/read.ts'
import { type Budget, goesOn, holdsOthers } from './near-json/strings.ts'
import { withNumerals } from './near-json/words.ts'

/** One object, list or call of a reply. */
export interface Found extends Span {
  /** Its content, numbers as they were written; `undefined` when nothing of it could be read. */
  readonly value: unknown
  /** True when the text ended inside it. */
  readonly cut: boolean
  /** True when its punctuation had to be guessed: then every member must find its place. */
  readonly guessed: boolean
  /** It stands right behind a code fence or a tag that announces it. */
  readonly announced: boolean
}

/**
 * The objects and lists of `text`, outermost ones only: those in strict JSON, and those in near-JSON
 * that begin before the place `firstMark`.
 */
export function wholeValues(text: string, firstMark: number, budget: Budget): Span[] {
  const spans: Span[] = []
  for (let at = nextOpening(text, 0); at !== -1 && budget.left > 0; ) {
    const closed = balancedEnd(text, at, budget)
    const strict = closed !== undefined && jsonOf(text.slice(at, closed)) !== undefined
    const near = strict || at >= firstMark ? undefined : readJson(text, at, budget)
    const end = strict ? closed : near?.end
    if (end !== undefined) spans.push({ start: at, end })
    at = nextOpening(text, Math.max(end ?? 0, at + 1))
  }
  return spans
}

/** Every outermost value of `text`, in order. */
export function findValues(text: string, budget: Budget): readonly Found[] {
  const values: Found[] = []
  let asked = false
  for (let at = nextOpening(text, 0); at !== -1 && budget.left > 0; ) {
    budget.left -= 250
    const end = balancedEnd(text, at, budget)
    const whole = end !== undefined && !(text[at] === '{' && goesOn(text, end))
    const read = (whole ? strictly(text, at, end, budget) : undefined) ?? readJson(text, at, budget)
    const second = read ?? (asked ? undefined : secondOpinion(text, at, budget))
    asked ||= read === undefined && beginsMember.test(text.slice(at, at + 40))
    if (second === undefined) {
      // what stands in a structure that cannot be read is a part of it and not the reply
      const unreadable = beginsItems.test(text.slice(at, at + 120))
      const inside = unreadable || beginsMember.test(text.slice(at, at + 40)) ? end : undefined
      const behind = inside ?? (text[at] === '[' && unreadable ? text.length : at + 1)
      if (unreadable) values.push({ start: at, end: behind, value: undefined, ...unread })
      at = nextOpening(text, behind)
      continue
    }
    const announced = announces.test(text.slice(Math.max(0, at - 40), at))
    values.push({ start: at, announced, guessed: read === undefined, ...second })
    at = nextOpening(text, Math.max(second.end, at + 1))
  }
  return values
}

/**
 * What `jsonrepair` makes of an object that ends the text. It comes second because it completes what
 * was cut off as if it were whole, drops backslashes, and lets one string swallow what follows it.
 */
function secondOpinion(text: string, start: number, budget: Budget): Read | undefined {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const size = end - start
  // its time grows with the square of the length
  if (size > 20_000 || size <= 0 || !beginsMember.test(text.slice(start, start + 40)))
    return undefined
  if (!/^(?:[\s`~.]|<[^<>]{1,40}>)*$/.test(text.slice(end))) return undefined
  budget.left -= 50 * size
  try {
    const kept = text.slice(start, end).replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
    const read = readJson(jsonrepair(kept), 0, budget)
    return read && !read.cut && !swallowed(read.value) ? { ...read, end } : undefined
  } catch {
    return undefined
  }
}

const beginsMember = /^\{\s*["'\w]/
/** An object with a member, or a list of structures: not the braces of a template in prose. */
const beginsItems = /^(?:\{\s*(?:["'][^"'\n]{1,80}["']|\w[\w.-]{0,80})\s*[:=]|\[\s*[{[])/

const unread = { cut: false, guessed: false, announced: false } as const

function swallowed(value: unknown): boolean {
  if (typeof value === 'string') return holdsOthers(value) || /^".*"$|[^\s]['’]$/s.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(swallowed)
}

function strictly(text: string, start: number, end: number, budget: Budget): Read | undefined {
  const value = jsonOf(text.slice(start, end), withNumerals)
  if (value !== undefined) return { value, end, cut: false }
  budget.left -= 2 * (end - start)
  return undefined
}

const announces =
  /(?:(?:```|~~~)[\w-]*|<\|?(?:json|answer|output|response|result|final\w*|tool_call|function\w*)\b[^<>]{0,30}>)\s*$/i

function nextOpening(text: string, from: number): number {
  opening.lastIndex = from
  return opening.exec(text)?.index ?? -1
}
const opening = /[{[｛［]/g

/** The place behind the bracket that closes the one at `start`, by strict JSON's rules. */
function balancedEnd(text: string, start: number, budget: Budget): number | undefined {
  let depth = 0
  let quoted = false
  let at = start
  for (; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) break
  }
  budget.left -= 2 * (at - start)
  return at < text.length && depth === 0 ? at + 1 : undefined
}
