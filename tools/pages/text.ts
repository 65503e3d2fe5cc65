// An HTML page as what a reader sees of it: the article, or the whole page where the article would lose
// tables; hidden words, scripts and styles are dropped, links made absolute. Runs in a process of its own.
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { type LinkedText, toMarkdown, visible } from './markdown.ts'

/** A page as text. */
export interface PageText extends LinkedText {
  readonly title?: string
  readonly author?: string
  /** As the page writes it, mostly ISO. */
  readonly date?: string
  /** Characters that the page keeps from its readers' sight, which were left out. */
  readonly hidden: number
  /** What a reader should know about the text: one sentence each, in no words of the page. */
  readonly remarks: readonly string[]
  /** Absolute addresses of the links of the page, those outside its text too. */
  readonly addresses: readonly string[]
}

/** Reads a page found at `address`. */
export function pageText(html: string, address: string): PageText {
  // linkedom builds no missing html, head or body: what the page has of them stands inside these
  const { document } = parseHTML(
    `<!doctype html><html><head></head><body>${html}</body></html>`,
  ) as unknown as { readonly document: PageDocument }
  const { paid, ...facts } = factsOf(document)
  const scripts = document.querySelectorAll('script').length
  const hidden = removeHidden(document)
  flatten(document.body)
  const addresses = resolveLinks(document, address)
  const { html: worth, ...byline } = readable(document)
  const linked = toMarkdown(worth)
  const length = linked.text.trim().length
  const remarks = [
    ...(paid ? ['The page says that it is not free: its text may be cut off.'] : []),
    ...(length < fewCharacters && scripts > 0
      ? ['It has little text: it may show more when its scripts run, which are not run here.']
      : []),
  ]
  // what the page says in its head comes before what stands over the article
  return { ...linked, ...byline, ...facts, hidden, remarks, addresses }
}

// --- internal ---

/** Pages with less text than this and with scripts are taken to be made by the scripts. */
const fewCharacters = 200
const shortArticle = 500
/** Pages with more elements than this are not searched for an article, which takes long. */
const mostElements = 40_000
const deepest = 200
const mostAddresses = 500

/** What is used of a linkedom document. */
interface PageNode {
  readonly parentNode: PageNode
  readonly firstElementChild: PageNode | null
  readonly nextElementSibling: PageNode | null
  readonly localName: string
  textContent: string
  readonly innerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  querySelector(selector: string): PageNode | null
  querySelectorAll(selector: string): readonly PageNode[]
  closest(selector: string): PageNode | null
  remove(): void
}
interface PageDocument extends PageNode {
  readonly body: PageNode
}

/** What the page says about itself in its head and in JSON-LD. */
function factsOf(document: PageDocument) {
  const records = recordsOf(document)
  const meta = (...names: readonly string[]) =>
    names.flatMap(name => {
      const found = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)
      return found?.getAttribute('content')?.trim() || []
    })[0]
  const record = (field: string) =>
    records.map(each => each[field]).find(each => each !== undefined)
  const line = (value: unknown) =>
    typeof value === 'string' && value.trim() !== ''
      ? visible(value).replace(/\s+/g, ' ').trim().slice(0, 300)
      : undefined
  const by = [record('author')].flat()[0] as { readonly name?: unknown } | string | undefined
  const title =
    line(document.querySelector('title')?.textContent) ??
    line(meta('og:title')) ??
    line(document.querySelector('h1')?.textContent)
  const author =
    line(meta('author', 'article:author')) ?? line(typeof by === 'object' ? by?.name : by)
  const date =
    line(meta('article:published_time', 'date', 'dc.date', 'DC.date.issued', 'citation_date')) ??
    line(record('datePublished')) ??
    line(document.querySelector('time[datetime]')?.getAttribute('datetime'))
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && !/^https?:/.test(author) && { author }),
    ...(date !== undefined && { date: date.slice(0, 40) }),
    paid: String(record('isAccessibleForFree')).toLowerCase() === 'false',
  }
}

function recordsOf(document: PageDocument): Readonly<Record<string, unknown>>[] {
  return document.querySelectorAll('script[type="application/ld+json"]').flatMap(script => {
    try {
      const value = JSON.parse(script.textContent) as { readonly '@graph'?: unknown }
      return [value, value?.['@graph']]
        .flat()
        .filter(each => typeof each === 'object' && each !== null) as Record<string, unknown>[]
    } catch {
      return [] // a page's mistake in what only machines read
    }
  })
}

/** Removes what nobody sees, and gives the number of its characters. */
function removeHidden(document: PageDocument): number {
  for (const node of document.querySelectorAll('script, style, template, noscript')) node.remove()
  let characters = 0
  // inner elements first, so that none is counted twice
  for (const node of [...document.querySelectorAll('[hidden], [aria-hidden], [style]')].reverse()) {
    if (!isHidden(node)) {
      // what is left of styles would slow down the search for the article
      node.removeAttribute('style')
      continue
    }
    characters += node.textContent.replace(/\s+/g, ' ').trim().length
    node.remove()
  }
  return characters
}

