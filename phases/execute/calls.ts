// The tool calls of one step, kept under labels that evidence can name.
import type { Ctx } from '../../agent/contract.ts'
import type { StoredCall } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { canonical } from '../../plans/canonical.ts'
import type { Step } from '../../plans/plan.ts'
import type { Tool, ToolResult } from '../../tools/tool.ts'
import { callTool } from '../calls.ts'

/** What came of a call: a result of bounded length, or in `error` why there is none. */
export type Called =
  | { readonly label: string; readonly result: ToolResult; readonly error?: undefined }
  | { readonly label: string; readonly result?: undefined; readonly error: string }

export interface Labelled extends StoredCall {
  readonly label: string
}

export interface Calls {
  /** Runs a tool and reports the call; a tool that throws gives its message as `error`. */
  run(tool: Tool, input: unknown): Promise<Called>
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
  const conversation = () => ctx.talk?.calls(id).flatMap(name) ?? []
  return {
    ids,
    find: label => {
      const wanted = label.trim().replace(/^\[|\]$/g, '')
      return [...made, ...conversation()].find(call => call.label === wanted)
    },
    get: wanted => [...made, ...conversation()].find(call => call.id === wanted),
    async run(tool, input) {
      const own = `${id}/${cycle}.${step.id}.`
      const before = tool.effect
        ? undefined
        : conversation().find(
            call =>
              call.id.startsWith(own) &&
              !made.some(other => other.id === call.id) &&
              call.tool === tool.name &&
              canonical(call.input) === canonical(input),
          )
      if (before) {
        made.push(before)
        ids.push(before.id)
        return before.failed
          ? { label: before.label, error: before.content }
          : { label: before.label, result: before }
      }
      const label = ctx.talk?.label(id) ?? `c${ids.length + 1}`
      const caller = {
        ...{ id: `${own}${label}`, label, intention: id, root, step: step.id },
        effect: step.effect ?? false,
        // the model has all of these before it, whatever the step reads
        tainted:
          tainted ||
          ids.length > 0 ||
          seen.files.length > 0 ||
          Object.values(seen.beliefs).some(belief => belief.by !== undefined),
        files: seen.files,
        isNamed: seen.isNamed,
        ...(ctx.talk && { kept: { label } }),
      }
      ids.push(caller.id)
      const { stored, result, error } = await callTool(tool, input, caller, ctx)
      made.push({ ...stored, label })
      return result ? { label, result } : { label, error }
    },
  }
}
