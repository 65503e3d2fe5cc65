// The edits that turn one plan into another, fewest first (Wagner and Fischer 1974).

import { printAtom, type Step } from '../syntax/syntax.ts'

/** One edit; `at` is the step of the wrong plan, from 1, and `step` is the new one. */
export type Edit =
  | { readonly kind: 'keep' | 'drop'; readonly at: number; readonly old: Step }
  | { readonly kind: 'replace'; readonly at: number; readonly old: Step; readonly step: Step }
  | { readonly kind: 'insert'; readonly step: Step }

/** How two plans differ. */
export interface Alignment {
  readonly edits: readonly Edit[]
  /** The number of edits that are not `keep`. */
  readonly distance: number
  /** How many steps of the old plan stay, and which share of it that is. */
  readonly kept: number
  readonly share: number
}

/** Aligns an old plan with a new one; of equally short alignments one that keeps most. */
export function alignPlans(old: readonly Step[], found: readonly Step[]): Alignment {
  const a = old.map(s => printAtom(s.action, s.args))
  const b = found.map(s => printAtom(s.action, s.args))
  const width = b.length + 1
  // kept steps break ties, so an edit weighs as much as all of them
  const edit = a.length
  const cost = new Float64Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 && j === 0) continue
      const drop = i > 0 ? cost[(i - 1) * width + j]! + edit : Number.POSITIVE_INFINITY
      const insert = j > 0 ? cost[i * width + j - 1]! + edit : Number.POSITIVE_INFINITY
      const isSame = a[i - 1] === b[j - 1]
      const both = i > 0 && j > 0 ? cost[(i - 1) * width + j - 1]! : Number.POSITIVE_INFINITY
      cost[i * width + j] = Math.min(drop, insert, both + (isSame ? -1 : edit))
    }
  }
  return walkBack(old, found, a, b, cost, edit)
}

// --- internal ---

function walkBack(
  old: readonly Step[],
  found: readonly Step[],
  a: readonly string[],
  b: readonly string[],
  cost: Float64Array,
  edit: number,
): Alignment {
  const width = b.length + 1
  const edits: Edit[] = []
  let i = a.length
  let j = b.length
  while (i > 0 || j > 0) {
    const here = cost[i * width + j]!
    const isSame = a[i - 1] === b[j - 1]
    if (j > 0 && here === cost[(i - 1) * width + j - 1]! + (isSame ? -1 : edit)) {
      i--
      j--
      const pair = { at: i + 1, old: old[i]! }
      edits.push(isSame ? { kind: 'keep', ...pair } : { kind: 'replace', ...pair, step: found[j]! })
    } else if (here === cost[(i - 1) * width + j]! + edit) {
      i--
      edits.push({ kind: 'drop', at: i + 1, old: old[i]! })
    } else {
      j--
      edits.push({ kind: 'insert', step: found[j]! })
    }
  }
  const kept = edits.filter(e => e.kind === 'keep').length
  return {
    edits: edits.reverse(),
    distance: edits.length - kept,
    kept,
    share: old.length === 0 ? 1 : kept / old.length,
  }
}
