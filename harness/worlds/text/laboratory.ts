// A small laboratory of our own: four rooms, a few things, a substance to melt or a thing to put away. It needs
// nothing but itself, so tests play in it what they would play in ScienceWorld.

import type { ArenaKind } from '../arena.ts'
import type { Opening, Stage, Turn } from './stage.ts'
import { type Split, taskArena, taskOptions } from './text-arena.ts'

/** What can be asked for there. */
export const laboratoryTasks = ['melt', 'put-away'] as const
type LaboratoryTask = (typeof laboratoryTasks)[number]

/** How many ways there are of setting up a task. */
export const laboratoryVariations = 40

/**
 * The laboratory set up for a task. The variation decides where the agent begins, which substance or thing
 * is meant and where everything stands. On every fourth one the stove is broken, and the furnace is not.
 */
export function laboratoryStage(task: LaboratoryTask, variation: number): Stage {
  let lab = setUp(task, variation)
  return {
    begin: async (): Promise<Opening> => {
      lab = setUp(task, variation)
      return { task: taskOf(lab), ...turnOf(lab, true, sceneText(lab)) }
    },
    act: async action => {
      const said = perform(lab, action.trim().toLowerCase().replace(/\s+/g, ' '))
      const accepted = said !== undefined
      if (accepted) pass(lab)
      return turnOf(lab, accepted, said ?? `You cannot do that here: "${action}".`)
    },
    offers: async () => offered(lab),
    leave: () => undefined,
  }
}

// --- internal ---

const rooms = ['hall', 'kitchen', 'foundry', 'store'] as const
type Room = (typeof rooms)[number]
const substances = ['tin', 'wax', 'ice', 'lead', 'butter']
const things = ['lamp', 'key', 'rope', 'book', 'fork']
const colours = ['red', 'blue', 'green', 'white']
const heaters: Readonly<Record<string, Room>> = { stove: 'kitchen', furnace: 'foundry' }

interface Lab {
  readonly task: LaboratoryTask
  readonly substance: string
  readonly thing: string
  readonly box: string
  readonly broken: boolean
  room: Room
  /** Where each thing is: a room, `hand`, or another thing. */
  readonly at: Map<string, string>
  readonly on: Set<string>
  /** How warm the substance has become; it is liquid from `melting` on. */
  heat: number
  readonly reached: Set<string>
}

const melting = 3

function setUp(task: LaboratoryTask, variation: number): Lab {
  const pick = <T>(from: readonly T[], step: number) =>
    from[Math.floor(variation / step) % from.length]!
  const lab: Lab = {
    task,
    substance: pick(substances, 1),
    thing: pick(things, 1),
    box: `${pick(colours, 3)} box`,
    broken: variation % 4 === 3,
    room: pick(rooms, 1),
    at: new Map(Object.entries(heaters)),
    on: new Set(),
    heat: 0,
    reached: new Set(),
  }
  for (const [at, thing] of things.entries()) lab.at.set(thing, rooms[(at + variation) % 4]!)
  for (const [at, colour] of colours.entries())
    lab.at.set(`${colour} box`, rooms[(at + variation) % 4]!)
  lab.at.set('pot', pick(['kitchen', 'store'], 2))
  lab.at.set(lab.substance, pick(['store', 'kitchen', 'hall'], 2))
  return lab
}

function taskOf({ task, substance, thing, box }: Lab): string {
  return task === 'melt'
    ? `Your task is to melt ${substance}. Put it into a pot, and heat the pot.`
    : `Your task is to put the ${thing} into the ${box}. Both are somewhere in the house.`
}

/** From the hall one comes to all rooms, from them to the hall. */
const doorsOf = (room: Room) => (room === 'hall' ? rooms.filter(r => r !== 'hall') : ['hall'])

const isHere = ({ at, room }: Lab, thing: string): boolean => {
  const place = at.get(thing)
  return place === room || place === 'hand' || at.get(place ?? '') === room
}
const fixed = (thing: string) => thing in heaters || thing.endsWith('box')

/** Does the action and says what came of it; undefined when it cannot be done. */
function perform(lab: Lab, action: string): string | undefined {
  const [, verb = '', first = '', , second = ''] =
    /^(go to|take|put|switch on|wait|look around)(?: (?:the )?([a-z ]+?))?(?: (in|into|on) (?:the )?([a-z ]+))?$/.exec(
      action,
    ) ?? []
  switch (verb) {
    case 'look around':
      return sceneText(lab)
    case 'wait':
      return 'Time passes.'
    case 'go to':
      if (!doorsOf(lab.room).includes(first as Room)) return undefined
      lab.room = first as Room
      return `You go to the ${first}.`
    case 'take':
      if (!isHere(lab, first) || fixed(first) || lab.at.get(first) === 'hand') return undefined
      lab.at.set(first, 'hand')
      return `You take the ${first}.`
    case 'put':
      if (!canPut(lab, first, second)) return undefined
      lab.at.set(first, second)
      return `You put the ${first} into the ${second}.`
    case 'switch on':
      if (!(first in heaters) || !isHere(lab, first)) return undefined
      if (lab.broken && first === 'stove') return 'The stove is broken.'
      lab.on.add(first)
      return `The ${first} is on now.`
    default:
      return undefined
  }
}

