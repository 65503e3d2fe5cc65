// Consent to what a tool may not simply do, and approval of plans, asked of the person at the terminal.
import { createInterface } from 'node:readline/promises'
import { soundness } from '../../agent/commitment.ts'
import type { Commitment, ConsentAsked, Policy } from '../../agent/contract.ts'
import { view } from '../../agent/view.ts'
import type { Surroundings } from '../cli/command.ts'
import { described } from './brief.ts'
import { harmless, wrapped } from './plain-text.ts'

/** Shows `lines` and gives the line that is typed next; undefined when there is none. */
export type Confirm = (lines: readonly string[]) => Promise<string | undefined>

/**
 * A policy's `consent` that asks a person, one question at a time: `y` allows this one act, `a` every
 * further call of the tool in this run, `?` tells more; anything else refuses.
 */
export function consentOf(confirm: Confirm): Policy['consent'] {
  const always = new Set<string>()
  const inTurn = turns()
  return asked =>
    inTurn(async () => {
      if (always.has(asked.tool)) return undefined
      const said = await choice(confirm, questionOf(asked), [
        ...Object.entries(inputOf(asked)).map(([name, value]) => line(`${name}: ${value}`)),
        line(`for step ${asked.step} of the plan`),
        `y allows it once, a allows every call of ${asked.tool} in this run, n refuses: the agent then goes on without it.`,
      ])
      if (said === 'always') always.add(asked.tool)
      return said === 'no'
        ? `the person at the terminal did not consent to ${asked.act}; do without it`
        : undefined
    })
}

/**
 * A policy's `objection` that, where a plan is sound, asks a person: `y` lets it be carried out, `a`
 * this one and every further one of the run, `?` tells more; anything else refuses.
 */
export function approvalOf(confirm: Confirm): Policy['objection'] {
  let always = false
  const inTurn = turns()
  return commitment =>
    inTurn(async () => {
      const unsound = await soundness(commitment)
      if (unsound !== undefined || always) return unsound
      const said = await choice(confirm, planQuestion(commitment), planDetails(commitment))
      always = said === 'always'
      return said === 'no' ? 'the person at the terminal did not approve of the plan' : undefined
    })
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

// --- internal ---

/** Runs one piece of work after the other. */
function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** What the person says to `question`; those who type `?` are shown `details` and asked again. */
async function choice(
  confirm: Confirm,
  question: readonly string[],
  details: readonly string[],
): Promise<'yes' | 'always' | 'no'> {
  for (let lines = question; ; lines = [...details, question.at(-1)!]) {
    const said = (await confirm(lines))?.trim().toLowerCase()
    if (said === '?' || said === 'help') continue
    if (said === 'a' || said === 'always') return 'always'
    return said === 'y' || said === 'yes' ? 'yes' : 'no'
  }
}

function planQuestion({ intention, plan, state }: Commitment): readonly string[] {
  const { beliefs } = view(state, intention.id)
  return [
    harmless(`The plan: ${plan.goal}`),
    ...plan.steps.map(step => line(`${step.id}: ${described(step, beliefs)}`)),
    'Carry it out? y: this one, a: all plans of this run, ?: more about it, n: no',
  ]
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
    'n ends the run without an answer; ask again to have another plan made.',
  ]
}

function questionOf(asked: ConsentAsked): readonly string[] {
  return [
    harmless(`${asked.tool} asks for your consent to ${asked.act}`),
    line(asked.why),
    ...(asked.tainted
      ? ['  What it was called with may come from files or pages and not from you.']
      : []),
    'Allow it? y: this once, a: always in this run, ?: more about it, n: no',
  ]
}

const line = (text: string) => `  ${harmless(text)}`

const inputOf = ({ input }: ConsentAsked): Readonly<Record<string, string>> =>
  input !== null && typeof input === 'object'
    ? Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name, JSON.stringify(value)]),
      )
    : {}
