// Lines typed at a terminal, one after another. While a line is being worked on, keys are taken in
// unseen, so that the view is not written into; Ctrl-C is told apart from a signal.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Surroundings } from '../cli/command.ts'

export interface LineReader {
  /** The next line, or why there is none: the end of input (Ctrl-D), or Ctrl-C on an empty line. */
  next(): Promise<{ readonly line: string } | { readonly end: 'closed' | 'interrupted' }>
  /** The line that is typed from now on: what was typed ahead answers nothing that was not yet asked. */
  fresh(): ReturnType<LineReader['next']>
  close(): void
}

/**
 * Reads lines from the terminal behind `stdin`, with `prompt` before each on `stderr`. `onCancel` is
 * called for a Ctrl-C that comes while nobody waits for a line.
 */
export function createLineReader(
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  { prompt, onCancel }: { readonly prompt: string; readonly onCancel: () => void },
): LineReader {
  const early: string[] = [] // typed while another line was worked on
  let end: 'closed' | 'interrupted' | undefined
  let waiting: ((now: Awaited<ReturnType<LineReader['next']>>) => void) | undefined
  const output = new Writable({
    write(piece, _encoding, done) {
      if (waiting) stderr.write(piece)
      done()
    },
  })
  Object.defineProperty(output, 'columns', { get: () => stderr.columns })
  const lines = createInterface({ input: stdin, output, terminal: true, prompt, historySize: 200 })
  const settle = (now: Awaited<ReturnType<LineReader['next']>>) => {
    const resolve = waiting
    waiting = undefined
    resolve?.(now)
  }
  lines.on('line', line => {
    if (waiting) settle({ line })
    else early.push(line)
  })
  lines.on('close', () => {
    end ??= 'closed'
    if (waiting) stderr.write('\n')
    settle({ end })
  })
  lines.on('SIGINT', () => {
    if (!waiting) return onCancel()
    if (lines.line !== '') {
      stderr.write('^C\n')
      lines.write(null, { ctrl: true, name: 'e' })
      lines.write(null, { ctrl: true, name: 'u' })
      lines.prompt()
      return
    }
    end = 'interrupted'
    lines.close()
  })
  const fresh: LineReader['fresh'] = () => {
    if (end) return Promise.resolve({ end })
    return new Promise(resolve => {
      waiting = resolve
      lines.prompt(true) // with what has been typed of the line so far
    })
  }
  return {
    next() {
      const line = early.shift()
      if (line === undefined) return fresh()
      stderr.write(`${prompt}${line}\n`)
      return Promise.resolve({ line })
    },
    fresh,
    close: () => lines.close(),
  }
}
