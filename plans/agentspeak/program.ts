// AgentSpeak(L) text: beliefs, rules, goals and plans, read and printed.
// `+!reach(Home) : there_is(Home, Dir) <- move(Dir); !reach(Home).`
import { printTerm } from './print.ts'
import {
  AgentSpeakError,
  accept,
  type Cursor,
  cursorOf,
  expect,
  peek,
  readLiteral,
  readTerm,
  readWhole,
} from './reader.ts'
import { conjunction, conjuncts, operators, plain, type Structure, type Term } from './term.ts'

/** What a plan is for: a goal or belief that comes (`+`) or goes or fails (`-`). */
export interface Trigger {
  readonly sign: '+' | '-'
  readonly kind: 'achieve' | 'test' | 'belief'
  readonly literal: Structure
}

/**
 * One operation of a body. `achieve` is carried out in place, `spawn` (`!!g`) as a goal of its own;
 * `update` (`-+b`) puts a belief in place of those of its name; `evaluate` is a comparison.
 */
export interface Operation {
  readonly type: 'execute' | 'achieve' | 'spawn' | 'test' | 'add' | 'remove' | 'update' | 'evaluate'
  readonly term: Term
}

/** A plan of AgentSpeak(L): event, context and body. */
export interface Clause {
  /** `@name[atomic]` */
  readonly label?: Structure
  readonly trigger: Trigger
  /** Parts that all have to hold; empty where the plan always applies. */
  readonly context: readonly Term[]
  readonly body: readonly Operation[]
}

export interface Rule {
  readonly head: Structure
  readonly body: Term
}

/** What a text of AgentSpeak(L) says. */
export interface Program {
  readonly beliefs: readonly Structure[]
  readonly rules: readonly Rule[]
  readonly goals: readonly Structure[]
  readonly clauses: readonly Clause[]
}

/**
 * Reads a program. Throws an AgentSpeakError with the line for what is none.
 * @example
 * ```ts
 * import { parseProgram } from 'intend/plans'
 *
 * const { clauses } = parseProgram('!start. +!start : free(Dir) <- move(Dir).')
 * console.log(clauses[0]?.body[0]?.type) // execute
 * ```
 */
export function parseProgram(source: string): Program {
  const cursor = cursorOf(source)
  const program: { readonly [List in keyof Program]: Program[List][number][] } = {
    beliefs: [],
    rules: [],
    goals: [],
    clauses: [],
  }
  while (peek(cursor).kind !== 'end') {
    if (accept(cursor, '!')) program.goals.push(structureAt(cursor))
    else if (['@', '+', '-'].includes(peek(cursor).text)) program.clauses.push(readClause(cursor))
    else {
      const head = structureAt(cursor)
      if (accept(cursor, ':-')) program.rules.push({ head, body: readTerm(cursor) })
      else program.beliefs.push(head)
    }
    expect(cursor, '.')
  }
  return program
}

/**
 * The program as text; `parseProgram` of it gives an equal program.
 * @example
 * ```ts
 * import { parseProgram, printProgram } from 'intend/plans'
 *
 * console.log(printProgram(parseProgram('+!rest<-!sleep( 8 ).')).trim()) // +!rest <- !sleep(8).
 * ```
 */
export function printProgram({ beliefs, rules, goals, clauses }: Program): string {
  const lines = [
    ...beliefs.map(each => `${printTerm(each)}.`),
    ...rules.map(printRule),
    ...goals.map(each => `!${printTerm(each)}.`),
    ...clauses.map(printClause),
  ]
  return lines.map(line => `${line}\n`).join('')
}

/** `head :- body.` */
export function printRule({ head, body }: Rule): string {
  return `${printTerm(head)} :- ${printTerm(body)}.`
}

/** One plan as text, with its full stop. */
export function printClause({ label, trigger, context, body }: Clause): string {
  const named = label ? `@${printTerm(label)} ` : ''
  const all = conjunction(context)
  const when = all ? ` : ${printTerm(all)}` : ''
  const does = body.length > 0 ? ` <- ${body.map(printOperation).join('; ')}` : ''
  return `${named}${printTrigger(trigger)}${when}${does}.`
}

