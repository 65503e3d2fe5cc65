// Leave for what a tool may not simply do, asked of the person at the terminal.
import { createInterface } from 'node:readline/promises'
import type { ConsentAsked, Policy } from '../agent/contract.ts'
import type { Surroundings } from './command.ts'
import { harmless } from './plain-text.ts'

/** Shows `lines` and gives the line that is typed next; undefined when there is none. */
export type Confirm = (lines: readonly string[]) => Promise<string | undefined>

/**
 * A policy's `consent` that asks a person, one question at a time: `y` gives leave for this one act,
 * `a` for every further call of the tool in this run; anything else refuses.
 */
export function consentOf(confirm: Confirm): Policy['consent'] {
  const always = new Set<string>()
  let before: Promise<unknown> = Promise.resolve()
  return asked => {
    const turn = before.then(async () => {
      if (always.has(asked.tool)) return undefined
      const said = (await confirm(questionOf(asked)))?.trim().toLowerCase()
      if (said === 'a' || said === 'always') always.add(asked.tool)
      return said && ['y', 'yes', 'a', 'always'].includes(said)
        ? undefined
        : `the person at the terminal gave no leave to ${asked.act}; do without it`
    })
    before = turn.catch(() => undefined)
    return turn
  }
}

/** Asks at the terminal; undefined where there is none, so that nobody is waited for. */
export function confirmAt(
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Confirm | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return async lines => {
    stderr.write(`${lines.join('\n')}\n`)
    const reader = createInterface({ input: stdin, output: stderr, terminal: true })
    try {
      return await reader.question('> ', { signal })
    } catch {
      return undefined // the end of input, or the run was stopped
    } finally {
      reader.close()
    }
  }
}

// --- internal ---

function questionOf({ tool, act, why, tainted }: ConsentAsked): readonly string[] {
  return [
    harmless(`${tool} asks for leave to ${act}`),
    harmless(`  ${why}`),
    ...(tainted
      ? ['  What it was called with may come from files or pages and not from you.']
      : []),
    'Allow it? y: this once, a: always in this run, anything else: no',
  ]
}
