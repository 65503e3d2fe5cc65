import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUnstratified } from '../../../plans/pddl/syntax/axioms.ts'
import { parseDomain } from '../../../plans/pddl/syntax/parse-domain.ts'
import { parseProblem } from '../../../plans/pddl/syntax/parse-problem.ts'
import { printDomain, printProblem } from '../../../plans/pddl/syntax/print.ts'
import { PddlError } from '../../../plans/pddl/syntax/reader.ts'
import type {
  Action,
  Condition,
  Domain,
  Effect,
  Problem,
} from '../../../plans/pddl/syntax/syntax.ts'
import { createTask } from '../../../plans/pddl/task/task.ts'
import { samples } from './domains.ts'
import { anyString } from './support.ts'

describe('every sample', () => {
  it.each(Object.entries(samples))('%s parses back from its printed form', (_, sample) => {
    const domain = parseDomain(sample.domain)
    expect(parseDomain(printDomain(domain))).toEqual(domain)
    const problem = parseProblem(sample.problem, domain)
    expect(parseProblem(printProblem(problem), domain)).toEqual(problem)
  })
})

describe('what published files contain', () => {
  it('reads tabs in comments, mixed case, one line, types as predicates and no :typing', () => {
    const domain = parseDomain(
      '(DEFINE (Domain Odd) ; a\tcomment )(\r\n(:Types Depot - Place Place)(:predicates (OBJ ?x)(at ?x ?y - DEPOT))' +
        '(:action Go :parameters\t(?x - depot ?y) :effect (and (AT ?y ?x)(not (obj ?Y)))))',
    )
    const go = domain.actions[0]
    expect(domain.name).toBe('odd')
    expect(go?.parameters).toEqual([
      { name: '?x', types: ['depot'] },
      { name: '?y', types: [] },
    ])
    expect(go?.precondition).toEqual({ kind: 'and', parts: [] })
    const problem = parseProblem(
      '(define (problem p) (:domain other) (:objects a - DEPOT b) (:init (OBJ B) (not (obj a))) (:goal ()))',
      domain,
    )
    expect(problem.init).toEqual([{ name: 'obj', args: ['b'] }])
  })

  it('reads a variable that begins where a name ends', () => {
    const [p] = parseDomain('(define (domain d) (:predicates (at?x ?y)))').predicates
    expect(p).toMatchObject({ name: 'at', parameters: [{ name: '?x' }, { name: '?y' }] })
  })

  it('takes a type called object that stands beside others for one of them', () => {
    const domain = parseDomain(
      '(define (domain d) (:types object place) (:predicates (p ?x - object)))',
    )
    const problem = parseProblem(
      '(define (problem p) (:objects a - object b - place) (:init) (:goal ()))',
      domain,
    )
    const { range } = createTask(domain, problem)
    expect(range({ name: '?x', types: ['object'] })).toEqual(['a'])
    expect(range({ name: '?x', types: [] })).toEqual(['a', 'b'])
  })
})

