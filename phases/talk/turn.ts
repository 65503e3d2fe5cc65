// What one turn of a conversation consists of: the messages so far, what is told now, and the tools.

import type { Asking, Contract, Ctx } from '../../agent/contract.ts'
import { type Conversing, isTainted } from '../../agent/conversation.ts'
import type { Message } from '../../agent/llm/provider.ts'
import type { StoredCall, Turn } from '../../agent/state.ts'
import { canonical } from '../../plans/canonical.ts'
import type { Json, Tool } from '../../tools/tool.ts'
import { put } from '../contract-prompt.ts'
import { attached, blocks, bullets, opened, present } from '../prompt-text.ts'
import { mendable, shownAddress, versionsOf } from './sections.ts'

/** An ask that no section has answered yet. */
export interface Waiting {
  readonly contract: Contract<unknown, unknown>
  readonly reads: Json
  readonly asking: Asking
  readonly address: string
  /** What is wrong with what was said last, or that nothing was. */
  readonly issues: readonly string[]
}

/** Turns of one conversation; in the last one no tool is offered. */
export const mostTurns = 24

/** The system message of a conversation that has room for these sections, or for all. */
export type Prefix = (sections: readonly string[] | undefined) => string

/**
 * The next turn: what waits is asked for, with all that is new to the conversation and nothing that it
 * holds already. `outgrown` begins it anew, with everything that each of them reads; so does what a small
 * conversation has no room for.
 */
export function composed(
  prefixFor: Prefix,
  waiting: readonly Waiting[],
  at: Conversing,
  ctx: Ctx,
  { outgrown, pictures }: { readonly outgrown: boolean; readonly pictures: readonly Message[] },
): {
  readonly turn: Omit<Turn, 'said' | 'calls'>
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
} {
  const begun = begunWith(waiting, at)
  const holds = waiting.every(({ contract }) => begun?.includes(contract.purpose) ?? true)
  const sections = holds ? begun : undefined
  const prefix = prefixFor(sections)
  const small = sections?.includes('execute') === false
  const fresh = outgrown || !holds
  const past = fresh ? [] : pastOf(at)
  const full = past.length === 0
  const last = at.exchanges.size + 1 >= mostTurns
  const held = blocks(prefix, ...past.map(({ content }) => content))
  const refused = waiting.filter(each => each.issues.length > 0)
  const isNew = (block: string) => !held.includes(block)
  const files = filesOf(at, ctx).filter(isNew)
  const news = [
    ...waiting.flatMap(each => blocksOf(each, full)),
    ...(fresh && !outgrown ? foundBlocks(at) : []),
    ...remarks(at),
  ]
  const wanted = waiting.map(({ address }) => address)
  const more = small || refused.length > 0 ? '' : ', with what you can say ahead'
  const text = blocks(
    ...news.filter(isNew),
    ...refused.map(refusal),
    waiting.some(({ address }) => address === 'deliberate') && perceivedAgain(at) && asPerceived,
    !fresh && mendingOf(waiting, at),
    last && 'No tool can be called any more. Say what is known.',
    `Wanted now: ${wanted.map(shownAddress).join(', ')}${more}`,
  )
  const tainted = isTainted(at)
  const told = { ...(files.length > 0 && { files: blocks(...files) }), told: text }
  return {
    turn: {
      wanted,
      ...told,
      ...(tainted && { tainted }),
      ...(fresh && { fresh }),
      ...(sections && { sections }),
    },
    messages: [
      { role: 'system', content: prefix },
      ...past,
      ...(fresh ? [] : pictures),
      ...toldIn(told),
    ],
    tools: last || small ? [] : toolsFor(at, ctx).map(announced),
  }
}

/** Whether the result of a call stands, under its label, in the conversation since it last began. */
export function isInView({ label, content }: StoredCall, at: Conversing): boolean {
  const named = new RegExp(`\\b${label}\\b`)
  return pastOf(at).some(told => named.test(told.content) && told.content.includes(content))
}

/** The tools that this question can use. */
export function toolsFor({ files }: Conversing, { environment }: Ctx): readonly Tool[] {
  const reads = files.length > 0 || environment.roots.length > 0
  return environment.tools.filter(tool => reads || tool.needs !== 'files')
}

