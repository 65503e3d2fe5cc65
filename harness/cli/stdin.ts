// What is piped into a command: context, or the question itself. Never waits for a person, and not
// for ever for a pipe that nobody writes to.
import { fstatSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { CommandError, exit, usage } from './command.ts'

interface PipedOptions {
  /** Milliseconds to wait for the first byte; ten seconds unless given. */
  readonly patience?: number
  /** Bytes beyond which the text is refused; a million unless given. */
  readonly limit?: number
}

/**
 * Reads `stdin` to its end; `text` is undefined when nothing was piped in. Gives up, with a sentence to tell
 * (`notice`), when nothing at all comes within `patience` although a pipe is open.
 * Rejects with a CommandError when it is too long or not text, or when interrupted.
 */
export async function readPiped(
  stdin: Readable & { readonly isTTY?: boolean },
  interrupted: AbortSignal,
  { patience = 10_000, limit = 1_000_000 }: PipedOptions = {},
) {
  if (stdin.isTTY || !isOpen(stdin)) return { text: undefined }
  const pieces: Buffer[] = []
  let size = 0
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), patience)
  const ended = AbortSignal.any([silent.signal, interrupted])
  try {
    for await (const piece of addAbortSignal(ended, stdin)) {
      clearTimeout(timer)
      pieces.push(Buffer.from(piece))
      size += piece.length
      if (size > limit)
        throw usage(
          `stdin holds more than ${limit} bytes; put it into a file and attach it with -f FILE`,
        )
    }
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    clearTimeout(timer)
    stdin.destroy()
  }
  if (interrupted.aborted) throw new CommandError('interrupted', exit.interrupted)
  if (silent.signal.aborted)
    return {
      text: undefined,
      notice: `nothing came on stdin in ${patience / 1000} s; going on without it (write < /dev/null when there is nothing to pipe in)`,
    }
  return { text: decoded(Buffer.concat(pieces)).trim() || undefined }
}

/** Whether a text is a line that goes on with a question, and not what is in a file: several lines, or JSON. */
export const isSentence = (text: string) => !/\n|^\s*[[{]/.test(text)

/** Whether a text has as many commas, semicolons or tabs in its second line as in its first; those in quotes part nothing. */
export function isTable(text: string): boolean {
  const [first = '', second = ''] = text.replace(/"(?:[^"]|"")*"/g, '""').split('\n')
  const isApart = (mark: string) => {
    const count = first.split(mark).length
    return count > 1 && count === second.split(mark).length
  }
  return [',', ';', '\t'].some(isApart) && !/[.?!]$/.test(first.trim())
}

// --- internal ---

/** False for a device such as /dev/null, and for a stdin that was closed. */
function isOpen(stdin: Readable & { readonly fd?: number }): boolean {
  if (stdin.fd === undefined) return true
  try {
    return !fstatSync(stdin.fd).isCharacterDevice()
  } catch {
    return false // a closed descriptor
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usage('stdin is not UTF-8 text; put it into a file and attach it with -f FILE')
  }
}
