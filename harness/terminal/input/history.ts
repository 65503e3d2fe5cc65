// What was sent in earlier sessions: a file of the person's own, a JSON line each, read once and added to.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type History = ReturnType<typeof openHistory>

/** The history in `file`; without one, and where it cannot be written, it lasts as long as the process. */
export function openHistory(file: string | undefined) {
  let lines: readonly string[] | undefined
  const read = () => {
    lines ??= file && existsSync(file) ? textsIn(readFileSync(file, 'utf8')).slice(-most) : []
    return lines
  }
  return {
    /** The latest last. */
    lines: read,
    /** Adds a line, unless it is the latest one again. */
    add(line: string): void {
      if (line.trim() === '' || read().at(-1) === line) return
      lines = [...read(), line].slice(-most)
      try {
        if (file === undefined) return
        mkdirSync(dirname(file), { recursive: true })
        appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      } catch {
        // a history that cannot be kept is no reason to stop
      }
    },
  }
}

// --- internal ---

const most = 1_000

/** A line that cannot be read was torn by a crash, and is passed over. */
function textsIn(content: string): readonly string[] {
  return content.split('\n').flatMap(line => {
    try {
      const text: unknown = JSON.parse(line)
      return typeof text === 'string' ? [text] : []
    } catch {
      return []
    }
  })
}
