// Plans in AgentSpeak(L) without a model: from a goal that says what holds once it is reached, and from what
// the admissible beliefs and actions have in common, the plans that look for such a situation.
import type { GenerateReads, Told } from '../../../phases/generate/contract.ts'
import { parseTerm } from '../../../plans/agentspeak/reader.ts'
import { indicator, type Structure, variablesOf } from '../../../plans/agentspeak/term.ts'

/**
 * Plans for the goal in YAML; undefined where the names do not say how it could be reached. Where the ways to
 * go are compass points, they keep count of where they have been and turn back in a dead end, so that they
 * come by every cell; otherwise, or when that was refused, they go on as the world proposes.
 */
export function plansFor(reads: GenerateReads): string | undefined {
  const method = methodOf(reads)
  if (!method || reads.refused.length > 1) return undefined
  const points = reads.actual.beliefs.flatMap(({ form }) => pointIn(form, method.way))
  const [first] = reads.refused
  if (points.length > 0 && method.isFree !== undefined && !first) return exploring(method, points)
  return method.propose === undefined ? undefined : wandering(method, method.propose)
}

// --- internal ---

/** What the names say: forms as they are written, with variables. */
interface Method {
  /** `reach(Object)` */
  readonly goal: string
  /** `there_is(Object, here)` */
  readonly reached: string
  /** `there_is(Object, Direction)` */
  readonly near: string
  /** `Direction` */
  readonly way: string
  /** `move(Direction)` */
  readonly go: string
  /** `getDirectionToMove(Direction)` */
  readonly propose: string | undefined
  /** `free(Direction)` */
  readonly isFree: string | undefined
}

/** The words by which one says that something is where oneself is. */
const ownPlace = ['here', 'self', 'me']

function methodOf({ goal, admissible, actual }: GenerateReads): Method | undefined {
  const wanted = indicator(parseTerm(goal))
  const form = admissible.goals.find(each => indicator(parseTerm(each.form)) === wanted)
  const [subject, ...more] = variablesOf(parseTerm(form?.form ?? goal))
  if (!form || subject === undefined || more.length > 0) return undefined
  for (const belief of admissible.beliefs) {
    const parameters = variablesOf(parseTerm(belief.form))
    const way = parameters.find(name => name !== subject)
    if (parameters.length !== 2 || !parameters.includes(subject) || way === undefined) continue
    const takers = admissible.actions.filter(({ form: action }) => takes(action, way))
    const go = takers.find(action => !proposes(action))
    const here = ownPlace.find(place =>
      actual.beliefs.some(fact => fact.form.endsWith(`(${place})`)),
    )
    if (!go || here === undefined) continue
    return {
      goal: form.form,
      near: belief.form,
      way,
      go: go.form,
      reached: belief.form.replace(new RegExp(`\\b${way}\\b`), here),
      propose: takers.find(proposes)?.form,
      isFree: freedom(reading(admissible.beliefs, actual.beliefs), way),
    }
  }
  return undefined
}

const takes = (form: string, way: string) => {
  const names = variablesOf(parseTerm(form))
  return names.length === 1 && names[0] === way
}

/** Whether the action gives a value rather than taking one. */
const proposes = ({ form }: Told) => /^(?:get|find|choose|pick|suggest|propose|next)/.test(form)

const reading = (...all: readonly (readonly Told[])[]) =>
  new Set(all.flat().map(({ form }) => (parseTerm(form) as Structure).name))

function freedom(names: ReadonlySet<string>, way: string): string | undefined {
  const free = ['free', 'open', 'clear', 'passable'].find(name => names.has(name))
  if (free !== undefined) return `${free}(${way})`
  const shut = ['obstacle', 'blocked', 'wall'].find(name => names.has(name))
  return shut === undefined ? undefined : `not ${shut}(${way})`
}

interface Point {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** The compass point that a belief such as `direction(north_east)` tells of. */
function pointIn(fact: string, way: string): readonly Point[] {
  const term = parseTerm(fact)
  if (term.type !== 'structure' || term.name !== way.toLowerCase()) return []
  const [arg] = term.args
  if (arg?.type !== 'structure' || !/^(?:north|south)?_?(?:east|west)?$/.test(arg.name)) return []
  const x = Number(arg.name.includes('east')) - Number(arg.name.includes('west'))
  const y = Number(arg.name.includes('south')) - Number(arg.name.includes('north'))
  return x === 0 && y === 0 ? [] : [{ name: arg.name, x, y }]
}

function plan(event: string, when: readonly string[], does: readonly string[] = []): string {
  const list = (items: readonly string[]) =>
    items.length === 0 ? '  - <none>' : items.map(item => `  - ${item}`).join('\n')
  return `EVENT: achieve ${event}\nCONDITIONS:\n${list(when)}\nOPERATIONS:\n${list(does)}`
}

const document = (plans: readonly string[], invented: readonly string[] = []) =>
  [plans.join('\n---\n'), ...(invented.length > 0 ? [invented.join('\n')] : [])]
    .map(block => `\`\`\`yaml\n${block}\n\`\`\``)
    .join('\n\n')

/** To go where the subject is once it is near. */
function arriving({ goal, reached, near, go }: Method): readonly string[] {
  return [plan(goal, [reached]), plan(goal, [near], [`execute ${go}`, `achieve ${goal}`])]
}

function wandering(method: Method, propose: string): string {
  const { goal, go } = method
  const does = [`execute ${propose}`, `execute ${go}`, `achieve ${goal}`]
  return document([...arriving(method), plan(goal, [], does)])
}

function exploring(method: Method, points: readonly Point[]): string {
  const { goal, way, go, isFree } = method
  const again = `achieve ${goal}`
  const ways = points.map(({ name, x, y }) => `add leads(${name}, ${x}, ${y})`)
  const fresh = ['at(X, Y)', isFree!, `leads(${way}, A, B)`, 'not visited(X + A, Y + B)']
  // of what lies two steps that way nothing has been near yet
  const beyond = 'not (visited(P, Q) & math.abs(P - X - 2 * A) < 2 & math.abs(Q - Y - 2 * B) < 2)'
  const does = [
    `execute ${go}`,
    'update at(X + A, Y + B)',
    'add visited(X + A, Y + B)',
    'add came(X + A, Y + B, X, Y)',
    again,
  ]
  return document(
    [
      ...arriving(method),
      plan(goal, ['not at(_, _)'], [...ways, 'add at(0, 0)', 'add visited(0, 0)', again]),
      plan(goal, [...fresh, beyond], does),
      plan(goal, fresh, does),
      plan(
        goal,
        ['at(X, Y)', 'came(X, Y, A, B)', `leads(${way}, A - X, B - Y)`],
        [`execute ${go}`, 'update at(A, B)', again],
      ),
    ],
    [
      '- belief: at(X, Y)\n  purpose: the agent is X to the east and Y to the south of where it began',
      '- belief: visited(X, Y)\n  purpose: the agent has been there',
      '- belief: came(X, Y, A, B)\n  purpose: the agent first came to X, Y from A, B',
      '- belief: leads(D, X, Y)\n  purpose: a step to D leads X to the east and Y to the south',
    ],
  )
}
