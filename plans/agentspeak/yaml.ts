// Plans as the paper has models write them (Exploiting GenAI for Plan Generation, 2025, listing 3.2): YAML
// with EVENT, CONDITIONS and OPERATIONS, and a list of goals and beliefs that are new.
import { parseAllDocuments, stringify } from 'yaml'
import type { PlanDraft } from '../plan.ts'
import { fromDraft, toDraft } from './draft.ts'
import { printTerm } from './print.ts'
import { type Clause, isLiteral, type Operation, type Trigger } from './program.ts'
import { AgentSpeakError, parseTerm } from './reader.ts'
import { conjuncts, type Structure, type Term } from './term.ts'

/** A goal or belief that the author of plans has made up, and what it means. */
export interface Invented {
  readonly kind: 'goal' | 'belief'
  readonly literal: Structure
  readonly purpose: string
}

/** What a text of plans holds, as far as it could be read; a fault says what could not be, and where. */
export interface PlanText {
  readonly plans: readonly PlanDraft[]
  readonly invented: readonly Invented[]
  readonly faults: readonly string[]
}

/**
 * Reads plans in YAML, liberal towards models: code fences, text around them, backticks, `<none>`, `NOT`
 * and `fun()` do no harm. A plan that cannot be read is a fault and the others are kept. Never throws.
 * @example
 * ```ts
 * import { parseYamlPlans } from 'intend/plans'
 *
 * const { plans } = parseYamlPlans('EVENT: achieve reach(X)\nCONDITIONS:\n- there_is(X, here)\nOPERATIONS: []\n')
 * console.log(plans[0]?.goal) // +!reach(X)
 * ```
 */
export function parseYamlPlans(source: string): PlanText {
  const plans: PlanDraft[] = []
  const invented: Invented[] = []
  const faults: string[] = []
  for (const [i, part] of parts(source).entries()) {
    try {
      if (!/^\s*(?:LABEL|EVENT):/.test(part)) invented.push(...inventedIn(part))
      else plans.push(toDraft(clauseOf(readYaml(part))))
    } catch (error) {
      if (!(error instanceof AgentSpeakError)) throw error
      faults.push(`part ${i + 1}: ${error.message.replace(/^line \d+: /, '')}`)
    }
  }
  return { plans, invented, faults }
}

/**
 * The plans as YAML; `parseYamlPlans` of it gives equal plans. Plans of another kind are left out.
 * @example
 * ```ts
 * import { parseProgram, printYamlPlans, toDraft } from 'intend/plans'
 *
 * const { clauses } = parseProgram('+!rest <- !sleep(8).')
 * console.log(printYamlPlans(clauses.map(toDraft)).split('\n')[0]) // EVENT: achieve rest
 * ```
 */
export function printYamlPlans(plans: readonly PlanDraft[]): string {
  const documents = plans.flatMap(plan => {
    const clause = fromDraft(plan)
    return clause ? [printClause(clause)] : []
  })
  return documents.join('---\n')
}

// --- internal ---

const events: Readonly<Record<Trigger['sign'], Readonly<Record<Trigger['kind'], string>>>> = {
  '+': { achieve: 'achieve', test: 'test', belief: 'add' },
  '-': { achieve: 'fail achieve', test: 'fail test', belief: 'remove' },
}

const triggers = (['+', '-'] as const).flatMap(sign =>
  (['achieve', 'test', 'belief'] as const).map(
    kind => [events[sign][kind], { sign, kind }] as const,
  ),
)

const operation = /^(?:execute|achieve|add|remove|update|test|spawn|evaluate)\b/i

function printClause({ label, trigger, context, body }: Clause): string {
  const document = {
    ...(label && { LABEL: printTerm(label) }),
    EVENT: `${events[trigger.sign][trigger.kind]} ${printTerm(trigger.literal)}`,
    CONDITIONS: context.map(part => printTerm(part)),
    OPERATIONS: body.map(({ type, term }) => `${type} ${printTerm(term)}`),
  }
  return stringify(document, { lineWidth: 0, indentSeq: true })
}

