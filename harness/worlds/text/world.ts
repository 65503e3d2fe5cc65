// A world of words for an agent: a stage, and a log of what was done on it. The log answers for what is
// past, so a killed run goes on where it was: the stage begins anew, and what was done is done again there.
import type { ActResult, World } from '../../../agent/contract.ts'
import type { Observation } from '../../../agent/state.ts'
import { openWorldLog } from '../log.ts'
import { type Opening, type Stage, StageLost, type Turn } from './stage.ts'

interface TextWorld extends World {
  /** What is to be done there. Rejects with a `StageLost`. */
  task(): Promise<string>
  /** Ends the stage, or gives it back. */
  leave(): void
}

/** An action and what it came to; the opening has neither key nor action. */
interface Deed {
  readonly key: string
  readonly action: string
  readonly turn: Turn & { readonly task?: string }
}

interface TextWorldOptions {
  /** How the world is called in sentences. */
  readonly name: string
  readonly stage: Stage
  /** File that keeps what was done; without one it is kept as long as the process lives. */
  readonly log?: string
}

/** What was done in a world of words, by its log, from the opening on. */
export const entriesIn = (log: string): readonly Deed[] => openWorldLog<Deed>(log).entries

/**
 * The world on `stage`. A stage that is lost begins anew once, is brought to where it was, and is asked
 * again; `act` rejects with a `StageLost` when it is lost once more, or has gone another way than before.
 */
export function textWorld({ name, stage, log: file }: TextWorldOptions): TextWorld {
  const log = openWorldLog<Deed>(file)
  let standing = false // whether the stage is where the log ends

  async function stand(): Promise<void> {
    if (standing) return
    const turn = await stage.begin()
    if (log.entries.length === 0) log.append({ key: '', action: '', turn })
    const [, ...deeds] = log.entries
    for (const [at, { action, turn }] of deeds.entries()) {
      const again = await stage.act(action)
      if (again.text !== turn.text || again.accepted !== turn.accepted)
        throw new StageLost(
          `${name} went another way than before at action ${at + 1} ("${action}"), so it cannot be gone on with; play it in another folder`,
        )
    }
    standing = true
  }

  async function opening(): Promise<Opening> {
    if (log.entries.length === 0) await onStage(async () => undefined)
    return log.entries[0]!.turn as Opening
  }

  /** Does `work` on the stage where it stands, once more on a new one when it is lost. */
  async function onStage<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await stand()
        return await work()
      } catch (error) {
        standing = false
        stage.leave()
        if (attempt === 2 || !(error instanceof StageLost)) throw error
      }
    }
  }

  const { offers } = stage
  return {
    name,
    task: async () => (await opening()).task,
    act: async (action, args, key) => {
      const earlier = log.entries.find(deed => deed.key === key && key !== '')
      if (earlier) return resultOf(earlier.turn) // done before a crash
      if (log.entries.at(-1)?.turn.scene.over)
        return { accepted: false, text: 'It is over: nothing can be done any more.' }
      const said = [action, ...args].join(' ')
      const turn = await onStage(() => stage.act(said))
      log.append({ key, action: said, turn })
      return resultOf(turn)
    },
    observations: async after => {
      await opening()
      return log.entries
        .filter(({ turn }) => turn.accepted)
        .map(observed)
        .slice(after)
    },
    ...(offers && { offers: () => onStage(() => offers.call(stage)) }),
    leave: () => {
      standing = false
      stage.leave()
    },
  }
}

// --- internal ---

const observed = ({ turn: { text, scene } }: Deed): Observation => ({ text, data: scene })

/** A refusal is one line, as it is a reason. */
const resultOf = ({ text, accepted }: Turn): ActResult => ({
  accepted,
  text: accepted ? text : text.replace(/\s+/g, ' ').trim(),
})
