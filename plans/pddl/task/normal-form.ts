// Ground conditions to alternatives of conjunctions, with axioms where that would explode.

import type { Formula } from './formula.ts'
import type { GroundAxiom } from './ground-task.ts'

/** Turns formulas into disjunctive normal form, collecting axioms on the way. */
export type Normalizer = ReturnType<typeof createNormalizer>

/** More alternatives than this become one derived atom. */
const MOST_ALTERNATIVES = 8

/** A normalizer whose derived atoms are numbered from `firstAtom`. */
export function createNormalizer(firstAtom: number) {
  /** Over literals. */
  const axioms: GroundAxiom[] = []
  const heads = new Map<string, number>()
  let nextAtom = firstAtom

  const derive = (alternatives: readonly (readonly number[])[]): readonly number[] => {
    const key = alternatives.map(a => a.join(' ')).join('|')
    const known = heads.get(key)
    if (known !== undefined) return [2 * known]
    const head = nextAtom++
    heads.set(key, head)
    for (const body of alternatives) axioms.push({ head: 2 * head, body })
    return [2 * head]
  }

  /** The alternatives of a formula, each a conjunction of literals. */
  const normalize = (formula: Formula): readonly (readonly number[])[] => {
    if (typeof formula === 'boolean') return formula ? [[]] : []
    if (typeof formula === 'number') return [[formula]]
    if (formula.kind === 'or') {
      const alternatives = formula.parts.flatMap(normalize)
      return alternatives.length > MOST_ALTERNATIVES ? [derive(alternatives)] : alternatives
    }
    const literals = formula.parts.filter(p => typeof p === 'number')
    const factors = formula.parts.filter(p => typeof p === 'object').map(normalize)
    const size = factors.reduce((product, f) => product * f.length, 1)
    const small = size > MOST_ALTERNATIVES ? factors.map(f => [derive(f)]) : factors
    const product = small.reduce<readonly (readonly number[])[]>(
      (rows, factor) => rows.flatMap(row => factor.map(more => [...row, ...more])),
      [literals],
    )
    return product.map(row => [...new Set(row)]).filter(isConsistent)
  }

  /** One conjunction for the whole formula; undefined when it is false. */
  const asConjunction = (formula: Formula) => {
    const alternatives = normalize(formula)
    return alternatives.length > 1 ? derive(alternatives) : alternatives[0]
  }
  /** Makes a literal follow from a formula. */
  const define = (head: number, formula: Formula) => {
    for (const body of normalize(formula)) axioms.push({ head, body })
  }
  return { normalize, asConjunction, define, axioms }
}

// --- internal ---

function isConsistent(literals: readonly number[]): boolean {
  return !literals.some(l => l % 2 === 1 && literals.includes(l - 1))
}
