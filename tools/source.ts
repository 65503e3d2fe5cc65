// Who said a thing, and what each may decide by having said it. Every rule about strangers is a reading of
// this table: of settings, of runs that are gone on with, of plans, and of the arguments of tools.

/**
 * Who said a thing: the `person` (the words of the question, the command line, an answer to a question of
 * consent); the person's own `configuration`, outside the folder; the `folder` a command runs in, which may
 * have been cloned from anybody (its configuration, plans, runs and links); or a `tool`, whose result holds
 * what files, pages and servers say.
 */
export type Source = 'person' | 'configuration' | 'folder' | 'tool'

/** Something that was said, and where: a file of configuration, a folder, the label of a tool call. */
export interface Said {
  readonly by: Source
  readonly where?: string
}

/**
 * What hangs on a thing that is said: a `choice` that stays within what is allowed in any case, what is
 * `read`, what is `written`, what is `sent` to somebody, what is `paid` for beyond the person's limits,
 * what is `done` (a plan carried out, a run gone on with).
 */
export type Stake = 'choice' | 'read' | 'written' | 'sent' | 'paid' | 'done'

/** Whether a word is enough; `trust` when the person has to trust who said it first, which is asked once. */
type Weight = 'enough' | 'trust' | 'nothing'

/** What the word of `source` weighs where `stake` hangs on it. */
export function weightOf(source: Source, stake: Stake): Weight {
  const weight = weights[source]
  return typeof weight === 'string' ? weight : weight[stake]
}

// --- internal ---

/** Of whose word the weight does not hang on the stake, it is the same for all. */
const weights: Readonly<Record<Source, Weight | Readonly<Record<Stake, Weight>>>> = {
  person: 'enough',
  configuration: 'enough',
  folder: {
    choice: 'enough',
    read: 'trust',
    written: 'trust',
    sent: 'nothing',
    paid: 'nothing',
    done: 'trust',
  },
  tool: 'nothing',
}
