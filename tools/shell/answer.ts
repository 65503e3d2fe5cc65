// What came of a command, in a shell of either kind, as it may be shown.
import { bytes } from '../files/locate.ts'
import type { Written } from './layout.ts'

/** What came of it. */
export interface BashAnswer {
  readonly stdout: Shown
  readonly stderr: Shown
  readonly exitCode: number
  /** Files now in the question's folder that this command wrote. */
  readonly written: readonly Written[]
  /** Files it wrote elsewhere, which are gone. */
  readonly lost: readonly string[]
}

/** A stream's text, its middle left out when it is long. */
export interface Shown {
  readonly text: string
  /** Characters before anything was left out. */
  readonly length: number
}

/** Said of a command that took longer than it may. */
export const slow = (seconds: number) =>
  `The command took longer than ${seconds} s and was stopped; make it do less, or give it more timeoutSeconds.`

/** Said of a command that needed more bytes of memory than it may have. */
export const large = (memory: number) =>
  `The command needed more than ${bytes(memory)} of memory and was stopped; work on less at a time, or use the tool table.`

/** Text that is safe to show: control characters as `\x1b`, no broken surrogates. */
export function readable(text: string): string {
  return (
    text
      // the library's advice is for who set the limits, not for who wrote the command
      .replace(/, increase executionLimits\.\w+/g, '')
      .replaceAll('\r\n', '\n')
      .replace(
        /(?![\n\t])\p{Cc}/gu,
        sign => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
      )
      .toWellFormed()
  )
}

/** The text itself, or its beginning and end where it is longer than `most` characters. */
export function shorten(text: string, most: number): Shown {
  if (text.length <= most) return { text, length: text.length }
  const head = text.slice(0, Math.floor((most * 2) / 3))
  const tail = text.slice(text.length - Math.floor(most / 3))
  const gone = text.length - head.length - tail.length
  return {
    text: `${head}\n[... ${gone} characters left out ...]\n${tail}`.toWellFormed(),
    length: text.length,
  }
}
