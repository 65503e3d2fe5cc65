// A run's model turns and tool calls in a file, and the run again without a model. Keyed by what was
// asked, never by the rendered prompt, so that a better wording does not make a recording useless.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { canonical, fingerprint, jsonOf } from '../../../plans/canonical.ts'
import { ConfigurationError } from '../../../plans/configuration.ts'
import { dayOf } from '../../../plans/text/today.ts'
import { assertWritable, makeFolder, reasonOf, refuseLink } from '../../../plans/writable.ts'
import type { Tool, ToolResult } from '../../../tools/tool.ts'
import type { ModelEvent, Request, Wire } from '../provider.ts'
import { Entry } from './entry.ts'
import { difference } from './reads-difference.ts'

type TurnEntry = Extract<Entry, { type: 'turn' }>
type ToolEntry = Extract<Entry, { type: 'tool' }>
type WithoutRun<Each> = Each extends unknown ? Omit<Each, 'run'> : never

/** The purpose of the turns of a conversation about a question. */
const conversing = 'converse'

/** How many of the turns replayed so far were asked in other words than when they were recorded. */
export interface Drift {
  readonly total: number
  readonly drifted: number
}

/** A recording that is open: what the file held when it was opened, and a way to add to it. */
interface Recording {
  readonly file: string
  readonly entries: readonly Entry[]
  /** Writes one entry through to the file before it returns. */
  append(entry: WithoutRun<Entry>): void
  /** The next recorded call of a tool with an input, spelled canonically; each is given once. */
  nextCall(tool: string, input: string): ToolEntry | undefined
}

/**
 * Opens the recording in `file`, JSON lines; a file that does not exist is an empty recording. A
 * line that a killed run left unfinished is skipped.
 * @throws ConfigurationError when it cannot be read, or a line is no entry of a recording nor the beginning of one.
 */
export function openRecording(
  file: string,
  masked: (entry: Entry) => Entry = entry => entry,
): Recording {
  const text = textOf(file)
  const entries = text.split('\n').flatMap((line, index) => parseEntry(line, index + 1, file))
  const run = entries.reduce((latest, entry) => Math.max(latest, entry.run), 0) + 1
  const calls = entries.filter(entry => entry.type === 'tool')
  const nextCall = inOrder(calls, ({ tool, input }) => `${tool} ${input}`)
  let gap = text === '' || text.endsWith('\n') ? '' : '\n'
  return {
    file,
    entries,
    nextCall: (tool, input) => nextCall(`${tool} ${input}`),
    append(entry) {
      try {
        makeFolder(dirname(file))
        refuseLink(file)
        appendFileSync(file, `${gap}${JSON.stringify(masked({ ...entry, run }))}\n`)
      } catch (error) {
        throw unusable('write', file, error)
      }
      gap = ''
    },
  }
}

/** Throws a ConfigurationError when nothing can be recorded in `file`: before a reply is paid for and lost. */
export async function assertRecordable(file: string): Promise<void> {
  await assertWritable(file).catch(error => {
    throw unusable('write', file, error)
  })
}

function textOf(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  } catch (error) {
    throw unusable('read', file, error)
  }
}

const unusable = (what: string, file: string, error: unknown) =>
  new ConfigurationError(
    `cannot ${what} the recording ${file}: ${reasonOf(error)}; name another with record:FILE@MODEL`,
    { cause: error },
  )

function parseEntry(line: string, number: number, file: string): Entry[] {
  const foreign = (why: string | undefined) =>
    new ConfigurationError(
      `line ${number} of ${file} is no entry of a recording (${why}), and it was left as it is; name a file made with record:FILE@MODEL`,
    )
  const value = jsonOf(line)
  if (value === undefined) {
    // what a killed run has left begins as every entry does
    if (line.trim() === '' || '{"type":'.startsWith(line.slice(0, 8))) return []
    throw foreign('no JSON')
  }
  const parsed = Entry.safeParse(value)
  if (parsed.success) return [parsed.data]
  throw foreign(parsed.error.issues[0]?.message)
}

/**
 * A wire that does what `wire` does and adds every finished turn to `recording`, as that of the model
 * at `place`: 0 for the first, 1 for its fallback. Turns that were aborted or that a budget ended
 * are left out: what came of them is not the model's.
 */
export function recordWire(wire: Wire, recording: Recording, place = 0): Wire {
  const by = { model: wire.name, ...(place > 0 && { fallback: place }) }
  return {
    ...wire,
    async *stream(request) {
      const events: TurnEntry['events'] = []
      for await (const event of wire.stream(request)) {
        if (event.type !== 'aborted') join(events, event)
        const whole = event.type === 'done' || (event.type === 'error' && event.kind !== 'budget')
        if (whole)
          recording.append({
            type: 'turn',
            ...identify(request),
            day: dayOf(Date.now()),
            ...by,
            events,
          })
        yield event
      }
    },
  }
}

/** Adds an event; a delta joins the one before it when they are of one type. */
function join(events: TurnEntry['events'], event: Exclude<ModelEvent, { type: 'aborted' }>): void {
  const before = events.at(-1)
  if ('delta' in event && before && 'delta' in before && before.type === event.type)
    events[events.length - 1] = { ...before, delta: before.delta + event.delta }
  else events.push(event)
}

/**
 * What a turn is known by: the purpose, what is read, the tool results so far and how many answers
 * the model has already given. `prompt` stands for the wording, which may change.
 */
