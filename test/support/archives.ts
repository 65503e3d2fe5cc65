// ZIP archives for tests, as other programs would not write them: with parts of other files changed, and
// with fields that lie.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The archive in `data` with the text of its part `name` changed. */
export function withPart(
  data: Uint8Array,
  name: string,
  change: (text: string) => string,
): Uint8Array {
  const parts = unzipSync(data)
  return zipSync({ ...parts, [name]: strToU8(change(strFromU8(parts[name]!))) })
}

/** An archive of these members; values are text or bytes. */
export function zipOf(members: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(members).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )
}

/** The archive with a field of its last member changed: in its directory, and in the member's own header. */
export function withField(
  data: Uint8Array,
  field: 'flags' | 'size' | 'method' | 'attributes' | 'checksum',
  value: number,
): Uint8Array {
  const changed = Buffer.from(data)
  const entry = changed.lastIndexOf(Buffer.from('504b0102', 'hex'))
  const local = changed.readUInt32LE(entry + 42)
  switch (field) {
    case 'flags':
      changed.writeUInt16LE(value, entry + 8)
      changed.writeUInt16LE(value, local + 6)
      return changed
    case 'method':
      changed.writeUInt16LE(value, entry + 10)
      changed.writeUInt16LE(value, local + 8)
      return changed
    case 'size':
      changed.writeUInt32LE(value, entry + 24)
      changed.writeUInt32LE(value, local + 22)
      return changed
    case 'checksum':
      changed.writeUInt32LE(value, entry + 16)
      return changed
    case 'attributes':
      changed.writeUInt32LE(value, entry + 38)
      return changed
  }
}

/** XML entities that grow tenfold with each, nine times. */
export const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${[...'bcdefghij']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
  .join('')}]>`
