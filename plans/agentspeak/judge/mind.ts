// What is believed while plans are carried out in thought, and what their operations change.
import { unless } from '../../unless.ts'
import { printTerm } from '../print.ts'
import { type Operation, printOperation } from '../program.ts'
import { parseTerm } from '../reader.ts'
import { type Beliefs, first, UndecidedError } from '../solve.ts'
import { anyLike, indicator, type Structure, structure, type Term } from '../term.ts'
import { type Bindings, resolve, unify } from '../unify.ts'

/** A world as far as practising needs it. */
export interface PracticeWorld {
  act(
    action: string,
    args: readonly string[],
    key: string,
  ): Promise<{ readonly accepted: boolean; readonly text: string; readonly data?: unknown }>
  observations(after: number): Promise<readonly { readonly data?: unknown }[]>
}

/** Where an operation finds its variables, and leaves what it binds. */
export interface Binding {
  bindings: Bindings
}

/** A mind in a world, which believes nothing yet. */
export function createMind(world: PracticeWorld) {
  const beliefs = createBeliefs()
  let seen = 0
  let acts = 0
  /** Takes in what the world shows. */
  const look = async () => {
    const observed = await world.observations(seen)
    seen += observed.length
    for (const { data } of observed) {
      const { added = [], deleted = [] } = (data ?? {}) as Partial<Change>
      for (const fact of deleted) beliefs.remove(parseTerm(fact))
      for (const fact of added) beliefs.add(parseTerm(fact))
    }
  }

  async function act(term: Structure, binding: Binding): Promise<string | undefined> {
    const args = term.args.map(arg => printTerm(arg))
    const result = await world.act(term.name, args, `practice-${acts++}`)
    if (!result.accepted) return `${printTerm(term)} was refused: ${result.text}`
    const { args: given } = (result.data ?? {}) as { readonly args?: readonly string[] }
    const found = given && unify(term, structure(term.name, given.map(parseTerm)), binding.bindings)
    if (given && !found) return `${printTerm(term)} gave ${given.join(', ')} instead`
    if (found) binding.bindings = found.bindings
    await look()
    return undefined
  }

  return {
    beliefs,
    look,
    /** Actions done. */
    acts: () => acts,
    /** Carries out one operation that is no goal; resolves with what went wrong, if anything. */
    carryOut: async (operation: Operation, binding: Binding): Promise<string | undefined> => {
      const term = resolve(operation.term, binding.bindings)
      if (operation.type !== 'execute') return change(beliefs, operation, binding)
      if (term.type !== 'structure') return `${printTerm(term)} is no action`
      if (term.name === '.fail') return 'the plan gives up'
      return term.name.startsWith('.') ? undefined : act(term, binding)
    },
  }
}

/** The first way in which the formulas hold; none when they cannot be decided. */
export function holding(formulas: readonly Term[], beliefs: Beliefs, bindings: Bindings) {
  if (formulas.length === 0) return { bindings }
  return unless(UndecidedError, () => first(formulas, beliefs, bindings))
}

// --- internal ---

/** What an observation tells of what is perceived. */
interface Change {
  readonly added: readonly string[]
  readonly deleted: readonly string[]
}

type Store = ReturnType<typeof createBeliefs>

function createBeliefs() {
  const store = new Map<string, Structure[]>()
  const of = (name: string) => store.get(name) ?? []
  return {
    of,
    rules: [],
    add: (belief: Term) => {
      const name = indicator(belief)
      if (name === undefined || belief.type !== 'structure') return
      const spelled = printTerm(belief)
      if (!of(name).some(each => printTerm(each) === spelled))
        store.set(name, [...of(name), belief])
    },
    remove: (pattern: Term) => {
      const name = indicator(pattern)
      if (name === undefined) return
      store.set(
        name,
        of(name).filter(each => !unify(pattern, each, undefined)),
      )
    },
    /** All that is believed, in words. */
    told: () =>
      [...store.values()]
        .flat()
        .map(each => printTerm(each))
        .join(', ') || 'nothing',
  }
}

/** Carries out what asks or changes beliefs; a goal of its own is another root, and none of this one's. */
function change(beliefs: Store, operation: Operation, binding: Binding): string | undefined {
  const { type } = operation
  if (type === 'test' || type === 'evaluate') {
    const found = holding([operation.term], beliefs, binding.bindings)
    if (found) binding.bindings = found.bindings
    return found ? undefined : `${printOperation(operation)} does not hold`
  }
  const term = resolve(operation.term, binding.bindings)
  if (type === 'remove') beliefs.remove(term)
  if (type === 'update' && term.type === 'structure') beliefs.remove(anyLike(term))
  if (type === 'update' || type === 'add') beliefs.add(term)
  return undefined
}
