// Calls of a shell in a process of their own, for who is to be somebody else: takes what to call as JSON from
// stdin, and says as JSON what came of each.
import { mkdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bash } from '../../../tools/bash.ts'
import { openHostShell } from '../../../tools/shell/host/host.ts'
import type { Tool } from '../../../tools/tool.ts'

export const program: string = fileURLToPath(import.meta.url)

/** Which shell, and for each call its command. */
export interface Calls {
  readonly shell: 'simulated' | 'host'
  readonly workspace: string
  readonly roots: readonly string[]
  readonly seconds: number
  readonly commands: readonly string[]
  /** Where is kept what was found in the host's shell. */
  readonly cache?: string
}

/** Opens the shell of a kind. */
export async function shellOf({ shell, cache }: Pick<Calls, 'shell' | 'cache'>): Promise<Tool> {
  return shell === 'host' ? (await openHostShell({ env: process.env, cache })).tool : bash
}

/** What the tool says, or why it does not. */
export async function callsOf(tool: Tool, calls: Calls): Promise<readonly string[]> {
  const { workspace, roots, seconds, commands } = calls
  mkdirSync(workspace, { recursive: true })
  const ctx = { roots, signal: AbortSignal.timeout(600_000), workspace: async () => workspace }
  const said: string[] = []
  for (const command of commands)
    said.push(
      await tool.execute({ command, timeoutSeconds: seconds }, ctx).then(
        ({ content }) => content,
        (error: Error) => error.message,
      ),
    )
  return said
}

if (process.argv[1] === program) {
  const calls = JSON.parse(await text(process.stdin)) as Calls
  const said = await callsOf(await shellOf(calls), calls)
  process.stdout.write(JSON.stringify(said), () => process.exit())
}
