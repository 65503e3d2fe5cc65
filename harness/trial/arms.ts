// The arms of a trial: under which conditions the same questions are answered. Each kind says with which
// plans its questions begin, and what it cannot show without a language model.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PromptStyle } from '../../agent/contract.ts'
import { inForce } from '../../plans/library/lineage.ts'
import { contentOf } from '../../plans/library/merge.ts'
import type { Plan } from '../../plans/plan.ts'
import { meantBy } from '../../plans/text/nearest.ts'
import { usage } from '../cli/command.ts'
import { readLibrary } from '../library/read.ts'
import { best, shuffled, stale } from './variants.ts'

/** One arm, as `trial.json` has it. */
export const Arm = z.object({
  /** `seeded`, `seeded@5`, `round2@20`; also the name of its folder. */
  name: z.string(),
  kind: z.string(),
  /** Begins with this many plans, those with the best evidence. */
  limit: z.int().nonnegative().exactOptional(),
})
export type Arm = z.infer<typeof Arm>

/** The libraries that arms are made of. */
export interface Sources {
  /** The library after each round of training, or the one library that was given; empty when there is none. */
  readonly rounds: readonly (readonly Plan[])[]
  /** Plans that people wrote. */
  readonly handwritten: readonly Plan[]
  /** Decides how `shuffled` deals. */
  readonly seed: number
}

interface ArmKind {
  readonly about: string
  /** What of `Sources` there has to be. */
  readonly needs: 'nothing' | 'plans' | 'handwritten'
  /** What is made of the plans it would begin with; `all` are those before the limit. */
  readonly begin?: (plans: readonly Plan[], seed: number, all: readonly Plan[]) => Beginning
  /** True when plans of one question serve the next ones; otherwise each has a snapshot of its own. */
  readonly grows?: boolean
  readonly prompts?: PromptStyle
  /** What this arm cannot show with the rules of `offline`, in one sentence. */
  readonly offline?: string
}

/** The plans an arm begins with, and a phrase on how they were made where that is worth saying. */
interface Beginning {
  readonly plans: readonly Plan[]
  readonly note?: string
}

const seeded: ArmKind = {
  about: 'the plans',
  needs: 'plans',
  offline:
    'offline writes the same plan for the same kind of question every time and reviews none: plans save it calls and cannot make it better',
}

/** The kinds of arms, by name; `roundN` is one as well. */
const armKinds: Readonly<Record<string, ArmKind>> = {
  none: { about: 'no plans', needs: 'nothing', begin: () => ({ plans: [] }) },
  seeded,
  generated: { ...seeded, about: 'the same, by the name the ablation gives it' },
  shuffled: {
    about: 'the same plans under each other’s labels',
    needs: 'plans',
    begin: dealt,
  },
  stale: {
    about: 'the plans as they were before they were refined',
    needs: 'plans',
    begin: (plans, _, all) => aged(plans, all),
  },
  grown: {
    about: 'the plans, and those of the questions before',
    needs: 'nothing',
    grows: true,
  },
  handwritten: {
    about: 'plans that people wrote for the families of the set',
    needs: 'handwritten',
  },
  aware: prompted('aware'),
  plain: prompted('plain'),
  free: prompted('free'),
}

/** The kind of an arm. Throws a CommandError that lists the kinds when there is none of this name. */
export function kindOf(name: string): ArmKind {
  if (roundOf(name) !== undefined) return seeded
  if (Object.hasOwn(armKinds, name)) return armKinds[name]!
  const known = Object.entries(armKinds).map(([kind, { about }]) => `${kind} (${about})`)
  const all = `there are ${known.join(', ')}, and roundN (the plans after N rounds of training)`
  throw usage(`there is no arm "${name}"; ${meantBy(name, Object.keys(armKinds), all)}`)
}

/**
 * Every kind in `names` with every limit where it begins with plans; a limit that is undefined is
 * none. `none` is an arm once. Throws a CommandError for an unknown name or one that is given twice.
 */
export function armsOf(
  names: readonly string[],
  limits: readonly (number | undefined)[],
): readonly Arm[] {
  const arms = names.flatMap((kind): readonly Arm[] => {
    if (kindOf(kind).needs === 'nothing') return [{ name: kind, kind }]
    return limits.map(limit =>
      limit === undefined ? { name: kind, kind } : { name: `${kind}@${limit}`, kind, limit },
    )
  })
  const twice = arms.find(({ name }, at) => arms.findIndex(arm => arm.name === name) !== at)
  if (twice) throw usage(`the arm ${twice.name} is given twice; name each arm once`)
  return arms
}

/** The plans with which the arm begins. Throws a CommandError when `sources` lacks what it needs. */
export function beginningOf({ kind, limit }: Arm, sources: Sources): Beginning {
  const { needs, begin } = kindOf(kind)
  const round = roundOf(kind) ?? sources.rounds.length
  const all = needs === 'handwritten' ? sources.handwritten : (sources.rounds[round - 1] ?? [])
  const serving = inForce(all)
  const plans = limit === undefined ? serving : best(serving, limit)
  return begin ? begin(plans, sources.seed, all) : { plans }
}

/**
 * The plans of all libraries (`*.json`) in the folder `path`, or of the one library that it is, sorted
 * by id. Throws a CommandError when there is none, or when one of them is not a library.
 */
export function readHandwritten(path: string): readonly Plan[] {
  const found = statSync(path, { throwIfNoEntry: false })
  const names = found?.isDirectory() ? readdirSync(path) : undefined
  const files = names?.filter(name => name.endsWith('.json')).map(name => join(path, name))
  if (!found || files?.length === 0)
    throw usage(
      `there are no hand-written plans in ${path}; name a folder of plan libraries (*.json) with --handwritten DIR`,
    )
  const plans = (files ?? [path]).flatMap(file => [...readLibrary(file).plans.values()])
  return [...contentOf(plans).plans.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The round in the name of an arm such as `round2`. */
export function roundOf(kind: string): number | undefined {
  const round = /^round([1-9]\d{0,3})$/.exec(kind)?.[1]
  return round === undefined ? undefined : Number(round)
}

// --- internal ---

function prompted(prompts: PromptStyle): ArmKind {
  return {
    about: `${prompts} prompts`,
    needs: 'nothing',
    prompts,
    offline:
      'the rules of offline read no prompt, so no difference between styles of prompts can show',
  }
}

function dealt(plans: readonly Plan[], seed: number): Beginning {
  const exchanged = shuffled(plans, seed)
  if (exchanged) return { plans: exchanged }
  if (plans.length === 0) return { plans }
  throw usage('the arm shuffled needs plans of two types at least; leave it out of --arms')
}

function aged(plans: readonly Plan[], all: readonly Plan[]): Beginning {
  const known = new Map(all.map(plan => [plan.id, plan]))
  const { reverted, renamed, forgotten, ...made } = stale(plans, known)
  const note = `${reverted} as an older version, ${renamed} with a tool that was renamed since, ${forgotten} only without their counts`
  return { plans: made.plans, note }
}
