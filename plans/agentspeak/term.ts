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

/** The names of the variables in a term, `_` left out, each once, in order. */
export function variablesOf(term: Term): readonly string[] {
  const found = new Set<string>()
  const visit = (part: Term): void => {
    if (part.type === 'variable') {
      if (part.name !== '_') found.add(part.name)
    } else if (part.type === 'structure') {
      for (const arg of part.args) visit(arg)
      for (const annotation of part.annotations ?? []) visit(annotation)
    } else if (part.type === 'list') {
      for (const item of part.items) visit(item)
      if (part.tail) visit(part.tail)
    }
  }
  visit(term)
  return [...found]
}

/** Whether no variable stands in the term. */
export function isGround(term: Term): boolean {
  switch (term.type) {
    case 'variable':
      return false
    case 'structure':
      return term.args.every(isGround) && (term.annotations?.every(isGround) ?? true)
    case 'list':
      return term.items.every(isGround) && (term.tail === undefined || isGround(term.tail))
    default:
      return true
  }
}

/** The operators between two terms: how close they bind, and which side a chain groups to. */
export const operators: Readonly<
  Record<string, { readonly level: number; readonly side: 'left' | 'right' | 'none' }>
> = {
  '|': { level: 1, side: 'right' },
  '&': { level: 2, side: 'right' },
  '<': { level: 4, side: 'none' },
  '<=': { level: 4, side: 'none' },
  '>': { level: 4, side: 'none' },
  '>=': { level: 4, side: 'none' },
  '==': { level: 4, side: 'none' },
  '\\==': { level: 4, side: 'none' },
  '=': { level: 4, side: 'none' },
  '=..': { level: 4, side: 'none' },
  '+': { level: 5, side: 'left' },
  '-': { level: 5, side: 'left' },
  '*': { level: 6, side: 'left' },
  '/': { level: 6, side: 'left' },
  div: { level: 6, side: 'left' },
  mod: { level: 6, side: 'left' },
  '**': { level: 7, side: 'right' },
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
