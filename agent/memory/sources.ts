// Where a fact was taken from: the files behind tool calls with the state they were in, the passage
// of a search, the days that a source names; and what may not be remembered at all.
import { fingerprint } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import { parseDate } from '../../plans/text/dates.ts'
import { quoteOccurs } from '../../plans/text/evidence.ts'
import { editionOf } from '../../tools/files/edition.ts'
import type { AttachedFile, StoredCall } from '../state.ts'
import type { Fact, SourceFile } from './fact.ts'

/** Editions of files already looked up, by path. */
export type Editions = Map<string, Promise<string | undefined>>

type Named = Pick<AttachedFile, 'name'>

/** Title and place of the passage that `quote` stands in, as a search puts them before it: `[2] Title (place)`. */
export function headBefore(content: string, quote: string | undefined): string | undefined {
  if (quote === undefined) return undefined
  const passages = content.split(/\n\n(?=\[\d+\] )/).slice(1)
  const passage = passages.find(each => quoteOccurs(quote, each))
  return passage && /^\[\d+\] (.*)/.exec(passage)?.[1]?.slice(0, 300)
}

/** The files that a call names, a command by their names among those `attached`. */
export function pathsIn({ input }: StoredCall, attached: readonly Named[]): readonly string[] {
  const { path, file, command } = input as Readonly<Record<string, unknown>>
  const inCommand = attached.filter(({ name }) => String(command ?? '').includes(name))
  const named = [path, file].flat().filter(each => typeof each === 'string')
  return [...named, ...inCommand.map(({ name }) => name)]
}

/** Those of the `files` that the calls have read. */
export function readBy<File extends Named>(
  calls: readonly StoredCall[],
  files: readonly File[],
): readonly File[] {
  const paths = calls.flatMap(call => pathsIn(call, files))
  return files.filter(({ name }) =>
    paths.some(path => path === name || path.startsWith(`${name}/`)),
  )
}

/**
 * Which of the attached `files` the calls have read; undefined when one of them has been written since
 * the time `at`, in milliseconds since the epoch, or cannot be read any more.
 */
export async function filesRead(
  calls: readonly StoredCall[],
  files: readonly AttachedFile[],
  { at, editions }: { readonly at: number; readonly editions: Editions },
): Promise<SourceFile[] | undefined> {
  const found: SourceFile[] = []
  for (const { name, path } of readBy(calls, files)) {
    const known = editions.get(path) ?? editionOf(path, at)
    editions.set(path, known)
    const edition = await known
    if (edition === undefined) return undefined
    found.push({ name, place: fingerprint(path), edition })
  }
  return found
}

/** The days that the words of a source name: of what it is, and how long it holds. */
export function namedDays(quote: string): Pick<Fact, 'asOf' | 'validUntil'> {
  const day = (words: RegExp) => {
    const at = parseDate(words.exec(quote)?.[1] ?? '')
    return at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)
  }
  return given({ asOf: day(asOfWords), validUntil: day(untilWords) })
}

/** On one line, its end left out where it is long. */
export function shortened(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim()
  return line !== undefined && line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** Whether a fact looks as if it held a password or a key. */
export function isPrivate({ name, given, ...fact }: Fact): boolean {
  const names = [name, ...Object.keys(given)]
  const texts = [fact.value, fact.quote, fact.about, fact.derivation, ...Object.values(given)]
  return (
    names.some(each => secretNames.test(each)) ||
    texts.flat().some(each => secretWords.test(String(each ?? '')))
  )
}

// --- internal ---

const longest = 500

const dated =
  '(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)? \\p{L}{3,9},? \\d{4}|\\p{L}{3,9} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})'
const asOfWords = new RegExp(`\\b(?:as of|as at|dated|status of)\\s+(?:the\\s+)?${dated}`, 'iu')
const untilWords = new RegExp(
  `\\b(?:valid|applies|apply|in force|effective|holds|guaranteed)\\b[^.;]{0,60}?\\b(?:until|till|through|up to)\\s+(?:and including\\s+)?(?:the\\s+)?${dated}`,
  'iu',
)

const secretNames =
  /(?:^|_)(?:password|passphrase|passcode|secret|credentials?|api_?key|private_?key|access_?token|auth_?token|pin)(?:_|$)/
const secretWords =
  /-----BEGIN|\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abp]|hf)[-_][\w-]{12,}|\bAKIA[A-Z0-9]{12,}|\bAIza[\w-]{20,}|\beyJ[\w-]{10,}\.[\w-]{10,}|\b(?:password|passphrase|secret|api[ _-]?key|token)\b\s*(?:is|[:=])\s*\S{4,}/i
