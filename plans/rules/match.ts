// Sentences with slots held against sentences without: what each `{role}` stands for, when one says the other.
import { memo } from '../memo.ts'
import type { Value } from '../plan.ts'
import { escapeSlots, fill, replaceSlots, slots } from '../template.ts'
import { asPattern } from '../text/words.ts'

/** What roles stand for. */
export type Values = Readonly<Record<string, Value>>

/**
 * What the slots of `template` stand for when a clause of `text` says it, or undefined when none does.
 * Case, articles and punctuation at the end do not matter; what a slot stands for is words of one clause,
 * without the article before them. A role named twice stands for the same.
 */
export function matchClause(template: string, text: string): Values | undefined {
  return remembered(template).clause(text)
}

/** As `matchClause`, where the template has to say the whole text, or its first sentence. */
export function matchTask(template: string, text: string): Values | undefined {
  return remembered(template).task(text)
}

/** The template with the roles that are known written out; the others stay slots. */
export function fillPartly(template: string, values: Values): string {
  return replaceSlots(template, (role, slot) =>
    Object.hasOwn(values, role) ? escapeSlots(String(values[role])) : slot,
  )
}

/** The words of a template, or undefined while a slot of it is open. */
export function wordsOf(template: string, values: Values): string | undefined {
  const filled = fill(template, values)
  return 'filled' in filled ? filled.filled : undefined
}

// --- internal ---

const remembered = memo(2_000, (template: string) => {
  const { pattern, roles } = patternOf(template)
  const clause = new RegExp(`(?:^|[.,;:(]\\s*)${pattern}(?=$|\\s*${end})`, 'iu')
  const task = new RegExp(`^${pattern}(?=\\s*$|\\s*[.!?](?:\\s|$))`, 'iu')
  const found = (shape: RegExp, text: string): Values | undefined => {
    const groups = shape.exec(text)
    return groups ? Object.fromEntries(roles.map((role, at) => [role, groups[at + 1]!])) : undefined
  }
  return {
    clause: memo(500, text => found(clause, text)),
    task: memo(200, text => found(task, text)),
  }
})

const article = '(?:(?:an?|a\\(n\\)|the|some)\\s+)?'

/** What ends a clause: a mark within a word, as in 10.5, does not. */
const end = '(?:[;!?()]|[.,:](?![\\p{L}\\p{N}]))'

const content = '((?:[^.,;:()]|[.,:](?=\\S))+?)'

function patternOf(template: string): {
  readonly pattern: string
  readonly roles: readonly string[]
} {
  const roles = [...slots(template)]
  const seen = new Set<string>()
  const words = template
    .trim()
    .replace(/[.!?]+$/u, '')
    .split(/\s+/u)
  const telling = words.filter(word => !/^(?:an?|a\(n\)|the|some)$/iu.test(word))
  const written = (telling.length > 0 ? telling : words).map(word => {
    let at = 0
    let out = ''
    replaceSlots(word, (role, slot, index) => {
      out +=
        escaped(word.slice(at, index)) + (seen.has(role) ? `\\${roles.indexOf(role) + 1}` : content)
      seen.add(role)
      at = index + slot.length
      return slot
    })
    return out + escaped(word.slice(at))
  })
  return { pattern: article + written.join(`[:,]?\\s+${article}`), roles }
}

const escaped = (text: string) => asPattern(text.replace(/\{\{|\}\}/gu, brace => brace.slice(1)))
