// What a step may use. A tool is a plain object; a world's actions and an MCP server's tools are
// wrapped into the same shape.
import type { z } from 'zod'

/** JSON, as it travels between a model, a tool and the journal. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export interface ToolResult {
  /** What the model reads. A truncation says here what to ask for next. */
  readonly content: string
  /** What the screen and the trace show. */
  readonly details?: Json
  /** The one value the call was made for, when there is one: it becomes the belief of an executable step. */
  readonly value?: string | number | boolean | readonly (string | number)[]
  readonly unit?: string
}

export interface ToolContext {
  /** Folders (or single files) the tool may read; absolute, symbolic links resolved. */
  readonly roots: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Contract: `execute` receives input that has passed the schema. It may throw: the message becomes
 * text for the model (tool loop) or a `tool_error` (executable step), so it names the thing and the
 * way out in one sentence.
 */
export interface Tool<Input = unknown> {
  readonly name: string
  /** For the model: what it does, when to use it, what its result looks like. */
  readonly description: string
  readonly input: z.ZodType<Input>
  /** True when the result can be had again by running it again with the same input: it is evidence for a computed value. */
  readonly computes?: boolean
  readonly execute: (input: Input, ctx: ToolContext) => Promise<ToolResult>
}

/** A tool with its input type checked where it is written, and forgotten where tools are listed. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}
