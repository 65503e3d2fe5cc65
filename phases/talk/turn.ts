// What one turn of a conversation consists of: the messages so far, what is told now, and the tools.

import type { Asking, Contract, Ctx } from '../../agent/contract.ts'
import type { Conversing } from '../../agent/conversation.ts'
import type { Message } from '../../agent/llm/provider.ts'
import type { Turn } from '../../agent/state.ts'
import type { Json, Tool } from '../../tools/tool.ts'
import { put } from '../contract-prompt.ts'
import { shownAddress } from './sections.ts'

/** An ask that no section has answered yet. */
export interface Waiting {
  readonly contract: Contract<unknown, unknown>
  readonly reads: Json
  readonly asking: Asking
  readonly address: string
  /** What is wrong with what was said last, or that nothing was. */
  readonly issues: readonly string[]
}

export interface Composed {
  readonly turn: Omit<Turn, 'said' | 'calls'>
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
}

/** Turns of one conversation; in the last one no tool is offered. */
export const mostTurns = 24

/**
 * The next turn: what waits is asked for, with all that is new to the conversation and nothing that it
 * holds already. `fresh` begins it anew, with everything that each of them reads.
 */
export function composed(
  prefix: string,
  waiting: readonly Waiting[],
  at: Conversing,
  ctx: Ctx,
  { fresh, pictures }: { readonly fresh: boolean; readonly pictures: readonly Message[] },
): Composed {
  const past = fresh ? [] : pastOf(at)
  const full = past.length === 0
  const last = at.exchanges.size + 1 >= mostTurns
  const held = [prefix, ...past.map(({ content }) => content)].join('\n\n')
  const told = [
    ...waiting.flatMap(each => blocksOf(each, full)).filter(block => !held.includes(block)),
    ...waiting.filter(each => each.issues.length > 0).map(refusal),
    ...(last ? ['No tool can be called any more. Say what is known.'] : []),
  ]
  const wanted = waiting.map(({ address }) => address)
  const asks = `Wanted now: ${wanted.map(shownAddress).join(', ')}${past.length > 0 ? '' : ahead}`
  const text = [...told, asks].join('\n\n')
  const tainted = at.calls.length > 0 || at.files.length > 0
  return {
    turn: { wanted, told: text, ...(tainted && { tainted }), ...(fresh && { fresh }) },
    messages: [
      { role: 'system', content: prefix },
      ...past,
      ...(fresh ? [] : pictures),
      { role: 'user', content: text },
    ],
    tools: last ? [] : toolsFor(at, ctx),
  }
}

/** The tools that this question can use. */
export function toolsFor({ files }: Conversing, { environment }: Ctx): readonly Tool[] {
  const reads = files.length > 0 || environment.roots.length > 0
  return environment.tools.filter(tool => reads || tool.needs !== 'files')
}

// --- internal ---

const ahead = ', with what you can say ahead'

/** The conversation since it last began, as a model is given it. */
function pastOf({ exchanges, calls }: Conversing): readonly Message[] {
  const turns = exchanges.toArray().filter((each): each is Turn => !('dropped' in each))
  const since = Math.max(
    turns.findLastIndex(({ fresh }) => fresh === true),
    0,
  )
  return turns.slice(since).flatMap((turn): Message[] => [
    { role: 'user', content: turn.told },
    { role: 'assistant', content: turn.said, calls: turn.calls },
    ...turn.calls.map(({ id }): Message => {
      const result = calls.find(call => call.answers === id)
      if (!result)
        return { role: 'tool', call: id, content: 'Error: not carried out', failed: true }
      const content = `[${result.label}]\n${result.failed ? 'Error: ' : ''}${result.content}`
      return { role: 'tool', call: id, content, ...(result.failed && { failed: true }) }
    }),
  ])
}

function blocksOf({ contract, reads, asking }: Waiting, full: boolean): readonly string[] {
  if (!full) return contract.news!(reads)
  const [, user] = put(contract, reads, asking.ctx.prompts).messages
  return user ? [user.content] : []
}

const refusal = ({ address, issues }: Waiting) =>
  `# Not taken: ${shownAddress(address)}\n${issues.map(issue => `- ${issue}`).join('\n')}`
