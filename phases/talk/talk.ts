// The one conversation about a question. `ask` goes through it and no phase knows of it: an ask is
// answered from a section that was said ahead when that passes the contract; what is left of one moment
// becomes one turn; turns and results are events, so a killed run goes on in the middle of it.

import type { Asked, Asking, Contract, Ctx, Section, Talk } from '../../agent/contract.ts'
import type { Conversing } from '../../agent/conversation.ts'
import type { CallError, LLMProvider, Message } from '../../agent/llm/provider.ts'
import type { Turn } from '../../agent/state.ts'
import type { Json } from '../../tools/tool.ts'
import { askSeparately, type Call, reachable, reportCall } from '../ask.ts'
import { put } from '../contract-prompt.ts'
import { openingCalls, ownCall } from './own-calls.ts'
import { prefixOf } from './prefix.ts'
import {
  addressOf,
  caveatIn,
  plansAnew,
  shownAddress,
  unreadable,
  type Version,
  versionsOf,
} from './sections.ts'
import { composed, mostTurns, type Prefix, type Waiting } from './turn.ts'

/** Finds the conversation that an intention is spoken of in. */
type Conversations = (intention: string) => Conversing

/** Times that a section is asked for before it is taken as it is, or asked for outside the conversation. */
const attempts = 2

/** A talk in which `sections` are said, over the conversations of a run. */
export function createTalk(sections: readonly Section[], conversations: Conversations): Talk {
  const prefix: Prefix = few => prefixOf(sections, few)
  const seats = new Map<string, Seat>()

  function seatOf(intention: string): Seat {
    const { root, calls } = conversations(intention)
    const known = seats.get(root)
    if (known) return known
    for (const other of seats.values()) if (isOver(other, conversations)) seats.delete(other.root)
    const labels = calls.length
    const seat = { root, labels, working: 0, waiting: [], taken: new Map(), pictures: [] }
    seats.set(root, seat)
    return seat
  }

  /** Looks what can be answered once all that follows from the last event has begun. */
  const soon = (seat: Seat) => void setImmediate(() => void settle(seat))

  async function settle(seat: Seat): Promise<void> {
    if (seat.turning || seat.waiting.length === 0) return
    seat.turning = true
    try {
      await callsLeft(seat, conversations, { afterCrash: true })
      const due = answerable(seat, conversations)
      if (due) await takeTurn(seat, prefix, conversations)
      if (due) soon(seat) // else it waits for steps at work
    } catch (error) {
      for (const each of seat.waiting.splice(0)) each.reject(error)
    }
    seat.turning = false
  }

  return {
    async during(intention, work) {
      const seat = seatOf(intention)
      seat.working++
      try {
        return await work()
      } finally {
        seat.working--
        soon(seat)
      }
    },
    label: intention => `c${++seatOf(intention).labels}`,
    calls: intention => conversations(intention).calls,
    caveat: intention => caveatIn(conversations(intention).exchanges),
    ask(contract, reads, asking) {
      const seat = seatOf(asking.intention)
      const { path } = conversations(asking.intention)
      const address = addressOf(path, contract.purpose, asking.step)
      const { promise, resolve, reject } = Promise.withResolvers<Asked<unknown>>()
      seat.waiting.push({
        contract: contract as Contract<unknown, unknown>,
        reads: JSON.parse(JSON.stringify(reads)) as Json,
        asking,
        address,
        after: seat.taken.get(address) ?? -1,
        refused: 0,
        issues: [],
        faulty: undefined,
        resolve,
        reject,
      })
      soon(seat)
      return promise as Promise<Asked<never>>
    },
  }
}

// --- internal ---

/** One ask with its place in the queue, and what has come of it so far. */
interface Place extends Waiting {
  /** The turn of the last version that was looked at. */
  after: number
  refused: number
  issues: readonly string[]
  /** Of the right form, with faults: better than none. */
  faulty: Asked<unknown> | undefined
  readonly resolve: (came: Asked<unknown> | Promise<Asked<unknown>>) => void
  readonly reject: (error: unknown) => void
}

