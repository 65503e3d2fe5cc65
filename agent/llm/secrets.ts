// Keeps keys and passwords out of everything that is shown or kept.

/** So many characters in a row that are also in a key give something of it away. */
const tellingLength = 8
/** Shorter ones are put in where a server asks for no key. */
const shortestKey = 4
const leastMasked = 16

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

/**
 * Gives values of JSON in which no text holds a key or token of the environment, whoever wrote it there. Short
 * ones are the words that servers without keys are given.
 */
export function maskedBy(env: Readonly<Record<string, string | undefined>>): <T>(value: T) => T {
  const long = [...new Set(Object.entries(env).flatMap(keysOf))].filter(
    key => key.length >= leastMasked,
  )
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return long.reduce(withoutKey, value)
    if (Array.isArray(value)) return value.map(mask)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask(name), mask(each)]))
  }
  return value => (long.length === 0 ? value : (mask(value) as typeof value))
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

/** What a variable of the environment holds that is not to be seen. */
function keysOf([name, value = '']: readonly [string, string | undefined]): readonly string[] {
  if (keyNames.test(name)) return [value]
  if (!/_(?:URL|HOST|PROXY|DSN)$/i.test(name) || !URL.canParse(value)) return []
  const { password, username, searchParams, pathname } = new URL(value)
  const parts = pathname.split('/').filter(isTokenLike)
  return [password, username, decoded(password), ...searchParams.values(), ...parts]
}

const keyNames =
  /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PAT|AUTH|COOKIE)(?:_?\d+)?$/i

/** A password as it was before it was written into an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A part of a path that nobody gives as a name: letters and digits change places in it again and again. */
const isTokenLike = (part: string) => /(?:[a-z]+[^a-z\d]*\d+[^a-z\d]*){3}/i.test(part)

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
  let shown = ''
  let at = 0
  for (const { 0: mask, index } of text.matchAll(/\*{2,}|\.{3,}|…|•{2,}|x{4,}/g)) {
    const before = text.slice(at, index)
    const after = text.slice(index + mask.length)
    const head = endOf(before, key)
    const tail = beginningOf(after, key)
    shown += head + tail > 0 ? `${before.slice(0, before.length - head)}[key]` : before + mask
    at = index + mask.length + tail
  }
  return shown + text.slice(at)
}

/** How much of the end of `text` is the beginning of the key; one letter is none. */
function endOf(text: string, key: string): number {
  for (let length = key.length; length > 1; length--)
    if (text.endsWith(key.slice(0, length))) return length
  return text.endsWith('[key]') ? '[key]'.length : 0
}

/** How much of the beginning of `text` is the end of the key; one letter is none. */
function beginningOf(text: string, key: string): number {
  for (let length = key.length; length > 1; length--)
    if (text.startsWith(key.slice(-length))) return length
  return text.startsWith('[key]') ? '[key]'.length : 0
}
