// One tool call of an agent: carried out with what the policy and the person allow it, and reported as evidence.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Ctx } from '../agent/contract.ts'
import { boundedResult } from '../agent/llm/limits/prompt-size.ts'
import type { AttachedFile, StoredCall } from '../agent/state.ts'
import type { Heard } from '../agent/view.ts'
import { given } from '../plans/given.ts'
import { reasonOf } from '../plans/writable.ts'
import { decide } from '../tools/permission/decide.ts'
import {
  type EarlierResult,
  type Origin,
  type ProposedCall,
  resultsLinking,
} from '../tools/permission/origins.ts'
import { actOf, questionOf, remedyOf } from '../tools/permission/question.ts'
import { isAddressIn } from '../tools/permission/standing.ts'
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts'

/** Who calls, for what, and what is known of where the input comes from. */
export interface Caller {
  /** The id the call is kept under. */
  readonly id: string
  readonly intention: string
  readonly root: string
  readonly step: string
  /** Whether the call may change things. */
  readonly effect: boolean
  /** Whether the input may follow words that are not the person's. */
  readonly tainted: boolean
  readonly files: readonly AttachedFile[]
  readonly heard: Heard
  /** By the path of an argument, where the beliefs come from that it was filled with. */
  readonly known?: Readonly<Record<string, readonly Origin[]>> | undefined
  /** What else is kept with the call. */
  readonly kept?: Pick<StoredCall, 'label' | 'answers'>
}

/** Why a call was not made: by whom it was refused, and the person `told` of it. */
class Refusal extends Error {
  readonly by: NonNullable<StoredCall['refusedBy']>
  readonly told: string

  constructor(by: Refusal['by'], message: string, told = message) {
    super(message)
    this.by = by
    this.told = told
  }
}

/** What came of a call: a result of bounded length, or in `error` why there is none. */
export type Outcome =
  | { readonly result: ToolResult; readonly error?: undefined; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly error: string; readonly refusal?: Refusal }

/** Runs a tool and reports the call; a tool that throws gives its message as `error`. Never rejects for what a tool does. */
export async function callTool(
  tool: Tool,
  input: unknown,
  caller: Caller,
  ctx: Ctx,
): Promise<Outcome & { readonly stored: StoredCall }> {
  const started = ctx.now()
  const { intention, step } = caller
  const bounded = (text: string) => boundedResult(text, tool.name)
  const outcome = await permitted(tool, input, caller, ctx)
    .then(() => tool.execute(input, contextOf(caller, ctx)))
    .then(came => {
      const result = checkedResult(came, tool)
      return { result: { ...result, content: bounded(result.content) } }
    })
    .catch((thrown: unknown) => ({
      error: bounded(thrown instanceof Error ? thrown.message : String(thrown)),
      ...(thrown instanceof Refusal && { refusal: thrown }),
    }))
  const result = 'result' in outcome ? outcome.result : undefined
  const { value, unit, links, unsuccessful, notes } = result ?? {}
  const stored: StoredCall = {
    id: caller.id,
    intention,
    step,
    tool: tool.name,
    input,
    content: 'error' in outcome ? outcome.error : outcome.result.content,
    ...given({ value, unit, links, unsuccessful: unsuccessful || undefined }),
    ...(notes?.length && { notes }),
    computes: tool.computes ?? false,
    failed: result === undefined,
    ...('error' in outcome && given({ refusedBy: outcome.refusal?.by })),
    ...caller.kept,
  }
  ctx.report({ type: 'tool-called', ...stored, ms: ctx.now() - started })
  return { stored, ...outcome }
}

/** Stored calls as the sources that values may come from. */
export function resultsOf(
  calls: readonly StoredCall[],
  { environment: { tools } }: Pick<Ctx, 'environment'>,
): readonly EarlierResult[] {
  return calls.map(({ tool: name, content, input, label, links, failed }) => {
    const { web, server, arguments: roles } = tools.find(tool => tool.name === name) ?? {}
    return { tool: name, content, input, label, links, failed, web, server, arguments: roles }
  })
}

