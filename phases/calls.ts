// One tool call of an agent: carried out with what the question allows it, and reported as evidence.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../agent/contract.ts'
import { boundedResult } from '../agent/llm/limits/prompt-size.ts'
import type { AttachedFile, StoredCall } from '../agent/state.ts'
import type { ConsentRequest, Tool, ToolContext, ToolResult } from '../tools/tool.ts'

/** Who calls, for what, and what is known of where the input comes from. */
export interface Caller {
  /** The id and the label the call is kept under. */
  readonly id: string
  readonly label: string
  readonly intention: string
  readonly root: string
  readonly step: string
  /** Whether the call may change things. */
  readonly effect: boolean
  /** Whether the input may hold what tools returned and not only what a person said. */
  readonly tainted: boolean
  readonly files: readonly AttachedFile[]
  readonly isNamed: (address: string) => boolean
  /** What else is kept with the call. */
  readonly kept?: Pick<StoredCall, 'label' | 'answers'>
}

/** What came of a call: a result of bounded length, or in `error` why there is none. */
export type Called = { readonly stored: StoredCall } & (
  | { readonly result: ToolResult; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: string }
)

/** Runs a tool and reports the call; a tool that throws gives its message as `error`. Never rejects for what a tool does. */
export async function callTool(
  tool: Tool,
  input: unknown,
  caller: Caller,
  ctx: Ctx,
): Promise<Called> {
  const started = ctx.now()
  const { intention, step, tainted } = caller
  const context = contextOf({ tool: tool.name, input, intention, step, tainted }, caller, ctx)
  const bounded = (text: string) => boundedResult(text, tool.name)
  const outcome = await allowed(tool, caller, context)
    .then(() => tool.execute(input, context))
    .then(result => ({ result: { ...result, content: bounded(result.content) } }))
    .catch((thrown: unknown) => ({
      error: bounded(thrown instanceof Error ? thrown.message : String(thrown)),
    }))
  const result = 'result' in outcome ? outcome.result : undefined
  const stored: StoredCall = {
    id: caller.id,
    intention,
    step,
    tool: tool.name,
    input,
    content: 'error' in outcome ? outcome.error : outcome.result.content,
    ...(result?.value !== undefined && { value: result.value }),
    ...(result?.unit !== undefined && { unit: result.unit }),
    ...(result?.links && { links: result.links }),
    computes: tool.computes ?? false,
    failed: result === undefined,
    ...caller.kept,
  }
  ctx.report({ type: 'tool-called', ...stored, ms: ctx.now() - started })
  return { stored, ...outcome }
}

// --- internal ---

type Request = Omit<Parameters<Ctx['policy']['consent']>[0], keyof ConsentRequest>

/** What a call may read, write and reach; it may ask for more. */
function contextOf(
  request: Request,
  { root, files, isNamed }: Caller,
  ctx: Ctx,
): ToolContext & Required<Pick<ToolContext, 'consent'>> {
  const { roots, workspace } = ctx.environment
  const own = workspace === undefined ? undefined : join(workspace, root)
  return {
    roots: [...roots, ...files.map(file => file.path), ...(own === undefined ? [] : [own])],
    signal: ctx.signal,
    isNamed,
    ...(own !== undefined && { workspace: () => mkdir(own, { recursive: true }).then(() => own) }),
    consent: async asked => {
      const objection = await ctx.policy.consent({ ...asked, ...request })
      if (objection !== undefined) throw new Error(objection)
    },
  }
}

/** Rejects when the tool changes things and the plan or the policy does not let this caller do so. */
async function allowed(
  { name, effect }: Tool,
  caller: Caller,
  { consent }: ReturnType<typeof contextOf>,
): Promise<void> {
  if (!effect) return
  if (!caller.effect)
    throw new Error(
      `${name} changes things, and this step of the plan is to change nothing; only a step with "effect": true may call it`,
    )
  await consent({ act: `call ${name}`, why: `${name} changes something outside the question` })
}
