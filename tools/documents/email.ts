// E-mail messages as a reader has them: who wrote to whom and when, the words decoded, what was attached. The
// parsing runs in a process of its own.
import { readFile } from 'node:fs/promises'
import PostalMime, { type Address } from 'postal-mime'
import { linesOfHtml } from './html/html.ts'
import {
  counted,
  type DocumentRequest,
  markdownDocument,
  type TextDocument,
} from './text-document.ts'

/** Parses a message in this process. Its plain text is what is read, the HTML where there is none. */
export async function parseEmail({ path, name }: DocumentRequest): Promise<TextDocument> {
  const { headers, subject, date, from, to, cc, html, ...message } = await PostalMime.parse(
    await readFile(path),
  )
  const { text = '', attachments } = message
  const told = [
    ['From', addresses(from ? [from] : [])],
    ['To', addresses(to)],
    ['Cc', addresses(cc)],
    // as the message has it, with its zone
    ['Date', headers.find(({ key }) => key === 'date')?.value ?? date ?? ''],
    ['Subject', subject ?? ''],
    ['Attached', attachments.map(each => each.filename ?? each.mimeType).join(', ')],
  ].filter(([, value]) => value !== '')
  const body = text.trim() === '' && html ? linesOfHtml(html).lines : text.trimEnd().split(/\r?\n/)
  const about = {
    name,
    what: 'e-mail message',
    ...(subject !== undefined && { title: subject.slice(0, 300) }),
    facts: attachments.length > 0 ? [counted(attachments.length, 'attachment')] : [],
    remarks: attachments.length > 0 ? ['What is attached to it is not read.'] : [],
  }
  return markdownDocument(about, [...told.map(each => each.join(': ')), '', ...body])
}

// --- internal ---

/** Names and addresses, those of a group one by one. */
function addresses(list: readonly Address[] = []): string {
  return list
    .flatMap(each => each.group ?? [each])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(', ')
}
