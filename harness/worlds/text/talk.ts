// A program that answers each line with some text and then waits, without saying where the text ends: it ends
// where nothing more comes for a while.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StageLost } from './stage.ts'

export interface Talk {
  /** Says a line, or waits for the first words; gives what is said back. Rejects with a `StageLost`. */
  say(line?: string): Promise<string>
  /** Whether the program has ended by itself. */
  readonly over: boolean
  close(): void
}

export interface TalkOptions {
  readonly command: string
  readonly args: readonly string[]
  /** Milliseconds without a word after which an answer has ended; shorter once the prompt stands there. */
  readonly quiet: number
  /** Milliseconds in which an answer has to begin. */
  readonly timeout: number
}

/** Starts the program. */
export function programTalk({ command, args, quiet, timeout }: TalkOptions): Talk {
  const child: ChildProcessWithoutNullStreams = spawn(command, args, { stdio: 'pipe' })
  let said = ''
  let ended: string | undefined
  let wake: () => void = () => undefined
  const hear = (text: string) => {
    said += text
    wake()
  }
  const end = (why: string) => {
    ended ??= why
    wake()
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  child.on('error', ({ message }) => end(message))
  child.on('close', code => end(`exit code ${code}`))
  return {
    get over() {
      return ended !== undefined
    },
    say: line =>
      new Promise((resolve, reject) => {
        const lose = (why: string) => {
          clearTimeout(late)
          reject(new StageLost(`the story is lost: ${command}: ${why}`))
        }
        let pause: NodeJS.Timeout | undefined
        const late = setTimeout(() => lose(`no answer within ${timeout / 1000} s`), timeout)
        const finish = () => {
          clearTimeout(late)
          clearTimeout(pause)
          wake = () => undefined
          resolve(said)
        }
        said = ''
        wake = () => {
          clearTimeout(pause)
          if (ended !== undefined) return said === '' ? lose(ended) : finish()
          if (said !== '') pause = setTimeout(finish, prompt.test(said) ? 15 : quiet)
        }
        if (ended !== undefined) return lose(ended)
        if (line !== undefined) child.stdin.write(`${line}\n`)
      }),
    close: () => void child.kill('SIGKILL'),
  }
}

/** What a program of this kind writes when it waits. */
const prompt = /(?:^|\n)\s*>\s*$/
