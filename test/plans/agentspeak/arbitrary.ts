// Arbitrary plans of AgentSpeak(L), for properties.
import fc from 'fast-check'
import type { Clause, Operation, Program } from '../../../plans/agentspeak/program.ts'
import {
  conjuncts,
  list,
  number,
  operators,
  type Structure,
  structure,
  type Term,
  text,
  variable,
} from '../../../plans/agentspeak/term.ts'

const reserved = new Set(['not', 'true', ...Object.keys(operators)])
const name = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,6}$/).filter(each => !reserved.has(each))
const variables = fc.stringMatching(/^(?:[A-Z][A-Za-z0-9_]{0,4}'?|_)$/).map(variable)
const numbers = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter(value => !Object.is(value, -0))
  .map(number)

/** Terms without operators. */
const { plainTerm } = fc.letrec<{ plainTerm: Term }>(tie => ({
  plainTerm: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    variables,
    numbers,
    fc.string({ unit: 'grapheme', maxLength: 8 }).map(text),
    fc
      .tuple(name, fc.array(tie('plainTerm'), { maxLength: 3 }))
      .map(([functor, args]) => structure(functor, args)),
    fc
      .tuple(fc.array(tie('plainTerm'), { maxLength: 3 }), fc.option(variables))
      .map(([items, tail]) => (tail && items.length > 0 ? list(items, tail) : list(items))),
  ),
}))

export const terms = plainTerm

export const literals: fc.Arbitrary<Structure> = fc
  .tuple(
    fc.boolean(),
    name,
    fc.array(plainTerm, { maxLength: 3 }),
    fc.array(plainTerm, { maxLength: 2 }),
  )
  .map(([negated, functor, args, annotations]) =>
    structure(`${negated ? '~' : ''}${functor}`, args, annotations),
  )

const { formula } = fc.letrec<{ formula: Term; expression: Term }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    plainTerm,
    fc
      .tuple(
        fc.constantFrom('+', '-', '*', '/', 'div', 'mod', '**'),
        tie('expression'),
        tie('expression'),
      )
      .map(([operator, a, b]) => structure(operator, [a, b])),
    variables.map(inner => structure('-', [inner])),
  ),
  formula: fc.oneof(
    { maxDepth: 3 },
    literals,
    fc
      .tuple(fc.constantFrom('<', '<=', '==', '\\==', '='), tie('expression'), tie('expression'))
      .map(([operator, a, b]) => structure(operator, [a, b])),
    fc
      .tuple(fc.constantFrom('&', '|'), tie('formula'), tie('formula'))
      .map(([operator, a, b]) => structure(operator, [a, b])),
    tie('formula').map(inner => structure('not', [inner])),
  ),
}))

export const formulas = formula

const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc
    .tuple(name, fc.array(plainTerm, { maxLength: 3 }), fc.boolean())
    .map(([functor, args, internal]): Operation => {
      return { type: 'execute', term: structure(`${internal ? '.' : ''}${functor}`, args) }
    }),
  fc
    .tuple(
      fc.constantFrom('achieve', 'spawn', 'test', 'add', 'remove', 'update' as const),
      literals,
    )
    .map(([type, term]): Operation => ({ type: type as Operation['type'], term })),
  fc
    .tuple(fc.constantFrom('=', '>', '=='), variables, plainTerm)
    .map(
      ([operator, a, b]): Operation => ({ type: 'evaluate', term: structure(operator, [a, b]) }),
    ),
)

export const clauses: fc.Arbitrary<Clause> = fc
  .record({
    label: fc.option(literals, { nil: undefined }),
    sign: fc.constantFrom('+' as const, '-' as const),
    kind: fc.constantFrom('achieve' as const, 'test' as const, 'belief' as const),
    literal: literals,
    context: fc.array(formulas, { maxLength: 3 }),
    body: fc.array(operations, { maxLength: 4 }),
  })
  .map(({ label, sign, kind, literal, context, body }) => ({
    ...(label && { label }),
    trigger: { sign, kind, literal },
    context: context.flatMap(conjuncts),
    body,
  }))

export const programs: fc.Arbitrary<Program> = fc.record({
  beliefs: fc.array(literals, { maxLength: 3 }),
  rules: fc.array(fc.record({ head: literals, body: formulas }), { maxLength: 2 }),
  goals: fc.array(literals, { maxLength: 2 }),
  clauses: fc.array(clauses, { maxLength: 3 }),
})
