// A reply written as free prose, the way a reader of prose understands best.
import type { Json } from '../../../tools/tool.ts'
import { wordsOf } from './lines.ts'

/** The members of a reply, one paragraph each; an item of a list of objects is a line. */
export function printProse(reply: Json): string {
  if (reply === null || typeof reply !== 'object') return inline(reply)
  return Object.entries(reply)
    .map(([name, value]) => `${capital(wordsOf(name))}:${body(value)}`)
    .join('\n\n')
}

// --- internal ---

function body(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return ` ${inline(value)}`
  return `\n${value.map((item, place) => `${place + 1}. ${inline(item)}`).join('\n')}`
}

function inline(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inline).join(', ')
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, member]) => `${wordsOf(name)}: ${inline(member)}`)
    .join('; ')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