function identify({ purpose, reads, messages, tools, schema }: Request) {
  const results = messages.flatMap(m => (m.role === 'tool' ? [m.content] : []))
  const answers = messages.filter(m => m.role === 'assistant' && m.calls.length === 0).length
  const offered = tools.map(({ name, description }) => ({ name, description }))
  return {
    key: fingerprint({ purpose, reads, results, answers }, 16),
    purpose,
    reads: reads as TurnEntry['reads'], // the same, as zod types it
    prompt: fingerprint({ messages, offered, schema }),
  }
}

/**
 * The models whose turns are in `recording`, by their place: first each one that was asked first, then
 * the fallbacks. A place is a set of names, since several runs may have used several models; empty
 * names are those of recordings that do not say.
 */
export function recordedModels(recording: Recording): readonly ReadonlySet<string>[] {
  const places: Set<string>[] = [new Set()]
  for (const entry of recording.entries) {
    if (entry.type !== 'turn') continue
    const place = placeOf(entry)
    while (places.length <= place) places.push(new Set())
    places[place]!.add(entry.model ?? '')
  }
  return places
}

const placeOf = ({ fallback = 0 }: TurnEntry) => fallback

/**
 * A wire that answers from `recording` as the model at `place` did. The same question asked again
 * gets the next reply recorded for it; of several runs in the file, the latest that asked a question
 * speaks for it. A question that was not recorded ends with an error naming what differs from the
 * nearest one that was.
 */
export function replayWire(
  recording: Recording,
  place = 0,
): Wire & { readonly drift: () => Drift } {
  const turns = recording.entries.filter(entry => entry.type === 'turn')
  const mine = turns.filter(turn => placeOf(turn) === place)
  const next = inOrder(mine, turn => turn.key)
  const conversed = turns.some(({ purpose }) => purpose === conversing)
  let total = 0
  let drifted = 0
  return {
    ...(!conversed && { byPurpose: true as const }),
    name: `replay:${recording.file}${place > 0 ? ` (fallback ${place})` : ''}`,
    drift: () => ({ total, drifted }),
    async *stream(request) {
      if (request.signal.aborted) return yield { type: 'aborted' }
      const asked = identify(request)
      const turn = next(asked.key)
      if (!turn) {
        const message = `${recording.file} has no reply to this: ${missing(mine, asked)}; record it again`
        return yield { type: 'error', message, retryable: false }
      }
      total += 1
      if (turn.prompt !== asked.prompt) drifted += 1
      yield* turn.events
    },
  }
}

function missing(turns: readonly TurnEntry[], asked: ReturnType<typeof identify>): string {
  const { purpose, key } = asked
  if (turns.some(turn => turn.key === key))
    return `${purpose} asks the same question more often than was recorded`
  const alike = turns.filter(turn => turn.purpose === purpose)
  if (alike.length === 0) {
    const known = [...new Set(turns.map(turn => turn.purpose))].join(', ') || 'nothing'
    return `no turn of ${purpose} was recorded (recorded: ${known})`
  }
  const nearest = alike
    .map(turn => difference(turn.reads, asked.reads))
    .reduce((best, each) => (each.count < best.count ? each : best))
  return nearest.count === 0
    ? `${purpose} reads what was recorded, but the tool results or replies before it differ`
    : `${purpose} reads something else than was recorded: ${nearest.words}`
}

/**
 * Tools that do what `tools` do and add every call that ends to `recording`, with its result or error;
 * which tools there are is added now.
 */
export function recordTools(tools: readonly Tool[], recording: Recording): readonly Tool[] {
  recording.append({ type: 'tools', names: tools.map(tool => tool.name) })
  return tools.map(tool => ({
    ...tool,
    async execute(input, ctx) {
      const call = { type: 'tool', tool: tool.name, input: canonical(input) } as const
      const keep = (outcome: ToolEntry['outcome']) => {
        if (!ctx.signal.aborted) recording.append({ ...call, outcome })
      }
      try {
        const result = await tool.execute(input, ctx)
        const { images: _, ...told } = result // pictures would swell the file; a replay has no eyes
        keep({ result: told as Extract<ToolEntry['outcome'], { result: unknown }>['result'] })
        return result
      } catch (error) {
        keep({ error: error instanceof Error ? error.message : String(error) })
        throw error
      }
    },
  }))
}

/**
 * Tools of the same names and inputs that give what was recorded, in order for equal inputs, and
 * throw what was thrown. A call that was not recorded throws, and nothing is carried out. Of `tools`
 * only those that the recorded run had are there.
 */
export function replayTools(tools: readonly Tool[], recording: Recording): readonly Tool[] {
  const had = recording.entries.findLast(entry => entry.type === 'tools')?.names
  const kept = had?.flatMap(name => tools.find(tool => tool.name === name) ?? []) ?? tools
  return kept.map(tool => ({
    ...tool,
    web: false, // nothing leaves
    async execute(input): Promise<ToolResult> {
      const spelled = canonical(input)
      const call = recording.nextCall(tool.name, spelled)
      if (!call)
        throw new Error(
          `${recording.file} holds no further call of ${tool.name} with ${spelled}; record it again`,
        )
      if ('error' in call.outcome) throw new Error(call.outcome.error)
      return call.outcome.result
    },
  }))
}

/** Hands out the entries of a key in order; those of the latest run that has the key. */
function inOrder<Kept extends Entry>(entries: readonly Kept[], keyOf: (entry: Kept) => string) {
  const queues = new Map<string, { run: number; waiting: Kept[] }>()
  for (const entry of entries) {
    const queue = queues.get(keyOf(entry))
    if (!queue || entry.run > queue.run)
      queues.set(keyOf(entry), { run: entry.run, waiting: [entry] })
    else if (entry.run === queue.run) queue.waiting.push(entry)
  }
  return (key: string): Kept | undefined => queues.get(key)?.waiting.shift()
}
