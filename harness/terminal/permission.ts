// Permission for what may not simply be done, and approval of plans, asked of the person at the terminal.
import { createInterface } from 'node:readline/promises'
import { soundness } from '../../agent/commitment.ts'
import type { Commitment, Objection, Policy } from '../../agent/contract.ts'
import { createQueues } from '../../agent/goals/task-group.ts'
import type { State } from '../../agent/state.ts'
import { view } from '../../agent/view.ts'
import type { Action } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { slots } from '../../plans/template.ts'
import type { PermissionQuestion } from '../../tools/permission/question.ts'
import { printRule, type Rule } from '../../tools/permission/rules.ts'
import type { Surroundings } from '../cli/command.ts'
import { described } from './brief.ts'
import { harmless, wrapped } from './plain-text.ts'
import { changedPlan } from './plan-edits.ts'

/** Shows `lines` and gives the line that is typed next; undefined when there is none. */
export type Confirm = (lines: readonly string[]) => Promise<string | undefined>

/**
 * A policy's `permission` that asks a person. `keep` writes a rule down for good and gives a sentence when it
 * cannot. What is not understood is asked again; the end of input is a no.
 */
export function permissionOf(
  confirm: Confirm,
  keep: (rule: Rule) => string | undefined,
): Policy['permission'] {
  return async question => {
    const choices = question.options.map(each => ({ ...each, keys: keys[each.answer] }))
    const chosen = await choice(confirm, choices, shown(question), details(question))
    const said = chosen?.answer ?? 'no'
    const failure = said === 'always' ? keep(question.rule) : undefined
    if (failure !== undefined)
      await confirm([harmless(failure), 'It holds for this session. (Enter)'])
    return said
  }
}

/** A policy's `permission` where there is nobody to ask: what is refused is told, in one sentence. */
export function unattended(tell: (sentence: string) => void): Policy['permission'] {
  return async ({ act, reasons, remedy }) => {
    const more = remedy === undefined ? '' : `; ${remedy}`
    tell(`refused: ${act}, as nobody can be asked (${reasons.join('; ')})${more}`)
    return 'nobody'
  }
}

/** What a person may do with a plan beside saying yes or no; each left out is not offered. */
interface Editing {
  /** Changes a belief of the question, as it is typed; gives the state then, or what is wrong with it. */
  readonly believe?: (
    said: string,
    intention: string,
  ) => { readonly state: State } | { readonly problem: string }
}

/**
 * A policy's `objection` that, where a plan is sound, asks a person: `y` lets it be carried out, `a`
 * this one and every further one of the run, `e` changes a step, `b` a belief, `p` has another plan thought
 * of, `?` tells more, `n` refuses.
 */
export function approvalOf(confirm: Confirm, { believe }: Editing = {}): Policy['objection'] {
  let all = false
  const inTurn = createQueues()
  const asked = async (
    commitment: Commitment,
    edited = false,
    wrong?: string,
  ): Promise<Objection | undefined> => {
    const unsound = await soundness(commitment)
    if (unsound !== undefined || all) return unsound
    const choices = plansChoices(believe !== undefined)
    const told = wrong === undefined ? plan(commitment) : [line(wrong), 'Carry it out?']
    const said = await choice(confirm, choices, told, planDetails(commitment))
    const mine = edited ? { instead: commitment.plan } : undefined
    switch (said?.answer) {
      case 'all':
        all = true
        return mine
      case 'this':
        return mine
      case 'edit': {
        const changed = changedPlan(commitment, said.rest)
        if ('problem' in changed) return asked(commitment, edited, changed.problem)
        return asked({ ...commitment, plan: changed.plan }, true)
      }
      case 'believe': {
        const now = believe!(said.rest, commitment.intention.id)
        if ('problem' in now) return asked(commitment, edited, now.problem)
        return asked({ ...commitment, state: now.state }, edited)
      }
      case 'another':
        return { another: said.rest || 'the person wants another plan' }
      default:
        return 'the person at the terminal did not approve of the plan'
    }
  }
  return commitment => inTurn('approval', () => asked(commitment))
}

/** Asks at the terminal; undefined where there is none, so that nobody is waited for. */
export function confirmAt(
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Confirm | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return async lines => {
    stderr.write(`${lines.flatMap(each => wrapped(each, stderr.columns || 80)).join('\n')}\n`)
    const reader = createInterface({ input: stdin, output: stderr, terminal: true })
    try {
      return await reader.question('> ', { signal })
    } catch {
      return undefined // the end of input, or the run was stopped
    } finally {
      reader.close()
    }
  }
}

/** Asks until yes or no is understood; the end of input is a no. */
export async function agreed(confirm: Confirm, lines: readonly string[]): Promise<boolean> {
  for (;;) {
    const word = (await confirm(lines))?.trim().toLowerCase()
    if (word === 'y' || word === 'yes') return true
    if (word === undefined || word === 'n' || word === 'no') return false
  }
}

// --- internal ---

const keys = {
  once: ['y', 'yes', 'once'],
  session: ['s', 'session'],
  always: ['a', 'always', 'all'],
  no: ['n', 'no'],
} as const

