// Whether a call asked about what its step reads, or about its sibling: the second entity instead of
// the first, last year instead of this one.
import type { Value } from '../../plan.ts'
import { isKeyword } from '../../text/query.ts'
import { asPattern, folded, stemsOf } from '../../text/words.ts'
import type { Ground } from '../claim.ts'

/** What a call asked about in the place of what `step` reads. */
interface Mistaken {
  readonly wanted: string
  readonly asked: string
}

/**
 * The value in `input` that belongs to another role of the same kind (`second_entity`) than the one
 * the step reads (`first_entity`), when the value of that one is not in it; likewise another year.
 */
export function mistakenKey(input: unknown, { step, beliefs }: Ground): Mistaken | undefined {
  const text = folded(JSON.stringify(input ?? ''))
  const holds = (value: Value) => text.includes(folded(JSON.stringify(String(value)).slice(1, -1)))
  // a column called from is named in quotes; without them it is a word of the query
  const names = (value: Value) => {
    const said = asPattern(folded(String(value)))
    const whole = isKeyword(String(value))
      ? `(?<=["'])${said}(?=\\\\?["'])`
      : `(?<![\\p{L}\\p{N}])${said}(?![\\p{L}\\p{N}])`
    return holds(value) && new RegExp(whole, 'u').test(text)
  }
  // the column of one table may be called as that of another
  const read = new Set(step.reads.map(role => folded(String(beliefs[role]?.value))))
  const isInAll = (name: string) => isPlace(name) && allColumns.test(text)
  for (const name of step.reads) {
    const wanted = beliefs[name]?.value
    if (wanted === undefined || !isKey(wanted) || holds(wanted) || isInAll(name)) continue
    if (isYear(wanted)) {
      const [other] = text.match(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/) ?? []
      if (other !== undefined && !elsewhen.test(step.description))
        return { wanted: String(wanted), asked: other }
      continue
    }
    const kind = stemsOf(name)
    for (const [other, { value }] of Object.entries(beliefs)) {
      if (read.has(folded(String(value))) || !isKey(value) || isYear(value) || !names(value))
        continue
      const sibling =
        [...stemsOf(other)].some(stem => kind.has(stem)) && isPlace(other) === isPlace(name)
      const apart = !folded(String(wanted)).includes(folded(String(value)))
      if (sibling && apart) return { wanted: String(wanted), asked: String(value) }
    }
  }
  return undefined
}

export const isYear = (value: Value) => /^(?:1[5-9]|20)\d\d$/.test(String(value))

/** Asked of a step: whether it is about a time beside the one it reads. */
export const elsewhen =
  /\b(?:previous|prior|preced|earlier|before|next|follow|later|after|since|last|growth|chang)/i

// --- internal ---

/** A query that gives every column of its rows. */
const allColumns = /"select\s+(?:\w+\.)?\*/

/** A role that says where to look, and not what for. */
const isPlace = (role: string) => /(?:^|_)(?:file|sheet|column)s?$/.test(role)

const isKey = (value: Value) =>
  isYear(value) || (typeof value === 'string' && value.length > 1 && value.length <= 80)