/** What a conversation needs while the program runs, and what is lost without harm when it is killed. */
interface Seat {
  readonly root: string
  /** Labels given out. */
  labels: number
  /** Steps at work. */
  working: number
  turning?: boolean
  readonly waiting: Place[]
  /** By address, the turn of the last version that was looked at. */
  readonly taken: Map<string, number>
  /** What the last calls gave to be seen. */
  pictures: readonly Message[]
}

function isOver({ root, waiting, working }: Seat, conversations: Conversations): boolean {
  return waiting.length + working === 0 && conversations(root).exchanges.isEmpty()
}

/** Answers what has been said already; true when what is left makes a turn. */
function answerable(seat: Seat, conversations: Conversations): boolean {
  for (const each of [...seat.waiting]) {
    const came = considered(each, seat, conversations(each.asking.intention))
    if (came) leave(seat, each, came)
  }
  const steps = seat.waiting.filter(({ asking }) => asking.step !== undefined).length
  return seat.waiting.length > 0 && steps >= seat.working
}

function leave(seat: Seat, each: Place, came: Asked<unknown> | 'outside'): void {
  seat.waiting.splice(seat.waiting.indexOf(each), 1)
  const { contract, reads, asking, resolve } = each
  resolve(came === 'outside' ? askSeparately(contract, reads, asking) : came)
}

/** One turn for all that waits: told what is new, heard, its calls carried out. */
async function takeTurn(seat: Seat, prefix: Prefix, conversations: Conversations): Promise<void> {
  const { asking } = seat.waiting[0]!
  const here = () => conversations(asking.intention)
  if (!here().exchanges.some(each => 'said' in each))
    await openingCalls(() => `c${++seat.labels}`, here(), asking.ctx)
  const heard = await hear(seat, prefix, here(), asking.ctx)
  if ('error' in heard) {
    const mode = heard.error.kind === 'budget' ? 'budget' : 'model_error'
    const why = heard.error.message
    const failed = { ok: false, mode, why, unanswered: true } as const
    // less is asked of a model outside, and less has to be held
    const outside = ['length', 'overflow', 'refusal'].includes(heard.error.kind)
    for (const each of [...seat.waiting]) leave(seat, each, outside ? 'outside' : failed)
    return
  }
  await callsLeft(seat, conversations, { afterCrash: false })
  for (const each of [...seat.waiting]) missed(seat, each, heard, here())
}

/** Carries out the model's own calls that have no result yet: of the turn just heard, or of one before a crash. */
async function callsLeft(
  seat: Seat,
  conversations: Conversations,
  { afterCrash }: { readonly afterCrash: boolean },
): Promise<void> {
  const { asking } = seat.waiting[0]!
  const here = () => conversations(asking.intention)
  const { exchanges, calls } = here()
  const last = exchanges.findLast(each => 'said' in each) as Turn | undefined
  const left = last?.calls.filter(({ id }) => !calls.some(({ answers }) => answers === id)) ?? []
  if (left.length === 0) return
  const causes = seat.waiting.flatMap(({ asking: { intention, step, effect = false } }) =>
    step === undefined ? [] : [{ intention, step, effect }],
  )
  const cause = causes.find(({ effect }) => effect) ?? causes[0]
  const made = left.map(call => {
    const label = `c${++seat.labels}`
    return ownCall(call, { label, cause, afterCrash }, here(), asking.ctx)
  })
  seat.pictures = (await Promise.all(made)).flat()
}

/** What was asked for and not said, nor looked for, is asked for once more. */
function missed(seat: Seat, each: Place, heard: Turn, { exchanges }: Conversing): void {
  const said = versionsOf(exchanges, each.address).some(({ turn }) => turn > each.after)
  if (said) return
  if (each.asking.step !== undefined && plansAnew(exchanges, each.address)) return
  if (heard.calls.length > 0 && exchanges.size < mostTurns) {
    each.issues = [] // told already, and being looked into
    return
  }
  each.issues = unreadable(heard) ?? [`your reply holds no ${shownAddress(each.address)}`]
  each.refused++
  if (each.refused >= attempts) leave(seat, each, each.faulty ?? 'outside')
}

