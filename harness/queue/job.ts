// What travels between the leader, which hands questions out, and its workers. Both sides check what they read.
import { z } from 'zod'
import { Fact } from '../../agent/memory/fact.ts'
import { Plan, RunStats } from '../../plans/plan.ts'
import { Run } from '../run/runs.ts'
import { Hash } from './blobs.ts'
import { Plans } from './plans.ts'

/** What the runs of many questions have in common. */
export const Setup = Run.omit({ id: true, question: true, files: true })
export type Setup = z.infer<typeof Setup>

/** A file or a folder where its owner has it, and what it holds, by hash. */
const Copy = z.object({ path: z.string(), hash: Hash })

/** The files of a folder, by their paths below it: what a folder's hash is that of. */
export const Tree = z.array(z.object({ name: z.string(), hash: Hash }))

/** One question to be pursued or resumed once. */
export const Job = z.object({
  /** The version of intend that hands it out. */
  version: z.string(),
  /** Names this attempt; the next one at the same question has another name. */
  attempt: z.uuid(),
  /** Names the leader, whose workers share a budget. */
  leader: z.uuid(),
  run: z.string(),
  question: z.string(),
  /** Files attached to the question. */
  files: z.array(Copy),
  folders: z.array(Copy),
  /** What earlier attempts have left where tools write. */
  written: z.array(Copy),
  setup: Hash,
  plans: Plans,
  /** What is remembered, where something is. */
  facts: Hash.exactOptional(),
  /** The events so far. */
  journal: Hash.exactOptional(),
})
export type Job = z.infer<typeof Job>

const Event = z.looseObject({ seq: z.int().positive(), at: z.number(), type: z.string() })

/** What comes back of an attempt. */
export const Item = z.discriminatedUnion('type', [
  /** The first: which worker has taken it. */
  z.object({ type: z.literal('begun'), worker: z.string() }),
  z.object({ type: z.literal('event'), event: Event }),
  /** What the plan library is to be told. */
  z.object({
    type: z.literal('learned'),
    plans: z.array(z.tuple([z.string(), Plan])),
    stats: z.array(z.tuple([z.string(), RunStats])),
    removed: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.object({ type: z.literal('remembered'), facts: z.array(Fact) }),
  /** A file that a tool has written, by its path below where tools write. */
  z.object({ type: z.literal('written'), name: z.string(), hash: Hash }),
  /** Asks that all before it be on the leader's disk. */
  z.object({ type: z.literal('barrier'), number: z.int() }),
  /** The last: how it has ended. */
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  /** The worker cannot take this question, which counts as not begun. */
  z.object({ type: z.literal('refused'), message: z.string() }),
])
export type Item = z.infer<typeof Item>
export type Ending = Extract<Item, { readonly type: 'done' | 'stopped' | 'failed' | 'refused' }>

/** What all calls that a leader has heard of have used. */
export const Told = z.object({ leader: z.uuid(), tokens: z.number(), cost: z.number().nullable() })
export type Told = z.infer<typeof Told>
