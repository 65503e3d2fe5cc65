// Which rules apply (BDI Agents in Natural Language Environments, 2024, section 3.4): the task says what a
// rule is for, and every statement of its context has to follow from what is believed.
import { memo, memoOf } from '../memo.ts'
import type { Plan } from '../plan.ts'
import type { Judged, Judgement } from '../retrieval/matrix.ts'
import { slots } from '../template.ts'
import { fillPartly, matchClause, matchTask, type Values, wordsOf } from './match.ts'
import { type Statement, statementOf } from './rule.ts'

/** What rules are held against. */
interface Situation {
  readonly task: string
  /** What is believed, one thing each. */
  readonly sentences: readonly string[]
}

/** A way in which a rule applies: what its slots stand for. */
export interface Applicable {
  readonly plan: Plan
  readonly values: Values
  /** The mean over its statements of how surely each is entailed; 1 where there is none. */
  readonly score: number
  /** The sentences that entail its statements. */
  readonly because: readonly string[]
}

/** Judges statements by sentences, such as a matrix with its way of deciding. */
export type Judge = (
  sentences: readonly string[],
  statements: readonly string[],
) => Promise<Judgement>

/** What came of all rules, and what it took. */
export type Found = Awaited<ReturnType<typeof applicableRules>>

/**
 * Holds every rule among `plans` against the situation. Statements whose words are known are judged in
 * one batch; then slots are bound by sentences that say the statement, each in every way (the first 200 of
 * a rule), and the statements that have become known are a second batch. Rejects as `judge` does.
 */
export async function applicableRules(
  plans: Iterable<Plan>,
  { task, sentences }: Situation,
  judge: Judge,
) {
  const valuesFor = memo(1_000, goal => matchTask(goal, task))
  const relevant = [...plans].flatMap((plan): readonly Way[] => {
    const values = isWorded(plan) ? valuesFor(plan.goal) : undefined
    return values ? [{ plan, values, held: 0, sum: 0, because: [], open: contextOf(plan) }] : []
  })
  const first = await sieved(relevant, sentences, judge)
  const saying = sayingOf(sentences)
  const joined = first.left.map(way => bindings(way, saying))
  const second = await sieved(
    joined.flatMap(({ ways }) => ways),
    sentences,
    judge,
  )
  const applicable = second.left.map(({ plan, values, sum, held, because }): Applicable => {
    return { plan, values, because, score: held === 0 ? 1 : sum / held }
  })
  const applying = new Set(applicable.map(({ plan }) => plan))
  const against = new Map<Plan, string>()
  for (const { plan, reason } of [
    ...first.lost,
    ...joined.flatMap(each => each.lost),
    ...second.lost,
  ])
    if (!applying.has(plan) && !against.has(plan)) against.set(plan, reason)
  return {
    applicable,
    /** Rules for the task that do not apply, each with the reason. */
    others: [...against].map(([plan, reason]) => ({ plan, reason })),
    count: {
      /** Rules for the task. */
      relevant: relevant.length,
      sentences: sentences.length,
      statements: first.count.statements + second.count.statements,
      /** Statements times sentences, and how many of these had not been judged before. */
      pairs: first.count.pairs + second.count.pairs,
      judged: first.count.judged + second.count.judged,
    },
  }
}

// --- internal ---

/** Ways of binding one rule: each is a plan that could be tried. */
const mostWays = 200

interface Way extends Omit<Applicable, 'score'> {
  /** How many statements hold, and their scores together. */
  readonly held: number
  readonly sum: number
  /** Statements that have not been judged, nor bound by a sentence that says them. */
  readonly open: readonly Read[]
}

/** A statement with the roles that it names, and its words where there are none. */
interface Read extends Statement {
  readonly roles: readonly string[]
  readonly plain: Statement | undefined
}

interface Lost {
  readonly plan: Plan
  readonly reason: string
}

const isWorded = memoOf(({ steps }: Plan) =>
  steps.every(
    ({ action }) =>
      action !== undefined &&
      (('act' in action && action.args.length === 0) || 'achieve' in action),
  ),
)

/** A sentence that says a statement, and what the slots of that stand for by it. */
interface Saying {
  readonly sentence: string
  readonly values: Values
}

