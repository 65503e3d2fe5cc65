// The process in which pages are decoded and read; what it is asked, and what it gives.
import { declaredEncoding, encodingNamed, isUtf8, markedEncoding } from '../files/encodings.ts'
import { serve } from '../isolated.ts'
import { visible } from './markdown.ts'
import { type PageText, pageText } from './text.ts'

/** The bytes of a page: what they are said to be, in which character set, and where they were found. */
export interface PageRequest {
  readonly bytes: Uint8Array
  readonly kind: 'html' | 'text' | 'json'
  readonly charset?: string
  readonly address: string
}

serve(async ({ bytes, kind, charset, address }: PageRequest): Promise<PageText> => {
  const text = decoded(bytes, charset, kind === 'html')
  switch (kind) {
    case 'html':
      return pageText(text, address)
    case 'json':
      return plain(indented(text))
    case 'text':
      return plain(text)
  }
})

// --- internal ---

function plain(text: string): PageText {
  const clean = visible(text).replace(/\r\n?/g, '\n').trim()
  return { text: clean, links: [], hidden: 0, remarks: [], addresses: [] }
}

/** JSON on lines, so that it can be read in parts; as it is when it does not parse. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}

/** Text by its byte order mark, else by the header, the page's own word, or what the bytes show. */
function decoded(bytes: Uint8Array, header: string | undefined, html: boolean): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes)
  const marked = markedEncoding(Buffer.from(bytes.subarray(0, 3)))
  if (marked !== undefined) return decode(marked)
  const own = html || header === undefined ? ownWord(bytes) : undefined
  const label = encodingNamed(header ?? '') ?? encodingNamed(own ?? '')
  if (label?.startsWith('utf-16') && bytes.length > 1) return decode(label)
  const utf8 = decode('utf-8')
  const beyond = utf8.match(/[^\0-\x7f]/gu)?.length ?? 0
  const broken = utf8.match(/\ufffd/g)?.length ?? 0
  // text of another set that happens to be UTF-8 is short or belongs to sets of several bytes
  const evident =
    isUtf8(bytes, true) && beyond > (label !== undefined && severalBytes.test(label) ? 8 : 0)
  if (evident || (beyond === 0 && !label?.startsWith('iso-2022'))) return utf8
  if (label === undefined || label === 'utf-8')
    return 2 * broken > beyond ? decode('windows-1252') : utf8
  return decode(label)
}

const severalBytes = /^(gb|big5|shift_jis|euc|iso-2022)/

/** The character set that the page names in its first bytes. */
function ownWord(bytes: Uint8Array): string | undefined {
  const said = declaredEncoding(Buffer.from(bytes.subarray(0, 4096)))
  // a page whose own words can be read in single bytes is not in UTF-16
  return said !== undefined && /^utf-?16/i.test(said) ? 'utf-8' : said
}
