// What a document lists: the items below a heading or behind a label, as they stand there.
import { contentTerms, sameStem } from '../../stems.ts'
import type { Want } from '../../wanted.ts'

/** A list, and what it is a list of. */
export interface List {
  readonly heading: string
  /** The items as they stand, line by line. */
  readonly items: string
  /** Heading and items. */
  readonly quote: string
}

/** The lists of the text of a document, in order. */
export function listsIn(content: string): readonly List[] {
  const lines = content.split('\n')
  return lines.flatMap((line, at) => {
    const [, label, inline] = /^(\p{Lu}[^.:,;]{2,40}):\s+(\S.*)$/u.exec(line.trim()) ?? []
    if (label && isEnumeration(inline!)) return { heading: label, items: inline!, quote: line }
    if (line.trim() === '' || item.test(line)) return []
    const heading = line.replace(/^#{1,6}\s+|[*_]{1,2}|:\s*$/g, '').trim()
    const first = lines.findIndex((each, index) => index > at && each.trim() !== '')
    const items = first < 0 || first > at + 2 ? [] : itemsFrom(lines.slice(first))
    if (items.length === 0 || heading.length > 60 || /[.?!]$/.test(heading)) return []
    return {
      heading,
      items: items.join('\n').trim(),
      quote: lines.slice(at, first + items.length).join('\n'),
    }
  })
}

/** The one list of just what is asked for; a heading that says more may be of something else. */
export function listFor(lists: readonly List[], { said }: Pick<Want, 'said'>): List | undefined {
  const isAsked = (heading: string) => {
    const terms = contentTerms(heading)
    return (
      terms.length > 0 &&
      terms.length === said.length &&
      said.every(({ stem }) => terms.some(term => sameStem(term.stem, stem)))
    )
  }
  const [list, another] = lists.filter(({ heading }) => isAsked(heading))
  return another ? undefined : list
}

// --- internal ---

const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+\S/

/** The lines of a list that begins here: its items with what they go on with, or one line of several things. */
function itemsFrom(lines: readonly string[]): readonly string[] {
  const [first = '', next = ''] = lines
  if (!item.test(first)) return next.trim() === '' && isEnumeration(first) ? [first] : []
  const end = lines.findIndex(line => !item.test(line) && !/^\s+\S/.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

/** `Ann Lee, Ben Roy`: several short things and no sentence. */
function isEnumeration(text: string): boolean {
  const parts = text.trim().split(/,\s+(?:and\s+)?|\s+and\s+/)
  return (
    parts.length > 1 &&
    parts.every(part => part.split(' ').length < 5) &&
    !/[.?!]$/.test(text.trim())
  )
}
