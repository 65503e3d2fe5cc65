// The firefighter world (LLM Reasoner and Automated Planner, 2025): several characters act in it at once,
// one action each a tick, in a fixed order, so that the same decisions give the same story however fast they
// were made.
import type { ActResult } from '../../agent/contract.ts'
import type { Observation } from '../../agent/state.ts'
import type { Change } from '../../phases/planning/planning.ts'
import { printAtom, type Step } from '../../plans/pddl/syntax/syntax.ts'
import { openWorldLog } from './log.ts'
import { difference, outcomeOf, refusalOf } from './pddl.ts'
import type { Scenario } from './scenario.ts'

/** What one character did in a tick and what came of it. */
export interface Deed extends Step {
  readonly actor: string
  readonly key: string
  readonly accepted: boolean
  readonly text: string
}

/** One tick: what was done, and what is true after it. */
export interface Tick {
  readonly number: number
  readonly deeds: readonly Deed[]
  readonly facts: ReadonlySet<string>
}

export type FirefighterWorld = ReturnType<typeof firefighterWorld>

/** What a character does who waits until it perceives a change. */
const wait = 'wait'

export interface FirefighterOptions {
  /** A file that keeps what was done; without one the world lives as long as the process. */
  readonly log?: string
  /** After so many, all that anybody would do is rejected with `EpisodeOver`. */
  readonly maxTicks?: number
  readonly onTick?: (tick: Tick) => void
}

/** The last tick is over, and nothing was done. */
export class EpisodeOver extends Error {
  override readonly name = 'EpisodeOver'
}

export function firefighterWorld(
  scenario: Scenario,
  { log: file, maxTicks = Number.POSITIVE_INFINITY, onTick }: FirefighterOptions = {},
) {
  const log = openWorldLog<readonly Deed[]>(file)
  const ticks: Tick[] = [{ number: 0, deeds: [], facts: scenario.task.init }]
  for (const deeds of log.entries) ticks.push(next(scenario, ticks.at(-1)!, deeds))
  const away = new Set<string>()
  const waiting = new Map<string, Pending>()
  const done = (key: string, actor: string) =>
    log.entries.flat().find(deed => deed.key === key && deed.actor === actor)

  /** Ends a tick once everybody who is here has said what to do. */
  function proceed(): void {
    if (ticks.length > maxTicks) {
      for (const { came } of waiting.values()) came.reject(new EpisodeOver())
      waiting.clear()
      return
    }
    const here = scenario.characters.map(({ name }) => name).filter(name => !away.has(name))
    const asked = here.flatMap(name => waiting.get(name) ?? [])
    if (asked.length < here.length || here.length === 0) return
    const deeds = carryOut(scenario, ticks.at(-1)!.facts, asked)
    log.append(deeds)
    const tick = next(scenario, ticks.at(-1)!, deeds)
    ticks.push(tick)
    onTick?.(tick)
    for (const deed of deeds) {
      const pending = waiting.get(deed.actor)!
      waiting.delete(deed.actor)
      pending.came.resolve(resultOf(deed))
    }
    proceed()
  }

  return {
    scenario,
    /** The ticks so far, what was true at first as number 0. */
    ticks: (): readonly Tick[] => ticks,
    /** Whether everybody waits for something to happen: then nothing will. */
    get quiet() {
      return ticks.length > 1 && ticks.at(-1)!.deeds.every(({ action }) => action === wait)
    },
    /**
     * The world as one character lives in it; `name` is to be one of the scenario's. Ticks begin when all of them
     * live in the world.
     */
    join: (name: string) => ({
      name: `firefighter: ${scenario.name}`,
      act: (action: string, args: readonly string[], key: string): Promise<ActResult> => {
        const earlier = done(key, name)
        if (earlier) return Promise.resolve(resultOf(earlier)) // done before a crash
        const step = { action: action.toLowerCase(), args }
        away.delete(name)
        const came = Promise.withResolvers<ActResult>()
        waiting.set(name, { actor: name, key, ...step, came })
        proceed()
        return came.promise
      },
      observations: async (after: number) => observations(scenario, name, ticks).slice(after),
      /** The others no longer wait for it, until it acts again. */
      leave: () => {
        away.add(name)
        waiting.delete(name)
        proceed()
      },
    }),
  }
}

