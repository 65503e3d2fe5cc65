// The tool calls that a model makes in a conversation beside its sections.

import type { Ctx } from '../../agent/contract.ts'
import { type Conversing, isTainted } from '../../agent/conversation.ts'
import type { Message, ToolCall } from '../../agent/llm/provider.ts'
import { prepare } from '../../agent/llm/tool-calls.ts'
import { canonical } from '../../plans/canonical.ts'
import type { Tool } from '../../tools/tool.ts'
import { type Caller, callTool } from '../calls.ts'
import { opened } from '../prompt-text.ts'
import { isInView, toolsFor } from './turn.ts'

/** The step that a call is made for: one that may change things, if there is one. */
type Cause = Pick<Caller, 'intention' | 'step' | 'effect'>

/** How a call comes to be carried out. */
interface Circumstances {
  /** What it is kept under. */
  readonly label: string
  readonly cause: Cause | undefined
  /** Whether it may have been carried out before, by a run that was killed. */
  readonly afterCrash: boolean
}

/**
 * Carries out a call that the model made and reports it under `label`. One that cannot be made, or
 * stands in view already, is answered with that. Resolves with the pictures it gave.
 */
export async function ownCall(
  call: ToolCall,
  { label, cause, afterCrash }: Circumstances,
  at: Conversing,
  ctx: Ctx,
): Promise<readonly Message[]> {
  const caller = { ...callerOf({ label, cause }, at), kept: { label, answers: call.id } }
  const answered = (input: unknown, content: string): readonly Message[] => {
    const { id, intention, step, kept } = caller
    const made = { id, intention, step, tool: call.name, ...kept, input, content }
    ctx.report({ type: 'tool-called', ...made, computes: false, failed: true, ms: 0 })
    return []
  }
  const tools = toolsFor(at, ctx)
  const asked = await prepare(call, tools)
  if ('objection' in asked) {
    const tool = tools.find(({ name }) => name === call.name)
    return answered(call.input, guided(asked.objection, tool, at))
  }
  const { tool, meant } = asked
  if (tool.effect && afterCrash)
    return answered(call.input, 'Begun before a crash; whether it was carried out is not known.')
  const input = tool.input.parse(JSON.parse(meant.input))
  const same = at.calls.find(
    other =>
      other.tool === tool.name &&
      !other.failed &&
      canonical(other.input) === canonical(input) &&
      isInView(other, at),
  )
  if (same && !tool.effect)
    return answered(input, `This call was made before; its result stands above as ${same.label}.`)
  const { result } = await callTool(withGuidance(tool, at), input, caller, ctx)
  // not every protocol lets a tool's result hold pictures
  return result?.images
    ? [{ role: 'user', content: `What ${label} shows:`, images: result.images }]
    : []
}

/**
 * The calls that a conversation begins with: code opens what is so short that it is shown whole. What has
 * been opened before a crash is not opened again.
 */
export async function openingCalls(
  labelNext: () => string,
  at: Conversing,
  ctx: Ctx,
): Promise<void> {
  const tool = ctx.environment.tools.find(({ opening }) => opening)
  const calls = opened(at.files, ctx).map(({ name }) => tool!.opening!(name))
  const known = new Set(at.calls.map(({ input }) => canonical(input)))
  for (const input of calls.filter(each => !known.has(canonical(each)))) {
    const label = labelNext()
    const caller = callerOf({ label, cause: undefined }, at)
    await callTool(tool!, input, { ...caller, tainted: false, kept: { label } }, ctx)
  }
}

// --- internal ---

function callerOf(
  { label, cause }: Pick<Circumstances, 'label' | 'cause'>,
  at: Conversing,
): Caller {
  const { root, files } = at
  return {
    id: `${root}/${label}`,
    intention: cause?.intention ?? root,
    root,
    step: cause?.step ?? '',
    effect: cause?.effect ?? false,
    tainted: isTainted(at),
    files,
    heard: at.heard(),
  }
}

/** A tool whose first failure also tells how it is used well. */
function withGuidance(tool: Tool, at: Conversing): Tool {
  const execute: Tool['execute'] = async (input, context) => {
    try {
      return await tool.execute(input, context)
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      throw new Error(guided(why, tool, at))
    }
  }
  return { ...tool, execute }
}

function guided(why: string, tool: Tool | undefined, { calls }: Conversing): string {
  const told = calls.some(call => call.tool === tool?.name && call.failed)
  return tool?.guidance === undefined || told ? why : `${why}\n${tool.guidance}`
}
