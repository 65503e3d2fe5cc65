// Numbers for ground atoms, and the index by which grounding finds the reached ones.
import { addUnder } from '../syntax/syntax.ts'

/** A dense numbering of ground atoms, in the order in which they are first mentioned. */
export class AtomTable {
  readonly predicateOf: number[] = []
  readonly argsOf: (readonly number[])[] = []
  readonly #ids = new Map<number | string, number>()
  readonly #predicates: number
  readonly #objects: number
  readonly #isNumeric: boolean

  constructor(predicates: number, objects: number, maxArity: number) {
    this.#predicates = predicates
    this.#objects = objects
    this.#isNumeric = (predicates + 1) * objects ** maxArity < Number.MAX_SAFE_INTEGER
  }

  get size(): number {
    return this.argsOf.length
  }

  /** The number of an atom, given anew when it has none. */
  number(predicate: number, args: readonly number[]): number {
    const key = this.#key(predicate, args)
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = this.argsOf.length
    this.#ids.set(key, id)
    this.predicateOf.push(predicate)
    this.argsOf.push(args.slice())
    return id
  }

  /** The number of an atom, or -1. */
  find(predicate: number, args: readonly number[]): number {
    return this.#ids.get(this.#key(predicate, args)) ?? -1
  }

  #key(predicate: number, args: readonly number[]): number | string {
    if (!this.#isNumeric) return `${predicate} ${args.join(' ')}`
    let key = 0
    for (let i = args.length - 1; i >= 0; i--) key = key * this.#objects + args[i]!
    return key * this.#predicates + predicate
  }
}

/** The reached atoms, by predicate and by each of their arguments, in the order reached. */
export class ReachedIndex {
  readonly order: number[] = []
  #count = 0
  readonly #byPredicate: number[][]
  readonly #byArgument = new Map<number, number[]>()
  readonly #atoms: AtomTable
  readonly #objects: number

  constructor(atoms: AtomTable, predicates: number, objects: number) {
    this.#atoms = atoms
    this.#objects = objects
    this.#byPredicate = Array.from({ length: predicates }, () => [])
  }

  /** Adds an atom; its place in the order of reaching is then in `order`. */
  add(atom: number): void {
    const predicate = this.#atoms.predicateOf[atom]!
    this.order[atom] = this.#count++
    this.#byPredicate[predicate]!.push(atom)
    for (const [position, object] of this.#atoms.argsOf[atom]!.entries())
      addUnder(this.#byArgument, this.#argumentKey(predicate, position, object), atom)
  }

  /** The shortest list of reached atoms that can match; `bound` holds an object or -1 each. */
  candidates(predicate: number, bound: readonly number[]): readonly number[] {
    let best: readonly number[] = this.#byPredicate[predicate]!
    for (let position = 0; position < bound.length; position++) {
      const object = bound[position]!
      if (object < 0) continue
      const list = this.#byArgument.get(this.#argumentKey(predicate, position, object))
      if (!list) return []
      if (list.length < best.length) best = list
    }
    return best
  }

  #argumentKey(predicate: number, position: number, object: number): number {
    return (position * this.#byPredicate.length + predicate) * this.#objects + object
  }
}
