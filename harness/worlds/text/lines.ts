// A program that answers what is said to it, and one that answers each line with one line: that starts when it is
// first asked, lives until it is closed, and holds nobody up: while no answer is awaited, this process may end.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Environment } from '../../cli/command.ts'
import { StageLost } from './stage.ts'

export type LineProgram = ReturnType<typeof lineProgram>

interface LineProgramOptions {
  /** How it is called in sentences. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Environment
  /** Milliseconds it may take for an answer. */
  readonly timeout: number
}

/** An answer longer than this is none. */
const longestAnswer = 4_000_000

export function lineProgram({ name, command, args, env, timeout }: LineProgramOptions) {
  let running: Running | undefined
  const close = () => {
    running?.child.kill('SIGKILL')
    running = undefined
  }
  return {
    /** Sends a line and gives the answer. Rejects with a `StageLost` when there is none, or none in time. */
    async ask(line: string): Promise<string> {
      running ??= start(command, args, env)
      const { child } = running
      setHeld(child, true)
      try {
        return await answerOf(running, line, { name, command, timeout }, firstLine)
      } catch (error) {
        close()
        throw error
      } finally {
        setHeld(child, false)
      }
    },
    /** Ends the program; asked again, it starts anew. */
    close,
  }
}

/** A program that has been started. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  /** What it has said and nobody has read. */
  said: string
  /** The last words on stderr. */
  complaint: string
  /** Why it is no longer there. */
  ended?: string
  /** Called when there is something new. */
  wake: () => void
}

export function start(
  command: string,
  args: readonly string[],
  env?: LineProgramOptions['env'],
): Running {
  const child = spawn(command, args, { stdio: 'pipe', ...(env && { env: { ...env } }) })
  const running: Running = { child, said: '', complaint: '', wake: () => undefined }
  const end = (why: string) => {
    running.ended ??= why
    running.wake()
  }
  child.stdout.setEncoding('utf8').on('data', text => {
    running.said += text
    running.wake()
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    running.complaint = (running.complaint + text).slice(-2_000)
  })
  child.stdin.on('error', () => undefined) // it has ended, which is told by itself
  child.on('error', error => end(error.message))
  child.on('close', (code, signal) => end(`it ended with ${signal ?? `exit code ${code}`}`))
  child.unref()
  return running
}

/**
 * Says a line, if any, and waits for the answer. `hear` is called whenever the program has said more or has ended;
 * it gives the answer to `done` at some time, or false where what was said so far is none.
 */
export function answerOf(
  running: Running,
  line: string | undefined,
  { name, command, timeout }: Pick<LineProgramOptions, 'name' | 'command' | 'timeout'>,
  hear: (running: Running, done: (answer: string) => void) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      clearTimeout(timer)
      running.wake = () => undefined
      work()
    }
    const lose = (why: string) => settle(() => reject(new StageLost(`${name} is lost: ${why}`)))
    const late = `no answer from ${command} within ${timeout / 1000} s`
    const timer = setTimeout(() => lose(late), timeout)
    running.wake = () => {
      if (hear(running, answer => settle(() => resolve(answer)))) return
      if (running.said.length > longestAnswer) lose(`an answer of ${command} does not end`)
      else if (running.ended !== undefined) lose(whyOf(running, command))
    }
    running.said = ''
    if (line !== undefined) running.child.stdin.write(`${line}\n`)
    running.wake()
  })
}

// --- internal ---

function firstLine(running: Running, done: (answer: string) => void): boolean {
  const end = running.said.indexOf('\n')
  if (end < 0) return false
  const answer = running.said.slice(0, end)
  running.said = running.said.slice(end + 1)
  done(answer)
  return true
}

function whyOf({ ended = '', complaint }: Running, command: string): string {
  if (/ENOENT/.test(ended)) return `there is no program ${command}; install it`
  const [first = ''] = complaint.trim().split('\n')
  return `${command}: ${first === '' ? ended : `${ended} (${first.slice(0, 200)})`}`
}

/** Whether this process waits for the program. */
function setHeld({ stdin, stdout, stderr }: ChildProcessWithoutNullStreams, held: boolean): void {
  for (const stream of [stdin, stdout, stderr] as unknown as { ref?(): void; unref?(): void }[])
    if (held) stream.ref?.()
    else stream.unref?.()
}
