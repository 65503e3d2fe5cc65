// What many jobs of one leader share on their worker: the model with its budget, the tools, and the plans.
import { type ModelSettings, openModel } from '../../agent/llm/models.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import { madeOnce } from '../bench/made-once.ts'
import { toolsFor } from '../bench/shared.ts'
import type { Shared } from '../bench/work.ts'
import type { Environment } from '../configuration/own.ts'
import { usedKey } from './attempts.ts'
import type { Blobs } from './blobs.ts'
import { type Job, Setup, Told } from './job.ts'
import type { Placed } from './place.ts'
import { type Plans, subscribing } from './plans.ts'
import type { Redis } from './redis.ts'

/** A worker that is none for a question: it leaves; `message` is one sentence for the person who started it. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** What is opened once for many jobs. */
export interface Opened {
  readonly blobs: Blobs
  setup(job: Job): Promise<Setup>
  /** The model and the tools. Rejects with Refused when the model cannot be opened here. */
  shared(job: Job, setup: Setup, placed: Placed): Promise<Pick<Shared, 'model' | 'tools'>>
  /** The library that the job is pursued with. */
  library(plans: Plans): Promise<PlanLibrary>
  /** Counts what the leader has heard of as used. */
  tell(told: Told): void
}

/** `onRetry` is told when a request to a model is sent again. */
export function createOpened(
  redis: Redis,
  blobs: Blobs,
  { env, onRetry }: { readonly env: Environment } & Pick<ModelSettings, 'onRetry'>,
): Opened {
  const setups = new Map<string, Promise<Setup>>()
  const models = new Map<string, Promise<Shared['model']>>()
  const tools = new Map<string, Promise<Shared['tools']>>()
  const parsed = async (hash: string): Promise<unknown> =>
    JSON.parse((await blobs.get(hash)).toString())
  const open = async (setup: Setup) => {
    const { model, settings, budget } = setup
    return openModel(model, env, { ...settings, ...(budget && { budget }), onRetry }).catch(
      (error: Error) => {
        throw new Refused(error.message, { cause: error })
      },
    )
  }
  const count = async ({ tokens, cost, leader }: Told) => {
    for (const [key, model] of models) {
      const budget = key.startsWith(leader) ? (await model).budget : undefined
      const own = budget?.spent()
      if (own) budget?.count({ tokens: tokens - own.tokens, cost: Math.max(0, cost - own.cost) })
    }
  }
  return {
    blobs,
    setup: ({ setup }) => madeOnce(setups, setup, async () => Setup.parse(await parsed(setup))),
    async shared(job, setup, { folder }) {
      const model = await madeOnce(models, `${job.leader} ${job.setup}`, () => open(setup))
      const used = await redis.call('GET', usedKey(job.leader))
      if (typeof used === 'string') await count(Told.parse(JSON.parse(used)))
      const opening = () => toolsFor(folder.run, model, env)
      return { model, tools: await madeOnce(tools, job.setup, opening) }
    },
    library: subscribing(redis, blobs),
    tell: told => void count(told).catch(() => undefined),
  }
}
