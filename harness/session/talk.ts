// The session itself: what is typed goes to what is asked, to a command, or waits its turn as a question.
import { toCommandError } from '../cli/command.ts'
import type { Completions } from '../terminal/input/prompt.ts'
import { harmless, wrappedProse } from '../terminal/plain-text.ts'
import { askTyped, goOn, retold, spoken, steer } from './asking.ts'
import { commandIn, completionsOf } from './commands/commands.ts'
import { completions } from './complete.ts'
import { createDesk, type Desk } from './desk.ts'
import type { SessionFolder } from './folder.ts'

export type Talk = ReturnType<typeof createTalk>

/** A talk that takes what is typed at once, while its session is still being opened in `place`. */
export function createTalk(place: SessionFolder, { around, board, telling, approve }: Sitting) {
  const desk = createDesk(around, board, telling)
  const { session } = place
  const asked = approve ? { ...place, session: { ...session, approve } } : place
  return conversing(desk, opening(desk, asked))
}

export interface Sitting extends Pick<Desk, 'around' | 'board' | 'telling'> {
  readonly approve: boolean
}

// --- internal ---

async function opening(desk: Desk, place: SessionFolder): Promise<void> {
  await desk.turnTo(place)
  const { agent } = desk.opened().session
  const { notice, provider } = agent.model
  const { setAside } = agent.library
  const model = notice ?? `model: ${provider.name}`
  for (const sentence of [model, setAside, agent.memory?.setAside, ways])
    desk.say(...wrappedProse(harmless(sentence ?? ''), desk.telling.width()).filter(Boolean))
  desk.say(...retold(desk))
  desk.board.set({ preparing: undefined })
}

const ways =
  '/help lists what can be done; @FILE in a question attaches a file; Ctrl-D or quit leaves'

function conversing(desk: Desk, opened: Promise<void>) {
  const { board } = desk
  let cancel: AbortController | undefined
  let busy = true
  let underWay = Promise.resolve()
  const turn = async (work: (signal: AbortSignal) => Promise<void>) => {
    cancel = new AbortController()
    underWay = work(cancel.signal)
    await underWay
    cancel = undefined
  }
  /** Takes what waits, one after the other, as long as there is something. */
  const work = async () => {
    if (busy) return
    busy = true
    try {
      for (;;) {
        const [next, ...queue] = board.get().queue
        if (next === undefined || board.get().left !== undefined) return
        desk.wait(queue)
        if (!isCommand(next)) await turn(signal => askTyped(desk, next, signal))
        else if (await carriedOut(desk, next)) await turn(signal => goOn(desk, signal))
      }
    } catch (error) {
      board.set({ left: 1 })
      throw error
    } finally {
      busy = false
    }
  }
  const stop = (): boolean => {
    const stopped = cancel !== undefined || board.get().queue.length > 0
    cancel?.abort(new Error('stopped'))
    desk.answer(undefined)
    return stopped
  }
  const talk = {
    /** Rejects with a CommandError or a ConfigurationError when the session cannot be opened. */
    opened,
    /** Takes a line: an answer, a command or a question; an empty one hands over what waits to what is under way. */
    submit(line: string) {
      // what is asked waits while a command is looked at
      if (!isCommand(line.trim()) && desk.answer(line)) return
      const text = inOtherWords(line.trim())
      if (text === '') return void (cancel && steer(desk))
      if (isQuit(text)) return board.set({ left: 0 })
      if (busy && cancel && isCommand(text) && anytime(text)) return void carriedOut(desk, text)
      desk.wait([...board.get().queue, text])
      void work()
    },
    /** Stops the question under way, and gives no answer to what is asked; false when nothing was to be stopped. */
    stop,
    complete: (text: string, at: number): Completions =>
      board.get().preparing !== undefined
        ? { from: at, options: [] }
        : completions(text, at, desk.around.folder, line => completionsOf(desk, line)),
    /** Stops what is under way and closes the session; gives its id, if there is anything to go on with. */
    async close() {
      stop()
      desk.wait([])
      await underWay.catch(() => undefined) // told by who began it; what it still keeps is to be written
      return desk.close()
    },
  }
  const begin = async () => {
    if (desk.opened().session.agent.state().begun.size > 0) await turn(signal => goOn(desk, signal))
    busy = false
    await work()
  }
  opened.then(begin).catch(() => undefined) // told by `opened`, and by the code with which it is left
  return talk
}

/** `/why`, and not `/tmp/a.csv`: a path is no command. */
const isCommand = (text: string) => /^\/[a-z]*(\s|$)/.test(text)

/** The command that is meant by what people type for it. */
function inOtherWords(line: string): string {
  if (/^(help|\?)$/i.test(line)) return '/help'
  return /^why\s*\?*$/i.test(line) ? '/why' : line
}

const isQuit = (line: string) => /^(quit|exit|bye)$/i.test(line)

function anytime(text: string): boolean {
  try {
    return commandIn(text).command.anytime === true
  } catch {
    return true // what is wrong with it is told at once
  }
}

/** Carries out a command; true when a question is to be gone on with. What a person can mend is told in a sentence. */
async function carriedOut(desk: Desk, text: string): Promise<boolean> {
  desk.say(...spoken(text, desk.telling))
  try {
    const { command, rest } = commandIn(text)
    return (await command.run(desk, rest)) === true
  } catch (error) {
    const mendable = toCommandError(error)
    if (!mendable) throw error
    desk.say(harmless(mendable.message))
    return false
  }
}
