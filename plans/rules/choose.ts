// Which of the rules that apply is carried out, and why not the others.
import { memoOf } from '../memo.ts'
import type { Plan } from '../plan.ts'
import { slots } from '../template.ts'
import type { Applicable, Found } from './applicable.ts'

/** What is known of rules beside the situation. */
export interface Experience {
  /** Why a way is not to be taken now, such as that it has failed here. */
  readonly against: (way: Applicable) => string | undefined
  /** By how much the plan raises the rate of success, from -1 to 1. */
  readonly lift: (plan: Plan) => number
}

/**
 * The way that is entailed most surely. Of those entailed alike, the one that considers more; then the
 * one that leaves less open; then the one that has done more good; then the first. It is told what speaks
 * against every other rule for the task.
 */
export function chooseRule({ applicable, others }: Found, { against, lift }: Experience) {
  const barred: { readonly way: Applicable; readonly reason: string }[] = []
  const open: Applicable[] = []
  for (const way of applicable) {
    const reason = against(way)
    if (reason === undefined) open.push(way)
    else barred.push({ way, reason })
  }
  const meritsOf = memoOf((plan: Plan) => [...fitOf(plan), lift(plan)])
  const chosen = open.reduce<Applicable | undefined>(
    (best, way) => (best === undefined || difference(way, best, meritsOf).by > 0 ? way : best),
    undefined, // the first of equals stays
  )
  const rest = open.filter(way => way !== chosen)
  const lastOf = new Map<Plan, Applicable>()
  for (const way of rest) if (way.plan !== chosen?.plan) lastOf.set(way.plan, way)
  const losers = [
    ...[...lastOf.values()].map(way => ({ way, reason: difference(way, chosen!, meritsOf).less })),
    ...barred.filter(({ way }) => way.plan !== chosen?.plan),
  ]
  const told = new Map(
    losers.map(({ way, reason }) => [way.plan.id, { plan: way.plan.id, score: way.score, reason }]),
  )
  const unfit = others.map(({ plan, reason }) => ({ plan: plan.id, score: 0, reason }))
  return {
    ...(chosen && { chosen }),
    why: whyOf(chosen, rest.length, applicable.length + others.length),
    others: [...told.values(), ...unfit],
  }
}

// --- internal ---

/** Of a plan what is compared before what it has done, the weightiest first: greater is better. */
const fitOf = memoOf(({ contextConditions, goal }: Plan): readonly number[] => [
  contextConditions.length,
  -slots([goal, ...contextConditions]).length,
])

/** What is said of the one who has less of what is compared. */
const lesser = [
  'is entailed as surely and considers less',
  'considers as much and leaves more open',
  'fits as well and has done less good',
]
const asWell = { by: 0, less: 'fits as well and comes later' }

/** By how much the first way is better in what weighs most of that in which they differ, and what is said of it if it is worse. */
function difference(
  way: Applicable,
  than: Applicable,
  meritsOf: (plan: Plan) => readonly number[],
) {
  const byScore = way.score - than.score
  if (byScore !== 0) return { by: byScore, less: 'is entailed less surely' }
  if (way.plan === than.plan) return asWell
  const [own, others] = [meritsOf(way.plan), meritsOf(than.plan)]
  const at = own.findIndex((value, place) => value !== others[place])
  return at < 0 ? asWell : { by: own[at]! - others[at]!, less: lesser[at]! }
}

function whyOf(chosen: Applicable | undefined, rest: number, all: number): string {
  if (!chosen)
    return all === 0 ? 'no rule is for this task' : `none of the ${all} rules for this task applies`
  const { because } = chosen
  const said =
    because.length > 0
      ? `since ${because.map(each => `"${each}"`).join(' and ')}`
      : 'whatever is believed'
  return rest === 0 ? said : `${said}; ${rest} more could have been taken`
}
