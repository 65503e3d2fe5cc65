// A game of words as a stage: any program that talks over stdin and stdout, such as Open Adventure, or
// `dfrotz FILE` for a story file. What it says is what is seen; the score is asked for after each action.
import { sentencesIn } from '../../../plans/rules/sentences.ts'
import type { Stage, Turn } from './stage.ts'
import { programTalk, type Talk } from './talk.ts'

interface Story {
  /** The program and its arguments. */
  readonly program: readonly string[]
  /** Said before the task begins: what makes it the same story each time, such as a seed. */
  readonly before: readonly string[]
  readonly task: string
  /** Points with which it is won. */
  readonly points: number
  readonly maxActions: number
}

export function storyStage({ program, before, task, points, maxActions }: Story): Stage {
  const [command = '', ...args] = program
  let talk: Talk | undefined
  let count = 0
  let known = 0
  /** What was seen last, with what the place looked like: a story says it once. */
  async function turn(text: string): Promise<Turn> {
    const said = clean(text)
    if (talk?.over === false) known = scoreIn(await talk.say('score')) ?? known
    const accepted = !refusal.test(said)
    if (accepted) count += 1
    const won = known >= points
    const over = won || count > maxActions || talk?.over !== false
    const score = Math.max(0, Math.min(1, known / points))
    const sentences = [...sentencesIn(said)]
    return { text: said, accepted, scene: { said: [], sentences, score, over, won } }
  }
  return {
    async begin() {
      talk?.close()
      talk = programTalk({ command, args, quiet: 300, timeout: 10_000 })
      count = 0
      known = 0
      let first = await talk.say()
      for (const line of before) first = await talk.say(line)
      return { task, ...(await turn(first)), accepted: true }
    },
    act: async action => turn(await talk!.say(action)),
    leave: () => {
      talk?.close()
      talk = undefined
    },
  }
}

// --- internal ---

/** Without the prompt, and without the program's echo of what was said to it. */
const clean = (text: string) =>
  text
    .replace(/^\s*>?[^\n]*\n/, (line: string) => (line.includes('>') ? '' : line))
    .replace(/\n\s*>\s*$/, '')
    .trim()

/** The points in "57 out of a possible 430" or "Your score is 35 (total of 350 points)". */
function scoreIn(text: string): number | undefined {
  const [, points] = /(-?\d+)\s*(?:out of|\(total|of a possible)/.exec(text) ?? []
  return points === undefined ? undefined : Number(points)
}

/** What such programs answer to what they do not do. */
const refusal =
  /^(?:I see no|I don't (?:know|understand)|Sorry, I don't|You can't|There is no way|You aren't|What\?|That (?:isn't|is not)|I can't|You are unable|It is beyond|You have no|There's no|There is nothing)/i