function canPut(lab: Lab, thing: string, into: string): boolean {
  if (lab.at.get(thing) !== 'hand' || thing === into || !isHere(lab, into)) return false
  return into === 'pot'
    ? thing === lab.substance
    : fixed(into) && (thing === 'pot' || into.endsWith('box'))
}

/** A moment goes by: what stands on something hot gets warmer, and what was to be reached is noted. */
function pass(lab: Lab): void {
  const pot = lab.at.get('pot') ?? ''
  const inPot = lab.at.get(lab.substance) === 'pot'
  if (inPot && lab.on.has(pot)) lab.heat += 1
  const note = (mark: string, holds: boolean) => holds && lab.reached.add(mark)
  if (lab.task === 'melt') {
    note('found', lab.at.get(lab.substance) === 'hand')
    note('in the pot', inPot)
    note('on the fire', inPot && pot in heaters)
    note('liquid', lab.heat >= melting)
  } else {
    note('found', lab.at.get(lab.thing) === 'hand')
    note('put away', lab.at.get(lab.thing) === lab.box)
  }
}

const marks = { melt: 4, 'put-away': 2 }

function turnOf(lab: Lab, accepted: boolean, text: string): Turn {
  const score = lab.reached.size / marks[lab.task]
  const won = lab.reached.has(lab.task === 'melt' ? 'liquid' : 'put away')
  const said = accepted ? [text.split('\n')[0]!] : []
  return { accepted, text, scene: { said, sentences: [...seen(lab)], score, over: won, won } }
}

function seen(lab: Lab): readonly string[] {
  const { at, room, substance, heat, on } = lab
  const called = (thing: string) =>
    thing === substance && heat >= melting ? `liquid ${thing}` : thing
  const within = (thing: string) => {
    const content = [...at].flatMap(([each, place]) => (place === thing ? [called(each)] : []))
    return content.length === 0 ? '' : ` containing ${content.join(' and ')}`
  }
  const here = [...at].filter(([, place]) => place === room)
  return [
    `You are in the ${room}.`,
    ...here.map(([thing]) => `You see a ${called(thing)}${within(thing)}.`),
    ...here.flatMap(([thing]) => (on.has(thing) ? [`The ${thing} is on.`] : [])),
    ...doorsOf(room).map(door => `You see a door to the ${door}.`),
    ...[...at].flatMap(([thing, place]) =>
      place === 'hand' ? [`You have a ${called(thing)}${within(thing)}.`] : [],
    ),
  ]
}

const sceneText = (lab: Lab) => seen(lab).join('\n')

function offered(lab: Lab): readonly string[] {
  const here = [...lab.at.keys()].filter(thing => isHere(lab, thing))
  const held = here.filter(thing => lab.at.get(thing) === 'hand')
  return [
    ...doorsOf(lab.room).map(room => `go to ${room}`),
    ...here.filter(thing => !fixed(thing) && !held.includes(thing)).map(thing => `take ${thing}`),
    ...held.flatMap(thing =>
      here.filter(into => canPut(lab, thing, into)).map(into => `put ${thing} into ${into}`),
    ),
    ...here
      .filter(thing => thing in heaters && !lab.on.has(thing))
      .map(heater => `switch on ${heater}`),
    'wait',
  ]
}

export const laboratory: ArenaKind = {
  name: 'laboratory',
  about: `a small house of our own: --task ${laboratoryTasks.join(' or ')}`,
  agent: 'rules',
  options: taskOptions,
  open: options =>
    taskArena(options, {
      tasks: () => laboratoryTasks,
      variations: (_, split) => variationsOf(split),
      stage: laboratoryStage,
    }),
}

/** Half for making rules, a quarter each for choosing among them and for what they are worth. */
function variationsOf(split: Split): readonly number[] {
  const first = { train: 0, dev: 0.5, test: 0.75 }[split] * laboratoryVariations
  const last = { train: 0.5, dev: 0.75, test: 1 }[split] * laboratoryVariations
  return Array.from({ length: last - first }, (_, at) => first + at)
}
