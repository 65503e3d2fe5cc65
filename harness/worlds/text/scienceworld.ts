// ScienceWorld (Is your Agent Smarter than a 5th Grader?, 2022) as a stage: a jar that answers a line of JSON
// with a line of JSON. Servers are started once and lent to one episode after the other.
import { z } from 'zod'
import type { Scene } from '../../../phases/scene.ts'
import { jsonOf } from '../../../plans/canonical.ts'
import type { Environment } from '../../cli/command.ts'
import { type LineProgram, lineProgram } from './lines.ts'
import { sentencesSaid, sentencesSeen } from './seen.ts'
import { type Opening, type Stage, StageLost, type Turn } from './stage.ts'

export interface Setting {
  readonly task: string
  readonly variation: number
  /** `easy`, `` or names joined by commas. */
  readonly simplification: string
  /** After so many actions the episode is over. */
  readonly maxActions: number
}

/** Opens the jar: nothing is started before something is asked, and as many servers as are used at once. */
export function scienceWorld(jar: string, env: Environment, timeout = 60_000) {
  const start = () =>
    lineProgram({
      name: 'ScienceWorld',
      command: 'java',
      timeout,
      env,
      args: ['-Xmx256m', '-XX:+UseSerialGC', '-jar', jar],
    })
  const all: LineProgram[] = []
  const idle: LineProgram[] = []
  const borrow = () => {
    const server = idle.pop() ?? start()
    if (!all.includes(server)) all.push(server)
    return server
  }
  const once = async <Out>(request: object, shape: z.ZodType<Out>): Promise<Out> => {
    const server = borrow()
    const reply = await ask(server, request, shape)
    idle.push(server)
    return reply
  }
  return {
    tasks: async () => (await once({ op: 'tasks' }, Tasks)).tasks.map(({ task }) => task),
    variations: async (task: string, split: string) =>
      (await once({ op: 'variations', task, split }, Variations)).variations,
    stage: (setting: Setting) => stageOf(setting, borrow, server => idle.push(server)),
    close: () => {
      for (const server of all) server.close()
    },
  }
}

// --- internal ---

const Shown = z.object({
  look: z.string(),
  inventory: z.string(),
  score: z.number(),
  done: z.boolean(),
})
const Tasks = z.object({ tasks: z.array(z.object({ task: z.string() })) })
const Variations = z.object({ variations: z.array(z.int()) })
const Loaded = Shown.extend({ description: z.string() })
const Stepped = Shown.extend({ observation: z.string() })
const Actions = z.object({ valid: z.array(z.string()) })

async function ask<Out>(server: LineProgram, request: object, shape: z.ZodType<Out>): Promise<Out> {
  const line = await server.ask(JSON.stringify(request))
  const reply = jsonOf(line)
  if (reply === undefined)
    throw new StageLost(`ScienceWorld is lost: it said "${line.slice(0, 80)}", which is no JSON`)
  const { error } = z.object({ error: z.string() }).safeParse(reply).data ?? {}
  if (error !== undefined) throw new StageLost(`ScienceWorld refuses: ${error}`)
  const read = shape.safeParse(reply)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new StageLost(
    `ScienceWorld is lost: its reply has no ${issue?.path.join('.')} (${issue?.message})`,
  )
}

function stageOf(
  { maxActions, ...setting }: Setting,
  borrow: () => LineProgram,
  giveBack: (server: LineProgram) => void,
): Stage {
  let server: LineProgram | undefined
  let count = 0
  const step = (action: string) => ask(server!, { op: 'step', action }, Stepped)
  const turn = (shown: z.infer<typeof Shown>, text: string): Turn => {
    const accepted = !refusal.test(text)
    if (accepted) count += 1
    const said = accepted ? sentencesSaid(text, shown.look) : []
    return { text, accepted, scene: sceneOf(shown, said, count >= maxActions) }
  }
  return {
    async begin(): Promise<Opening> {
      server ??= borrow()
      count = -1 // what is seen at first is no action
      const loaded = await ask(server, { op: 'load', ...setting }, Loaded)
      return { task: loaded.description, ...turn(loaded, loaded.look) }
    },
    async act(action) {
      const stepped = await step(action)
      if (!stepped.observation.startsWith('Ambiguous request'))
        return turn(stepped, stepped.observation.trim())
      const choice = choiceIn(stepped.observation)
      const settled = await step(choice ?? '')
      return turn(settled, (choice === undefined ? stepped : settled).observation.trim())
    },
    offers: async () => (await ask(server!, { op: 'actions' }, Actions)).valid,
    leave: () => {
      if (server) giveBack(server)
      server = undefined
    },
  }
}

/** What the simulator answers to what cannot be done. That something is so already is no refusal. */
const refusal =
  /^(?:No known action|Unknown action|Ambiguous request|It'?s not clear|I'm not sure|You can't|That can't|That object does not|Something can't|You must|Connections must|The door doesn't)|\b(?:is not (?:moveable|open|openable|closeable|edible|a container|something that)|isn't open|is in is not movable|appears broken|can't be poured|does not contain any)/

/**
 * The number to answer a question back with, when all choices read alike and so nothing else could be said;
 * undefined where they differ: nothing then takes the question back.
 */
function choiceIn(observation: string): string | undefined {
  const [first, ...others] = observation.matchAll(/^(\d+):\t(.*)$/gm)
  return first && others.every(([, , text]) => text === first[2]) ? first[1] : undefined
}

function sceneOf(
  { look, inventory, score, done }: z.infer<typeof Shown>,
  said: readonly string[],
  ended: boolean,
): Scene {
  return {
    said: [...said],
    sentences: [...sentencesSeen(look, inventory)],
    score,
    over: done || ended,
    won: done && score >= 1,
  }
}
