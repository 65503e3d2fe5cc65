import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDraft, toDraft } from '../../../plans/agentspeak/draft.ts'
import { printTerm } from '../../../plans/agentspeak/print.ts'
import { parseProgram, printClause, printProgram } from '../../../plans/agentspeak/program.ts'
import { AgentSpeakError, parseTerm } from '../../../plans/agentspeak/reader.ts'
import { parseYamlPlans, printYamlPlans } from '../../../plans/agentspeak/yaml.ts'
import { PlanDraft } from '../../../plans/plan.ts'
import { clauses, formulas, programs, terms } from './arbitrary.ts'

const explorer = `
+!reach(Object) : there_is(Object, here).
+!reach(Object) : there_is(Object, Direction) <- move(Direction).
+!reach(Object) : not there_is(Object, _) <- getDirectionToMove(Direction); move(Direction); !reach(Object).
`

describe('AgentSpeak(L) text', () => {
  it('gives a printed term, formula and program back', () => {
    fc.assert(
      fc.property(fc.oneof(terms, formulas), term => {
        expect(parseTerm(printTerm(term))).toEqual(term)
      }),
    )
    fc.assert(
      fc.property(programs, program => {
        expect(parseProgram(printProgram(program))).toEqual(program)
      }),
    )
  })

  it.each(['not ', '- ', '(', 'f(', 'a[', '[', '[a|', 'a & ', 'a ** '])(
    'is read 200 times %s deep and no deeper',
    opening => {
      const said = (times: number) => {
        try {
          return printTerm(parseTerm(`${opening.repeat(times)}a`))
        } catch (error) {
          return (error as Error).message
        }
      }
      expect(said(200)).not.toContain('a term less deep than 200')
      expect(said(201)).toContain('a term less deep than 200')
    },
  )

  it('is a plan of the library, which gives it back', () => {
    fc.assert(
      fc.property(clauses, clause => {
        const draft = toDraft(clause)
        expect(PlanDraft.parse(draft)).toEqual(draft)
        expect(fromDraft(draft)).toEqual(clause)
      }),
    )
  })

  it('has the steps of the body one behind the other', () => {
    const draft = toDraft(parseProgram(explorer).clauses[2]!)
    expect(draft).toMatchObject({
      intentionType: '+!reach/1',
      goal: '+!reach(Object)',
      contextConditions: ['not there_is(Object, _)'],
    })
    expect(draft.steps.map(({ kind, deps, action }) => [kind, deps, action])).toEqual([
      ['act', [], { act: 'getDirectionToMove', args: ['Direction'] }],
      ['act', ['s1'], { act: 'move', args: ['Direction'] }],
      ['achieve', ['s2'], { achieve: 'reach(Object)' }],
    ])
  })

  it('may hold comments, labels, annotations, rules, lists, texts and failure plans', () => {
    const source = `// what is known
at(home)[source(self)]. ~safe(cellar).
near(X, Y) :- next(X, Y) | (next(X, Z) & near(Z, Y)).
!start.
/* how it is done */
@first[atomic] +!start : at(P)[source(A)] & not ~safe(P) & X = 2 + 3 * 4 <- -+at("the hall"); ?next(P, [H|T]); !!rest; .print(H).
-!start[error(E)] : true <- true; +failed(E).
`
    const program = parseProgram(source)
    expect(program.clauses.map(printClause)).toEqual([
      '@first[atomic] +!start : at(P)[source(A)] & not ~safe(P) & X = 2 + 3 * 4 <- -+at("the hall"); ?next(P, [H|T]); !!rest; .print(H).',
      '-!start[error(E)] <- +failed(E).',
    ])
    expect(program.rules).toHaveLength(1)
    expect(program.goals.map(goal => printTerm(goal))).toEqual(['start'])
  })

  it.each([
    ['+!reach(Home) <- move(', 'line 1: expected a name, but the text ends'],
    ['a.\nb :- .', 'line 2: expected a name, but there is "."'],
    ['+!go <- move(Dir)\n+!stop.', 'line 2: expected a name, but there is "!"'],
    ['+!go <-\n  if (a) { b }.', 'line 2: "if" is not read here; write a sub-goal, with a plan'],
    ['a(#).', 'line 1: "#" begins nothing that can be read'],
    ['+!X.', 'line 1: expected a name, but there is "X"'],
  ])('says where %j is wrong', (source, message) => {
    expect(() => parseProgram(source)).toThrow(AgentSpeakError)
    expect(() => parseProgram(source)).toThrow(message)
  })
})

describe('YAML', () => {
  it('gives printed plans back', () => {
    fc.assert(
      fc.property(fc.array(clauses, { maxLength: 3 }), all => {
        const plans = all.map(toDraft)
        const { faults, ...read } = parseYamlPlans(printYamlPlans(plans))
        expect(faults).toEqual([])
        expect(read.plans).toEqual(plans)
      }),
    )
  })

  it.each([
    ['claude', 3, []],
    ['deepseek', 4, ['explore', 'visited(Location)']],
    ['gpt', 5, ['explore_for(X)', 'approach(X, D)']],
    ['gemini', 6, ['explore', 'move_towards(Direction)']],
  ])('reads what %s wrote in the paper', (model, count, names) => {
    const reply = readFileSync(`test/fixtures/agentspeak/${model}.md`, 'utf8')
    const { plans, invented, faults } = parseYamlPlans(reply)
    expect(faults).toEqual([])
    expect(plans).toHaveLength(count)
    expect(invented.map(({ literal }) => printTerm(literal))).toEqual(names)
    for (const { purpose } of invented) expect(purpose).toMatch(/^[a-z ]{20,}/i)
  })

  it('reads contexts and operations as they are meant', () => {
    const reply = readFileSync('test/fixtures/agentspeak/gemini.md', 'utf8')
    const printed = parseYamlPlans(reply).plans.map(plan => printClause(fromDraft(plan)!))
    expect(printed).toEqual([
      '+!reach(Object) : there_is(Object, here).',
      '+!reach(Object) : not there_is(Object, here) & not there_is(Object, Direction) <- !explore; !reach(Object).',
      '+!reach(Object) : not there_is(Object, here) & there_is(Object, Direction) & direction(Direction) <- !move_towards(Direction); !reach(Object).',
      '+!move_towards(Direction) : direction(Direction) & free(Direction) <- move(Direction).',
      '+!move_towards(Direction) : direction(Direction) & obstacle(Direction) <- fail.',
      '+!explore <- getDirectionToMove(Direction); !move_towards(Direction).',
    ])
  })

  it('keeps what can be read and says what cannot', () => {
    const { plans, faults } = parseYamlPlans(`EVENT: achieve go
CONDITIONS:
  - <none>
OPERATIONS:
  - walk to the door
---
EVENT: achieve stop
OPERATIONS:
  - execute halt()
`)
    expect(plans.map(({ goal }) => goal)).toEqual(['+!stop'])
    expect(faults).toEqual([
      'part 1: an operation begins with execute, achieve, add, remove or update, but there is "walk to the door"',
    ])
  })
})
