// What a reply in a conversation is made of: sections, each the reply to one contract, whole or mended
// in parts. A section has an address: `deliberate`, `results.s2`, and `s1.deliberate` for the part that
// step s1 asks for.
import { z } from 'zod'
import type { Exchange, Turn } from '../../agent/state.ts'
import { canonical } from '../../plans/canonical.ts'
import { memoOf } from '../../plans/memo.ts'
import type { Json } from '../../tools/tool.ts'
import { parseReply } from '../replies/parse-reply.ts'

/** A section as it stands after some turn: as it was said, with all that has been mended since. */
export interface Version {
  readonly value: Json
  /** Place of the turn in the conversation. */
  readonly turn: number
}

/** Why nothing of a reply can be read, or `undefined` when something was. */
export const unreadable = (turn: Turn): readonly string[] | undefined => sectionsIn(turn).issues

/**
 * Every version of the section at `address` that still counts, in the order they were said. What was
 * said for a plan, its results and its parts counts no more once the plan has been set aside, unless it
 * was that no plan could do it, or another plan in place of the one under way. Of the results of a plan in whose
 * place another has been written, those stay that establish what a step of the same name establishes there.
 */
export function versionsOf(exchanges: Iterable<Exchange>, address: string): readonly Version[] {
  return heardOf(exchanges, address).versions
}

/** What a mend of the section at `address` is of, also where that counts no more; `undefined` before it was said. */
export function mendable(exchanges: Iterable<Exchange>, address: string): Json | undefined {
  return heardOf(exchanges, address).last
}

/** Whether the last that was said, where the result at `address` was wanted, is another plan than the one it is of. */
export function plansAnew(exchanges: Iterable<Exchange>, address: string): boolean {
  const all = [...exchanges]
  return turnsAnew(all, address).has(all.length - 1)
}

/** What is to be told beside the answer that the conversation came to, in the model's words. */
export function caveatIn(exchanges: Iterable<Exchange>): string | undefined {
  let caveat: string | undefined
  for (const exchange of exchanges)
    if ('said' in exchange) caveat = sectionsIn(exchange).caveat ?? caveat
    else if ('dropped' in exchange && exchange.dropped === '') caveat = undefined
  return caveat
}

/** How a section is asked for: the place in the reply where it belongs. */
export function shownAddress(address: string): string {
  const [, path, name = '', step] =
    /^(?:(.*)\.)?(results|[a-z]+)(?:\.([^.]+))?$/.exec(address) ?? []
  const at = step === undefined ? name : `${name}.${step}`
  return path ? `parts["${path}"].${at}` : at
}

/** The address of a section. `path` leads to its intention; see `Conversing`. */
export function addressOf(path: string, purpose: string, step?: string): string {
  return step === undefined ? `${path}${purpose}` : `${path}results.${step}`
}

// --- internal ---

function heardOf(exchanges: Iterable<Exchange>, address: string) {
  const step = ofResult.exec(address)?.[1]
  let versions: Version[] = []
  let last: Json | undefined
  const anew = turnsAnew(exchanges, address)
  let turn = -1
  let heard = -1
  for (const exchange of exchanges) {
    turn++
    if ('remark' in exchange) {
      if (address === 'perceive') [versions, last] = [[], undefined]
      continue
    }
    if ('dropped' in exchange) {
      if (address.startsWith(exchange.dropped) && !beforePlan.has(address))
        versions = versions.filter(
          each => endsAll(each) || (each.turn === heard && anew.has(heard)),
        )
      continue
    }
    heard = turn
    const { sections } = sectionsIn(exchange)
    const plan = step && sections.get(address.replace(ofResult, 'deliberate'))
    const said = sections.get(address)
    if (plan && !plan.mends) {
      versions = said ? [] : versions.filter(({ value }) => establishes(value, plan.value, step))
      last = versions.at(-1)?.value
    }
    if (!said) continue
    last = said.mends && last !== undefined ? mended(last, said.value) : said.value
    versions.push({ value: last, turn })
  }
  return { versions, last }
}

/** The turns in which results of a plan were wanted, and the plan was said otherwise. */
function turnsAnew(exchanges: Iterable<Exchange>, address: string): ReadonlySet<number> {
  const at = address.replace(/(?:results\.[^.]+|[a-z]+)$/, 'deliberate')
  const turns = new Set<number>()
  let plan: Json | undefined
  let turn = -1
  for (const exchange of exchanges) {
    turn++
    const said = 'said' in exchange ? sectionsIn(exchange).sections.get(at) : undefined
    if (!said) continue
    const { wanted } = exchange as Turn
    const now = said.mends && plan !== undefined ? mended(plan, said.value) : said.value
    const underWay =
      plan !== undefined && !wanted.includes(at) && wanted.some(each => ofResult.test(each))
    if (underWay && doneBy(now) !== doneBy(plan!)) turns.add(turn)
    plan = now
  }
  return turns
}

