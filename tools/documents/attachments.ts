// What is attached to an e-mail message, as members of an archive are: each has a name of its own, and none is a path.
import { parse } from 'node:path'
import type { Attachment } from 'postal-mime'
import type { Member } from './members.ts'

/** What is attached to a message, in its order; the second `stand.csv` of it is `stand (2).csv`. */
export function attachedMembers(attachments: readonly Attachment[]): readonly Member[] {
  const names = toldApart(attachments.map(nameOf))
  return attachments.map(({ content }, at) => {
    // it has been decoded already, to no more than the message has
    const data = Buffer.from(content as ArrayBuffer)
    const [name, size] = [names[at]!, data.length]
    return { name, size, encrypted: false, link: false, content: async () => data }
  })
}

// --- internal ---

/** The last part of the name given, whatever folders it speaks of; where there is none, one by its type. */
function nameOf({ filename, mimeType }: Attachment): string {
  const name = (filename ?? '')
    .replace(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .trim()
  if (!['', '.', '..'].includes(name)) return name
  const type = /[a-z0-9]*$/.exec(mimeType)![0]
  return `unnamed.${type === 'rfc822' ? 'eml' : type || 'txt'}`
}

/** Names that differ by more than their case, which not every disk keeps. */
function toldApart(names: readonly string[]): readonly string[] {
  const uses = new Map<string, number>()
  return names.map(name => {
    const { name: stem, ext } = parse(name)
    let free = name
    let count = uses.get(name.toLowerCase()) ?? 1
    while (uses.has(free.toLowerCase())) free = `${stem} (${++count})${ext}`
    uses.set(name.toLowerCase(), count).set(free.toLowerCase(), 1)
    return free
  })
}
