// A session drawn by ink: what is finished is written once and stays; what runs and what is typed is drawn
// anew when it changes. It draws the board and hands over keys; it decides nothing.
import {
  type Key as InkKey,
  Static,
  Text,
  Transform,
  useApp,
  useCursor,
  useInput,
  usePaste,
  useStdout,
  useWindowSize,
} from 'ink'
import {
  createElement,
  Fragment,
  type ReactElement,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  type Buffer,
  filled,
  inserted,
  type Key,
  type KeyName,
} from '../../terminal/input/buffer.ts'
import type { History } from '../../terminal/input/history.ts'
import {
  type Act,
  blank,
  type Completions,
  type Prompt,
  press,
} from '../../terminal/input/prompt.ts'
import type { Paint } from '../../terminal/progress.ts'
import type { Board, Store } from '../board.ts'
import type { Look } from '../live.ts'
import type { Talk } from '../talk.ts'
import type { Turn } from '../turn.ts'
import { inputLines } from './input-lines.ts'

/** What is there once the session is open: loaded after the first prompt, which should not wait for it. */
export interface Behind {
  readonly talk: Talk
  readonly history: History
  readonly liveLines: (turn: Turn, look: Look) => readonly string[]
  /** Lets the person change a text in an editor of theirs; the text as it is then. */
  readonly edited: (text: string) => string
}

interface AppProps {
  readonly board: Store<Board>
  readonly behind: Promise<Behind>
  readonly paint: Paint
  /** False where nothing may move by itself. */
  readonly animated: boolean
  /** Told what is drawn, from the first line that can change on. */
  readonly onDraw?: (
    lines: readonly string[],
    cursor: { readonly x: number; readonly y: number },
  ) => void
}

export function App({ board, behind, paint, animated, onDraw }: AppProps): ReactElement {
  const now = useSyncExternalStore(board.subscribe, board.get)
  const there = useSettled(behind)
  const { columns, rows } = useWindowSize()
  const terminal = useStdout().stdout as NodeJS.WriteStream
  const [prompt, setPrompt] = useState<Prompt>(blank)
  const time = useTicking(now.turn !== undefined && animated)
  const history = there?.history.lines() ?? []
  const complete = there ? there.talk.complete : () => none
  const width = Math.max(20, Math.min(columns, mostColumns))
  const { text, at } = prompt.buffer
  const completions =
    prompt.choice || !/^\/|(^|\s)@\S*$/.test(text.slice(0, at)) ? none : complete(text, at)
  const input = inputLines(now, { prompt, history, completions, width, paint })
  // a screen made half as wide breaks each line in two: what then left it at the top could not be erased
  const room = Math.floor((rows * 2) / 3) - input.lines.length
  const look = { paint, width, animated, now: time, unfolded: now.unfolded, rows: room }
  const live = now.turn && there && room > 0 ? there.liveLines(now.turn, look) : []
  useKeys({ board, there, prompt, setPrompt, given: { history, complete } })
  const { setCursorPosition } = useCursor()
  const over = now.left !== undefined
  const lines = over ? [] : [...live, ...input.lines]
  const cursor = { x: input.cursor.x, y: live.length + input.cursor.y }
  setCursorPosition(over ? undefined : cursor)
  onDraw?.(lines, cursor)
  return createElement(
    Fragment,
    undefined,
    createElement(Static<string>, {
      items: now.finished as string[],
      // biome-ignore lint/correctness/noChildrenProp: a function, which is what the types of ink want here
      children: (line, key) => createElement(Text, { key }, line || ' '),
    }),
    // between a resize and the next drawing the lines are those of the old width: as many, and empty, since tmux
    // breaks a line by what it has held
    over
      ? undefined
      : createElement(
          Transform,
          { transform: line => (terminal.columns === columns ? line : '') },
          createElement(Text, { wrap: 'truncate-end' }, lines.join('\n')),
        ),
  )
}

// --- internal ---