/** Asks the models one after the other; what was heard is committed before anything else happens. */
async function hear(
  { pictures, waiting }: Seat,
  prefix: Prefix,
  at: Conversing,
  ctx: Ctx,
): Promise<Turn | { readonly error: CallError }> {
  const { intention } = waiting[0]!.asking
  let error: CallError = { kind: 'unavailable', message: 'there is no model to ask' }
  let outgrown = false
  for (let llm: LLMProvider | undefined = reachable({ ctx, intention }); llm; ) {
    const next = composed(prefix, waiting, at, ctx, { outgrown, pictures })
    const started = ctx.now()
    const completion = await llm.complete(next.messages, {
      purpose: 'converse',
      reads: { wanted: waiting.map(({ address, reads }) => ({ address, reads })) },
      tools: next.tools,
      signal: ctx.signal,
    })
    const turn: Turn = { ...next.turn, said: completion.text, calls: completion.calls ?? [] }
    const why = unreadable(turn)
    const fault = completion.error
    const call: Call = {
      intention,
      purpose: 'converse',
      attempt: waiting.some(each => each.refused > 0) ? 2 : 1,
      ms: ctx.now() - started,
      parsed: fault || why ? 'failed' : 'as-is',
      issues: [...waiting.flatMap(each => each.issues), ...(why ?? [])],
      ...(why && !fault && { unread: true }),
      ...(fault ? { error: fault } : { turn }),
    }
    reportCall(llm, completion, call, ctx)
    if (!fault) return turn
    error = fault
    if (error.kind === 'budget' || error.kind === 'aborted') break
    if (error.kind === 'overflow' && !outgrown) outgrown = true
    else llm = llm.fallback
  }
  return { error }
}

/** What the sections said so far answer to an ask; `undefined` when they do not. */
function considered(
  each: Place,
  seat: Seat,
  { exchanges, path }: Conversing,
): Asked<unknown> | 'outside' | undefined {
  const { contract, reads, asking, address } = each
  if (asking.step !== undefined && plansAnew(exchanges, address)) return anotherPlan
  // what has been said again since is no longer meant
  const version = versionsOf(exchanges, address).at(-1)
  if (!version || version.turn <= each.after) return undefined
  each.after = version.turn
  seat.taken.set(address, version.turn)
  if (outdated(version, asking, path, exchanges)) return undefined
  const told = put(contract, reads, asking.ctx.prompts)
  const reply = told.parse(JSON.stringify(version.value), contract.output)
  const faults = reply.ok ? (contract.faults?.(reply.value) ?? []) : reply.issues
  const model = asking.ctx.llm.name
  if (reply.ok) each.faulty = { ok: true, value: reply.value, model }
  // what a call brings that was made beside it is still to be said
  const { calls } = exchanges.get(version.turn) as Turn
  if (reply.ok && calls.length > 0 && contract.isPartial?.(reply.value)) {
    each.issues = faults
    return undefined
  }
  if (reply.ok && faults.length === 0) return each.faulty
  each.issues = faults
  each.refused++
  return each.refused < attempts ? undefined : (each.faulty ?? 'outside')
}

const anotherPlan: Asked<unknown> = {
  ok: false,
  mode: 'unsupported_value',
  why: 'the model has written another plan in place of this one',
  unanswered: false,
}

/** Whether a result was said before what it rests on was said again. */
function outdated(
  { turn }: Version,
  { above = [] }: Asking,
  path: string,
  exchanges: Conversing['exchanges'],
): boolean {
  return [...above].some(step => {
    const latest = versionsOf(exchanges, addressOf(path, 'execute', step)).at(-1)
    return latest !== undefined && latest.turn > turn
  })
}
