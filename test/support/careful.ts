// A model that works as a careful one does: its plans leave every step to itself, and it carries each
// out with a tool call or a derivation of its own. What it says follows from the request alone. What a
// question means it takes from the offline reasoner; only a step that no rule covers is left to that too.
import { offline } from '../../agent/llm/offline/offline.ts'
import type { Message, ModelEvent, Request, ToolCall, Wire } from '../../agent/llm/provider.ts'
import { noUsage } from '../../agent/llm/provider.ts'
import type { DraftStep, WholeDraft } from '../../phases/deliberate/contract.ts'
import type { ExecuteReads } from '../../phases/execute/contract.ts'
import { derive } from '../../plans/expressions/derive.ts'
import { names, parseQuantity } from '../../plans/expressions/expression.ts'
import type { Value } from '../../plans/plan.ts'
import { fillInput, slots } from '../../plans/template.ts'

/** A wire that plans like the offline reasoner and then carries every step out by hand. */
export function careful(): Wire {
  const known = offline()
  return {
    name: 'careful',
    byPurpose: true,
    async *stream(request): AsyncGenerator<ModelEvent> {
      const { purpose, reads } = request
      if (purpose === 'deliberate') {
        const plan = await drafted(known, request)
        return yield* plan ? said(byHand(plan)) : known.stream(request)
      }
      const step = purpose === 'execute' ? await wayKnown(known, request) : undefined
      if (!step) return yield* known.stream(request)
      yield* move(step, reads as unknown as ExecuteReads, request.messages)
    },
  }
}

// --- internal ---

/** The plan the offline reasoner writes for a request of whatever purpose. */
async function drafted(known: Wire, request: Request): Promise<WholeDraft | undefined> {
  for await (const event of known.stream({ ...request, purpose: 'deliberate' }))
    if (event.type === 'text') return JSON.parse(event.delta) as WholeDraft
  return undefined
}

/** The plan with nothing that code could carry out, but for the answer itself. */
function byHand({ steps, ...plan }: WholeDraft): WholeDraft {
  const written = steps.flatMap(({ writes }) => writes)
  const roles = [...plan.parameters, ...written].map(({ role }) => role)
  return {
    ...plan,
    steps: steps.map(step => {
      const { tool: _, expression: __, ...rest } = step
      return step.kind === 'synthesize' ? step : { ...rest, reads: [...readBy(step, roles)] }
    }),
  }
}

function readBy({ tool, expression, reads }: DraftStep, roles: readonly string[]) {
  if (tool) return slots(tool.input)
  return expression === undefined ? reads : (names(expression, roles) ?? reads)
}

/** The step a request is about, as the offline reasoner would have had code carry it out. */
async function wayKnown(known: Wire, request: Request): Promise<DraftStep | undefined> {
  const { step, schemaBeliefs, groundBeliefs, files } = request.reads as unknown as ExecuteReads
  const given = groundBeliefs.filter(({ source }) => source === 'user')
  const tools = request.tools.map(({ name }) => name)
  const reads = { schemaBeliefs, groundBeliefs: given, files, tools, tried: [], refused: 0 }
  const plan = await drafted(known, { ...request, reads: reads as unknown as Request['reads'] })
  return plan?.steps.find(
    each => each.description === step.description && (each.tool ?? each.expression) !== undefined,
  )
}

type Beliefs = ExecuteReads['groundBeliefs']

async function* move(
  step: DraftStep,
  reads: ExecuteReads,
  messages: readonly Message[],
): AsyncGenerator<ModelEvent> {
  const [role] = reads.step.writes
  const result = messages.findLast(message => message.role === 'tool')?.content
  const values = Object.fromEntries(reads.groundBeliefs.map(({ name, value }) => [name, value]))
  if (step.tool && result === undefined) {
    const input = fillInput(step.tool.input, values)
    if ('filled' in input) return yield* called(step.tool.name, input.filled)
  }
  if (step.tool && result !== undefined)
    return yield* establishing({
      name: role!.role,
      value: cellOf(result),
      evidence: { call: 'c1' },
    })
  if (step.expression === undefined)
    return yield* said({ newGroundBeliefs: [], postconditionMet: false, summary: 'not known' })
  const told = result && parseQuantity(result.slice(result.lastIndexOf(' = ') + 3))
  if (told) return yield* establishing({ name: role!.role, ...told, evidence: { call: 'c1' } })
  const calculation = written(step.expression, reads.groundBeliefs)
  // a calculation is tried once, and not for a share: its unit is in no number of it
  if (calculation !== undefined && result === undefined && role!.unit !== '%')
    return yield* called('calculate', { expression: calculation })
  const known = Object.fromEntries(reads.groundBeliefs.map(belief => [belief.name, belief]))
  const derived = derive(step.expression, known, role!.unit)
  const found = derived.ok
    ? { value: derived.value, ...(derived.unit && { unit: derived.unit }) }
    : {}
  yield* establishing({ name: role!.role, ...found, derivation: step.expression })
}

/** An expression with the values of its roles and their units; `undefined` where one is no number. */
function written(expression: string, beliefs: Beliefs): string | undefined {
  const known = new Map(beliefs.map(belief => [belief.name, belief]))
  const read = slots(expression).length > 0 ? undefined : names(expression, known.keys())
  if (!read?.every(name => typeof known.get(name)?.value === 'number')) return undefined
  return expression.replaceAll(/[a-z][a-z0-9_]*/g, word => {
    const { value, unit } = known.get(word) ?? {}
    if (value === undefined || !read.includes(word)) return word
    return unit === undefined ? String(value) : `(${value} ${unit})`
  })
}

/** What stands in the one cell of a result, or in each cell of its one column. */
function cellOf(content: string): Value {
  const rows = content.split('\n').filter(line => line.startsWith('|'))
  const cells = rows.slice(2).map(row => row.replaceAll(/^\|\s*|\s*\|$/g, ''))
  const read = cells.map(cell => (/^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell))
  return read.length === 1 ? read[0]! : read
}

async function* called(name: string, input: unknown): AsyncGenerator<ModelEvent> {
  const call: ToolCall = { id: 'careful-1', name, input: JSON.stringify(input) }
  yield { type: 'tool-call', call }
  yield { type: 'done', stop: 'tools', usage: noUsage }
}

const establishing = (belief: Readonly<Record<string, unknown>>) =>
  said({ newGroundBeliefs: [belief], postconditionMet: true, summary: 'carried out' })

async function* said(json: unknown): AsyncGenerator<ModelEvent> {
  yield { type: 'text', delta: JSON.stringify(json) }
  yield { type: 'done', stop: 'end', usage: noUsage }
}
