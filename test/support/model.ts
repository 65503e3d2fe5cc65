// Small things that tests about models share: a call's options, a tool, a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type {
  CallOptions,
  Message,
  ModelEvent,
  Request,
  ToolCall,
  Wire,
} from '../../agent/llm/provider.ts'
import type { Tool, ToolResult } from '../../tools/tool.ts'
import { defineTool } from '../../tools/tool.ts'

export const asking = (content: string): readonly Message[] => [{ role: 'user', content }]

export function call(changes: Partial<CallOptions> = {}): CallOptions {
  return { purpose: 'execute', reads: {}, signal: new AbortController().signal, ...changes }
}

export function request(changes: Partial<Request> = {}): Request {
  return { ...call(), messages: asking('hello'), tools: [], ...changes }
}

export async function collect(wire: Wire, asked: Request): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of wire.stream(asked)) events.push(event)
  return events
}

/** The event that ends a turn. */
export const lastOf = async (wire: Wire, asked: Request) => (await collect(wire, asked)).at(-1)

/** Doubles a number. */
export const double: Tool = defineTool({
  name: 'double',
  description: 'doubles a number',
  input: z.object({ x: z.number() }),
  execute: async ({ x }) => ({ content: String(2 * x) }),
})

/** Runs calls through `tools`, as a step does, and remembers them. */
export function executorOf(tools: readonly Tool[]) {
  const calls: ToolCall[] = []
  const ctx = { roots: [], signal: new AbortController().signal }
  const executor = async (asked: ToolCall): Promise<ToolResult> => {
    calls.push(asked)
    const tool = tools.find(each => each.name === asked.name)!
    return tool.execute(tool.input.parse(JSON.parse(asked.input)), ctx)
  }
  return { executor, calls }
}

/** A fresh folder, and what removes it. */
export function temporaryFolder(): { readonly path: (name: string) => string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'intend-'))
  return {
    path: name => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
