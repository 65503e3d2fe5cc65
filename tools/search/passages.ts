// Documents as passages: paragraphs, each with the title of its document and section, long enough to be
// understood alone and short enough to be read in a list.

/** A piece of a document, word for word. */
export interface Passage {
  readonly title: string
  readonly text: string
}

/** Paragraphs are put together up to about this many characters, and cut above the second. */
const usual = 500
const longest = 1500

/** The passages of a text whose headings are marked as in Markdown; `title` is used when it has none. */
export function markdownPassages(text: string, title: string): Passage[] {
  const first = /^\s*#\s+(\S.*)$/m.exec(text)?.[1]
  return sectionsOf(text, (first ?? title).trim())
}

/** The passages of plain text; a short first line on its own is its title. */
export function plainPassages(text: string, title: string): Passage[] {
  const [, line, rest] = /^\s*(\S[^\n]{0,98}[^\s.!?:;,])[ \t]*\n[ \t]*\n([\s\S]*)$/.exec(text) ?? []
  return line !== undefined && rest !== undefined && rest.trim() !== ''
    ? joined(paragraphs(rest), line)
    : joined(paragraphs(text), title)
}

// --- internal ---

function sectionsOf(text: string, title: string): Passage[] {
  const passages: Passage[] = []
  let heading = title
  let body: string[] = []
  const flush = () => {
    passages.push(...joined(paragraphs(body.join('\n')), heading))
    body = []
  }
  for (const line of text.split('\n')) {
    const found = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1]?.replace(/\s*#*\s*$/, '')
    if (found === undefined) body.push(line)
    else {
      flush()
      heading = found === title ? title : `${title}: ${found}`
    }
  }
  flush()
  return passages
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/)
    .map(each => each.trim())
    .filter(each => each !== '')
    .flatMap(cut)
}

/** A paragraph in pieces of bearable length, cut behind sentences or lines where there are any. */
function cut(paragraph: string): string[] {
  const pieces: string[] = []
  let rest = paragraph
  while (rest.length > longest) {
    const head = rest.slice(0, longest)
    const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('\n'))
    const at = end > longest / 3 ? end + 1 : Math.max(head.lastIndexOf(' '), longest / 2)
    pieces.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return [...pieces, rest]
}

function joined(parts: readonly string[], title: string): Passage[] {
  const passages: Passage[] = []
  let text = ''
  for (const part of parts) {
    if (text !== '' && text.length + part.length > usual) {
      passages.push({ title, text })
      text = ''
    }
    text = text === '' ? part : `${text}\n\n${part}`
  }
  if (text !== '') passages.push({ title, text })
  return passages
}
