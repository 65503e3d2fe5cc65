// Structural acceptance of a plan before it may run: what can be mended mechanically is mended,
// the rest goes back to the author. An accepted plan cannot deadlock and no step lacks what it reads.
import { type Condition, parseCondition, rolesOf } from './conditions/condition.ts'
import { ancestors, topological } from './dag.ts'
import { computedIn, textOf } from './expressions/derive.ts'
import { names, unreadable } from './expressions/expression.ts'
import type { PlanDraft, Role, Step } from './plan.ts'
import { slots, unquoted } from './template.ts'
import { nearest } from './text/nearest.ts'

/** What the intention asks of a plan, and what is already believed. All names are belief names. */
export interface Needs {
  /** What must be established before anything is synthesized. */
  readonly openParameters: readonly string[]
  readonly satisfactionCondition: string
  /** Names believed before the plan starts. */
  readonly given: readonly string[]
  /** The plan's role names mapped to belief names, where they differ. */
  readonly bind?: Readonly<Record<string, string>>
}

/**
 * Checks and mends the structure of a plan. Repairs: duplicate entries go, names used by an action
 * are read, edges to the only writer of a role are added where they make no cycle, and the
 * parameters become exactly what the plan needs believed before it starts. The plan may run when `issues`
 * is empty; `plan` is the draft with the `repairs` carried out. Never throws.
 */
export function accept(draft: PlanDraft, needs: Needs): { readonly plan: PlanDraft } & Log {
  const log: Log = { repairs: [], issues: [] }
  const plan = dropDuplicates(draft, log)
  checkGraph(plan.steps, log)
  checkWrites(plan.steps, log)
  if (log.issues.length > 0) return { plan, ...log }

  const known = knownRoles(plan, needs)
  const read = plan.steps.map(step => readWhatIsUsed(step, known, log))
  const { steps, outside } = connect(read, known, needs, log)
  checkGoal(steps, known, needs, log)
  const mended = { ...plan, steps: [...steps] }
  if (log.issues.length > 0) return { plan: mended, ...log }
  return { plan: { ...mended, parameters: parametersOf(plan, outside, known, log) }, ...log }
}

/** The acceptance of a plan by itself, whatever it is to serve: its parameters are believed when it starts. */
export function acceptStored(plan: PlanDraft): ReturnType<typeof accept> {
  const given = plan.parameters.map(({ role }) => role)
  return accept(plan, { openParameters: [], satisfactionCondition: '', given })
}

// --- internal ---

interface Log {
  readonly repairs: string[]
  /** One sentence each, naming the step and what would mend it. */
  readonly issues: string[]
}

interface Known {
  /** Roles believed before the plan starts, by the plan's own names too. */
  readonly believed: ReadonlySet<string>
  readonly parameters: ReadonlySet<string>
  /** The only writer of each role. */
  readonly writer: ReadonlyMap<string, string>
  /** The role by which the plan writes a belief: the name itself, or the role bound to it. */
  readonly written: (belief: string) => string
}

function dropDuplicates(draft: PlanDraft, { repairs }: Log): PlanDraft {
  const unique = <T>(entries: readonly T[], key: (entry: T) => string, where: string): T[] => {
    const keys = entries.map(key)
    const kept = entries.filter((_, at) => keys.indexOf(keys[at]!) === at)
    if (kept.length < entries.length) repairs.push(`Removed duplicate entries from ${where}.`)
    return kept
  }
  const name = (entry: string) => entry
  const role = (entry: Role) => entry.role
  return {
    ...draft,
    parameters: unique(draft.parameters, role, 'parameters'),
    steps: draft.steps.map(step => ({
      ...step,
      deps: unique(step.deps, name, `the deps of step ${step.id}`),
      reads: unique(step.reads, name, `the reads of step ${step.id}`),
      writes: unique(step.writes, role, `the writes of step ${step.id}`),
    })),
  }
}

function checkGraph(steps: readonly Step[], { issues }: Log) {
  const ids = steps.map(({ id }) => id)
  if (steps.length === 0) issues.push('The plan has no step; write at least one.')
  for (const [at, id] of ids.entries())
    if (ids.indexOf(id) < at)
      issues.push(`Step id ${id} is used twice; give every step its own id.`)
  for (const step of steps)
    for (const dep of step.deps)
      if (!ids.includes(dep))
        issues.push(
          `Step ${step.id} depends on ${dep}, which is no step of the plan; the ids are ${ids.join(', ')}.`,
        )
  const sorted = topological(steps)
  if ('cycle' in sorted)
    issues.push(
      `The deps of steps ${sorted.cycle.join(', ')} form a cycle, so none of them could start; remove one of these deps.`,
    )
}