/** What a plan does, without the words in which it says so, and what follows from the rest. */
function doneBy(plan: Json): string {
  const { unachievable = null } = plan as Members
  const steps = Planned.safeParse(plan).data?.steps.map(step => {
    const { id, writes, expression = null, tool = null, subgoal = null } = step
    return [id, writes.map(({ role }) => role), expression, tool, subgoal]
  })
  return canonical([steps ?? null, unachievable])
}

type Said = { readonly value: Json; readonly mends: boolean }
interface Read {
  readonly sections: ReadonlyMap<string, Said>
  readonly issues?: readonly string[]
  readonly caveat?: string
}
type Members = { readonly [name: string]: Json }

const whole = ['recognize', 'perceive', 'formalize', 'deliberate']
const names = [...whole, 'results', 'parts', 'mend', 'caveat']
/** What a reply may hold; a bent one is known by these names. */
const sectionsOf = z.looseObject(
  Object.fromEntries(names.map(name => [name, z.unknown().optional()])),
)
const anything = z.looseObject({})

/** The sections of a reply; one that is not called by its name is the one that was asked for. */
const sectionsIn = memoOf(({ said, wanted, calls }: Turn): Read => {
  const sections = new Map<string, Said>()
  if (said.trim() === '' && calls.length > 0) return { sections }
  const named = parseReply(said, sectionsOf)
  if (named.ok) flatten(named.value as Members, '', false, sections)
  // beside a call a section may be begun and say nothing yet
  const isBegun = named.ok && calls.length > 0 && names.some(name => name in named.value)
  const { caveat } = named.ok ? (named.value as Members) : {}
  const beside = typeof caveat === 'string' && caveat.trim() !== '' && { caveat: caveat.trim() }
  if (sections.size > 0 || isBegun) return { sections, ...beside }
  const other = parseReply(said, anything, 'json')
  // words beside a tool call are thinking aloud
  if (!other.ok) return { sections, ...(calls.length === 0 && { issues: other.issues }) }
  if (wanted.length === 1 && Object.keys(other.value).length > 0)
    sections.set(wanted[0]!, { value: other.value as Members, mends: false })
  return { sections }
})

function flatten(said: Members, path: string, mends: boolean, into: Map<string, Said>): void {
  for (const name of whole)
    if (isObject(said[name])) into.set(addressOf(path, name), { value: said[name], mends })
  for (const [step, value] of byStep(said.results))
    into.set(addressOf(path, 'execute', step), { value, mends })
  for (const [inner, part] of byStep(said.parts))
    if (isObject(part)) flatten(part, `${path}${inner}.`, mends, into)
  if (isObject(said.mend)) flatten(said.mend, path, true, into)
}

/** Members by their names, of a list by what each item calls itself. */
function byStep(said: Json | undefined): readonly (readonly [string, Json])[] {
  if (isObject(said)) return Object.entries(said)
  if (!Array.isArray(said)) return []
  return said.flatMap(item => {
    const name = isObject(item) ? (item.step ?? item.id) : undefined
    return typeof name === 'string' ? [[name, item] as const] : []
  })
}

const isObject = (value: Json | undefined): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const beforePlan: ReadonlySet<string> = new Set(['perceive', 'formalize'])

const ofResult = /results\.([^.]+)$/

const Planned = z.looseObject({
  steps: z.array(
    z.looseObject({ id: z.string(), writes: z.array(z.looseObject({ role: z.string() })) }),
  ),
})
const Established = z.looseObject({
  newGroundBeliefs: z.array(z.looseObject({ name: z.string() })),
})

/** Whether the result has a value for each role that `step` of the plan writes, and for no other. */
function establishes(result: Json, plan: Json, step: string): boolean {
  const writes = Planned.safeParse(plan).data?.steps.find(({ id }) => id === step)?.writes
  const said = Established.safeParse(result).data?.newGroundBeliefs
  if (!writes || !said) return false
  const [roles, names] = [writes.map(({ role }) => role), said.map(({ name }) => name)]
  return new Set(roles).symmetricDifference(new Set(names)).size === 0
}

const endsAll = ({ value }: Version) => isObject(value) && value.unachievable !== undefined

/** `patch` in place of what it names: members of an object, items of a list by id, name or role. */
function mended(value: Json, patch: Json): Json {
  if (isObject(value) && isObject(patch)) {
    const changed = Object.entries(patch).map(([name, part]) => {
      const before = value[name]
      return [name, before === undefined ? part : mended(before, part)] as const
    })
    return { ...value, ...Object.fromEntries(changed) }
  }
  if (!Array.isArray(value) || !Array.isArray(patch)) return patch
  const all = [...value, ...patch]
  if (!all.every(item => keyOf(item) !== undefined)) return patch
  const items = new Map<string, Json>(value.map(item => [keyOf(item)!, item]))
  for (const item of patch) {
    const key = keyOf(item)!
    if (isObject(item) && item.remove === true) items.delete(key)
    else items.set(key, item)
  }
  return [...items.values()]
}

function keyOf(item: Json): string | undefined {
  if (!isObject(item)) return undefined
  const key = item.id ?? item.name ?? item.role
  return typeof key === 'string' ? key : undefined
}