/** For a statement with slots the sentences that say it, one for each way of binding them: rules share statements. */
const sayingOf = (sentences: readonly string[]) =>
  memo(1_000, (text: string): readonly Saying[] => {
    const found = new Map<string, Saying>()
    for (const sentence of sentences) {
      const values = matchClause(text, sentence)
      if (!values) continue
      const key = Object.values(values).join('\n')
      if (!found.has(key)) found.set(key, { sentence, values })
    }
    return [...found.values()]
  })

const contextOf = memoOf(({ contextConditions }: Plan): readonly Read[] =>
  contextConditions.map(statementOf).map(each => {
    const words = wordsOf(each.text, {})
    const plain = words === undefined ? undefined : { ...each, text: words }
    return { ...each, roles: slots(each.text), plain }
  }),
)

/** The statement in the words that are known, or undefined while a slot is open. */
function written(read: Read, values: Values): Statement | undefined {
  const { text, denied, roles, plain } = read
  if (plain) return plain
  if (!roles.every(role => Object.hasOwn(values, role))) return undefined
  return { text: wordsOf(text, values)!, denied }
}

/** The ways of which all statements hold whose words are known, all judged at once. */
async function sieved(ways: readonly Way[], sentences: readonly string[], judge: Judge) {
  const sorted = ways.map(way => {
    const known = way.open.flatMap(each => written(each, way.values) ?? [])
    return { way, known, open: way.open.filter(each => !written(each, way.values)) }
  })
  const texts = sorted.flatMap(({ known }) => known.map(({ text }) => text))
  if (texts.length === 0) return { left: ways, lost: [], count: nothing }
  const { found, count } = await judge(sentences, texts)
  const lost: Lost[] = []
  const left: Way[] = []
  let at = 0
  for (const { way, known, open } of sorted) {
    const judged = known.map(() => found[at++]!)
    const wrong = known.findIndex(({ denied }, place) => judged[place]!.score > 0 === denied)
    if (wrong >= 0) {
      lost.push({ plan: way.plan, reason: reasonAgainst(known[wrong]!, judged[wrong]!) })
      continue
    }
    const because = [...way.because, ...judged.flatMap(({ sentence }) => sentence ?? [])]
    const scores = judged.map(({ score }, place) => (known[place]!.denied ? 1 : score))
    const sum = scores.reduce((all, each) => all + each, way.sum)
    left.push({ ...way, sum, held: way.held + known.length, because, open })
  }
  return { left, lost, count: { ...count, statements: new Set(texts).size } }
}

const nothing = { statements: 0, pairs: 0, judged: 0 }

/** Every way of binding the open slots of a rule by what is believed. */
function bindings(way: Way, saying: ReturnType<typeof sayingOf>) {
  let ways: readonly Way[] = [{ ...way, open: [] }]
  const denied = way.open.filter(each => each.denied)
  for (const statement of [...way.open.filter(each => !each.denied), ...denied]) {
    ways = ways.flatMap(each => bound(each, statement, saying)).slice(0, mostWays)
    const reason = statement.denied
      ? `something believed says "${statement.text}"`
      : `nothing believed says "${fillPartly(statement.text, way.values)}"`
    if (ways.length === 0) return { ways, lost: [{ plan: way.plan, reason }] }
  }
  return { ways, lost: [] }
}

/** The ways in which a statement can hold: what is known of it is judged later, what is denied and open must not be said. */
function bound(way: Way, statement: Read, saying: ReturnType<typeof sayingOf>): readonly Way[] {
  if (written(statement, way.values)) return [{ ...way, open: [...way.open, statement] }]
  const said = saying(fillPartly(statement.text, way.values))
  const holding = { ...way, held: way.held + 1, sum: way.sum + 1 }
  if (statement.denied) return said.length > 0 ? [] : [holding]
  return said.map(found => ({
    ...holding,
    values: { ...way.values, ...found.values },
    because: [...way.because, found.sentence],
  }))
}

function reasonAgainst({ text, denied }: Statement, { sentence }: Judged): string {
  return denied
    ? `it is not for when "${text}", and "${sentence}" says so`
    : `nothing believed says "${text}"`
}
