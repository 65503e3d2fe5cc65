// The process in which pages are decoded and read; what it is asked, and what it gives.
import { declaredEncoding, encodingNamed, encodingOf, mostlyUtf8 } from '../files/encodings.ts'
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

/** Text in the encoding that its header or the page itself names, or that its bytes show. */
function decoded(bytes: Uint8Array, header: string | undefined, html: boolean): string {
  const all = Buffer.from(bytes)
  const own = html || header === undefined ? declaredEncoding(all) : undefined
  const declared = [header, own].find(label => label !== undefined && encodingNamed(label))
  // a few pairs of bytes of these happen to be characters of UTF-8
  const pairs = /^(?:gb|big5|shift_jis|euc)/.test(encodingNamed(declared ?? '') ?? '')
  if (pairs && all.filter(byte => byte >= 0x80).length <= 16)
    return new TextDecoder(declared).decode(bytes)
  const { name, certain } = encodingOf(all, declared)
  return new TextDecoder(certain || !mostlyUtf8(all) ? name : 'utf-8').decode(bytes)
}
