// A program that answers each line with one line. It starts when it is first asked, lives until it is closed,
// and holds nobody up: while no answer is awaited, this process may end.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StageLost } from './stage.ts'

export interface LineProgram {
  /** Sends a line and gives the answer. Rejects with a `StageLost` when there is none, or none in time. */
  ask(line: string): Promise<string>
  /** Ends the program; asked again, it starts anew. */
  close(): void
}

export interface LineProgramOptions {
  /** How it is called in sentences. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Milliseconds it may take for an answer. */
  readonly timeout: number
}

/** An answer longer than this is none. */
const longestAnswer = 4_000_000

export function lineProgram({
  name,
  command,
  args,
  env,
  timeout,
}: LineProgramOptions): LineProgram {
  let running: Running | undefined
  const close = () => {
    running?.child.kill('SIGKILL')
    running = undefined
  }
  return {
    async ask(line) {
      running ??= start(command, args, env)
      const { child } = running
      setHeld(child, true)
      try {
        return await answerOf(running, line, { name, command, timeout })
      } catch (error) {
        close()
        throw error
      } finally {
        setHeld(child, false)
      }
    },
    close,
  }
}

// --- internal ---

interface Running {
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

function start(command: string, args: readonly string[], env: LineProgramOptions['env']): Running {
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

function answerOf(
  running: Running,
  line: string,
  { name, command, timeout }: Pick<LineProgramOptions, 'name' | 'command' | 'timeout'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      clearTimeout(timer)
      running.wake = () => undefined
      work()
    }
    const lose = (why: string) => settle(() => reject(new StageLost(`${name} is lost: ${why}`)))
    const timer = setTimeout(
      () => lose(`no answer from ${command} within ${timeout / 1000} s`),
      timeout,
    )
    running.wake = () => {
      const end = running.said.indexOf('\n')
      if (end >= 0) {
        const answer = running.said.slice(0, end)
        running.said = running.said.slice(end + 1)
        settle(() => resolve(answer))
      } else if (running.said.length > longestAnswer) lose(`an answer of ${command} does not end`)
      else if (running.ended !== undefined) lose(whyOf(running, command))
    }
    running.said = ''
    running.child.stdin.write(`${line}\n`)
    running.wake()
  })
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
