// In which encoding the bytes of a text are written: declared, proven, or the likeliest.

/** An encoding by the name that `TextDecoder` has for it, such as `utf-8` or `shift_jis`. */
export type Encoding = string

/** The name `TextDecoder` has for an encoding; `undefined` for one it does not know. */
export function encodingNamed(label: string): Encoding | undefined {
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/**
 * The encoding of a text by its first bytes. A byte order mark or valid UTF-8 proves it; else a
 * declaration in the text (HTML, XML) is followed; else the first whose usual characters make up enough of
 * it; windows-1252 is left for the rest. It is `certain` when anything but the look of the bytes speaks for it.
 */
export function encodingOf(
  head: Buffer,
  declared?: string,
): { readonly name: Encoding; readonly certain: boolean } {
  const marked = markedEncoding(head)
  if (marked !== undefined) return { name: marked, certain: true }
  if (isUtf8(head)) return { name: 'utf-8', certain: true }
  const named = declared === undefined ? undefined : encodingNamed(declared)
  // a declaration of UTF-8 that is not kept says nothing about what is there
  if (named !== undefined && !named.startsWith('utf')) return { name: named, certain: true }
  const likely = habits.find(habit => shows(head, habit))?.name
  return { name: likely ?? (isCyrillic(head) ? 'windows-1251' : 'windows-1252'), certain: false }
}

/** The encoding that the mark says with which a text begins; `undefined` when it begins with none. */
export function markedEncoding(head: Buffer): Encoding | undefined {
  const start = head.toString('hex', 0, 3)
  if (start === 'efbbbf') return 'utf-8'
  if (start.startsWith('fffe')) return 'utf-16le'
  return start.startsWith('feff') ? 'utf-16be' : undefined
}

/** True when the first bytes of a text are UTF-8; the last character of a long one may be `cut` off. */
export function isUtf8(head: Uint8Array, cut = head.length >= 65_536): boolean {
  return isIn('utf-8', head, cut)
}

/** The encoding that an HTML or XML text declares in its first bytes. */
export function declaredEncoding(head: Buffer): string | undefined {
  const start = head.subarray(0, 4096).toString('latin1')
  return (
    /<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1] ??
    /<meta[^>]{0,400}\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1]
  )
}

// --- internal ---

/**
 * What texts in an encoding mostly consist of: pairs of bytes, the first of them in these ranges and the
 * second not below `second`, must be at least this share of all that is not ASCII.
 */
interface Habit {
  readonly name: string
  readonly first: readonly (readonly [number, number])[]
  readonly second: number
  readonly share: number
}

const habits: readonly Habit[] = [
  // kana stand between the characters of every Japanese text
  { name: 'shift_jis', first: [[0x82, 0x83]], second: 0x40, share: 0.25 },
  { name: 'euc-jp', first: [[0xa4, 0xa5]], second: 0xa1, share: 0.25 },
  { name: 'euc-kr', first: [[0xb0, 0xc8]], second: 0xa1, share: 0.9 },
  // punctuation, and the level of characters that are in common use
  { name: 'gb18030', first: [[0xa1, 0xa3], [0xb0, 0xd7]], second: 0xa1, share: 0.8 }, // biome-ignore format: one habit a line
  { name: 'big5', first: [[0xa1, 0xc6]], second: 0x40, share: 0.8 },
]

const fewest = 4

function shows(head: Buffer, { name, first, second, share }: Habit): boolean {
  let [pairs, usual] = [0, 0]
  for (let at = 0; at < head.length; at++) {
    const byte = head[at]!
    if (byte < 0x80) continue
    pairs += 1
    at += 1
    if ((head[at] ?? 0) >= second && first.some(([low, high]) => byte >= low && byte <= high))
      usual += 1
  }
  return pairs >= fewest && usual >= pairs * share && isIn(name, head, true)
}

/** Whether bytes are a text in an encoding; the last character may be `cut` off. */
function isIn(encoding: Encoding, bytes: Uint8Array, cut: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: cut })
    return true
  } catch {
    return false
  }
}

/** Accents stand alone between the letters of a text; letters of another alphabet stand in words. */
function isCyrillic(head: Buffer): boolean {
  let [wide, letters, followed] = [0, 0, 0]
  for (const [at, byte] of head.entries()) {
    if (byte < 0x80) continue
    wide += 1
    if (byte < 0xc0 && byte !== 0xa8 && byte !== 0xb8) continue
    letters += 1
    if ((head[at + 1] ?? 0) >= 0xc0) followed += 1
  }
  return wide >= fewest && letters > wide * 0.9 && followed > letters * 0.6
}