// --- internal ---

/** A tool as the model is told of it: only a step that is to change something may call what changes things. */
const announced = (tool: Tool): Tool =>
  tool.effect
    ? { ...tool, description: `${tool.description} Only a step with "effect": true may call it.` }
    : tool

/** The sections of the conversation as it stands, or of the one that what waits begins; none for the whole. */
function begunWith(waiting: readonly Waiting[], { exchanges }: Conversing) {
  const last = exchanges.findLast(each => 'said' in each) as Turn | undefined
  if (last) return last.sections
  return waiting.length === 1 ? waiting[0]!.contract.begins : undefined
}

/** The conversation since it last began, as a model is given it. */
function pastOf({ exchanges, calls }: Conversing): readonly Message[] {
  const turns = exchanges.toArray().filter((each): each is Turn => 'said' in each)
  const since = Math.max(
    turns.findLastIndex(({ fresh }) => fresh === true),
    0,
  )
  return turns.slice(since).flatMap((turn): Message[] => [
    ...toldIn(turn),
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

/** Files stand apart and first, where they are the same for every question: a server need not read them again. */
const toldIn = ({ files, told }: Pick<Turn, 'files' | 'told'>): readonly Message[] =>
  present(files, told).map(content => ({ role: 'user', content }))

function blocksOf({ contract, reads, asking }: Waiting, full: boolean): readonly string[] {
  if (!full) return contract.news!(reads)
  const [, user] = put(contract, reads, asking.ctx.prompts).messages
  return user ? [user.content] : []
}

/** What was handed over: what code has opened is whole. */
function filesOf({ calls, files }: Conversing, ctx: Ctx): readonly string[] {
  const whole = calls.filter(({ step, answers }) => step === '' && answers === undefined)
  return [
    ...whole.map(
      ({ label, failed, content }) =>
        `# Attached file, whole: result ${label}\n${failed ? 'Error: ' : ''}${content}`,
    ),
    ...attached(files.filter(file => !opened(files, ctx).includes(file))),
  ]
}

/** What the model found by calls of its own in the conversation that is begun anew. */
function foundBlocks({ calls }: Conversing): readonly string[] {
  const found = calls.filter(({ answers, failed }) => answers !== undefined && !failed)
  return found.map(
    ({ label, tool, input, content }) =>
      `# Result ${label}: ${tool} ${JSON.stringify(input)}\n${content}`,
  )
}

/** What the person has said since the question was put. */
const remarks = ({ exchanges }: Conversing): readonly string[] =>
  exchanges
    .toArray()
    .flatMap(each => ('remark' in each ? [`# The person has said since\n${each.remark}`] : []))

/** How a part of what was refused, or has failed, is mended by itself; what is short is soon said again. */
function mendingOf(waiting: readonly Waiting[], { exchanges }: Conversing): string | undefined {
  const [way] = waiting.flatMap(({ address }) => {
    const said = JSON.stringify(mendable(exchanges, address) ?? '')
    if (said.length < soonSaid) return []
    const [, step] = /(?:^|\.)results\.([^.]+)$/.exec(address) ?? []
    if (step !== undefined)
      return `{"results": {"${step}": {"newGroundBeliefs": [{"name": ..., whole item}]}}}`
    return address.endsWith('deliberate') && said.includes('"steps"')
      ? '{"deliberate": {"steps": [{"id": "s2", ...whole step}]}}'
      : []
  })
  return way && `A part is mended by itself: {"mend": ${way}}; "remove": true takes an item out.`
}

const soonSaid = 300

/** Whether the last reply said otherwise what is perceived, which nobody had asked for. */
function perceivedAgain({ exchanges }: Conversing): boolean {
  const [before, last] = versionsOf(exchanges, 'perceive').slice(-2)
  const isNew =
    last?.turn === exchanges.size - 1 && canonical(before?.value) !== canonical(last.value)
  return isNew && !(exchanges.last() as Turn).wanted.includes('perceive')
}

const asPerceived =
  'What is perceived stands as it was said first: a role that it lacks is written by a step of the plan.'

const refusal = ({ address, issues }: Waiting) =>
  `# Not taken: ${shownAddress(address)}\n${bullets(issues)}`
