// What the text of a query is, and which words in it are the language's own.

/** Whether a text is a query in SQL. */
export function isQuery(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text)
}

/** Whether a word may stand in a text of its own accord: too short to be told, or a word of SQL. */
export function ordinary(word: string): boolean {
  return (word.length < 2 && !/\d/.test(word)) || words.has(word.toLowerCase())
}

/** The quote that is open at `index` of `text`, if one is. */
export function quoteAt(text: string, index: number): string | undefined {
  let open: string | undefined
  for (const char of text.slice(0, index)) {
    if (open === undefined && (char === "'" || char === '"' || char === '`')) open = char
    else if (char === open) open = undefined
  }
  return open
}

/** The constants of a query: what stands between single quotes. */
export function constantsOf(query: string): readonly string[] {
  return [...query.matchAll(/'((?:[^']|'')*)'/g)].map(match => match[1]!)
}

/** Whether a constant only says how something is read or written: `%Y-%m`, `+1 day`, `start of month`. */
export function isForm(constant: string): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(constant.replaceAll(/%[a-zA-Z]/g, '')) ||
    /^(?:[+-]\d+ \w+|start of \w+|weekday \d|localtime|utc|unixepoch|subsec)$/.test(constant)
  )
}

// --- internal ---

const words = new Set(
  'all and as asc avg between by case cast count date datetime day desc distinct else end exists from group having hour if in integer is join last left length like limit lower max mean median min minute month name not null number on or order real replace round row rows select sort strftime substr sum table text then time total trim type unit upper value when where with year'.split(
    ' ',
  ),
)