interface Choice<Answer> {
  readonly answer: Answer
  readonly label: string
  readonly keys: readonly string[]
  /** What follows the key, for one that takes words: `STEP WORDS`. */
  readonly takes?: string
}

const plansChoices = (mayBelieve: boolean): readonly Choice<string>[] =>
  [
    { answer: 'this', keys: keys.once, label: 'this one' },
    { answer: 'all', keys: keys.always, label: 'all plans of this run' },
    { answer: 'edit', keys: ['e', 'edit'], label: 'change a step', takes: 'STEP WORDS' },
    { answer: 'believe', keys: ['b', 'believe'], label: 'change a belief', takes: 'NAME = VALUE' },
    { answer: 'another', keys: ['p', 'plan'], label: 'another plan', takes: '[WHY]' },
    { answer: 'no', keys: keys.no, label: 'no' },
  ].filter(({ answer }) => mayBelieve || answer !== 'believe')

/**
 * What the person chooses; `question` ends with what is asked. Those who type `?` are shown `details`, and who
 * is not understood is asked again.
 */
async function choice<Answer>(
  confirm: Confirm,
  choices: readonly Choice<Answer>[],
  question: readonly string[],
  details: readonly string[],
): Promise<{ readonly answer: Answer; readonly rest: string } | undefined> {
  const menu = choices.map(({ keys: [key], label, takes }) =>
    takes === undefined ? `${key}: ${label}` : `${key} ${takes}: ${label}`,
  )
  const ask = harmless(`${question.at(-1)} ${[...menu, '?: more about it'].join(', ')}`)
  for (let lines = [...question.slice(0, -1), ask]; ; ) {
    const typed = await confirm(lines)
    if (typed === undefined) return undefined
    const said = typed.trim().toLowerCase()
    const [word = ''] = said.split(/\s/)
    const chosen = choices.find(({ keys, takes }) =>
      keys.includes(takes === undefined ? said : word),
    )
    if (chosen) return { answer: chosen.answer, rest: typed.trim().slice(word.length).trim() }
    lines = ['?', 'help'].includes(said)
      ? [...details, ask]
      : [
          line(
            said === ''
              ? 'Nothing was typed.'
              : `${typed.trim()} is none of the answers below; n says no, and leaves it.`,
          ),
          ask,
        ]
  }
}

function shown({ act, reasons, arguments: given }: PermissionQuestion): readonly string[] {
  return [
    harmless(`${act} needs your permission`),
    ...reasons.map(line),
    ...given.map(({ name, value, from, asked }) =>
      line(`${asked ? '!' : '-'} ${name}: ${JSON.stringify(value)} (from ${from})`),
    ),
    'Permit it?',
  ]
}

const details = ({ tool, step, rule, remedy }: PermissionQuestion): readonly string[] => [
  line(
    `${step ? `It is for step ${step} of the plan` : 'There is no plan yet'}; ! marks what needs permission.`,
  ),
  line(
    `s and a make a rule: ${printRule(rule)}. Other calls of ${tool} are asked about as before.`,
  ),
  ...(remedy === undefined ? [] : [line(remedy)]),
  line('intend policy lists the rules and removes them. n: the agent goes on without the call.'),
]

function plan({ intention, plan, state }: Commitment): readonly string[] {
  const { beliefs } = view(state, intention.id)
  return [
    harmless(`The plan: ${plan.goal}`),
    ...plan.steps.flatMap(step => [
      line(`${step.id}: ${described(step, beliefs)}`),
      ...(step.action ? worked(step.action, beliefs) : []),
    ]),
    'Carry it out?',
  ]
}

/**
 * What code does for a step: its expression, or all that it calls its tool with, and for each slot the value or the
 * step it will come from.
 */
function worked(action: Action, beliefs: ReturnType<typeof view>['beliefs']): readonly string[] {
  if ('expression' in action) return [`  ${line(`= ${action.expression}`)}`]
  if (!('tool' in action)) return []
  const { tool, input } = action
  const filled = slots(input).map(role => {
    const belief = beliefs[role]
    return `{${role}} is ${belief ? `${show(belief)} (from ${belief.source})` : 'not known yet'}`
  })
  const asked = Object.entries(input ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [`  ${line(tool)}`, ...[...asked, ...filled].map(each => `    ${line(each)}`)]
}

function planDetails({ intention, plan }: Commitment): readonly string[] {
  return [
    harmless(`It is to reach: ${intention.goal}`),
    ...plan.steps.flatMap(({ id, kind, deps, reads, writes, postcondition }) => [
      line(`${id} (${kind}${deps.length > 0 ? `, after ${deps.join(', ')}` : ''})`),
      ...(reads.length > 0 ? [line(`  reads ${reads.join(', ')}`)] : []),
      line(
        `  finds ${writes.map(({ role }) => role).join(', ') || 'nothing'}; done when ${postcondition}`,
      ),
    ]),
    'e s1 = EXPRESSION, or e s1 {"name": value}, changes what code does; p has another plan made; n ends the run.',
  ]
}

const line = (text: string) => `  ${harmless(text)}`