function checkWrites(steps: readonly Step[], { issues }: Log) {
  const writers = new Map<string, string>()
  for (const { id, kind, action, writes } of steps) {
    const names = writes.map(written => written.role).join(', ') || 'nothing'
    const isOne = action && 'expression' in action
    const valued = isOne || (action && 'tool' in action)
    if (kind === 'fetch' && writes.length !== 1)
      issues.push(
        `Step ${id} is a fetch and writes ${names}; a fetch writes exactly one role, so use one fetch for each.`,
      )
    if (valued && (isOne ? writes.length !== 1 : writes.length === 0))
      issues.push(
        `Step ${id} has an action and writes ${names}; its value needs a role to go to, that of an expression exactly one.`,
      )
    for (const { role } of writes) {
      const other = writers.get(role)
      if (other !== undefined)
        issues.push(
          `Role ${role} is written by step ${other} and step ${id}; give one of them another role.`,
        )
      writers.set(role, id)
    }
  }
}

function knownRoles(plan: PlanDraft, { given, bind = {} }: Needs): Known {
  const bound = Object.keys(bind).filter(role => given.includes(bind[role]!))
  const writer = new Map(plan.steps.flatMap(step => step.writes.map(({ role }) => [role, step.id])))
  const written = (belief: string) =>
    writer.has(belief)
      ? belief
      : (Object.keys(bind).find(role => bind[role] === belief && writer.has(role)) ?? belief)
  return {
    believed: new Set([...given, ...bound]),
    parameters: new Set(plan.parameters.map(parameter => parameter.role)),
    writer,
    written,
  }
}

/** Adds to `reads` what the step's action names, and what its description names in a slot. */
function readWhatIsUsed(draft: Step, known: Known, log: Log): Step {
  const step = withoutBraces(draft, log)
  const own = new Set(step.writes.map(written => written.role))
  const exists = (role: string) =>
    known.parameters.has(role) || known.believed.has(role) || known.writer.has(role)
  const used = new Set(slots(step.description).filter(role => !own.has(role) && exists(role)))
  for (const role of namesInAction(step, exists, log)) used.add(role)
  for (const [inner, role] of Object.entries(step.bind ?? {})) {
    if (own.has(role)) continue
    if (exists(role)) used.add(role)
    else
      log.issues.push(
        `Step ${step.id} binds ${inner} to ${role}, which it neither reads nor writes; add ${role} to its writes or bind another role.`,
      )
  }
  const missing = [...used].filter(role => !step.reads.includes(role))
  for (const role of missing) log.repairs.push(`Step ${step.id} now reads ${role}, which it uses.`)
  return missing.length === 0 ? step : { ...step, reads: [...step.reads, ...missing] }
}

