// Free prose as lines that know how deep they stand and what marks them, and the labels in them.

/** One line of a reply. What stands under a line is deeper than it. */
export interface Line {
  readonly kind: 'heading' | 'item' | 'row' | 'text'
  readonly depth: number
  /** Without its mark and without emphasis. */
  readonly text: string
  /** The number or letter of a numbered item. */
  readonly number?: string
  /** Whether an empty line stands before it. */
  readonly gap: boolean
}

/** The lines of a reply, thinking, fences, rules and empty lines left out. */
export function linesOf(reply: string): readonly Line[] {
  const spoken = reply.replace(/<think>[\s\S]*?(<\/think>|$)/gi, '')
  let gap = false
  return spoken.split('\n').flatMap((raw): Line[] => {
    const line = raw.replaceAll('\t', '    ').trimEnd()
    const idle = /^\s*(```.*|~~~.*|[-*_=]{3,}|\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*)?$/.test(line)
    const before = gap
    gap = idle
    return idle ? [] : [{ ...marked(line), gap: before }]
  })
}

/** The cells of a row of a table. */
export function cellsOf({ text }: Line): readonly string[] {
  return text
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())
}

/** `schemaBeliefs` as `schema beliefs`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/** A piece of a line: what follows the label of a field, or what has none. */
interface Segment {
  readonly name?: string
  readonly text: string
  /** True when the label is only the beginning of a sentence: `The goal is ...`. */
  readonly weak?: boolean
}

/**
 * A line cut where the labels of `names` stand: first what has no label, if there is any. A label opens
 * the line (`Goal: ...`, `goal = ...`, `Goal - ...`, `The goal is ...`, or alone), or follows a
 * mark of punctuation and is followed by `:` or `=`. Spelling aside, a label is the name of its field.
 */
export function segmentsOf({ kind, text }: Line, names: readonly string[]): readonly Segment[] {
  if (names.length === 0) return [{ text }]
  if (kind === 'row') {
    const [first = '', ...rest] = text.replace(/^\||\|$/g, '').split('|')
    const named = names.find(name => labelled(name, '\\s*$').test(first.trim()))
    return named === undefined ? [{ text }] : [{ name: named, text: rest.join(' ').trim() }]
  }
  const opened = openingLabel(text, names)
  const body = opened ? opened.text : text
  const cuts = names
    .flatMap(name => [...body.matchAll(inside(name))].map(found => ({ name, found })))
    .sort((a, b) => a.found.index - b.found.index)
  const first = body.slice(0, cuts[0]?.found.index)
  const later = cuts.map(({ name, found }, place): Segment => {
    const from = found.index + found[0].length
    const text = trimmed(body.slice(from, cuts[place + 1]?.found.index))
    return { name, text, weak: found.groups?.said !== undefined }
  })
  const head = { ...opened, text: trimmed(first) }
  return head.name === undefined && head.text === '' ? later : [head, ...later]
}

/** The field whose name a few words begin with, as in `unit km`, and what follows it. */
export function labelBefore(
  text: string,
  names: readonly string[],
): { readonly name: string; readonly text: string } | undefined {
  for (const name of names) {
    const [label] = labelled(name, '\\s+').exec(text) ?? []
    if (label !== undefined) return { name, text: text.slice(label.length) }
  }
  return undefined
}

/** Cuts at the separators that stand outside brackets and quotes. */
export function splitOutside(text: string, separator: RegExp): readonly string[] {
  const here = new RegExp(separator.source, 'iy')
  const pieces: string[] = []
  let depth = 0
  let quoted = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quoted) quoted = sign === quoted ? '' : quoted
    else if (sign === '"' || sign === '`') quoted = sign
    else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    if (quoted || depth > 0) continue
    here.lastIndex = at
    const [found] = here.exec(text) ?? []
    if (!found) continue
    pieces.push(text.slice(from, at))
    from = at + found.length
    at = from - 1
  }
  return [...pieces, text.slice(from)].map(piece => piece.trim()).filter(piece => piece !== '')
}

// --- internal ---

function marked(line: string): Omit<Line, 'gap'> {
  const indent = line.length - line.trimStart().length
  const text = line.trim()
  const [, signs, title] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text) ?? []
  if (signs) return { kind: 'heading', depth: signs.length - 10, text: bare(title!) }
  if (text.startsWith('|')) return { kind: 'row', depth: indent + 1, text: bare(text) }
  const [, sign, item] = /^([-*•+–]|\(?(?:\d{1,3}|[a-z])[.)])\s+(.*)$/.exec(text) ?? []
  if (sign) {
    const number = /[\da-z]+/.exec(sign)?.[0]
    return { kind: 'item', depth: indent + 1, text: bare(item!), ...(number && { number }) }
  }
  return { kind: 'text', depth: indent, text: bare(text) }
}

/** Without the signs of emphasis. */
function bare(text: string): string {
  return text
    .replace(/\*\*(\S(?:.*?\S)?)\*\*/g, '$1')
    .replace(/(?<!\w)__(\S(?:.*?\S)?)__(?!\w)/g, '$1')
}

/** A name as it may be spelled: words apart, joined or with signs between them, singular or plural, a gloss behind it. */
function spelling(name: string): string {
  const words = wordsOf(name).split(' ')
  const joined = words.map(word => word.replace(/s$/, '')).join('s?[\\s_-]*')
  return `(?:(?:the|my)\\s+)?["'\`*]*${joined}s?["'\`*]*(?:\\s*\\([^)]*\\))?`
}

const conclusion = '(?:so|thus|hence|therefore|finally|in conclusion|in short|overall)'

function labelled(name: string, after: string): RegExp {
  return new RegExp(`^(?:${conclusion},?\\s+)?${spelling(name)}${after}`, 'i')
}

/** Where a label may stand within a line: after a mark of punctuation, or as the subject of a sentence. */
function inside(name: string): RegExp {
  const label = `(?:${conclusion},?\\s+)?${spelling(name)}`
  const marked = `(?:[;,|(]\\s*|:\\s+|(?<=[.!?])\\s+|\\s[-–—]\\s+|\\s+and\\s+)${label}\\s*[:=](?!=)\\s*`
  return new RegExp(`${marked}|(?:(?<=[.!?])|[,;])\\s+${label}(?<said>${sentence})`, 'gi')
}

function openingLabel(text: string, names: readonly string[]): Required<Segment> | undefined {
  for (const after of [separator, sentence])
    for (const name of names) {
      const [label] = labelled(name, after).exec(text) ?? []
      const rest = text.slice(label?.length)
      if (label !== undefined) return { name, text: rest.trim(), weak: after === sentence }
    }
  return undefined
}

const separator = '(?:\\s*[:=](?!=)\\s*|\\s+[-–—]+\\s+|[\\s:]*$)'
const sentence = '\\s+(?:is|are)\\b:?\\s*'

/** Without the separator at the end and without a bracket that was opened before. */
function trimmed(text: string): string {
  const short = text
    .trim()
    .replace(/[;,|:]+$/, '')
    .trim()
  const opened = short.split('(').length < short.split(')').length
  return opened ? short.replace(/\)([.;,]*)$/, '$1').trim() : short
}
