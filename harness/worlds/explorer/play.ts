// An explorer watched: the grid as it moves, the plans that it writes, and what came of it.
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import type { LLMProvider } from '../../../agent/llm/provider.ts'
import type { PromptKind } from '../../../phases/generate/contract.ts'
import { fromDraft } from '../../../plans/agentspeak/draft.ts'
import { printClause } from '../../../plans/agentspeak/program.ts'
import { explorerGoal } from './arena.ts'
import { explorerWorld, type Scene } from './explorer.ts'
import { gridLines } from './frame.ts'
import type { Grid } from './grid.ts'
import { measuresOf } from './measure.ts'

interface ExplorerPlay {
  readonly grid: Grid
  readonly seed: number
  readonly kind: PromptKind
  readonly verify: boolean
  readonly model: LLMProvider
  /** Shows the grid, in place of the one before it where that can be done. */
  readonly onScene: (lines: readonly string[]) => void
  /** Tells of plans that were written, or refused and why. */
  readonly onTold: (lines: readonly string[]) => void
  readonly onEvent: (event: Event) => void
  /** Ends it, and the calls of its model. */
  readonly signal: AbortSignal
}

/**
 * Has the agent look for home; gives what came of it, `moves` and the paper's codes among the measures, and
 * where the robot was, from the start on. Rejects with what an agent rejects with.
 */
export async function playExplorer(play: ExplorerPlay) {
  const { grid, seed, onScene, onTold } = play
  const path = () => world.scenes().map(({ robot }) => robot)
  const show = (scene: Scene) => onScene([headOf(scene), ...gridLines(grid, path())])
  const world = explorerWorld({ grid, seed, onMove: show })
  const events: Event[] = []
  const agent = await createAgent({
    agent: 'agentspeak',
    model: play.model,
    world,
    tools: [],
    onEvent: event => {
      events.push(event)
      onTold(toldOf(event))
      play.onEvent(event)
    },
  })
  play.signal.addEventListener('abort', agent.close, { once: true })
  try {
    show(world.scenes()[0]!)
    for await (const _ of agent.handle(explorerGoal(play.kind, play.verify)))
      if (world.scenes().length > longest) break
  } finally {
    agent.close()
  }
  const measures = await measuresOf(events, world, seed)
  return { reached: world.isHome(), measures, path: path().map(({ x, y }) => [x, y] as const) }
}

// --- internal ---

/** Moves after which it is given up. */
const longest = 2_000

const headOf = ({ moves, direction = 'the start' }: Scene) =>
  moves === 0 ? 'at first' : `move ${moves}: ${direction}`

function toldOf(event: Event): readonly string[] {
  if (event.type !== 'plans-added') return []
  const plans = event.plans.flatMap(plan => fromDraft(plan) ?? [])
  return [
    ...event.refused.map(why => `refused: ${why}`),
    ...plans.map(clause => `new plan: ${printClause(clause)}`),
  ]
}
