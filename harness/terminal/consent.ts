// Leave for what a tool may not simply do, asked of the person at the terminal.
import { createInterface } from 'node:readline/promises'
import { soundness } from '../../agent/commitment.ts'
import type { Commitment, ConsentAsked, Policy } from '../../agent/contract.ts'
import type { Surroundings } from '../cli/command.ts'
import { harmless, shortened } from './plain-text.ts'
import { planTree } from './plan-tree.ts'

/** Shows `lines` and gives the line that is typed next; undefined when there is none. */
export type Confirm = (lines: readonly string[]) => Promise<string | undefined>

/**
 * A policy's `consent` that asks a person, one question at a time: `y` gives leave for this one act,
 * `a` for every further call of the tool in this run; anything else refuses.
 */
export function consentOf(confirm: Confirm): Policy['consent'] {
  const always = new Set<string>()
  let before: Promise<unknown> = Promise.resolve()
  return asked => {
    const turn = before.then(async () => {
      if (always.has(asked.tool)) return undefined
      const said = (await confirm(questionOf(asked)))?.trim().toLowerCase()
      if (said === 'a' || said === 'always') always.add(asked.tool)
      return said && ['y', 'yes', 'a', 'always'].includes(said)
        ? undefined
        : `the person at the terminal gave no leave to ${asked.act}; do without it`
    })
    before = turn.catch(() => undefined)
    return turn
  }
}

/**
 * A policy's `objection` that, where a plan is sound, asks a person: `y` lets it be carried out, `a`
 * this one and every further one of the run; anything else refuses.
 */
export function approvalOf(confirm: Confirm): Policy['objection'] {
  let always = false
  let before: Promise<unknown> = Promise.resolve()
  return commitment => {
    const turn = before.then(async () => {
      const unsound = await soundness(commitment)
      if (unsound !== undefined || always) return unsound
      const said = (await confirm(planQuestion(commitment)))?.trim().toLowerCase()
      always = said === 'a' || said === 'always'
      return always || said === 'y' || said === 'yes'
        ? undefined
        : 'the person at the terminal did not approve of the plan'
    })
    before = turn.catch(() => undefined)
    return turn
  }
}

/** Asks at the terminal; undefined where there is none, so that nobody is waited for. */
export function confirmAt(
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Confirm | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return async lines => {
    stderr.write(`${lines.join('\n')}\n`)
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

// --- internal ---

function planQuestion({ intention, plan }: Commitment): readonly string[] {
  const tree = planTree(plan.steps, {}).map(({ lead = '', text }) => `  ${lead}${text}`)
  const goals = plan.steps.map(({ id, description }) => `  ${id}: ${description}`)
  return [
    harmless(`The plan for "${intention.goal}" is to ${plan.goal}`),
    ...tree.map(harmless),
    ...goals.map(line => shortened(line, 160)),
    'Carry it out? y: this one, a: all plans of this run, anything else: no',
  ]
}

function questionOf({ tool, act, why, tainted }: ConsentAsked): readonly string[] {
  return [
    harmless(`${tool} asks for leave to ${act}`),
    harmless(`  ${why}`),
    ...(tainted
      ? ['  What it was called with may come from files or pages and not from you.']
      : []),
    'Allow it? y: this once, a: always in this run, anything else: no',
  ]
}
