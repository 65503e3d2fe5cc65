// What a session at a terminal is made of while it lasts: the board that screens draw, the session that is
// open, and what commands and questions do with both.

import { soundness } from '../../agent/commitment.ts'
import type { Commitment, Policy } from '../../agent/contract.ts'
import type { Event } from '../../agent/event.ts'
import { askedBefore } from '../../agent/llm/offline/follow-ups.ts'
import { again } from '../../agent/llm/retry.ts'
import { defaultPolicy } from '../../agent/policy.ts'
import { meantBy } from '../../plans/text/nearest.ts'
import type { Surroundings } from '../cli/command.ts'
import { keepRule } from '../configuration/rules.ts'
import { type Outcome, outcomeOf } from '../run/outcome.ts'
import { createBrief } from '../terminal/brief.ts'
import { approvalOf, permissionOf } from '../terminal/permission.ts'
import { harmless, wrapped } from '../terminal/plain-text.ts'
import { headline, type Paint } from '../terminal/progress.ts'
import { readEdit } from './belief-edits.ts'
import type { Board, Store } from './board.ts'
import { discardSession, type SessionFolder, saveSession } from './folder.ts'
import { intentionBeliefs } from './grounds.ts'
import { type Hearing, type Opened, open } from './opened.ts'
import { after, heard } from './turn.ts'

export interface Telling {
  readonly paint: Paint
  /** Columns a line may have now. */
  readonly width: () => number
  /** Whether each step of a turn is told in a line of its own, for a screen on which nothing moves. */
  readonly lines: boolean
}

export interface Desk {
  readonly around: Surroundings
  readonly board: Store<Board>
  readonly telling: Telling
  /** The session that is open. Throws before there is one. */
  opened(): Opened
  /** Closes the session that is open, if one is, and opens this one. Rejects as `open` does. */
  turnTo(place: SessionFolder): Promise<void>
  /**
   * The files that go with every question from now on, and those of them that only questions have named; kept
   * with the session.
   */
  attach(files: readonly string[], named: readonly string[]): void
  /** What waits for the question under way from now on; kept with the session. */
  wait(queue: readonly string[]): void
  /** Closes the session that is open and gives its id; the folder of one in which nothing was asked goes. */
  close(): Promise<string | undefined>
  /** Puts lines, which hold nothing harmful, behind what is finished. */
  say(...lines: readonly string[]): void
  /** Asks the person; undefined when there is no answer. */
  confirm(lines: readonly string[]): Promise<string | undefined>
  /** Answers what is asked; false when nothing is. */
  answer(line: string | undefined): boolean
  /** Whether plans are put to the person before their first step. */
  approving(): boolean
  /** Puts plans to the person from now on, or no more; kept with the session. */
  approve(on: boolean): void
  /** A plan of the library that is to be used where it fits. */
  preferred?: string | undefined
  /** Takes what came of the question under way as soon as it is known: a review may follow. */
  onOutcome?: ((outcome: Outcome) => void) | undefined
}

export function createDesk(around: Surroundings, board: Store<Board>, telling: Telling): Desk {
  let opened: Opened | undefined
  let waiting: ((line: string | undefined) => void) | undefined
  const say = (...lines: readonly string[]) =>
    board.set({ finished: [...board.get().finished, ...fitted(lines, telling.width())] })
  const keep = (change: Partial<SessionFolder['session']>) => {
    if (opened) opened = { ...opened, place: saveSession(opened.place, change, around.env) }
  }
  const desk: Desk = {
    around,
    board,
    telling,
    say,
    approving: () => opened?.place.session.approve === true,
    approve: on => keep({ approve: on }),
    opened() {
      if (!opened) throw new Error('no session is open')
      return opened
    },
    async turnTo(place) {
      const before = opened
      const other = before?.place.path !== place.path
      if (!other) {
        opened = undefined
        await before?.close()
      }
      const next = await open(place, around.env, hearing(desk))
      const { session, name } = next.place
      if (other) {
        if (board.get().queue.length > 0) keep({ waits: [] }) // what waits goes along
        await desk.close()
      }
      opened = next
      board.set({ files: session.files, about: aboutOf(session), name: session.name ?? name })
      desk.wait([...((other && session.waits) || []), ...board.get().queue])
    },
    attach(files, named) {
      keep({ files: [...files], named: named.filter(path => files.includes(path)) })
      board.set({ files })
    },
    wait(queue) {
      const same = queue.length === 0 && !opened?.place.session.waits?.length
      if (!same) keep({ waits: [...queue] })
      board.set({ queue })
    },
    async close() {
      const closing = opened
      opened = undefined
      await closing?.close()
      if (closing?.session.agent.state().seq !== 0) return closing?.place.name
      discardSession(closing.place)
      return undefined
    },
    confirm(lines) {
      const shown = lines.map(harmlessly)
      say(...shown.slice(0, -1))
      board.set({ asked: fitted(shown.slice(-1), telling.width()) })
      return new Promise<string | undefined>(resolve => {
        waiting = resolve
      }).finally(waitingFrom(board, Date.now()))
    },
    answer(line) {
      const answering = waiting
      if (!answering) return false
      waiting = undefined
      const { asked = [] } = board.get()
      board.set({ asked: undefined })
      say(...asked, telling.paint.faint(`> ${line === undefined ? '(no answer)' : harmless(line)}`))
      answering(line)
      return true
    },
  }
  return desk
}

