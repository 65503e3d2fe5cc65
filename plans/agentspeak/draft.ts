// A plan of AgentSpeak(L) as a plan of the library, and back: the trigger is its type and goal, the
// parts of the context its conditions, and each operation a step behind the one before it.
import type { PlanDraft, Step } from '../plan.ts'
import { printTerm } from './print.ts'
import {
  type Clause,
  isTrue,
  marks,
  type Operation,
  parseOperation,
  parseProgram,
  printOperation,
  printTrigger,
  type Trigger,
} from './program.ts'
import { parseTerm } from './reader.ts'
import { anyLike, indicator, type Structure, structure } from './term.ts'
import { isTriggerType } from './values.ts'

/** What plans for a trigger are looked up by: `+!reach/1`. */
export function triggerType({ sign, kind, literal }: Trigger): string {
  return `${sign}${marks[kind]}${indicator(literal)!}`
}

/**
 * The plan as one of the library.
 * @example
 * ```ts
 * import { parseProgram, toDraft } from 'intend/plans'
 *
 * const [clause] = parseProgram('+!reach(Home) : there_is(Home, Dir) <- move(Dir).').clauses
 * console.log(toDraft(clause!).contextConditions) // [ 'there_is(Home, Dir)' ]
 * ```
 */
export function toDraft({ label, trigger, context, body }: Clause): PlanDraft {
  const steps = body.map(
    (operation, i): Step => ({
      id: `s${i + 1}`,
      description: printOperation(operation),
      deps: i === 0 ? [] : [`s${i}`],
      reads: [],
      writes: [],
      ...formOf(operation),
      postcondition: '',
    }),
  )
  return {
    intentionType: triggerType(trigger),
    goal: `${label ? `@${printTerm(label)} ` : ''}${printTrigger(trigger)}`,
    contextConditions: context.map(part => printTerm(part)),
    parameters: [],
    steps: steps.length > 0 ? steps : [nothing],
  }
}

/**
 * The plan of AgentSpeak(L) that a plan of the library is, or `undefined` when it is another kind of plan.
 * @example
 * ```ts
 * import { fromDraft, parseProgram, toDraft } from 'intend/plans'
 *
 * const [clause] = parseProgram('+!rest <- !sleep(8).').clauses
 * console.log(fromDraft(toDraft(clause!))?.body[0]?.type) // achieve
 * ```
 */
export function fromDraft(draft: PlanDraft): Clause | undefined {
  if (!isTriggerType(draft.intentionType)) return undefined
  const { label, trigger } = parseProgram(`${draft.goal}.`).clauses[0]!
  const operations = draft.steps.map(operationOf)
  if (operations.includes(undefined)) return undefined
  return {
    ...(label && { label }),
    trigger,
    context: draft.contextConditions.map(parseTerm),
    body: (operations as Operation[]).filter(
      ({ type, term }) => type !== 'execute' || !isTrue(term),
    ),
  }
}

/** The operation that a step is, or `undefined` when it is another kind of step. */
export function operationOf({ action }: Step): Operation | undefined {
  if (!action || 'tool' in action) return undefined
  if ('act' in action)
    return { type: 'execute', term: structure(action.act, action.args.map(parseTerm)) }
  if ('expression' in action) return { type: 'evaluate', term: parseTerm(action.expression) }
  if ('achieve' in action) {
    const goal = action.achieve
    return parseOperation(/^[!?]/.test(goal) ? goal : `!${goal}`)
  }
  const [added] = Object.keys(action.add)
  const [removed] = action.remove
  if (added === undefined && removed === undefined)
    return { type: 'execute', term: structure('true') }
  if (added === undefined) return { type: 'remove', term: parseTerm(removed!) }
  return { type: removed === undefined ? 'add' : 'update', term: parseTerm(added) }
}

// --- internal ---

const nothing: Step = {
  id: 's1',
  kind: 'believe',
  description: 'true',
  deps: [],
  reads: [],
  writes: [],
  action: { add: {}, remove: [] },
  postcondition: '',
}

function formOf({ type, term }: Operation): Pick<Step, 'kind' | 'action' | 'effect'> {
  const said = printTerm(term)
  switch (type) {
    case 'execute': {
      const { name, args } = term as Structure
      const action = { act: name, args: args.map(arg => printTerm(arg)) }
      return { kind: 'act', action, ...(!name.startsWith('.') && { effect: true }) }
    }
    case 'evaluate':
      return { kind: 'compute', action: { expression: said } }
    case 'achieve':
      return { kind: 'achieve', action: { achieve: said } }
    case 'spawn':
    case 'test':
      return { kind: 'achieve', action: { achieve: printOperation({ type, term }) } }
    case 'add':
      return { kind: 'believe', action: { add: { [said]: true }, remove: [] } }
    case 'remove':
      return { kind: 'believe', action: { add: {}, remove: [said] } }
    case 'update': {
      const old = term.type === 'structure' ? printTerm(anyLike(term)) : said
      return { kind: 'believe', action: { add: { [said]: true }, remove: [old] } }
    }
  }
}
