// The text of an HTML page, headings marked as in Markdown. One pass, whatever the page looks like.
import { Tokenizer } from 'htmlparser2'

const skipped = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'head'])
const blocks = new Set(
  'p div section article main header footer aside ul ol dl table blockquote pre figure hr form h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const lines = new Set(['br', 'li', 'tr', 'dt', 'dd'])

/** The readable text of a page as Markdown-like paragraphs, and its title when it has one. */
export function htmlText(html: string): { readonly title?: string; readonly text: string } {
  const parts: string[] = []
  let title = ''
  let tag = ''
  /** The element whose words are left out. */
  let within: string | undefined
  const say = (words: string) => {
    if (within === undefined) parts.push(words.replace(/\s+/g, ' '))
    else if (within === 'head' && tag === 'title') title += words
  }
  const ignored = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (from, to) => say(html.slice(from, to)),
      ontextentity: code => say(String.fromCodePoint(code)),
      onopentagname: (from, to) => {
        tag = html.slice(from, to).toLowerCase()
        if (within !== undefined) return
        if (skipped.has(tag)) within = tag
        else parts.push(markOf(tag, false))
      },
      onselfclosingtag: () => {
        if (within === tag) within = undefined
      },
      onclosetag: (from, to) => {
        tag = ''
        const name = html.slice(from, to).toLowerCase()
        if (within === undefined) parts.push(markOf(name, true))
        else if (within === name) within = undefined
      },
      onopentagend: ignored,
      onattribname: ignored,
      onattribdata: ignored,
      onattribentity: ignored,
      onattribend: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onprocessinginstruction: ignored,
      onend: ignored,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  const text = parts
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const titled = title.replace(/\s+/g, ' ').trim()
  return { ...(titled !== '' && { title: titled }), text }
}

// --- internal ---

function markOf(tag: string, ending: boolean): string {
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level !== undefined) return ending ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `
  if (tag === 'td' || tag === 'th') return ending ? ' ' : ''
  if (tag === 'li' && !ending) return '\n- '
  return blocks.has(tag) ? '\n\n' : lines.has(tag) ? '\n' : ''
}
