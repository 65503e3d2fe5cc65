// A plan as lines: its steps in an order in which they can run, each under the steps it waits for.
import type { StepStatus } from '../../agent/state.ts'
import { topological } from '../../plans/dag.ts'
import type { Step } from '../../plans/plan.ts'

/** One line of the view, not yet cut to width: what leads it in, a mark, and how it is set off. */
export interface Line {
  readonly lead?: string
  readonly mark?: string
  /** Of the mark; of the text when there is none. */
  readonly tone?: 'good' | 'bad' | 'faint'
  readonly text: string
}

export const stepMarks = {
  waiting: { mark: '○', tone: 'faint' },
  started: { mark: '◐', tone: 'faint' },
  done: { mark: '●', tone: 'good' },
  failed: { mark: '✗', tone: 'bad' },
} as const satisfies Record<StepStatus | 'waiting', Omit<Line, 'text'>>

/** The steps with their states, kinds, what they write and wait for; further in, the later they can run. */
export function planTree(
  steps: readonly Step[],
  status: Readonly<Record<string, StepStatus>>,
): readonly (Line & { readonly step: string })[] {
  const sorted = topological(steps)
  const order = 'order' in sorted ? sorted.order : steps
  const depths = new Map<string, number>()
  return order.map(({ id, kind, writes, deps }) => {
    const depth = Math.max(0, ...deps.map(dep => (depths.get(dep) ?? -1) + 1))
    depths.set(id, depth)
    const establishes = writes.length > 0 ? ` → ${writes.map(role => role.role).join(', ')}` : ''
    const waits = deps.length > 0 ? `, after ${deps.join(', ')}` : ''
    return {
      step: id,
      lead: depth === 0 ? '' : `${'  '.repeat(Math.min(depth, deepest) - 1)}└ `,
      ...stepMarks[status[id] ?? 'waiting'],
      text: `${id} ${kind}${establishes}${waits}`,
    }
  })
}

// --- internal ---

/** A long chain is indented no further, so that it stays on the screen. */
const deepest = 12
