// What is read of programs and of plans in YAML, and what is found wrong with them or useless.
import { fromDraft, operationOf, toDraft } from '../../../plans/agentspeak/draft.ts'
import { faultsOf } from '../../../plans/agentspeak/judge/faults.ts'
import { alignment, namesIn } from '../../../plans/agentspeak/judge/names.ts'
import { uselessPlans } from '../../../plans/agentspeak/judge/subsume.ts'
import * as vocabularies from '../../../plans/agentspeak/judge/vocabulary.ts'
import { printTerm } from '../../../plans/agentspeak/print.ts'
import * as programs from '../../../plans/agentspeak/program.ts'
import { parseTerm } from '../../../plans/agentspeak/reader.ts'
import { type Structure, type Term, variablesOf } from '../../../plans/agentspeak/term.ts'
import { parseYamlPlans, printYamlPlans } from '../../../plans/agentspeak/yaml.ts'
import type { Step } from '../../../plans/plan.ts'
import { testCases } from '../../support/cases.ts'

const { parseProgram, printClause, printOperation, printProgram } = programs
const literal = (text: string) => parseTerm(text) as Structure
const { clauses: library } = parseProgram('+!search(X) <- +seen(X).')
const known = {
  vocabulary: {
    goals: [
      { form: 'reach(Object)', meaning: 'to be at {Object}', holds: 'at(Object)' },
      { form: 'reach(Place)', meaning: 'said twice', holds: 'left(Place)' },
      { form: 'rest', meaning: 'to rest' },
    ],
    beliefs: [
      { form: 'at(Object)', meaning: 'you are at {Object}' },
      { form: 'at(Place)', meaning: 'said twice' },
      { form: 'next(From, To)', meaning: '{To} is {where} next to {From}' },
    ],
    actions: [
      { form: 'move(Direction)', meaning: 'go {Direction}' },
      { form: 'wait', meaning: '' },
    ],
    remarks: [],
  },
  believed: [literal('dark(night)')],
  library,
}
/** A term with every operator in parentheses. */
function grouped(term: Term): string {
  if (term.type !== 'structure' || term.args.length === 0) return printTerm(term)
  const [first, ...rest] = term.args.map(grouped)
  return rest.length === 0 ? `${term.name}(${first})` : `(${first} ${term.name} ${rest})`
}

/** `goal x; belief y` as what is invented. */
const written = (source: string, invented = '') => ({
  clauses: parseProgram(source).clauses,
  invented: (invented.match(/(goal|belief) [^;]+/g) ?? []).map(each => ({
    kind: each.split(' ')[0] as 'goal' | 'belief',
    literal: literal(each.slice(each.indexOf(' ') + 1)),
  })),
})

testCases('agentspeak', {
  printed: (source: string) => printProgram(parseProgram(source)),
  term: (source: string) => printTerm(parseTerm(source)),
  tree: (source: string) => parseTerm(source),
  grouped: (source: string) => grouped(parseTerm(source)),
  variables: (source: string) => variablesOf(parseTerm(source)),
  operation: (source: string) => {
    const operation = programs.parseOperation(source)
    return [operation.type, printOperation(operation)]
  },
  trigger: (source: string) => programs.printTrigger(programs.parseTrigger(source)),
  steps: (source: string) =>
    toDraft(parseProgram(source).clauses[0]!).steps.map(({ id, deps, kind, action, effect }) => ({
      id,
      deps,
      kind,
      action,
      effect,
    })),
  operationOf: (action: Step['action']) => {
    const operation = operationOf({ action } as Step)
    return operation && [operation.type, printOperation(operation)]
  },
  yaml: (source: string) => {
    const { plans, invented, faults } = parseYamlPlans(source)
    return {
      plans: plans.map(plan => printClause(fromDraft(plan)!)),
      invented: invented.map(each => [each.kind, printTerm(each.literal), each.purpose]),
      faults,
    }
  },
  asYaml: (source: string) => printYamlPlans(parseProgram(source).clauses.map(toDraft)),
  faults: (source: string, invented?: string) =>
    faultsOf(written(source, invented), literal('reach(home)'), known),
  useless: (source: string) => uselessPlans(parseProgram(source).clauses),
  names: (source: string) =>
    Object.fromEntries(
      Object.entries(namesIn(parseProgram(source).clauses)).map(([of, names]) => [of, [...names]]),
    ),
  alignment: (source: string, invented?: string) =>
    Object.fromEntries(
      Object.entries(alignment(written(source, invented), known)).map(([of, names]) => [
        of,
        [...names],
      ]),
    ),
  meaningOf: (form: string) => vocabularies.meaningOf(literal(form), known.vocabulary.beliefs),
  reachedWhen: (goal: string) => {
    const found = vocabularies.reachedWhen(literal(goal), known.vocabulary)
    return found && printTerm(found)
  },
})