/** The session put together otherwise: another model, another agent, another budget. Rejects as `open` does. */
export async function reopened(
  desk: Desk,
  change: Partial<SessionFolder['session']>,
): Promise<void> {
  const { place } = desk.opened()
  const changed = saveSession(place, change, desk.around.env)
  try {
    await desk.turnTo(changed)
  } catch (error) {
    const before = { ...place.session, waits: [] } // they stand on the board
    await desk.turnTo(saveSession(place, before, desk.around.env))
    throw error
  }
}

// --- internal ---

/** Adds the time since then, when called, to what the person has been waited for in this turn. */
const waitingFrom = (board: Store<Board>, since: number) => () => {
  const { turn } = board.get()
  if (turn) board.set({ turn: { ...turn, waited: turn.waited + Date.now() - since } })
}

function fitted(lines: readonly string[], width: number): readonly string[] {
  // what is painted has been cut to the width already
  return lines.flatMap(line => (line.includes('\x1b') ? [line] : wrapped(line, width)))
}

/** Harmless, and as far in as it was. */
const harmlessly = (line: string) => `${/^ */.exec(line)![0]}${harmless(line)}`

const aboutOf = ({ model, agent }: SessionFolder['session']) =>
  [model, ...(agent === 'self-aware' ? [] : [agent])].map(harmless).join(' · ')

/** What the open session tells the board, and how it asks the person. */
function hearing(desk: Desk): Hearing {
  const { board } = desk
  const { paint, lines } = desk.telling
  const brief = createBrief({ paint, width: desk.telling.width() })
  return {
    onEvent: (event, state) => {
      const { turn } = board.get()
      if (!turn) return
      if (lines) desk.say(...(ofSession(event) ?? brief(event, state)))
      const { provider } = desk.opened().session.agent.model
      const { limits, spent } = provider.budget ?? {}
      const budget =
        limits && spent && Object.keys(limits).length > 0 ? { limits, spent: spent() } : undefined
      const now = after(turn, event, state, provider.name)
      board.set({ turn: { ...now, ...(budget && { budget }) } })
      if (event.type === 'intention-recorded') desk.onOutcome?.(outcomeOf(state, ''))
    },
    onStream: event => {
      const { turn } = board.get()
      if (turn) board.set({ turn: heard(turn, event) })
    },
    onRetry: (why, ms) => {
      const { turn } = board.get()
      const trouble = harmless(again(why, ms))
      if (turn) board.set({ turn: { ...turn, trouble } })
      if (lines) desk.say(trouble)
    },
    policy: policyOf(desk),
    confirm: desk.confirm,
    folder: desk.around.folder,
    tell: sentence => desk.say(harmless(sentence)),
    onLost: error => {
      desk.say(harmless(error.message))
      board.set({ left: error.code })
    },
  }
}

/** What a question leaves behind for the next ones; the rules of `offline` keep only words. */
function ofSession(event: Event): readonly string[] | undefined {
  if (event.type !== 'beliefs-perceived' || event.scope !== 'session') return undefined
  const names = event.beliefs.map(({ name }) => name).filter(name => name !== askedBefore)
  return names.length === 0 ? [] : [headline('session', `now believes ${names.join(', ')}`)]
}

function policyOf(desk: Desk): Partial<Policy> {
  const approve = approvalOf(desk.confirm, {
    believe: (said, intention) => {
      const read = readEdit(said)
      if ('problem' in read) return read
      const { agent } = desk.opened().session
      const known = Object.keys(intentionBeliefs(agent.state(), intention))
      const { name } = read.edit
      if (!known.includes(name)) {
        const way = meantBy(name, known, `there are ${known.join(', ') || 'none'}`)
        return { problem: `there is no belief ${name}; ${way}` }
      }
      agent.believe([read.edit], intention)
      return { state: agent.state() }
    },
  })
  const { choosePlan } = defaultPolicy()
  return {
    permission: permissionOf(desk.confirm, rule => keepRule(rule, desk.around.env)),
    objection: (commitment: Commitment) =>
      desk.approving() ? approve(commitment) : soundness(commitment),
    choosePlan: (fitting, ...rest) => {
      const plan = fitting.find(({ id }) => id === desk.preferred)
      return plan ? { plan, why: 'you chose it', quarantined: [] } : choosePlan(fitting, ...rest)
    },
  }
}
