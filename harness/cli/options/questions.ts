// Which questions of a set are meant: the options that all commands over question sets share.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bench } from '../../bench/folder.ts'
import { usage } from '../command.ts'
import { positive } from './setup.ts'

/** Gives the text an option was given, if any. */
export type Given = (option: string) => string | undefined

/** Which questions, in which order, how often and for how long. */
export type Choosing = Pick<Bench, 'level' | 'family' | 'shuffle' | 'limit' | 'epochs' | 'timeout'>

/** Only what was given, as a bench is told from another by it. Throws a CommandError for what is no such choice. */
export function choiceOf(text: Given): Choosing {
  const [level, family, shuffle] = [text('level'), text('family'), text('shuffle')]
  const limit = wholeNumber('--limit', text('limit'))
  const epochs = positive('--epochs', text('epochs'))
  const timeout = seconds('--timeout', text('timeout'))
  return {
    ...(level !== undefined && { level }),
    ...(family !== undefined && { family }),
    ...(shuffle !== undefined && { shuffle }),
    ...(limit !== undefined && { limit }),
    ...(epochs !== undefined && { epochs }),
    ...(timeout !== undefined && { timeout }),
  }
}

/** The folder `name` beside a set, which belongs to it: its documents, or plans that people wrote. */
export function beside(set: string, name: 'corpus' | 'plans'): string | undefined {
  const folder = join(dirname(set), name)
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined
}

// --- internal ---

function seconds(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d*\.?\d+$/.test(text) && number > 0 && number <= 1_000_000) return number
  throw usage(`${flag} takes seconds, above 0 and up to 1000000, not "${text}"`)
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw usage(`${flag} takes a whole number from 1 on, not "${text}"`)
}
