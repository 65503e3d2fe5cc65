// E-mail messages as a reader has them: who wrote to whom and when, the words decoded, what was attached and how
// to read it. The parsing runs in a process of its own.
import { readFile } from 'node:fs/promises'
import PostalMime, { type Address } from 'postal-mime'
import { attachedMembers } from './attachments.ts'
import { linesOfHtml } from './html/html.ts'
import { isReadable, type Member, memberLines } from './members.ts'
import {
  counted,
  type DocumentRequest,
  markdownDocument,
  type TextDocument,
} from './text-document.ts'

/** Parses a message in this process. Its plain text is what is read, the HTML where there is none. */
export async function parseEmail(request: DocumentRequest): Promise<TextDocument> {
  const { path, name, asked = name } = request
  const { headers, subject, date, from, to, cc, html, ...message } = await PostalMime.parse(
    await readFile(path),
  )
  const { text = '' } = message
  const attached = attachedMembers(message.attachments)
  const told = [
    ['From', addresses(from ? [from] : [])],
    ['To', addresses(to)],
    ['Cc', addresses(cc)],
    // as the message has it, with its zone
    ['Date', headers.find(({ key }) => key === 'date')?.value ?? date ?? ''],
    ['Subject', subject ?? ''],
    ['Attached', attached.map(each => each.name).join(', ')],
  ].filter(([, value]) => value !== '')
  const body = text.trim() === '' && html ? linesOfHtml(html).lines : text.trimEnd().split(/\r?\n/)
  const about = {
    name,
    what: 'e-mail message',
    ...(subject !== undefined && { title: subject.slice(0, 300) }),
    facts: attached.length > 0 ? [counted(attached.length, 'attachment')] : [],
    remarks: attached.length > 0 ? [await howToRead(attached, asked)] : [],
  }
  return markdownDocument(about, [...told.map(each => each.join(': ')), '', ...body])
}

// --- internal ---

const mostShown = 30

/** What is attached, a line each, and the path by which it is read. */
async function howToRead(attached: readonly Member[], asked: string): Promise<string> {
  const first = attached.find(isReadable)
  const rest = attached.length - mostShown
  return [
    first
      ? `Read what is attached to it by its path, such as "${asked}/${first.name}":`
      : 'What is attached to it cannot be read:',
    ...(await memberLines(attached.slice(0, mostShown))),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ].join('\n')
}

/** Names and addresses, those of a group one by one. */
function addresses(list: readonly Address[] = []): string {
  return list
    .flatMap(each => each.group ?? [each])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(', ')
}