/** The documents of a text, which end at a fence, at a line `---` and where an event or a new name begins. */
function parts(source: string): readonly string[] {
  return source
    .split(/^\s*(?:```.*|---+\s*)$|^(?=(?:LABEL|EVENT):)|^(?=-\s*(?:goal|belief):)/m)
    .reduce<string[]>((all, part) => {
      // a label stands before its event
      if (/^LABEL:[^\n]*\n$/.test(all.at(-1) ?? '')) all.push(`${all.pop()}${part}`)
      else all.push(part)
      return all
    }, [])
    .filter(part => part.trim() !== '')
}

/** As it stands, or without the backticks that a model puts around terms. */
function readYaml(part: string): Record<string, unknown> {
  let error: Error | undefined
  for (const text of [part, part.replaceAll('`', '')]) {
    const [document] = parseAllDocuments(text, { logLevel: 'silent' })
    error = document && 'errors' in document ? document.errors[0] : undefined
    if (!error) return document?.toJS() as Record<string, unknown>
  }
  throw unread(`no YAML: ${error?.message.split('\n')[0]}`)
}

/** Which line is not told: a part is short, and its number is. */
const unread = (what: string) => new AgentSpeakError(1, what)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function clauseOf(read: Record<string, unknown>): Clause {
  const label = typeof read.LABEL === 'string' ? structureIn(read.LABEL) : undefined
  return {
    ...(label && { label }),
    trigger: triggerIn(String(read.EVENT)),
    context: lines(read.CONDITIONS).flatMap(line => conjuncts(conditionIn(line))),
    body: lines(read.OPERATIONS).map(operationIn),
  }
}

/** The entries of a list; one that is nothing, or says so, is left out. */
function lines(read: unknown): readonly string[] {
  const all = Array.isArray(read) ? read : read === undefined || read === null ? [] : [read]
  return all
    .map(line => (typeof line === 'string' ? line : spelled(line)).trim())
    .filter(line => !/^(?:<?none>?\.?|true|null|)$/i.test(line))
}

/** `goal: X` in a list is taken for a record; what was written is wanted. */
function spelled(value: unknown): string {
  if (!isRecord(value)) return String(value)
  return Object.entries(value)
    .map(([key, of]) => (of === null ? key : `${key}: ${String(of)}`))
    .join(', ')
}

function triggerIn(line: string): Trigger {
  const event = triggers.find(([start]) => new RegExp(`^${start}\\b`, 'i').test(line))
  if (!event) throw unread(`an EVENT begins with achieve, but there is "${line}"`)
  const [start, trigger] = event
  return { ...trigger, literal: structureIn(line.slice(start.length)) }
}

function operationIn(line: string): Operation {
  const type = operation.exec(line)?.[0].toLowerCase() as Operation['type'] | undefined
  if (!type)
    throw unread(
      `an operation begins with execute, achieve, add, remove or update, but there is "${line}"`,
    )
  const term = parseTerm(bare(line.slice(type.length)))
  if (type === 'evaluate' || type === 'test' || isLiteral(term)) return { type, term }
  throw unread(`${type} takes one term such as move(Dir), but there is "${line}"`)
}

const conditionIn = (line: string): Term => parseTerm(bare(line).replace(/^NOT\b/, 'not'))

const bare = (written: string) => written.trim().replaceAll(/^`|`$/g, '')

function structureIn(written: string): Structure {
  const term = parseTerm(bare(written))
  if (term.type === 'structure' && isLiteral(term)) return term
  throw unread(`expected a term such as reach(X), but there is "${written.trim()}"`)
}

/** Read by hand, since what a model writes in plain words is seldom YAML. */
function inventedIn(part: string): readonly Invented[] {
  const entries = part.matchAll(/^-?\s*(goal|belief):\s*(.+)(?:\n\s*purpose:\s*(.*))?/gim)
  return [...entries].map(([, kind, written, purpose = '']) => ({
    kind: kind!.toLowerCase() as Invented['kind'],
    literal: structureIn(written!.replace(/^[`"' ]*(?:achieve |test |add )?|[`"'. ]+$/gi, '')),
    purpose: purpose.trim(),
  }))
}