/** A tick as lines of text: who is where, what is the matter, and what was just done. */
export function frame(
  { task, say, types }: Scenario,
  { number, deeds, facts }: Tick,
): readonly string[] {
  const words = [...facts].map(fact => fact.slice(1, -1).split(' '))
  const places = task.range({ name: '?l', types: ['location'] })
  const there = places.map(place => {
    const things = words.flatMap(([name, thing, at]) =>
      name === 'at' && at === place ? [thing] : [],
    )
    return `  ${place.padEnd(Math.max(...places.map(p => p.length)))} | ${things.join(', ')}`
  })
  const state = [...facts]
    .flatMap(fact => say(fact) ?? [])
    .filter(text => !text.startsWith('There is'))
  return [
    number === 0 ? `at first (${Object.keys(types).length} objects)` : `tick ${number}`,
    ...deeds.map(deed =>
      deed.accepted
        ? `  ${deed.actor}: ${[deed.action, ...deed.args].join(' ')}`
        : `  ${deed.actor}: ${deed.text}`,
    ),
    ...there,
    ...state.map(text => `  ${text.replaceAll('"', '')}`),
  ]
}

// --- internal ---

interface Pending extends Step {
  readonly actor: string
  readonly key: string
  readonly came: PromiseWithResolvers<ActResult>
}

/**
 * The deeds that end with this tick, in the characters' order. Who waits goes on waiting unless
 * something worth a memory has changed, or nobody does anything.
 */
function carryOut(
  scenario: Scenario,
  before: ReadonlySet<string>,
  asked: readonly Pending[],
): readonly Deed[] {
  let facts = before
  const active = asked.filter(({ action }) => action !== wait)
  const deeds = active.map(({ came: _, ...step }): Deed => {
    const refusal = refusalOf(scenario.task, asSelf(facts, step.actor), step)
    if (refusal !== undefined) return { ...step, accepted: false, text: refusal }
    facts = changed(scenario, facts, step)
    return { ...step, accepted: true, text: `done: ${printAtom(step.action, step.args)}` }
  })
  const { added, deleted } = difference(before, facts)
  const noticed = [...added, ...deleted].some(fact => scenario.say(fact) !== undefined)
  if (active.length > 0 && !noticed) return deeds
  const text = active.length > 0 ? 'something has changed' : 'nothing happens any more'
  const waits = asked.filter(({ action }) => action === wait)
  return [...deeds, ...waits.map(({ came: _, ...step }) => ({ ...step, accepted: true, text }))]
}

/** An actor is oneself while acting, and acts for nobody else. */
const asSelf = (facts: ReadonlySet<string>, actor: string) => new Set([...facts, `(self ${actor})`])

function changed({ task }: Scenario, facts: ReadonlySet<string>, step: Step & { actor: string }) {
  const after = outcomeOf(task, asSelf(facts, step.actor), step).facts
  return new Set([...after].filter(fact => fact !== `(self ${step.actor})`))
}

function next(scenario: Scenario, { number, facts }: Tick, deeds: readonly Deed[]): Tick {
  const after = deeds
    .filter(({ accepted, action }) => accepted && action !== wait)
    .reduce((now, deed) => changed(scenario, now, deed), facts)
  return { number: number + 1, deeds, facts: after }
}

const resultOf = ({ accepted, text }: Deed): ActResult => ({ accepted, text })

function observations(
  scenario: Scenario,
  name: string,
  ticks: readonly Tick[],
): readonly Observation[] {
  const exists = Object.entries(scenario.types).map(([object, type]) => `(${type} ${object})`)
  return ticks.flatMap((tick, place) => {
    const before = ticks[place - 1]
    const change = before
      ? difference(before.facts, tick.facts)
      : { added: [...exists, `(self ${name})`, ...tick.facts], deleted: [] }
    if (change.added.length + change.deleted.length === 0) return []
    const text = before ? `tick ${tick.number}` : 'what there is at first'
    return [{ text, data: { ...change, said: saidOf(scenario, change) } }]
  })
}

function saidOf({ say }: Scenario, { added, deleted }: Change): Readonly<Record<string, string>> {
  const said = [...added, ...deleted].flatMap(fact => {
    const words = say(fact)
    return words === undefined ? [] : [[fact, words] as const]
  })
  return Object.fromEntries(said)
}
