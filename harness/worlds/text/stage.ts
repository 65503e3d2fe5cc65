// A world of words from its beginning, and what each action shows. A stage forgets all when its process
// ends; `world.ts` keeps what was done.
import type { Scene } from '../../../phases/scene.ts'

/** What an action came to. */
export interface Turn {
  /** In the world's own words. */
  readonly text: string
  /** False when the world refused the action. */
  readonly accepted: boolean
  /** All that can be seen afterwards. */
  readonly scene: Scene
}

/** How it begins: the task, and what is seen at first. */
export interface Opening extends Turn {
  readonly task: string
}

export interface Stage {
  /** Begins anew; the same actions then lead to the same turns. Rejects with a `StageLost`. */
  begin(): Promise<Opening>
  /** Rejects with a `StageLost`. */
  act(action: string): Promise<Turn>
  /** See `World.offers`. */
  offers?(): Promise<readonly string[]>
  /** Ends it, or gives back what it has borrowed. It may begin again. */
  leave(): void
}

/** The world has died, hangs, or does not say what can be understood: in one sentence. */
export class StageLost extends Error {}
