// Spans of time, and the end of one that a question asks for.
import type { Found } from '../values.ts'
import type { Want } from '../wanted.ts'
import { joinsSpan, moving } from './forms.ts'

/** Of the spans of time among the values the end that is asked for; all where there is none. */
export function atEnd(text: string, told: readonly Found[], { end, said }: Want): readonly Found[] {
  // when something is closed it neither begins nor ends
  const asksOfShut = said.some(each => /^(?:closed|shut)$/i.test(each.text))
  const isOfEnd = ({ from }: Found) => asksOfShut || !shut.test(text.slice(0, from))
  // what is moved from one day to another is no longer on the first
  const isLeft = ({ from }: Found) => moving.test(text.slice(0, from))
  const left = beginsIn(text, told).filter(isLeft)
  const all = told.filter(each => !left.includes(each) && (end === undefined || isOfEnd(each)))
  const first = beginsIn(text, all)
  if (end === undefined)
    return first.length === 0 ? all.map(each => withFirst(text, each)) : spansIn(text, all, first)
  // when it begins is not when it ends
  if (first.length === 0)
    return all.filter(
      ({ from, to }) =>
        !contrary[end].test(text.slice(0, from)) && !behindIt[end].test(text.slice(to)),
    )
  return end === 'first' ? first : first.map(each => all[all.indexOf(each) + 1]!)
}

// --- internal ---

/** With what the spans begin. */
const beginsIn = (text: string, all: readonly Found[]) =>
  all.filter(({ from, to }, at) => {
    const next = all[at + 1]
    if (!next) return false
    const joint = text.slice(to, next.from)
    return joinsSpan.test(joint) || (joint === ' and ' && /\bbetween $/.test(text.slice(0, from)))
  })

/** `17 and 18 December`, `8 - 8.40 am`: with what stands before it and leaves out what they share. */
function withFirst(text: string, found: Found): Found {
  const [first = ''] =
    /(?<![\d.,:])\d{1,2}(?:[.:]\d{2})?\s*(?:and|or|to|[-–])\s*$/.exec(text.slice(0, found.from)) ??
    []
  const from = found.from - first.length
  return first === '' || moving.test(text.slice(0, from))
    ? found
    : { ...found, value: text.slice(from, found.to), from }
}

/** `from 7 pm to 11 pm` tells when as a whole. */
function spansIn(text: string, all: readonly Found[], begins: readonly Found[]): readonly Found[] {
  return all.flatMap((found, at) => {
    if (begins.includes(all[at - 1]!)) return []
    if (!begins.includes(found)) return [found]
    const { to } = all[at + 1]!
    const from = found.from - (/\bbetween $/.exec(text.slice(0, found.from))?.[0].length ?? 0)
    return [{ value: text.slice(from, to), from, to }]
  })
}

const shut = /\b(?:is|are|be|stays?|remains?) (?:\p{L}+ )?(?:closed|shut)\b/u

/** `Tue 5 Jan  Spring term begins` */
const behindIt = {
  first: /^\s+\p{Lu}[^.;:,]*\b(?:ends|closes|finishes|stops|expires)\b/u,
  last: /^\s+\p{Lu}[^.;:,]*\b(?:opens|starts|begins)\b/u,
}

const contrary = {
  first: /\b(?:(?:end|clos|finish|stop|shut|expir)\w*\s+(?:\w+\s+)?|(?:until|till)\s+)$/i,
  last: /\b(?:(?:open|start|beg[aiu]n)\w*\s+(?:\w+\s+)?|(?:from|since)\s+)$/i,
}