describe('errors carry line, column and what was expected', () => {
  const domain = parseDomain(samples.gripper!.domain)
  const inDomain = (body: string) => () => parseDomain(`(define (domain d)\n${body})`)
  const inProblem = (body: string) => () => parseProblem(`(define (problem p)\n${body})`, domain)
  it.each<[string, () => unknown, string]>([
    [
      'nothing',
      () => parseDomain(' ; x'),
      'line 1, column 1: expected "(define", found no PDDL at all',
    ],
    [
      'open list',
      () => parseDomain('(define\n (domain d'),
      'line 2, column 2: expected ")" for this "(", found the end of the text',
    ],
    [
      'a name of forty letters',
      () => parseDomain(`(define (domain d))\n${'n'.repeat(40)}`),
      `line 2, column 1: expected the end of the text, found "${'n'.repeat(40)}"`,
    ],
    [
      'rest',
      () => parseDomain('(define (domain d))\n)'),
      'line 2, column 1: expected the end of the text, found ")"',
    ],
    [
      'problem for domain',
      () => parseDomain('(define (problem d))'),
      'line 1, column 9: expected "(domain NAME)", found "(problem ...)"',
    ],
    [
      'section',
      inDomain(' (:acton a)'),
      'line 2, column 3: expected one of the sections :requirements :types :constants :predicates :functions :derived :action, found ":acton"',
    ],
    ...[
      ['durative actions', inDomain('(:durative-action a)'), 'no durative action'],
      [
        'object functions',
        inDomain('(:functions (at) - object)'),
        'no function that gives an object',
      ],
      ['courses', inProblem('(:init)(:goal (always (free left)))'), 'no constraint on the course'],
      [
        'timed facts',
        inProblem('(:init (at 5 (free left)))(:goal ())'),
        'no timed initial literal',
      ],
      [
        'arithmetic',
        inDomain('(:action a :effect (increase (total-cost) (+ 1 2)))'),
        'no arithmetic',
      ],
      [
        'chance',
        inDomain('(:action a :effect (probabilistic 0.5 (p)))'),
        'no effect that chance decides',
      ],
      [
        'changing costs',
        inDomain('(:action a :effect (when () (forall (?b) (increase (total-cost) 1))))'),
        'no cost that depends on the state',
      ],
      ['constraints', inProblem('(:init)(:goal ())(:constraints ())'), 'no constraint'],
      ['preferences', inProblem('(:init)(:goal (preference a ()))'), 'no preference'],
      ['numeric conditions', inProblem('(:init)(:goal (> (f) 1))'), 'no numeric condition'],
      ['numeric equality', inProblem('(:init)(:goal (= (f) 1))'), 'no numeric condition'],
      ['numeric effects', inDomain('(:action a :effect (assign (f) 1))'), 'no numeric effect'],
    ].map(
      ([what, parse, expected]) =>
        [what, parse, `expected ${expected}`] as [string, () => unknown, string],
    ),
    [
      'second action',
      inDomain('(:action a)(:action a)'),
      'line 2, column 12: expected each name declared once, found a second "a"',
    ],
    [
      'second predicate',
      inDomain('(:predicates (p) (p ?x))'),
      'expected each name declared once, found a second "p"',
    ],
    [
      'derived by its own absence',
      inDomain('(:predicates (p) (q))\n(:derived (p) (q))\n(:derived (q) (not (p)))'),
      'line 4, column 1: expected a derived predicate that does not rest on its own negation, found "(q ...)", which needs "(not (p ...))"',
    ],
    [
      'derived and changed',
      inDomain('(:predicates (p) (q))(:derived (p) (q))(:action a :effect (p))'),
      'line 2, column 59: expected a predicate that is not derived, found "(p ...)"',
    ],
    [
      'derived in the wrong place',
      inDomain('(:predicates (p ?x))(:derived (p))'),
      'line 2, column 34: expected "(:derived (NAME ?x ...) CONDITION)", found "(:derived ...)"',
    ],
    [
      'derived with another arity',
      inDomain('(:predicates (p ?x))(:derived (p) ())'),
      'expected 1 argument of "p", found 0',
    ],
    [
      'second parameter',
      inDomain('(:action a :parameters (?x ?x))'),
      'expected each variable once, found a second "?x"',
    ],
    [
      'second effect',
      inDomain('(:action a :effect () :effect ())'),
      'expected one :effect, found a second one',
    ],
    [
      'type',
      inDomain('(:types car)(:predicates (p ?x - cat))'),
      'line 2, column 34: expected a declared type, found "cat", did you mean "car"?',
    ],
    [
      'circle of types',
      inDomain('(:types a - b b - c c - b)'),
      'line 2, column 1: expected types in no circle, found "b", a kind of itself',
    ],
    [
      'type of itself',
      inDomain('(:types a - a)'),
      'expected types in no circle, found "a", a kind of itself',
    ],
    [
      'second value',
      () =>
        parseProblem(
          '(define (problem p)\n(:init (= (far) 1) (= (far) 1) (= (far) 2))(:goal ()))',
          parseDomain('(define (domain d) (:functions (far)))'),
        ),
      'line 2, column 32: expected one value of (far), found 1 and 2',
    ],
    [
      'predicate',
      inDomain('(:predicates (clear ?x))(:action a :parameters (?x) :effect (claer ?x))'),
      'line 2, column 62: expected a declared predicate, found "claer", did you mean "clear"?',
    ],
    [
      'variable',
      inDomain('(:predicates (p ?x))(:action a :parameters (?x) :effect (p ?y))'),
      'line 2, column 60: expected a variable declared here, found "?y", did you mean "?x"?',
    ],
    [
      'arity',
      inDomain('(:predicates (p ?x))(:action a :parameters (?x) :effect (p))'),
      'line 2, column 57: expected 1 argument of "p", found 0',
    ],
    [
      'function',
      inDomain('(:functions (cost) - number size)'),
      'expected a function "(NAME ?x ...)" or "- number"',
    ],
    [
      'field',
      inDomain('(:action a :params ())'),
      'line 2, column 12: expected ":parameters", ":precondition" or ":effect", found ":params"',
    ],
    [
      'two nots',
      inDomain('(:predicates (p))(:action a :precondition (not (p) (p)))'),
      'line 2, column 52: expected 1 part in "(not ...)", found 2',
    ],
    [
      'object',
      inProblem('(:objects a - room)(:init (at-robby b))(:goal ())'),
      'line 2, column 37: expected a declared object, found "b"; there is left, right, a',
    ],
    ['goal', inProblem('(:init)'), 'line 2, column 8: expected a section "(:goal ...)", found ")"'],
    [
      'metric',
      inProblem('(:init)(:goal ())(:metric maximize (total-cost))'),
      'line 2, column 18: expected no metric other than (minimize (total-cost)), which is not supported, found "(:metric ...)"',
    ],
    [
      'second section',
      inProblem('(:init)(:init)(:goal ())'),
      'line 2, column 9: expected one section :init only, found a second one',
    ],
  ])('%s', (_, parse, message) => {
    expect(parse).toThrow(PddlError)
    expect(parse).toThrow(message)
  })

  it('throws nothing but PddlError, whatever the text', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      ' ',
      '\n',
      'define',
      'domain',
      ':action',
      ':types',
      '-',
      '?x',
      'and',
      'not',
      'a',
      '=',
      ';',
      '3',
    )
    const anyText = fc.oneof(
      fc.string(),
      anyString,
      fc.array(piece).map(p => p.join(' ')),
    )
    fc.assert(
      fc.property(anyText, text => {
        for (const parse of [() => parseDomain(text), inDomain(text), inProblem(text)]) {
          try {
            parse()
          } catch (error) {
            if (!(error instanceof PddlError)) throw error
          }
        }
      }),
    )
    expect(() => parseDomain('('.repeat(1e6))).toThrow(PddlError)
  })
})

