// A program that answers each line with some text and then waits, without saying where the text ends: it ends
// where nothing more comes for a while.
import { answerOf, start } from './lines.ts'

export interface Talk {
  /** Says a line, or waits for the first words; gives what is said back. Rejects with a `StageLost`. */
  say(line?: string): Promise<string>
  /** Whether the program has ended by itself. */
  readonly over: boolean
  close(): void
}

interface TalkOptions {
  readonly command: string
  readonly args: readonly string[]
  /** Milliseconds without a word after which an answer has ended; shorter once the prompt stands there. */
  readonly quiet: number
  /** Milliseconds in which an answer has to begin. */
  readonly timeout: number
}

export function programTalk({ command, args, quiet, timeout }: TalkOptions): Talk {
  const running = start(command, args)
  return {
    get over() {
      return running.ended !== undefined
    },
    say: line => {
      let pause: NodeJS.Timeout | undefined
      return answerOf(running, line, { name: 'the story', command, timeout }, ({ said }, done) => {
        clearTimeout(pause)
        if (said === '') return false
        const still = running.ended !== undefined ? 0 : prompt.test(said) ? 15 : quiet
        pause = setTimeout(done, still, said)
        return true
      })
    },
    close: () => void running.child.kill('SIGKILL'),
  }
}

// --- internal ---

/** What a program of this kind writes when it waits. */
const prompt = /(?:^|\n)\s*>\s*$/
