// An episode: every character of a scenario as an agent of its own, all at once in one world, until
// nothing happens any more.
import { join } from 'node:path'
import type { Agent } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import type { LLMProvider } from '../../agent/llm/provider.ts'
import type { State } from '../../agent/state.ts'
import type { Character } from '../../phases/planning/character.ts'
import { given } from '../../plans/given.ts'
import { makeFolder } from '../../plans/writable.ts'
import { EpisodeOver, type FirefighterWorld, firefighterWorld, type Tick } from './firefighter.ts'
import type { Scenario } from './scenario.ts'

export interface EpisodeOptions {
  readonly scenario: Scenario
  readonly agent: string | Agent
  readonly model: string | LLMProvider
  /** Ticks after which the episode is over in any case. */
  readonly maxTicks: number
  /** Ends it, and the calls of its model. */
  readonly signal?: AbortSignal
  /** Folder that keeps the journals and the world; an episode found there is gone on with. */
  readonly folder?: string
  /** Called before anything has happened, and after each tick. */
  readonly onTick?: (tick: Tick) => void
  readonly onEvent?: (character: Character, event: Event, state: State) => void
}

export type Episode = Awaited<ReturnType<typeof playEpisode>>

/** Plays an episode to its end; `minds` are what each character knew then, by its name. Rejects as agents do. */
export async function playEpisode(options: EpisodeOptions) {
  const { scenario, folder, maxTicks, onTick } = options
  if (folder !== undefined) makeFolder(folder)
  const log = folder === undefined ? undefined : join(folder, 'world.jsonl')
  const world = firefighterWorld(scenario, given({ log, maxTicks, onTick }))
  for (const tick of world.ticks()) onTick?.(tick)
  const minds = await Promise.all(
    scenario.characters.map(async character => {
      return [character.name, await live(world, character, options)] as const
    }),
  )
  return { world, minds: Object.fromEntries(minds) }
}

// --- internal ---

/** One character's life in the world: a goal, and when it is done another one. */
async function live(
  world: FirefighterWorld,
  character: Character,
  { agent: choice, model, folder, maxTicks, signal, onEvent }: EpisodeOptions,
): Promise<State> {
  const resident = world.join(character.name)
  const agent = await createAgent({
    agent: choice,
    model,
    world: resident,
    tools: [],
    run: character.name,
    ...(folder !== undefined && { journal: join(folder, `${character.name}.jsonl`) }),
    onEvent: (event, state) => onEvent?.(character, event, state),
  })
  signal?.addEventListener('abort', agent.close, { once: true })
  const spent = () => world.ticks().length > maxTicks
  try {
    if (!spent()) await agent.resume()
    while (!world.quiet && !spent()) {
      const text = `What does ${character.name} do?`
      const perception = { kind: 'goal', text, data: character, source: 'scenario' } as const
      for await (const _ of agent.handle(perception)) if (spent()) break
    }
  } catch (error) {
    if (!(error instanceof EpisodeOver)) throw error
  } finally {
    resident.leave()
    agent.close()
  }
  return agent.state()
}