/** Arithmetic takes names as they are: `{rate} * 2` becomes `rate * 2`. A text, also a quoted one, keeps its slots. */
function withoutBraces(step: Step, { repairs }: Log): Step {
  if (!step.action || !('expression' in step.action)) return step
  if (textOf(step.action.expression) === undefined) return step
  const text = unquoted(step.action.expression)
  if (text !== step.action.expression) {
    repairs.push(`Took the quotes off the text that step ${step.id} puts together.`)
    return { ...step, action: { expression: text } }
  }
  const expression = step.action.expression.replace(/\{([a-z][a-z0-9_]*)\}/g, '$1')
  if (expression === step.action.expression) return step
  const isText =
    step.writes.some(({ type }) => type !== undefined && type !== 'number') ||
    /^ *[-*•] +\{/.test(step.action.expression) // an item of a list, not a sign
  if (isText || names(expression, slots(step.action.expression)) === undefined) return step
  repairs.push(
    `Took the braces out of the expression of step ${step.id}; it names roles as they are.`,
  )
  return { ...step, action: { expression } }
}

function namesInAction(
  { id, reads, action }: Step,
  exists: (role: string) => boolean,
  { issues }: Log,
): readonly string[] {
  if (!action) return []
  if ('tool' in action) return slots(action.input)
  if ('act' in action) return slots([action.act, ...action.args])
  if (!('expression' in action)) return []
  const words = action.expression.match(/[a-z][a-z0-9_]*/g) ?? []
  const known = [...reads, ...words.filter(exists)]
  const text = textOf(action.expression)
  const inner = text && computedIn(text, known)
  if (inner) issues.push(`In the expression of step ${id}, ${inner}.`)
  if (text !== undefined) return slots(text)
  const why = unreadable(action.expression)
  if (why !== undefined)
    issues.push(
      `The expression of step ${id} (${action.expression}) cannot be read: ${why}. Write it over the roles the step reads, a text in quotes, or leave the action out.`,
    )
  return names(action.expression, known) ?? []
}

/** Gives every step a path to the writers of what it needs; says what cannot be reached, and what is taken from `outside`. */
function connect(steps: readonly Step[], known: Known, needs: Needs, log: Log) {
  const outside = new Set<string>()
  let wired = steps
  const reach = (id: string, role: string, why: string, mend: string) => {
    const writer = known.writer.get(role)
    const above = ancestors(wired, id)
    if (writer !== undefined && above.has(writer)) return
    if (known.parameters.has(role) && known.believed.has(role)) return void outside.add(role)
    if (writer !== undefined && writer !== id && !ancestors(wired, writer).has(id)) {
      wired = wired.map(s => (s.id === id ? { ...s, deps: [...s.deps, writer] } : s))
      log.repairs.push(`Step ${id} now depends on ${writer}, which writes ${role}.`)
    } else if (known.believed.has(role)) outside.add(role)
    else log.issues.push(`Step ${id} ${why} ${role}, ${unreachable(id, role, known)}; ${mend}.`)
  }
  const reading = [
    'reads',
    'let an earlier step write it, or read a role that is believed',
  ] as const
  const closing = [
    'synthesizes without the open parameter',
    'establish it in a fetch, read or compute step before',
  ] as const
  const judging = [
    'has a postcondition about',
    'add it to the writes of the step or name a role it writes',
  ] as const
  for (const { id, kind, reads, writes, postcondition } of steps) {
    for (const role of reads) reach(id, role, ...reading)
    if (kind === 'synthesize')
      for (const name of needs.openParameters) reach(id, known.written(name), ...closing)
    for (const role of conditionRoles(postcondition))
      if (!writes.some(each => each.role === role)) reach(id, role, ...judging)
  }
  return { steps: wired, outside }
}

function unreachable(id: string, role: string, known: Known): string {
  const writer = known.writer.get(role)
  if (writer === id) return 'which only the step itself writes'
  if (writer !== undefined) return `which step ${writer} writes only after it`
  if (known.parameters.has(role)) return 'a parameter that is not believed before the plan starts'
  const near = nearest(role, [...known.writer.keys(), ...known.believed])
  return `which no step writes and which is not believed before the plan starts${near ? ` (nearest: ${near})` : ''}`
}

function checkGoal(steps: readonly Step[], known: Known, needs: Needs, { issues }: Log) {
  const established = (name: string) =>
    known.believed.has(name) || known.writer.has(known.written(name))
  const condition = conditionRoles(needs.satisfactionCondition)
  for (const name of new Set([...condition, ...needs.openParameters]))
    if (!established(name))
      issues.push(
        condition.includes(name)
          ? `No step writes ${name}, which the satisfaction condition needs; add it to the writes of the step that establishes it.`
          : `No step writes the open parameter ${name}; add a step that establishes it.`,
      )
  const changes = (step: Step) =>
    step.writes.length > 0 || ['act', 'achieve', 'believe'].includes(step.kind)
  if (!steps.some(changes))
    issues.push(
      'No step writes a role or acts, so the plan would change nothing; let a step write what the goal asks for.',
    )
}

/** What must be known for the condition to hold; a negation holds of what is not known. */
function conditionRoles(text: string): readonly string[] {
  const needed = (condition: Condition): readonly string[] => {
    if (condition.type === 'not') return []
    return condition.type === 'and' ? condition.all.flatMap(needed) : rolesOf(condition)
  }
  const condition = parseCondition(text)
  return condition ? needed(condition) : []
}

/** The declared parameters that are of use, and the roles that steps take from outside. */
function parametersOf(
  plan: PlanDraft,
  outside: ReadonlySet<string>,
  known: Known,
  log: Log,
): Role[] {
  const kept = plan.parameters.filter(({ role }) => {
    if (known.believed.has(role)) return true
    log.repairs.push(
      known.writer.has(role)
        ? `${role} is no parameter, since step ${known.writer.get(role)} writes it.`
        : `Dropped the parameter ${role}: no step needs it and nobody believes it.`,
    )
    return false
  })
  const added = [...outside].filter(role => !known.parameters.has(role))
  for (const role of added) log.repairs.push(`Declared the parameter ${role}, which steps read.`)
  return [...kept, ...added.map(role => ({ role }))]
}
