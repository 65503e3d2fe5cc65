// Terms of AgentSpeak(L): beliefs, goals, actions and the formulas of contexts are all terms, so that
// one reader, one printer and one unification serve them.

/** A number, a text, a variable, an atom or structure, or a list. Operators are structures: `&(a, b)`. */
export type Term = NumberTerm | TextTerm | Variable | Structure | ListTerm

export interface NumberTerm {
  readonly type: 'number'
  readonly value: number
}

export interface TextTerm {
  readonly type: 'text'
  readonly value: string
}

/** `X`; `_` stands for anything, each time for something else. */
export interface Variable {
  readonly type: 'variable'
  readonly name: string
}

/** `there_is(home, Dir)[source(percept)]`; a strong negation has the tilde in its name. */
export interface Structure {
  readonly type: 'structure'
  readonly name: string
  readonly args: readonly Term[]
  /** Left out where there are none. */
  readonly annotations?: readonly Term[]
}

export interface ListTerm {
  readonly type: 'list'
  readonly items: readonly Term[]
  /** What follows the items, as in `[H|T]`: a variable, or what it stands for. */
  readonly tail?: Term
}

export const number = (value: number): NumberTerm => ({ type: 'number', value })

export const text = (value: string): TextTerm => ({ type: 'text', value })

export const variable = (name: string): Variable => ({ type: 'variable', name })

export function structure(
  name: string,
  args: readonly Term[] = [],
  annotations: readonly Term[] = [],
): Structure {
  return annotations.length === 0
    ? { type: 'structure', name, args }
    : { type: 'structure', name, args, annotations }
}

export function list(items: readonly Term[], tail?: Term): ListTerm {
  if (tail === undefined) return { type: 'list', items }
  if (tail.type !== 'list')
    return items.length === 0 ? { type: 'list', items: [], tail } : { type: 'list', items, tail }
  return list([...items, ...tail.items], tail.tail)
}

/** `reach/1`: what plans and beliefs are looked up by. A variable has none. */
export function indicator(term: Term): string | undefined {
  return term.type === 'structure' ? `${term.name}/${term.args.length}` : undefined
}

/** The structure without its annotations. */
export function plain(term: Structure): Structure {
  return term.annotations ? structure(term.name, term.args) : term
}

/** Every belief of the name and arity of `term`. */
export const anyLike = ({ name, args }: Structure): Structure =>
  structure(
    name,
    args.map(() => variable('_')),
  )

/** The terms that a term is made of: arguments and annotations, or items and what follows them. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.type) {
    case 'structure':
      return term.annotations ? [...term.args, ...term.annotations] : term.args
    case 'list':
      return term.tail ? [...term.items, term.tail] : term.items
    default:
      return []
  }
}

/** The term with what `to` gives in the place of each of its variables. */
export function withVariables(term: Term, to: (name: string) => Term): Term {
  const inside = (part: Term) => withVariables(part, to)
  switch (term.type) {
    case 'variable':
      return to(term.name)
    case 'structure':
      return structure(term.name, term.args.map(inside), term.annotations?.map(inside))
    case 'list':
      return list(term.items.map(inside), term.tail && inside(term.tail))
    default:
      return term
  }
}

/** The names of the variables in a term, `_` left out, each once, in order. */
export function variablesOf(term: Term): readonly string[] {
  const names = (part: Term): readonly string[] =>
    part.type === 'variable' ? [part.name] : partsOf(part).flatMap(names)
  return [...new Set(names(term))].filter(name => name !== '_')
}

/** Whether no variable stands in the term. */
export const isGround = (term: Term): boolean =>
  term.type !== 'variable' && partsOf(term).every(isGround)

/** What is denied, where the term is a negation. */
export function negated(term: Term): Term | undefined {
  return term.type === 'structure' && term.name === 'not' && term.args.length === 1
    ? term.args[0]
    : undefined
}

/** How close an operator binds, and which side a chain of it groups to. */
interface Operator {
  readonly level: number
  readonly side: 'left' | 'right' | 'none'
}

const onLevel = (level: number, side: Operator['side'], names: string) =>
  Object.fromEntries(names.split(' ').map((name): [string, Operator] => [name, { level, side }]))

/** The operators between two terms. */
export const operators: Readonly<Record<string, Operator>> = {
  ...onLevel(1, 'right', '|'),
  ...onLevel(2, 'right', '&'),
  ...onLevel(4, 'none', '< <= > >= == \\== = =..'),
  ...onLevel(5, 'left', '+ -'),
  ...onLevel(6, 'left', '* / div mod'),
  ...onLevel(7, 'right', '**'),
}

/** How close `not` binds. */
export const notLevel = 3

/** The parts of a conjunction, from left to right. */
export function conjuncts(term: Term): readonly Term[] {
  return term.type === 'structure' && term.name === '&' && term.args.length === 2
    ? [...conjuncts(term.args[0]!), ...conjuncts(term.args[1]!)]
    : [term]
}

/** The terms as one conjunction; `undefined` of none. */
export function conjunction(terms: readonly Term[]): Term | undefined {
  return terms.length === 0
    ? undefined
    : terms.reduceRight((all, term) => structure('&', [term, all]))
}
