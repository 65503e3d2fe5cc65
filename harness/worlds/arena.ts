// What a bench plays: the episodes of a world. A world for `bench --world` is an `ArenaKind` in `arenas.ts`.
import type { World } from '../../agent/contract.ts'
import type { Asking } from '../../agent/embedded.ts'
import type { Event } from '../../agent/event.ts'
import type { Deed } from '../../plans/rules/ways.ts'
import type { CommandOptions, Environment } from '../cli/command.ts'
import type { Counted, GenerationCells } from './explorer/sums.ts'
import type { Judge } from './judge.ts'

/** One way of putting an agent into a world: a task, a variation, a place to begin. */
export interface Episode {
  /** Tells it from all others of the arena, and does not change. */
  readonly id: string
  /** What results are grouped by, such as the task. */
  readonly family: string
  /** What it is played under, by the name of each, where episodes are compared by that. */
  readonly under?: Readonly<Record<string, string>>
  /** What is asked in place of the bench's model, or under other settings of it. */
  readonly asks?: Asks
  /** In one sentence what is to be done, as far as it is known before the world is opened. */
  readonly about: string
  /**
   * Puts an agent there. `log` is a file that keeps what was done: an episode found in it is gone on with.
   * Without one nothing is kept.
   */
  readonly begin: (log?: string) => Promise<Played>
  /** In a world of words: the task, and what was done for it by the file it kept. */
  readonly past?: (log: string) => { readonly task: string; readonly deeds: readonly Deed[] }
  /** What is counted once it is over, by its events and the file it kept. */
  readonly measure?: (
    events: readonly Event[],
    log: string,
  ) => Promise<Readonly<Record<string, number>>>
}

/** A model as `--model` names it, and how freely it is to choose its words; each is the bench's unless given. */
export interface Asks {
  readonly model?: string
  readonly temperature?: number
}

/** An episode under way. */
export interface Played {
  readonly world: World
  /** What the agent is asked to bring about. */
  readonly goal: Asking
  /** Gives back what the episode has used, whether it is over or not. */
  readonly leave: () => Promise<void> | void
}

/** What came of an episode, by its journal. */
export interface Scored {
  /** From 0 to 1, as the world counts. */
  readonly score: number
  readonly won: boolean
  /** What else is counted in this world; the summary gives its means. */
  readonly measures?: Readonly<Record<string, number>>
}

/** Episodes that are opened together. */
export interface Arena {
  /** In the order in which they are played. */
  readonly episodes: readonly Episode[]
  readonly score: (events: readonly Event[]) => Scored
  /** Episodes of the same families, none of them among `episodes`, which tell their past; on which rules made of those that were won are proved. */
  readonly proving?: readonly Episode[]
  readonly judge?: Judge | undefined
  /** Set where no episode knows the plans of another: each has an empty library. */
  readonly alone?: boolean
  /** What the summary says of episodes beside what it says of all. */
  readonly sums?: (episodes: readonly Counted[]) => GenerationCells
  readonly table?: (sums: GenerationCells) => readonly string[]
  readonly close?: () => Promise<void> | void
}

/** A world that `bench --world` knows. */
export interface ArenaKind {
  readonly name: string
  /** What it is and which options it takes, in a few words. */
  readonly about: string
  /** The agent that can act there. */
  readonly agent: string
  /** Options of its own; what several worlds take is one option, and given to the one that is named. */
  readonly options: CommandOptions
  /** Set where `--seed` decides the episodes alone: a model that is told of it gives the same reply in all of them. */
  readonly seeded?: boolean
  /** Opens its episodes. Rejects with a CommandError for options that mean nothing here. */
  readonly open: (asked: ArenaOptions, around: ArenaAround) => Promise<Arena>
}

/** The options by their names in camel case, as they were given; several of one flag are a list. */
export type ArenaOptions = Readonly<Record<string, string | string[]>>

export interface ArenaAround {
  /** File names are meant from here. */
  readonly folder: string
  readonly env: Environment
  /** What the same episodes follow from, where they are made by chance. */
  readonly seed?: number | undefined
}
