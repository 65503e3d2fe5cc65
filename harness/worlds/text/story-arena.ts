// A story that a program tells, as a world that a bench plays: one episode.
import { fingerprint } from '../../../plans/canonical.ts'
import { usage } from '../../cli/command.ts'
import { fromOneOn, numberOf } from '../../cli/options/numbers.ts'
import type { ArenaKind } from '../arena.ts'
import { maxActionsOption } from './scienceworld-arena.ts'
import { storyStage } from './story.ts'
import { scoreOfScenes, textEpisode } from './text-arena.ts'

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
