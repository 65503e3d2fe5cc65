// The models of a bench whose episodes are played by several: each is opened once, under the bench's one budget.
import { type Model, openModel } from '../../../agent/llm/models.ts'
import type { RunFolder } from '../../run/runs.ts'
import type { Asks } from '../../worlds/arena.ts'
import { madeOnce } from '../made-once.ts'
import type { Opening } from '../work.ts'

type Run = RunFolder['run']

/** The run as it is when it asks this. */
export function askedOf<Asked extends Pick<Run, 'model' | 'settings'>>(
  run: Asked,
  { model = run.model, temperature }: Asks,
): Asked {
  if (temperature === undefined) return { ...run, model }
  const sampling = { ...run.settings?.sampling, temperature }
  return { ...run, model, settings: { ...run.settings, sampling } }
}

export function createModels() {
  const opened = new Map<string, Promise<Model>>()
  return async (
    { model, settings, budget }: Pick<Run, 'model' | 'settings' | 'budget'>,
    { env, shared }: Opening,
  ): Promise<Model> => {
    const common = shared.model.budget
    const onRetry = (why: string, ms: number) => {
      for (const tell of shared.onRetry ?? []) tell(why, ms)
    }
    return madeOnce(opened, JSON.stringify([model, settings]), () =>
      openModel(model, env, { ...settings, ...(budget && { budget }), onRetry }, common),
    )
  }
}
