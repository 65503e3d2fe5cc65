// What many jobs of one leader share on their worker: the model with its budget, the tools, and the plans.
import { type ModelSettings, openModel } from '../../agent/llm/models.ts'
import { madeOnce } from '../bench/made-once.ts'
import { toolsFor } from '../bench/shared.ts'
import type { Shared } from '../bench/work.ts'
import type { Environment } from '../cli/command.ts'
import type { Run } from '../run/runs.ts'
import { usedKey } from './attempts.ts'
import type { Blobs } from './blobs.ts'
import { type Job, Setup, Told } from './job.ts'
import { subscribing } from './plans.ts'
import type { Redis } from './redis.ts'

/** This worker cannot take a question, and leaves; `message` is one sentence for the person who started it. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export type Opened = ReturnType<typeof createOpened>

/** `onRetry` is told when a request to a model is sent again. */
export function createOpened(
  redis: Redis,
  blobs: Blobs,
  { env, onRetry }: { readonly env: Environment } & Pick<ModelSettings, 'onRetry'>,
) {
  const setups = new Map<string, Promise<Setup>>()
  const models = new Map<string, Promise<Shared['model']>>()
  const tools = new Map<string, Promise<Shared['tools']>>()
  const open = async ({ model, settings, budget }: Setup) => {
    const asking = { ...settings, ...(budget && { budget }), onRetry }
    return openModel(model, env, asking).catch((error: Error) => {
      throw new Refused(error.message, { cause: error })
    })
  }
  const count = async ({ tokens, cost, leader }: Told) => {
    for (const [key, model] of models) {
      const budget = key.startsWith(leader) ? (await model).budget : undefined
      const own = budget?.spent()
      if (!own) continue
      const more = cost === null ? null : Math.max(0, cost - (own.cost ?? 0))
      budget?.count({ tokens: tokens - own.tokens, cost: more })
    }
  }
  return {
    blobs,
    setup: ({ setup }: Job) =>
      madeOnce(setups, setup, async () => Setup.parse(await blobs.json(setup))),
    /** The model and the tools. Rejects with Refused when the model cannot be opened here. */
    async shared(job: Job, setup: Setup, run: Run) {
      const model = await madeOnce(models, `${job.leader} ${job.setup}`, () => open(setup))
      const used = await redis.get(usedKey(job.leader))
      if (used !== null) await count(Told.parse(JSON.parse(used)))
      const opening = () => toolsFor(run, model, env)
      return { model, tools: await madeOnce(tools, job.setup, opening) }
    },
    library: subscribing(redis, blobs),
    /** Counts what the leader has heard of as used. */
    tell: (told: Told) => void count(told).catch(() => undefined),
  }
}
