// The text of an HTML page, headings marked as in Markdown. One pass, whatever the page looks like.

const skipped = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'head'])
const blocks = new Set(
  'p div section article main header footer aside ul ol dl table blockquote pre figure hr form h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const lines = new Set(['br', 'li', 'tr', 'dt', 'dd'])

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  deg: '°',
  times: '×',
  euro: '€',
  pound: '£',
}

/** The readable text of a page as Markdown-like paragraphs, and its title when it has one. */
export function htmlText(html: string): { readonly title?: string; readonly text: string } {
  const parts: string[] = []
  let title = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open === -1 ? html.length : open)
    parts.push(decoded(text).replace(/\s+/g, ' '))
    if (open === -1) break
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open)
      continue
    }
    const close = html.indexOf('>', open)
    if (close === -1) break
    const [, ending = '', name = ''] =
      /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20)) ?? []
    const tag = name.toLowerCase()
    at = close + 1
    if (tag === 'head') title = titleIn(html, at)
    if (skipped.has(tag) && ending === '') at = after(html, `</${name}`, at)
    else parts.push(markOf(tag, ending !== ''))
  }
  const text = parts
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { ...(title !== '' && { title }), text }
}

// --- internal ---

function markOf(tag: string, ending: boolean): string {
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level !== undefined) return ending ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `
  if (tag === 'td' || tag === 'th') return ending ? ' ' : ''
  if (tag === 'li' && !ending) return '\n- '
  return blocks.has(tag) ? '\n\n' : lines.has(tag) ? '\n' : ''
}

function titleIn(html: string, from: number): string {
  const head = html.slice(from, from + 100_000)
  const open = /<title[^>]{0,200}>/i.exec(head)
  if (!open) return ''
  const start = open.index + open[0].length
  const end = head.indexOf('<', start)
  return end === -1 ? '' : decoded(head.slice(start, end)).replace(/\s+/g, ' ').trim()
}

/** The place behind the next `mark`, whatever its case. */
function after(html: string, mark: string, from: number): number {
  const small = mark.toLowerCase()
  for (let at = html.indexOf(mark[0]!, from); at !== -1; at = html.indexOf(mark[0]!, at + 1))
    if (html.slice(at, at + mark.length).toLowerCase() === small) {
      const close = mark.endsWith('>') ? at + mark.length - 1 : html.indexOf('>', at)
      return close === -1 ? html.length : close + 1
    }
  return html.length
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,10});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
