// The outer form of PDDL: `(define (domain NAME) (:section ...) ...)`.

import { asList, asName } from './parse-formula.ts'
import { describe, isWord, type ListNode, PddlError, readList, unsupported } from './reader.ts'
import { addUnder } from './syntax.ts'

/** Sections of other versions of PDDL. */
const features: Readonly<Record<string, string>> = {
  ':durative-action': 'durative action',
  ':constraints': 'constraint',
  ':process': 'process',
  ':event': 'event',
  ':timeless': 'timeless fact',
  ':axiom': 'axiom in the manner of PDDL 1.2 (write it with :derived)',
}

/** Reads `(define (what NAME) ...)`. Throws `PddlError`. */
export function readDefinition(text: string, what: 'domain' | 'problem') {
  const node = readList(text)
  const [define, header, ...body] = node.items
  if (!isWord(define, 'define'))
    throw new PddlError(define?.at ?? node.at, '"define"', describe(define))
  const list = asList(header ?? node, `"(${what} NAME)"`)
  if (!isWord(list.items[0], what)) throw new PddlError(list.at, `"(${what} NAME)"`, describe(list))
  if (!list.items[1]) throw new PddlError(list.end, `the name of the ${what}`, '")"')
  return { node, name: asName(list.items[1], `the name of the ${what}`), body }
}

/** The sections by name: those of `allowed`, each once but for `several`; and all that stands in one. Throws `PddlError`. */
export function splitSections(
  root: ReturnType<typeof readDefinition>,
  allowed: readonly string[],
  several: readonly string[] = [],
) {
  const sections = new Map<string, ListNode[]>()
  for (const node of root.body) {
    const list = asList(node, 'a section "(:...)"')
    const key = list.items[0]
    const feature = key?.kind === 'name' ? features[key.text] : undefined
    if (feature !== undefined) throw unsupported(list, feature)
    if (key?.kind !== 'name' || !allowed.includes(key.text)) {
      const expected = `one of the sections ${allowed.join(' ')}`
      throw new PddlError(key?.at ?? list.at, expected, describe(key))
    }
    if (sections.has(key.text) && !several.includes(key.text))
      throw new PddlError(key.at, `one section ${key.text} only`, 'a second one')
    addUnder(sections, key.text, list)
  }
  const items = (key: string) => (sections.get(key) ?? []).flatMap(s => s.items.slice(1))
  return { sections, items }
}
