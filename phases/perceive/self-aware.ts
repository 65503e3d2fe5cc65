// Phase 1, the self-aware way: the model reads the message, code checks that every ground belief
// really stands in it (A Self-Aware BDI Agent, 2026, section 4.1).
import { basename } from 'node:path'
import type { Ctx } from '../../agent/contract.ts'
import type { BeliefsPerceived } from '../../agent/event.ts'
import type {
  AttachedFile,
  Belief,
  IntentionRecord,
  NewBelief,
  Received,
  State,
} from '../../agent/state.ts'
import { readBy } from '../../plans/expressions/derive.ts'
import { sameQuantity } from '../../plans/expressions/expression.ts'
import { given } from '../../plans/given.ts'
import { templated } from '../../plans/lint.ts'
import type { Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import { dateOccurs, valueOccurs } from '../../plans/text/evidence.ts'
import { spokenNumbers } from '../../plans/text/numerals.ts'
import { dayOf, today } from '../../plans/text/today.ts'
import { ask } from '../ask.ts'
import { plansNear } from '../near-plans.ts'
import { nothingNew, stated } from '../outcomes.ts'
import { untold } from '../prompt-text.ts'
import { isSmall } from '../stated-anew.ts'
import { asBefore } from './as-before.ts'
import { agree, filesRead, type Perceived, perceiveContract } from './contract.ts'
import { recognized } from './recognize.ts'
import { unfounded } from './unfounded.ts'

/**
 * A question or goal becomes schema beliefs, ground beliefs, a desire and an answer contract; an
 * observation becomes one belief in the world. When the model's reply cannot be used, the message itself is
 * the desire; when there is no reply, the failure is. A question worded as before asks no model; one that a plan has answered
 * before asks for its values alone.
 */
export async function perceive(
  received: Received,
  state: State,
  ctx: Ctx,
): Promise<BeliefsPerceived> {
  const { intention, perception } = received
  const { text, source, files = [] } = perception
  if (perception.kind === 'observation')
    return { ...nothingNew(received), beliefs: [stated(text, source)] }
  const event = nothingNew(received, intention)
  const day = ctx.today ?? dayOf(ctx.now())
  const message = [text, ...files.flatMap(file => [file.name, file.description])].join('\n')
  const known = [...(state.groundBeliefs.get('session')?.values() ?? [])].map(all => all.at(-1)!)
  const before = asBefore(perception, state, ctx) ?? (await recognized(received, state, ctx, day))
  if (before) {
    const beliefs = believed(before.beliefs, files, message, known, day)
    const said = { groundBeliefs: before.beliefs, answerContract: before.answerContract }
    const given =
      beliefs.every(({ provenance }) => provenance === 'given') &&
      unfounded(said, { message: text, files, session: known, shown: message, day }).length === 0
    if (given || before.known.by === 'wording')
      return { ...event, ...before, beliefs, desire: text }
  }
  const session = known.map(({ name, value, unit }) => ({ name, value, unit }))
  const asked = [...state.intentionHistory.takeLast(mostNamed)].map((each, at, all) =>
    at < all.length - mostBefore
      ? `${cut(each.question, 120)} → …`
      : withAnswer(each, files, state, at === all.length - 1 ? 1000 : 300),
  )
  const questionBefore = asked.length > 0 ? asked.join('\n') : undefined
  const recalls = ctx.environment.tools.some(tool => tool.name === 'recall')
  const reads = {
    question: text,
    files: filesRead(files),
    session,
    ...(questionBefore !== undefined && { questionBefore }),
    ...(recalls && { recalls: true as const }),
  }
  // a conversation begins with the plans that may serve, and with the whole of what is short
  const near = ctx.talk ? plansNear(text, files, state, ctx) : []
  const heard = () => {
    const returned = (ctx.talk?.calls(intention) ?? []).map(call => call.content)
    const shown = [message, questionBefore ?? '', ...session.map(show), ...returned].join('\n')
    return { message: text, files, session, shown, day }
  }
  const folders = ctx.environment.roots.map(path => basename(path))
  const own = known.filter(each => each.provenance === 'given' && each.source === 'user')
  const names = new Set(own.map(({ name }) => name))
  const shown = { files: untold(files, ctx), folders, near, day, given: names }
  const reply = await ask(perceiveContract(shown, heard), reads, {
    ctx,
    intention,
  })
  if (!reply.ok) return { ...event, desire: text, ...(reply.unanswered && { failure: reply.why }) }
  const { schemaBeliefs, groundBeliefs, desire, answerContract } = reply.value
  const beliefs = believed(groundBeliefs, files, message, known, day)
  const { unit, ...form } = answerContract
  const values = Object.fromEntries([...session, ...beliefs].map(each => [each.name, each.value]))
  // the month of a date is one of any column, whatever this file calls it
  const headers = files.flatMap(({ columns = [] }) => columns.map(({ name }) => name))
  const general = (said: string) => templated(said, { text, given: values, headers })
  return {
    ...event,
    schemaBeliefs: schemaBeliefs.map(general),
    beliefs,
    desire: desire ?? text,
    answerContract: JSON.parse(JSON.stringify({ ...form, unit })),
  }
}

/** Messages that another may go on from: "and in May?" says little to "and in kilograms?". */
const mostBefore = 3
/** Messages that are named at all: "what I asked first". */
const mostNamed = 15

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).replace(/\S*$/, '')}…` : text

/** A message before and what was said to it, in so many characters. */
function withAnswer(
  { intention, question, ...came }: IntentionRecord,
  files: readonly AttachedFile[],
  state: State,
  most: number,
): string {
  const { kind, unit = '' } = state.desires.get(intention)?.answerContract ?? {}
  const { caveat } = state.intentions.get(intention) ?? {}
  const said = came.satisfied
    ? [came.answer, kind === 'number' && unit, caveat && `(${caveat})`].filter(Boolean).join(' ')
    : `not answered: ${came.reason}`
  const { files: read = [] } = state.perceptions.get(intention)?.perception ?? {}
  const changed = read.filter(old =>
    files.some(({ path, edition }) => path === old.path && edition !== old.edition),
  )
  const names = changed.map(({ name }) => name).join(', ')
  return `${question}\n→ ${cut(said, most)}${names && ` (before ${names} changed)`}`
}

type Believed = Perceived['groundBeliefs'][number]

function believed(
  groundBeliefs: readonly Believed[],
  files: readonly AttachedFile[],
  message: string,
  known: readonly Belief[],
  day: string,
): readonly NewBelief[] {
  // without what only repeats another belief; two values under one name are kept, as a contradiction
  const once = groundBeliefs.filter(
    (item, index) => !groundBeliefs.slice(0, index).some(other => agree(other, item)),
  )
  const said = withFiles(once, files)
  const names = said.map(({ name }) => name)
  return said.map(({ name, value, unit }, index): NewBelief => {
    const isAgain = said.findIndex(other => other.name === name) < index
    const isGiven = stands(value, message)
    if (name === today && !isGiven)
      return { name, value: day, source: 'clock', provenance: 'given' }
    return {
      name,
      value,
      ...(unit !== undefined && { unit }),
      source: isAgain ? again(value, files) : 'user',
      provenance: isGiven ? 'given' : 'assumed',
      ...(!isGiven && restingAs(known, { name, value, unit }, names)),
    }
  })
}

/**
 * What a value that the message takes up from an earlier question rests on, under whichever name; not how it was
 * worked out from what has one of the `names` that now stand for something else.
 */
function restingAs(
  known: readonly Belief[],
  { name, value, unit }: Believed,
  names: readonly string[],
) {
  const same = known.filter(each =>
    sameQuantity({ value, unit }, { ...each, unit: each.unit ?? unit }),
  )
  const belief = same.find(each => each.name === name) ?? (isSmall({ value }) ? undefined : same[0])
  if (!belief) return {}
  const { source, provenance, evidence, furtherEvidence, derivation = '' } = belief
  const isOpen = derivation !== '' && readBy(derivation, names).length === 0
  return given({
    source,
    provenance,
    evidence,
    furtherEvidence,
    derivation: isOpen ? derivation : undefined,
  })
}

/** An attached file is believed in whether or not the model has thought of it. */
function withFiles(
  beliefs: readonly Believed[],
  files: readonly AttachedFile[],
): readonly Believed[] {
  const said = new Set(beliefs.flatMap(belief => belief.value))
  const taken = new Set(beliefs.map(belief => belief.name))
  const missing = files.filter(file => !said.has(file.name))
  const added = missing.map(file => {
    // of several none is "the file"
    let name = missing.length === 1 ? 'file' : 'file_1'
    for (let n = 2; taken.has(name); n++) name = `file_${n}`
    taken.add(name)
    return { name, value: file.name }
  })
  return [...beliefs, ...added]
}

/** Whether the message holds a value; also a number in words, and a date in words or that shares its year with another. */
function stands(value: Value, message: string): boolean {
  const items = [value].flat()
  const isInWords = (item: Value) => [...spokenNumbers(message)].some(({ value }) => value === item)
  return (
    items.length > 0 &&
    items.every(
      item => valueOccurs(item, message) || dateOccurs(item, message, message) || isInWords(item),
    )
  )
}

/** The other side of a contradiction: a file whose description holds the value, or the message itself. */
function again(value: Value, files: readonly AttachedFile[]): string {
  const file = files.find(({ description }) => stands(value, description))
  return file?.name ?? 'user, said otherwise'
}