/** What tells goals from tests and beliefs in a trigger. */
export const marks = { achieve: '!', test: '?', belief: '' } as const

/** `+!reach(Home)` */
export function printTrigger({ sign, kind, literal }: Trigger): string {
  return `${sign}${marks[kind]}${printTerm(literal)}`
}

/** The trigger of a text such as `+!reach(Home)`. Throws an AgentSpeakError. */
export const parseTrigger = (source: string): Trigger => readWhole(source, readTrigger)

/** `!reach(Home)`, `-+at(X)`, `move(Dir)` */
export function printOperation({ type, term }: Operation): string {
  return `${signs[type]}${type === 'test' && !isLiteral(term) ? `(${printTerm(term)})` : printTerm(term)}`
}

/** One operation. Throws an AgentSpeakError. */
export const parseOperation = (source: string): Operation => readWhole(source, readOperation)

/** Whether the term is one belief, goal or action and no formula. */
export function isLiteral(term: Term): boolean {
  if (term.type === 'variable') return true
  if (term.type !== 'structure') return false
  return !(Object.hasOwn(operators, term.name) && term.args.length === 2) && !isNegation(term)
}

// --- internal ---

const signs: Readonly<Record<Operation['type'], string>> = {
  execute: '',
  evaluate: '',
  achieve: '!',
  spawn: '!!',
  test: '?',
  add: '+',
  remove: '-',
  update: '-+',
}

const isNegation = ({ name, args }: Structure) =>
  args.length === 1 && (name === 'not' || name === '-')

function structureAt(cursor: Cursor): Structure {
  const { line } = peek(cursor)
  const term = readLiteral(cursor)
  if (term.type === 'structure') return term
  throw new AgentSpeakError(line, `expected a name, but there is "${printTerm(term)}"`)
}

function readClause(cursor: Cursor): Clause {
  const label = accept(cursor, '@') ? structureAt(cursor) : undefined
  const trigger = readTrigger(cursor)
  const when = accept(cursor, ':') ? readTerm(cursor) : undefined
  const context = when === undefined || isTrue(when) ? [] : conjuncts(when)
  const body = accept(cursor, '<-') ? readBody(cursor) : []
  return label ? { label, trigger, context, body } : { trigger, context, body }
}

function readTrigger(cursor: Cursor): Trigger {
  const sign = accept(cursor, '+') ? '+' : '-'
  if (sign === '-') expect(cursor, '-')
  const kind = accept(cursor, '!') ? 'achieve' : accept(cursor, '?') ? 'test' : 'belief'
  return { sign, kind, literal: structureAt(cursor) }
}

function readBody(cursor: Cursor): readonly Operation[] {
  const body: Operation[] = []
  do {
    if (peek(cursor).text === '.' && body.length > 0) break // a last semicolon does no harm
    const operation = readOperation(cursor)
    if (operation.type !== 'execute' || !isTrue(operation.term)) body.push(operation)
  } while (accept(cursor, ';'))
  return body
}

function readOperation(cursor: Cursor): Operation {
  const { text: word, line } = peek(cursor)
  if (['if', 'for', 'while'].includes(word))
    throw new AgentSpeakError(
      line,
      `"${word}" is not read here; write a sub-goal, with a plan for each case and, for a loop, one that calls it again`,
    )
  if (accept(cursor, '!'))
    return { type: accept(cursor, '!') ? 'spawn' : 'achieve', term: readLiteral(cursor) }
  if (accept(cursor, '?'))
    return {
      type: 'test',
      term: peek(cursor).text === '(' ? readTerm(cursor) : readLiteral(cursor),
    }
  if (accept(cursor, '+')) return { type: 'add', term: readLiteral(cursor) }
  if (accept(cursor, '-'))
    return { type: accept(cursor, '+') ? 'update' : 'remove', term: readLiteral(cursor) }
  const term = readTerm(cursor)
  return term.type === 'structure' && isLiteral(term)
    ? { type: 'execute', term: plain(term) } // nothing reads what an action is annotated with
    : { type: 'evaluate', term }
}

/** Whether it is `true`, of which nothing is said. */
export const isTrue = (term: Term): boolean =>
  term.type === 'structure' && term.name === 'true' && term.args.length === 0 && !term.annotations