describe('parse(print(x)) = x', () => {
  it('holds for any domain and problem', () => {
    fc.assert(
      fc.property(anyDomain, domain => {
        expect(parseDomain(printDomain(domain))).toEqual(domain)
      }),
    )
    fc.assert(
      fc.property(anyProblem, ([domain, problem]) => {
        expect(parseProblem(printProblem(problem), domain)).toEqual(problem)
      }),
    )
  })
})

// --- generators ---

const types = ['t', 'u', 'object']
const typedAs = (names: string[]) =>
  fc
    .tuple(
      fc.subarray(names),
      fc.array(fc.subarray(types, { minLength: 1 }), { minLength: 4, maxLength: 4 }),
      fc.nat(4),
    )
    .map(([chosen, kinds, typed]) =>
      chosen.map((name, i) => ({ name, types: i < typed ? (kinds[i] ?? []) : [] })),
    )
const term = fc.constantFrom('?x', '?y', 'c')
const atom = fc.oneof(
  term.map(t => ({ name: 'p', args: [t] })),
  fc.tuple(term, term).map(args => ({ name: 'q', args })),
  fc.constant({ name: 'r', args: [] }),
)
const variables = typedAs(['?x', '?z']).filter(ordered)
const condition = fc.letrec<{ node: Condition }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small' },
    atom.map((a): Condition => ({ kind: 'atom', atom: a })),
    fc.tuple(term, term).map(([left, right]): Condition => ({ kind: 'equal', left, right })),
    tie('node').map((part): Condition => ({ kind: 'not', part })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('node'), { maxLength: 3 }),
      )
      .map(([kind, parts]): Condition => ({ kind, parts })),
    fc
      .tuple(tie('node'), tie('node'))
      .map(([left, right]): Condition => ({ kind: 'imply', left, right })),
    fc
      .tuple(fc.constantFrom('forall' as const, 'exists' as const), variables, tie('node'))
      .map(([kind, vs, body]): Condition => ({ kind, variables: vs, body })),
  ),
})).node
const effect = fc.letrec<{ node: Effect }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc
      .tuple(fc.constantFrom('add' as const, 'delete' as const), atom)
      .map(([kind, a]): Effect => ({ kind, atom: a })),
    fc
      .oneof(
        fc.nat(),
        fc.constant(2.5),
        term.map(t => ({ name: 'cost', args: [t] })),
      )
      .map((amount): Effect => ({ kind: 'increase', amount })),
    fc.array(tie('node'), { maxLength: 3 }).map((parts): Effect => ({ kind: 'and', parts })),
    fc
      .tuple(condition, tie('node'))
      .filter(([, e]) => !JSON.stringify(e).includes('increase'))
      .map(([c, e]): Effect => ({ kind: 'when', condition: c, effect: e })),
    fc
      .tuple(variables, tie('node'))
      .map(([vs, e]): Effect => ({ kind: 'forall', variables: vs, effect: e })),
  ),
})).node
const UNTYPED = ['?x', '?y'].map(name => ({ name, types: [] }))
const anyAction: fc.Arbitrary<Action> = fc.record({
  name: fc.constantFrom('act', 'do-it'),
  // untyped names can only come last in a list
  parameters: typedAs(['?z']).map(z => [...z.filter(v => v.types.length > 0), ...UNTYPED]),
  precondition: condition,
  effect,
})
const anyDomain: fc.Arbitrary<Domain> = fc.record({
  name: fc.constant('d'),
  requirements: fc.subarray([':strips', ':typing', ':adl']),
  types: fc.constant([
    { name: 't', types: ['u'] },
    { name: 'u', types: [] },
  ]),
  constants: fc.constant([{ name: 'c', types: [] }]),
  predicates: fc.constant([
    { name: 'p', parameters: [{ name: '?x', types: ['t', 'u'] }] },
    {
      name: 'q',
      parameters: [
        { name: '?x', types: [] },
        { name: '?y', types: [] },
      ],
    },
    { name: 'r', parameters: [] },
    { name: 'd', parameters: UNTYPED },
  ]),
  functions: fc.constant([
    { name: 'total-cost', parameters: [] },
    { name: 'cost', parameters: [{ name: '?x', types: [] }] },
  ]),
  axioms: fc.array(
    condition
      .map(c => ({ name: 'd', parameters: UNTYPED, condition: c }))
      .filter(a => !findUnstratified([a])),
    { maxLength: 2 },
  ),
  actions: fc.uniqueArray(anyAction, { maxLength: 2, selector: ({ name }) => name }),
})
const ground = (a: { name: string; args: readonly string[] }) => ({
  ...a,
  args: a.args.map(() => 'c'),
})
const anyProblem: fc.Arbitrary<[Domain, Problem]> = anyDomain.chain(domain =>
  fc.tuple(
    fc.constant(domain),
    fc.record({
      name: fc.constant('p'),
      domain: fc.constantFrom('d', ''),
      requirements: fc.constant([]),
      objects: typedAs(['a', 'b', 'e']).filter(ordered),
      init: fc.array(atom.map(ground), { maxLength: 4 }),
      values: fc.array(
        fc.nat().map(value => ({ function: { name: 'cost', args: ['c'] }, value })),
        { maxLength: 1 },
      ),
      goal: fc.constantFrom<Condition>(
        { kind: 'and', parts: [] },
        { kind: 'atom', atom: { name: 'r', args: [] } },
      ),
      minimizeCost: fc.boolean(),
    }),
  ),
)
function ordered(list: readonly { types: readonly string[] }[]): boolean {
  const firstUntyped = list.findIndex(o => o.types.length === 0)
  return firstUntyped < 0 || list.slice(firstUntyped).every(o => o.types.length === 0)
}
