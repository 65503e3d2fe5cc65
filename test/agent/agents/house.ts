// A small world of words, and rules for it.
import type { World } from '../../../agent/contract.ts'
import { identify } from '../../../plans/identify.ts'
import type { Plan } from '../../../plans/plan.ts'
import { parseRules } from '../../../plans/rules/parse.ts'

const origin = { agent: 'person', model: '', createdAt: '', seenQuestions: [] }

/** The rules of a text as plans. */
export function library(text: string): readonly Plan[] {
  const parsed = parseRules(text)
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'))
  return parsed.plans.map(plan => identify(plan, origin))
}

/** A kitchen and a hall, a cup that is in one of two cupboards, and a guest who wants it filled. */
export function house(cupIn: 'red' | 'blue' = 'red'): World & { readonly done: readonly string[] } {
  const done: string[] = []
  const replies = new Map<string, { readonly text: string; readonly accepted: boolean }>()
  const seen: { text: string; data: unknown }[] = []
  let room = 'hall'
  let holds = false
  let filled = false
  const look = (came: string) => {
    const things =
      room === 'hall'
        ? ['you see a door to the kitchen']
        : ['you see a red cupboard', 'you see a blue cupboard', 'you see a tap']
    const sentences = [
      came,
      `this room is called the ${room}`,
      ...things,
      ...(holds ? [`you hold a cup (${filled ? 'containing water' : 'empty'})`] : []),
    ].filter(each => each !== '')
    const won = filled && room === 'hall'
    const score = won ? 1 : filled ? 0.5 : holds ? 0.25 : 0
    const data = { sentences, score, over: won, won }
    seen.push({ text: sentences.join('\n'), data })
  }
  look('')
  const effects: readonly (readonly [action: string, can: () => boolean, work: () => void])[] = [
    ['go to kitchen', () => room === 'hall', () => (room = 'kitchen')],
    ['go to hall', () => room === 'kitchen', () => (room = 'hall')],
    [`take cup from ${cupIn} cupboard`, () => room === 'kitchen' && !holds, () => (holds = true)],
    ['fill cup', () => room === 'kitchen' && holds, () => (filled = true)],
    ...['hum', 'wait', 'sneeze', 'dance', 'count tiles', 'clap', 'nod', 'wave'].map(
      idle => [idle, () => true, () => undefined] as const,
    ),
  ]
  return {
    name: 'house',
    done,
    async act(action, args, key) {
      const known = replies.get(key)
      if (known) return known
      const words = [action, ...args].join(' ')
      const effect = effects.find(([name, can]) => name === words && can())
      const reply = effect
        ? { text: 'It is done.', accepted: true }
        : { text: `You cannot ${words}.`, accepted: false }
      if (effect) {
        effect[2]()
        done.push(words)
        look(`you did ${words}`)
      }
      replies.set(key, reply)
      return reply
    },
    observations: async after => seen.slice(after),
    offers: async () => effects.filter(([, can]) => can()).map(([name]) => name),
  }
}

export const task = 'Your task is to bring a cup of water to the hall. Then, rest.'

export const rules = `
IF your task is to bring a {vessel} of water to the {place}
THEN PLAN TO go to kitchen, PLAN TO get the {vessel}, fill {vessel}, PLAN TO go to {place}
--
IF your task is to go to {room}
CONSIDERING this room is called {room}
THEN PLAN TO stay
--
IF your task is to go to {room}
CONSIDERING NOT this room is called {room}
THEN go to {room}
--
IF your task is to get the {thing}
CONSIDERING you see a {colour} cupboard
THEN take {thing} from {colour} cupboard
`
