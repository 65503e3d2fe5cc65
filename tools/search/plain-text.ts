// What a search service gives as text with markup and entities, as the plain words.
import { parseHTML } from 'linkedom'

/** The words of `text` without tags, entities spelled out, white space made single spaces. */
export function plainText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const bounded = text.slice(0, 20_000)
  return (/[<&]/.test(bounded) ? withoutMarkup(bounded) : bounded).replace(/\s+/g, ' ').trim()
}

/** The address when it is one of the web, else nothing. */
export function webAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address.length > 4000) return undefined
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/** A day, `2024-05-31`, from a date as services spell it. */
export function dayOf(date: unknown): string | undefined {
  return typeof date === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] : undefined
}

// --- internal ---

function withoutMarkup(text: string): string {
  // "5 < 6" is no tag, and what stands behind it is not lost
  const marked = text.replace(/<(?!\/?[a-z][^<>]*>)/gi, '&lt;')
  const { document } = parseHTML(`<html><body>${marked}</body></html>`)
  for (const element of document.querySelectorAll('script, style')) element.remove()
  return document.body.textContent ?? ''
}
