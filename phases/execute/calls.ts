// The tool calls of one step, kept under labels that evidence can name.
import type { Ctx } from '../../agent/contract.ts'
import { isHeard, type StoredCall } from '../../agent/state.ts'
import type { Heard, View } from '../../agent/view.ts'
import { canonical } from '../../plans/canonical.ts'
import { readBy } from '../../plans/expressions/derive.ts'
import type { Step } from '../../plans/plan.ts'
import { type Json, slots } from '../../plans/template.ts'
import { type EarlierResult, type Origin, originOf } from '../../tools/permission/origins.ts'
import type { Tool } from '../../tools/tool.ts'
import { callTool, type Outcome } from '../calls.ts'

interface Labelled extends StoredCall {
  readonly label: string
}

/** Where the beliefs come from that the input of a plan's call was filled with. */
export interface Filled {
  /** By the path of the argument. */
  readonly known: Readonly<Record<string, readonly Origin[]>>
  /** Whether one of them is a model's word alone. */
  readonly assumed: boolean
}

export interface Calls {
  /**
   * Runs a tool and reports the call; a tool that throws gives its message as `error`. `filled` says that the
   * plan gives the input, and what it was filled with.
   */
  run(tool: Tool, input: unknown, filled?: Filled): Promise<Outcome & { readonly label: string }>
  /** The call that evidence names by its label: of this step, or of the whole conversation. */
  find(label: string): Labelled | undefined
  /** The call of that id, when this step has made it. */
  get(id: string): Labelled | undefined
  readonly ids: readonly string[]
}

/**
 * Keeps the calls of one step. Without a conversation labels count from c1, so a step carried out again
 * names them alike; in one they go on counting, and a call that a killed run has made is not made again.
 */
export function callsOf(id: string, step: Step, seen: View, ctx: Ctx): Calls {
  const made: Labelled[] = []
  const ids: string[] = []
  const { root, cycle, tainted = false } = seen.intention
  const name = (call: StoredCall) =>
    call.label === undefined ? [] : [{ ...call, label: call.label }]
  const isForeign = ctx.library.get(seen.intention.plan ?? '') !== undefined
  const inView = ({ calls, handed }: Heard) =>
    calls.some(isHeard) ||
    handed.length > 0 ||
    Object.values(seen.beliefs).some(belief => belief.by !== undefined)
  const conversation = () => ctx.talk?.calls(id).flatMap(name) ?? []
  return {
    ids,
    find: label => {
      const wanted = label.trim().replace(/^\[|\]$/g, '')
      return [...made, ...conversation()].find(call => call.label === wanted)
    },
    get: wanted => [...made, ...conversation()].find(call => call.id === wanted),
    async run(tool, input, filled) {
      const own = `${id}/${cycle}.${step.id}.`
      const before = tool.effect
        ? undefined
        : conversation().find(
            call =>
              call.id.startsWith(own) &&
              !made.some(other => other.id === call.id) &&
              call.tool === tool.name &&
              // what a computation gave by column is not kept, and computed again for nothing
              (call.value !== undefined || call.failed || !tool.computes) &&
              canonical(call.input) === canonical(input),
          )
      if (before) {
        made.push(before)
        ids.push(before.id)
        return before.failed
          ? { label: before.label, error: before.content }
          : { label: before.label, result: before }
      }
      const known = seen.heard()
      const all = [...known.calls, ...conversation(), ...made]
      const heard = { ...known, calls: [...new Map(all.map(call => [call.id, call])).values()] }
      const label = ctx.talk?.label(id) ?? `c${ids.length + 1}`
      const caller = {
        id: `${own}${label}`,
        intention: id,
        root,
        step: step.id,
        effect: step.effect ?? false,
        // a plan of this question knows nothing that came later; a model has all of this before it
        tainted: filled
          ? tainted || filled.assumed || heard.handed.length > 0 || isForeign
          : tainted || inView(heard),
        files: seen.files,
        heard,
        known: filled?.assumed ? undefined : filled?.known,
        ...(ctx.talk && { kept: { label } }),
      }
      ids.push(caller.id)
      const { stored, ...outcome } = await callTool(tool, input, caller, ctx)
      made.push({ ...stored, label })
      return { label, ...outcome }
    },
  }
}

/** The sources of a template's slots by the path of the argument; an expression has those of its inputs. */
export function filledFrom(
  template: Json,
  { beliefs, call }: Pick<View, 'beliefs' | 'call'>,
  resultOf: (call: StoredCall) => EarlierResult,
): Filled {
  const known: Record<string, readonly Origin[]> = {}
  let assumed = false
  for (const [path, text] of texts(template, '')) {
    const sources = slots(text).map(role => sourcesOf(role, beliefs, new Set()))
    assumed ||= sources.includes(undefined)
    const stored = sources.flatMap(ids => (ids ?? []).flatMap(id => call(id) ?? []))
    if (stored.length > 0) known[path] = stored.map(each => originOf(resultOf(each)))
  }
  return { known, assumed }
}

// --- internal ---

/** The ids of the calls a belief rests on; none where a person gave it, undefined where a model only says so. */
function sourcesOf(
  role: string,
  beliefs: View['beliefs'],
  open: Set<string>,
): readonly string[] | undefined {
  const belief = beliefs[role]
  if (!belief) return undefined
  if (open.has(role)) return [] // counted already
  open.add(role)
  const { evidence, furtherEvidence = [], derivation, by, provenance } = belief
  if (derivation !== undefined) {
    const inputs = readBy(derivation, Object.keys(beliefs)).map(name =>
      sourcesOf(name, beliefs, open),
    )
    return inputs.includes(undefined) ? undefined : inputs.flatMap(ids => ids ?? [])
  }
  if (evidence) return [evidence, ...furtherEvidence].map(each => each.call)
  return by === undefined && provenance === 'given' ? [] : undefined
}

function* texts(value: Json, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* texts(item, `${path}[${at}]`)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value))
      yield* texts(item as Json, path === '' ? key : `${path}.${key}`)
}
