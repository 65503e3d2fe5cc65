// What a world of words shows: the data of an observation there, beside its text.
import { z } from 'zod'
import type { Perception } from '../agent/state.ts'

/** All that can be seen now, sentence by sentence: what an earlier scene showed and this one does not is no longer so. */
export const Scene = z.object({
  /** What the last action came to, one thing each; left out where a world does not part it from what can be seen. */
  said: z.array(z.string()).default([]),
  /** One thing each, without a line break: place, things and inventory. */
  sentences: z.array(z.string()),
  /** From 0 to 1, as the world counts. */
  score: z.number(),
  /** Nothing more can be done. */
  over: z.boolean(),
  /** What was asked for has been reached, by the world's own word. */
  won: z.boolean(),
})
export type Scene = z.infer<typeof Scene>

/** What rules may consider of a score. */
export const pointsOf = (score: number) => `${Math.round(score * 100)} of 100 points are reached`

/** The scene that an observation shows, or undefined in a world of another kind. */
export function sceneIn({ data }: Pick<Perception, 'data'>): Scene | undefined {
  return Scene.safeParse(data).data
}
