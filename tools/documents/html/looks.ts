// What the styles of a page change about the meaning of its words: struck out, or not shown at all.
import type { Tag } from '../tables.ts'

/** How an element is shown, where that matters to a reader. */
type Look = 'struck' | 'hidden'
export type LookOf = (element: Pick<Tag, 'nodeName' | 'getAttribute'>) => Look | undefined

/**
 * A function that tells the look of an element by its own style, by its `hidden` attribute, and by the
 * rules of the page for single tags, classes and ids; other selectors and media queries are not followed.
 */
export function looksOf(html: string): LookOf {
  const rules = new Map<string, Look>()
  for (const [, css = ''] of html.slice(0, longest).matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi))
    for (const [, selectors = '', style = ''] of withoutMedia(css).matchAll(
      /([^{}]+)\{([^{}]*)\}/g,
    )) {
      const look = lookIn(style)
      if (look === undefined) continue
      for (const selector of selectors.split(',').map(each => each.trim().toLowerCase()))
        if (/^[a-z0-9]*(?:[.#][\w-]+)?$/.test(selector)) rules.set(selector, look)
    }
  return element => {
    const own = lookIn(element.getAttribute('style') ?? '')
    if (own !== undefined) return own
    if (element.getAttribute('hidden') !== null) return 'hidden'
    if (rules.size === 0) return undefined
    const tag = element.nodeName.toLowerCase()
    const classes = (element.getAttribute('class') ?? '').toLowerCase().split(/\s+/)
    const id = element.getAttribute('id')?.toLowerCase()
    const names = [...classes.map(name => `.${name}`), ...(id === undefined ? [] : [`#${id}`])]
    return names
      .flatMap(name => [`${tag}${name}`, name])
      .concat(tag)
      .map(name => rules.get(name))
      .find(look => look !== undefined)
  }
}

/** Words with their look: `~~struck~~`, `[not shown on the page: hidden]`. */
export function withLook(words: string, look: Look | undefined): string {
  const inner = words.trim()
  if (look === undefined || inner === '') return words
  const shown = look === 'struck' ? `~~${inner}~~` : `[not shown on the page: ${inner}]`
  return words.replace(inner, () => shown)
}

// --- internal ---

const longest = 2_000_000

function lookIn(style: string): Look | undefined {
  if (/(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)) return 'hidden'
  return /text-decoration(?:-line)?\s*:[^;]*line-through/i.test(style) ? 'struck' : undefined
}

function withoutMedia(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@(?:media|supports)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi, '')
}