function isHidden(node: PageNode): boolean {
  // pages that fade in hide their whole body at first
  if (node.localName === 'body' || node.localName === 'html') return false
  if (node.getAttribute('hidden') !== null) return true
  // pictures of formulas are hidden from those who hear the formula
  if (node.getAttribute('aria-hidden') === 'true' && node.localName !== 'img') return true
  const style = (node.getAttribute('style') ?? '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\/\*.*?\*\/|\s/gs, '')
    .toLowerCase()
  return (
    hiding.test(style) ||
    (/overflow:(hidden|clip)/.test(style) &&
      /(^|;)(max-)?(width|height):[01](px)?(;|!|$)/.test(style))
  )
}

const hiding = new RegExp(
  `(^|;)(${[
    'display:none',
    'visibility:(hidden|collapse)',
    'content-visibility:hidden',
    '(font-size|opacity|zoom):0*\\.?0*(px|em|rem|ex|ch|pt|vw|vh|%)?(;|!|$)',
    'font-size:(0?\\.\\d+|1)px',
    'opacity:0?\\.0\\d*',
    'color:transparent',
    'clip:rect\\((0|1px)',
    'clip-path:inset\\((50|100)%',
    '(text-indent|left|top|right|margin-left|margin-top):-\\d{3,}',
    'transform:scale\\(0',
  ].join('|')})`,
)

/** Elements nested deeper than any reader could follow become their text: what comes next recurses. */
function flatten(root: PageNode): void {
  let [node, depth] = [root, 0]
  for (;;) {
    const child = node.firstElementChild
    if (child && depth < deepest) {
      ;[node, depth] = [child, depth + 1]
      continue
    }
    if (child) unwrap(node)
    while (node !== root && !node.nextElementSibling) [node, depth] = [node.parentNode, depth - 1]
    if (node === root) return
    node = node.nextElementSibling!
  }
}

function unwrap(node: PageNode): void {
  const { textContent } = node
  node.textContent = textContent
}

/** Makes links absolute, drops those within the page, and gives where they lead. */
function resolveLinks(document: PageDocument, address: string): string[] {
  const stated = document.querySelector('base[href]')?.getAttribute('href') ?? ''
  const base = URL.canParse(stated, address) ? new URL(stated, address) : new URL(address)
  const from = /^https?:$/.test(base.protocol) ? base : new URL(address)
  const found = new Set<string>()
  for (const node of document.querySelectorAll('a[href], area[href]')) {
    const href = visible(node.getAttribute('href') ?? '').trim()
    const to = URL.canParse(href, from.href) ? new URL(href, from) : undefined
    if (
      href.startsWith('#') ||
      to === undefined ||
      !/^https?:$/.test(to.protocol) ||
      to.href.length > 2000
    )
      node.removeAttribute('href')
    else {
      node.setAttribute('href', to.href)
      if (found.size < mostAddresses) found.add(to.href)
    }
  }
  return [...found]
}

/** The HTML worth reading: the article when there is one that keeps the tables, else all of the page. */
function readable(document: PageDocument): { readonly html: string; readonly author?: string } {
  const tables = [...document.querySelectorAll('table')].filter(isData)
  for (const [at, table] of tables.entries()) table.setAttribute('data-table', String(at))
  const whole = visible(document.body.innerHTML)
  if (document.querySelectorAll('*').length > mostElements) return { html: whole }
  const length = document.body.textContent.replace(/\s+/g, ' ').length
  const article = articleOf(document)
  const text = article?.textContent?.replace(/\s+/g, ' ').length ?? 0
  const html = article?.content ?? ''
  const kept = tables.every((_, at) => html.includes(`data-table="${at}"`))
  // less than a quarter of a page is one post of a thread, or one entry of a list
  const enough = text >= shortArticle && 4 * text >= length && kept
  const author = article?.byline?.replace(/\s+/g, ' ').trim().slice(0, 300)
  return { html: enough ? visible(html) : whole, ...(author && { author: visible(author) }) }
}

function articleOf(document: PageDocument) {
  try {
    return new Readability(document as never, { disableJSONLD: true }).parse()
  } catch {
    return null // it is no judge of every page; the whole page serves
  }
}

/** A table with rows and columns of words, outside what leads around the site. */
function isData(table: PageNode): boolean {
  const rows = table.querySelectorAll('tr')
  if (rows.length < 2 || table.querySelector('table') !== null) return false
  if (![...rows].some(row => row.querySelectorAll('td, th').length > 1)) return false
  return table.closest('nav, footer, [role="navigation"], .navbox') === null
}
