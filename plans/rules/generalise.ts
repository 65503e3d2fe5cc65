// From what was done once to a rule: what differs between tasks that are alike becomes a slot, in the task
// and in the actions.
import type { PlanDraft, Value } from '../plan.ts'
import { escapeSlots } from '../template.ts'
import { asPattern } from '../text/words.ts'
import { matchTask, type Values } from './match.ts'
import { draftOf, faultsOf, type Rule } from './rule.ts'

/** A way that was gone. */
export interface Way {
  readonly task: string
  /** In the world's words, in their order. */
  readonly actions: readonly string[]
  /** What had to be believed; said in the rule as it is, but for the slots. */
  readonly considering?: readonly string[]
}

/**
 * The way as a rule for every task like it: words in which `others`, tasks that may be alike, differ from
 * it are slots, and so are these words in the actions. Without a task that is alike the rule is for this
 * one alone. Undefined where the words are no rule.
 */
export function generalised(
  { task, actions, considering = [] }: Way,
  others: readonly string[],
): PlanDraft | undefined {
  const { template, values } = templateOf(task, others)
  const slotted = (text: string) => withSlots(text, values)
  const body = actions.map(action => ({ text: slotted(action), plan: false }))
  const rule: Rule = { task: template, considering: considering.map(slotted), body }
  return faultsOf(rule).length === 0 ? draftOf(rule) : undefined
}

// --- internal ---

/** Tasks that share fewer of their words are other tasks. */
const leastShared = 0.6

function templateOf(task: string, others: readonly string[]) {
  const words = task.split(/\s+/u)
  const different = new Set<number>()
  for (const other of others) {
    const same = inBoth(words, other.split(/\s+/u))
    if (same.size === words.length || same.size < leastShared * words.length) continue
    for (const at of words.keys()) if (!same.has(at)) different.add(at)
  }
  const known = new Map<string, string>()
  const roleOf = (text: string) => {
    const role = known.get(text) ?? `it${known.size === 0 ? '' : known.size + 1}`
    known.set(text, role)
    return role
  }
  const template = runsOf(words, different).map(({ text, slot }) => {
    const [, bare, mark] = /^(.*?)([.,;:!?]*)$/u.exec(text)!
    return slot ? `{${roleOf(bare!)}}${mark}` : escapeSlots(text)
  })
  const found = matchTask(template.join(' '), task)
  const right = found && [...known].every(([text, role]) => found[role] === text)
  return right
    ? { template: template.join(' '), values: found }
    : { template: escapeSlots(task), values: {} }
}

/** The places of `words` that a longest common sequence of both holds. */
function inBoth(words: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const best: number[][] = words.map(() => [])
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = words.length - 1; i >= 0; i--)
    for (let j = others.length - 1; j >= 0; j--)
      best[i]![j] =
        words[i] === others[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const same = new Set<number>()
  for (let i = 0, j = 0; i < words.length && j < others.length; )
    if (words[i] === others[j]) {
      same.add(i++)
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  return same
}

/** The words, those that differ as they stand side by side. */
function runsOf(words: readonly string[], different: ReadonlySet<number>) {
  const runs: { text: string; slot: boolean }[] = []
  for (const [at, word] of words.entries()) {
    const slot = different.has(at)
    const last = runs.at(-1)
    if (slot && last?.slot) last.text += ` ${word}`
    else runs.push({ text: word, slot })
  }
  return runs
}

function withSlots(text: string, values: Values): string {
  const spelled = Object.entries(values).sort(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  const pattern = spelled.map(([, value]) => asPattern(String(value))).join('|')
  if (pattern === '') return escapeSlots(text)
  const roles = new Map(spelled.map(([role, value]) => [String(value).toLowerCase(), role]))
  return escapeSlots(text).replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
    found => `{${roles.get(found.toLowerCase())}}`,
  )
}

const lengthOf = (value: Value) => String(value).length