const none: Completions = { from: 0, options: [] }
const spinMs = 120
const mostColumns = 200

function useSettled<T>(promise: Promise<T>): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    promise.then(
      settled => setValue(() => settled),
      () => undefined,
    )
  }, [promise])
  return value
}

/** The time, anew every so often while something moves. */
function useTicking(moving: boolean): number {
  const [time, setTime] = useState(Date.now)
  useEffect(() => {
    if (!moving) return
    setTime(Date.now())
    const timer = setInterval(() => setTime(Date.now()), spinMs)
    return () => clearInterval(timer)
  }, [moving])
  return time
}

interface Keys {
  readonly board: Store<Board>
  readonly there: Behind | undefined
  readonly prompt: Prompt
  readonly setPrompt: (prompt: Prompt) => void
  readonly given: Parameters<typeof press>[2]
}

/** Takes keys and pastes. Several keys may come before the next drawing, so the prompt is kept beside it. */
function useKeys({ board, there, prompt, setPrompt, given }: Keys): void {
  const { suspendTerminal } = useApp()
  const [held] = useState<{ prompt: Prompt; early: string[] }>({ prompt, early: [] })
  const show = (next: Prompt) => {
    held.prompt = next
    setPrompt(next)
  }
  useEffect(() => {
    for (const line of held.early.splice(0)) if (there) sent(there, line)
  }, [there, held])
  const { asked } = board.get()
  useEffect(() => {
    if (!asked) return
    const put = (next: Prompt) => {
      held.prompt = next
      setPrompt(next)
    }
    const draft = held.prompt // what was typed ahead answers nothing that was not yet asked
    put(blank)
    return () => put(draft)
  }, [asked, held, setPrompt])
  const act = (what: Act) => {
    switch (what.do) {
      case 'send':
        return there ? sent(there, what.text) : void held.early.push(what.text)
      case 'stop':
        return void there?.talk.stop()
      case 'interrupt':
        return there?.talk.stop() ? undefined : board.set({ left: 130 })
      case 'leave':
        return board.set({ left: 0 })
      case 'unfold':
        return board.set({ unfolded: !board.get().unfolded })
      case 'editor':
        return void suspendTerminal(() => {
          const { buffer } = held.prompt
          if (there) show({ buffer: changedIn(there, buffer) })
        })
      case 'redraw':
        return show({ ...held.prompt })
    }
  }
  useInput((text, ink) => {
    for (const key of keysOf(text, ink)) {
      const [next, what] = press(held.prompt, key, given)
      show(next)
      if (what) act(what)
    }
  })
  usePaste(text => {
    const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
    show({ buffer: inserted(held.prompt.buffer, lines) })
  })
}

function sent({ talk, history }: Behind, line: string): void {
  history.add(line)
  talk.submit(line)
}

const changedIn = ({ edited }: Behind, buffer: Buffer) => filled(edited(buffer.text), buffer)

/** What ink heard as keys: several that came at once are taken one by one. */
function keysOf(text: string, ink: InkKey): readonly Key[] {
  const name = namesOf.find(([flag]) => ink[flag])?.[1]
  const held = { ctrl: ink.ctrl, meta: ink.meta && name !== 'escape', shift: ink.shift }
  if (name) return [{ text: '', name, ...held }]
  if (text.length < 2 || held.ctrl || held.meta) return [{ text, ...held }]
  return text.split(/(\p{Cc})/u).flatMap((piece): readonly Key[] => {
    if (piece === '') return []
    const code = piece.charCodeAt(0)
    const control = piece === '\n' ? undefined : controls[piece]
    if (control) return [{ text: '', name: control }]
    if (code >= 32 || piece === '\n') return [{ text: piece }]
    return [{ text: String.fromCharCode(code + 96), ctrl: true }]
  })
}

const controls: Readonly<Record<string, KeyName>> = {
  '\r': 'return',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\x1b': 'escape',
}

const namesOf = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'return'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const
