// The tool calls of one step: carried out with what the question allows them, reported, and kept under
// labels that evidence can name.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../../agent/contract.ts'
import { boundedResult } from '../../agent/llm/limits/prompt-size.ts'
import type { StoredCall } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import type { Step } from '../../plans/plan.ts'
import type { ConsentRequest, Tool, ToolContext, ToolResult } from '../../tools/tool.ts'

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
  /** The call that evidence names by its label. */
  find(label: string): Labelled | undefined
  /** The call of that id, when this step has made it. */
  get(id: string): Labelled | undefined
  readonly ids: readonly string[]
}

/** Keeps the calls of one step. Labels count from c1, so a step carried out again names them alike. */
export function callsOf(id: string, step: Step, seen: View, ctx: Ctx): Calls {
  const made: Labelled[] = []
  const ids: string[] = []
  return {
    ids,
    find: label => made.find(call => call.label === label.trim().replace(/^\[|\]$/g, '')),
    get: wanted => made.find(call => call.id === wanted),
    async run(tool, input) {
      const label = `c${ids.length + 1}`
      const callId = `${id}/${seen.intention.cycle}.${step.id}.${label}`
      // the model has all of these before it, whatever the step reads
      const tainted =
        ids.length > 0 ||
        seen.files.length > 0 ||
        Object.values(seen.beliefs).some(belief => belief.by !== undefined)
      ids.push(callId)
      const started = ctx.now()
      const asked = { tool: tool.name, input, intention: id, step: step.id, tainted }
      const context = contextOf(asked, seen, ctx)
      const bounded = (text: string) => boundedResult(text, tool.name)
      const outcome: { result?: ToolResult; error?: string } = await allowed(tool, step, context)
        .then(() => tool.execute(input, context))
        .then(result => ({ result: { ...result, content: bounded(result.content) } }))
        .catch((thrown: unknown) => ({
          error: bounded(thrown instanceof Error ? thrown.message : String(thrown)),
        }))
      const { result, error = '' } = outcome
      const stored: StoredCall = {
        id: callId,
        intention: id,
        step: step.id,
        tool: tool.name,
        input,
        content: result?.content ?? error,
        ...(result?.value !== undefined && { value: result.value }),
        ...(result?.unit !== undefined && { unit: result.unit }),
        ...(result?.links && { links: result.links }),
        computes: tool.computes ?? false,
        failed: result === undefined,
      }
      made.push({ ...stored, label })
      ctx.report({ type: 'tool-called', ...stored, ms: ctx.now() - started })
      return result ? { label, result } : { label, error }
    },
  }
}

// --- internal ---

type Asked = Omit<Parameters<Ctx['policy']['consent']>[0], keyof ConsentRequest>

/** What a call may read, write and reach; it may ask for more. */
function contextOf(
  asked: Asked,
  seen: View,
  ctx: Ctx,
): ToolContext & Required<Pick<ToolContext, 'consent'>> {
  const { roots, workspace } = ctx.environment
  const own = workspace === undefined ? undefined : join(workspace, seen.intention.root)
  return {
    roots: [...roots, ...seen.files.map(file => file.path), ...(own === undefined ? [] : [own])],
    signal: ctx.signal,
    isNamed: seen.isNamed,
    ...(own !== undefined && { workspace: () => mkdir(own, { recursive: true }).then(() => own) }),
    consent: async request => {
      const objection = await ctx.policy.consent({ ...request, ...asked })
      if (objection !== undefined) throw new Error(objection)
    },
  }
}

/** Rejects when the tool changes things and the plan or the policy does not let this step do so. */
async function allowed(
  { name, effect }: Tool,
  step: Step,
  { consent }: ReturnType<typeof contextOf>,
): Promise<void> {
  if (!effect) return
  if (!step.effect)
    throw new Error(
      `${name} changes things, and this step of the plan is to change nothing; only a step with "effect": true may call it`,
    )
  await consent({ act: `call ${name}`, why: `${name} changes something outside the question` })
}