// --- internal ---

const Part = z.union([z.string(), z.number()])
/** What is read of a result here, for tools whose types are not checked. */
const Result = z.object({
  content: z.string(),
  value: z.union([Part, z.boolean(), z.array(Part)]).optional(),
  unit: z.string().optional(),
  list: z.array(Part).optional(),
  cells: z.record(z.string(), z.union([Part, z.boolean(), z.array(Part)])).optional(),
  links: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
  images: z.array(z.object({ mediaType: z.string(), data: z.string() })).optional(),
})

/** What the tool's `execute` gave. Throws where it is no result. */
function checkedResult(came: ToolResult, { name }: Tool): ToolResult {
  const { error } = Result.safeParse(came)
  if (!error) return came
  throw new TypeError(
    `the tool "${name}" gave no result (${reasonOf(error)}): its \`execute\` gives { content: TEXT }, and a \`value\` where there is one`,
  )
}

/** What servers say of their tools: a stranger's words, before a model from the beginning. */
const strangersIn = ({ environment: { tools } }: Ctx): readonly EarlierResult[] =>
  tools.flatMap(({ server, description }) =>
    server === undefined
      ? []
      : [
          {
            tool: `what the MCP server ${server} says of itself`,
            content: description,
            web: true,
            server,
          },
        ],
  )

/** What a call may read and write. */
function contextOf({ root, files, heard }: Caller, ctx: Ctx): ToolContext {
  const { roots, workspace } = ctx.environment
  const own = workspace === undefined ? undefined : join(workspace, root)
  return {
    roots: [...roots, ...files.map(file => file.path), ...(own === undefined ? [] : [own])],
    signal: ctx.signal,
    isNamed: address =>
      heard.said.some(text => isAddressIn(address, text)) ||
      resultsLinking(address, heard.calls).length > 0,
    ...(own !== undefined && { workspace: () => mkdir(own, { recursive: true }).then(() => own) }),
  }
}

/** Rejects with one sentence when the plan, the policy or the person does not let this call be made. */
async function permitted(tool: Tool, input: unknown, caller: Caller, ctx: Ctx): Promise<void> {
  if (tool.effect && !caller.effect)
    throw new Refusal(
      'policy',
      `${tool.name} changes things, and this step of the plan is to change nothing; only a step with "effect": true may call it`,
    )
  const { heard, tainted, known, intention, step } = caller
  const handed = heard.handed.map(({ name, text }) => ({ tool: name, content: text }))
  const described = strangersIn(ctx)
  const call: ProposedCall = {
    tool,
    input,
    question: heard.said,
    tainted: tainted || described.length > 0,
    results: [...described, ...handed, ...resultsOf(heard.calls, ctx)],
    ...(known && { known }),
  }
  const decision = decide(call, ctx.policy.rules())
  const act = actOf(tool.name, decision)
  const because = decision.reasons.join('; ')
  if (decision.verdict === 'refuse') throw new Refusal('policy', `${act} is refused: ${because}`)
  if (decision.verdict === 'allow') return
  const remedy = remedyOf(tool)
  const at = { intention, step, ...given({ remedy }) }
  const answer = await ctx.policy.permission(questionOf(tool.name, decision, at))
  switch (answer) {
    case 'once':
    case 'session':
    case 'always':
      return
    case 'no':
      throw new Refusal(
        'person',
        `the person did not permit ${act} (${because}); do without it`,
        `you did not permit ${act}, so it was not done`,
      )
    case 'nobody':
      throw new Refusal(
        'policy',
        `${act} needs permission and nobody can be asked: ${because}; do without it${remedy ? `, and tell the person: ${remedy}` : ''}`,
      )
    default: // not every caller's types are checked
      throw new Refusal(
        'policy',
        `${act} is refused: policy.permission gave ${String(answer)}, and only "once", "session" and "always" permit`,
      )
  }
}
