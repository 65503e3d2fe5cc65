// Keeps keys and passwords out of everything that is shown or kept.

/** So many characters in a row that are also in a key give something of it away. */
const tellingLength = 8
/** Shorter ones are put in where a server asks for no key. */
const shortestKey = 4

/**
 * `text` with `[key]` for the key, for every part of it of eight characters or more, for what is left
 * of it where somebody has masked its middle, and for all of these in Base64, in hexadecimal or in the
 * letters of a web address.
 */
export function withoutKey(text: string, key: string | undefined): string {
  if (!key || key.length < shortestKey) return text
  const whole = text.replaceAll(key, '[key]')
  const parts = partsOf(key)
  const hidden = new Uint8Array(whole.length)
  for (let at = 0; at + tellingLength <= whole.length; at++)
    if (parts.has(whole.slice(at, at + tellingLength))) hidden.fill(1, at, at + tellingLength)
  return unmasked(without(whole, hidden), key)
}

/** The address of a server as it may be shown: without a password, a query and a closing slash. */
export function shownAddress(address: string): string {
  if (/^https?:/.test(address) && URL.canParse(address)) {
    const { origin, pathname } = new URL(address)
    return origin + pathname.replace(/\/$/, '')
  }
  return withoutPasswords(address.replace(/^[^/\s]*@|\?.*$/g, ''))
}

/** Words that may hold addresses, without the passwords in them. */
export function withoutPasswords(words: string): string {
  return words.replace(/\/\/[^/\s]*@/g, '//')
}

// --- internal ---

/** Every part of the key of the telling length, in each way that it may be written. */
function partsOf(key: string): ReadonlySet<string> {
  const parts = new Set<string>()
  for (const form of formsOf(key))
    for (let at = 0; at + tellingLength <= form.length; at++)
      parts.add(form.slice(at, at + tellingLength))
  return parts
}

function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key)
  // where a key begins within three bytes decides on its letters in Base64
  const shifted = [0, 1, 2].flatMap(before => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const begins = Math.ceil((before * 4) / 3)
    const ends = Math.floor((padded.length * 4) / 3)
    return (['base64', 'base64url'] as const).map(way => padded.toString(way).slice(begins, ends))
  })
  return [key, encodeURIComponent(key.toWellFormed()), bytes.toString('hex'), ...shifted]
}

function without(text: string, hidden: Uint8Array): string {
  let shown = ''
  for (let at = 0; at < text.length; at++)
    if (!hidden[at]) shown += text[at]
    else if (!hidden[at - 1]) shown += '[key]'
  return shown
}

/** Servers repeat keys with stars or dots in their middle: what they leave of both ends goes as well. */
function unmasked(text: string, key: string): string {
  return text.replace(
    /(\[key\]|[\w-]{0,64})(?:\*{2,}|\.{3,}|…|•{2,}|x{4,})(\[key\]|[\w-]{0,64})/g,
    (all, head: string, tail: string) => {
      const begins = head === '[key]' || (head.length > 1 && key.startsWith(head))
      const ends = tail === '[key]' || (tail.length > 1 && key.endsWith(tail))
      return begins || ends ? '[key]' : all
    },
  )
}
