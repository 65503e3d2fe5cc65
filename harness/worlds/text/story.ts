// A game of words as a stage: any program that talks over stdin and stdout, such as Open Adventure, or
// `dfrotz FILE` for a story file. What it says is what is seen; the score is asked for after each action.

import { fingerprint } from '../../../plans/canonical.ts'
import { sentencesIn } from '../../../plans/rules/sentences.ts'
import { usage } from '../../cli/command.ts'
import { fromOneOn, numberOf } from '../../cli/options/numbers.ts'
import type { ArenaKind } from '../arena.ts'
import { answerOf, start } from './lines.ts'
import { maxActionsOption } from './scienceworld-arena.ts'
import type { Stage, Turn } from './stage.ts'
import { scoreOfScenes, textEpisode } from './text-arena.ts'

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
  let talk: ReturnType<typeof programTalk> | undefined
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
      talk = programTalk(command, args)
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

/** Milliseconds without a word after which an answer has ended; shorter once the prompt stands there. */
const quiet = 300
/** Milliseconds in which an answer has to begin. */
const timeout = 10_000

function programTalk(command: string, args: readonly string[]) {
  const running = start(command, args)
  return {
    /** Whether the program has ended by itself. */
    get over() {
      return running.ended !== undefined
    },
    /** Says a line, or waits for the first words; gives what is said back. Rejects with a `StageLost`. */
    say: (line?: string) => {
      let pause: NodeJS.Timeout | undefined
      return answerOf(running, line, { name: 'the story', command, timeout }, ({ said }, done) => {
        clearTimeout(pause)
        if (said === '') return false
        const still = running.ended !== undefined ? 0 : prompt.test(said) ? 15 : quiet
        pause = setTimeout(done, still, said)
        return true
      })
    },
    close: () => void running.child.kill('SIGKILL'),
  }
}

/** What a program of this kind writes when it waits. */
const prompt = /(?:^|\n)\s*>\s*$/

export const story: ArenaKind = {
  name: 'story',
  about: 'a program that talks over stdin and stdout, such as Open Adventure: --program',
  agent: 'rules',
  options: {
    '--program <command>':
      'story: the program with its arguments, such as advent, or "dfrotz -m story.z5"',
    '--say <lines>': 'story: what is said before it begins, such as "n;seed 7"',
    '--goal <task>': 'story: the task in words (default: play)',
    '--points <number>': 'story: the points with which it is won',
    ...maxActionsOption,
  },
  open: async ({ program, say, goal, points, maxActions }) => {
    if (typeof program !== 'string') throw usage('name the program: --program advent')
    if (!/^[1-9]\d*$/.test(String(points)))
      throw usage('say with how many points it is won: --points 60')
    const task = String(goal ?? 'play')
    const told = {
      program: program.trim().split(/\s+/),
      before: [say ?? []].flat().flatMap(lines => lines.split(';').map(line => line.trim())),
      task,
      points: Number(points),
      maxActions: numberOf('--max-actions', maxActions, fromOneOn) ?? 300,
    }
    const id = `story-${fingerprint(told, 8)}`
    return {
      episodes: [textEpisode({ id, family: 'story', about: task }, () => storyStage(told))],
      score: scoreOfScenes,
    }
  },
}
