// A plan as people write it in sentences (BDI Agents in Natural Language Environments, 2024, section 3.3):
// a task, statements about what is believed, and steps that are actions or tasks of their own.
import { canonical } from '../canonical.ts'
import type { PlanDraft, Step } from '../plan.ts'
import { replaceSlots, slots } from '../template.ts'

/** One step of a rule: an action in the world's words, or a task to plan for. */
export interface RuleStep {
  readonly text: string
  readonly plan: boolean
}

/** A rule; every text may hold `{role}` slots. */
export interface Rule {
  readonly task: string
  /** Statements that must follow from what is believed; one that begins with `NOT ` must not. */
  readonly considering: readonly string[]
  readonly body: readonly RuleStep[]
}

/** A statement of a context, without the NOT before it. */
export interface Statement {
  readonly text: string
  readonly denied: boolean
}

/** Reads one entry of a rule's context conditions. */
export function statementOf(condition: string): Statement {
  const denied = condition.startsWith('NOT ')
  return { text: denied ? condition.slice(4) : condition, denied }
}

/** The roles that the task or a statement binds, in the order in which they are named. */
function rolesBound({ task, considering }: Omit<Rule, 'body'>): readonly string[] {
  const open = considering.map(statementOf).filter(({ denied }) => !denied)
  return [...new Set([task, ...open.map(({ text }) => text)].flatMap(slots))]
}

/** The rule as a plan: its steps one after the other, each with the slots it holds as what it reads. */
export function draftOf(rule: Rule): PlanDraft {
  const { task, considering, body } = rule
  return {
    intentionType: task,
    goal: task,
    contextConditions: [...considering],
    parameters: rolesBound(rule).map(role => ({ role })),
    steps: body.map(({ text, plan }, at): Step => {
      const step = {
        id: `s${at + 1}`,
        description: text,
        deps: at === 0 ? [] : [`s${at}`],
        reads: [...slots(text)],
        writes: [],
        postcondition: '',
      }
      return plan
        ? { ...step, kind: 'achieve', action: { achieve: text } }
        : { ...step, kind: 'act', effect: true, action: { act: text, args: [] } }
    }),
  }
}

/** What is wrong with a rule, each in a sentence with the way out and the text that it is about. */
export function faultsOf(
  rule: Rule,
): readonly { readonly text: string; readonly message: string }[] {
  const { task, considering, body } = rule
  const statements = considering.map(each => statementOf(each).text)
  const bound = new Set(rolesBound(rule))
  const slotFaults = [task, ...statements, ...body.map(({ text }) => text)].flatMap(text => {
    const [wrong] =
      replaceSlots(text, () => '')
        .replace(/\{\{|\}\}/g, '')
        .match(/\{[^{}]*\}?|\}/) ?? []
    const way =
      'write a role in small letters with underscores, such as {room}, a brace itself twice'
    return wrong === undefined ? [] : [{ text, message: `${wrong} is no role; ${way}` }]
  })
  const unbound = body.flatMap(({ text }) => {
    const role = slots(text).find(each => !bound.has(each))
    const where = 'neither the task nor a statement of CONSIDERING names it'
    const message = `nothing says what {${role}} is: ${where}; name it there, or write the word itself`
    return role === undefined ? [] : [{ text, message }]
  })
  const empty = [task, ...statements, ...body.map(({ text }) => text)].some(each => !each.trim())
  return [
    ...(empty ? [{ text: '', message: 'a text is empty; write it or leave it out' }] : []),
    ...(body.length === 0
      ? [{ text: task, message: 'there is no step after THEN; write at least one' }]
      : []),
    ...slotFaults,
    ...unbound,
  ]
}

/** The plan as a rule, or undefined where it says more than a rule can. */
export function ruleOf(draft: PlanDraft): Rule | undefined {
  const { intentionType: task, contextConditions: considering, steps } = draft
  const body = steps.map(({ description: text, kind }) => ({ text, plan: kind === 'achieve' }))
  const rule = { task, considering, body }
  const { goal, parameters } = draft
  const content = { intentionType: task, goal, contextConditions: considering, parameters, steps }
  const same = canonical(draftOf(rule)) === canonical(content)
  return same && faultsOf(rule).length === 0 ? rule : undefined
}
