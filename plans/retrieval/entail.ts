// Whether sentences follow from sentences (BDI Agents in Natural Language Environments, 2024, section 3.4):
// one interface, decided by words alone or by a model; the others are in `entail-local.ts` and `entail-service.ts`.
import { z } from 'zod'
import { memo } from '../memo.ts'
import { gistOf } from './gist.ts'

/** What was found about one hypothesis. */
export interface Entailed {
  readonly entailed: boolean
  /** The premise it follows from, when it does. */
  readonly premise?: string
  /** For each premise how surely it follows from that one, 0 where it does not; left out where that is not told. */
  readonly scores?: readonly number[]
  readonly why: string
}

/**
 * Whether each hypothesis follows from one of the premises; one result for each, in their order.
 * Rejects with one sentence when it cannot be decided, and with the signal's reason when aborted.
 */
export type Entail = (
  premises: readonly string[],
  hypotheses: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly Entailed[]>

/**
 * Whether a premise says the hypothesis and perhaps more, as far as words alone can tell: one clause of
 * it holds all telling words of the hypothesis in the same order, denied or not alike, and does not
 * hedge. What takes knowledge of the world, or the words in another order, is not entailed.
 */
export function entailsByWords(premise: string, hypothesis: string): boolean {
  const wanted = readingOf(hypothesis)
  const said = readingOf(premise)
  if (wanted.words.length === 0) return said.plain === wanted.plain
  if (said.key === wanted.key && said.hedge === wanted.hedge) return true
  return said.clauses.some(
    clause =>
      clause.denied === wanted.denied &&
      clause.hedge === wanted.hedge &&
      !(wanted.ofYou && (!said.here || clause.sees !== wanted.sees)) &&
      inOrder(wanted.words, clause.words),
  )
}

/** Decides by words alone; needs nothing and never rejects. */
export const lexicalEntailment: Entail = async (premises, hypotheses) => {
  const speaking = speakingOf(premises)
  return hypotheses.map(hypothesis => {
    const scores = premises.map(() => 0)
    for (const at of speaking(hypothesis))
      if (entailsByWords(premises[at]!, hypothesis)) scores[at] = 1
    const premise = premises[scores.indexOf(1)]
    return premise === undefined
      ? { entailed: false, scores, why: 'no premise says so in these words' }
      : { entailed: true, premise, scores, why: 'a premise says so in these words' }
  })
}

/** What a model is given: sentences, numbered from 1 in their order. */
export interface EntailReads {
  readonly premises: readonly string[]
  readonly hypotheses: readonly string[]
}

/** What a model has to reply. */
export const EntailReply = z.object({
  verdicts: z
    .array(
      z.object({
        hypothesis: z.number().int().describe('number of the hypothesis'),
        entailed: z
          .boolean()
          .describe('true only when it must be true whenever one of the premises is true'),
        premise: z
          .number()
          .int()
          .optional()
          .describe('number of the premise it follows from; needed when entailed'),
      }),
    )
    .describe('one for each hypothesis'),
})
export type EntailReply = z.infer<typeof EntailReply>

/**
 * Has a model decide what words alone do not. `judge` puts the question and gives the reply, and rejects
 * when there is none; it is called once for every 20 hypotheses, with the 60 premises that have most words
 * in common with them. A verdict without an existing premise is none.
 */
export function modelEntailment(
  judge: (reads: EntailReads, signal?: AbortSignal) => Promise<EntailReply>,
): Entail {
  return async (premises, hypotheses, signal) => {
    const found = new Map<string, Entailed>()
    const byWords = await lexicalEntailment(premises, hypotheses)
    for (const [i, hypothesis] of hypotheses.entries())
      if (byWords[i]!.entailed) found.set(hypothesis, byWords[i]!)
    const open = [...new Set(hypotheses)].filter(hypothesis => !found.has(hypothesis))
    for (let at = 0; premises.length > 0 && at < open.length; at += hypothesesAtOnce) {
      const asked = open.slice(at, at + hypothesesAtOnce)
      const shown = nearestPremises(premises, asked)
      const reply = await judge({ premises: shown, hypotheses: asked }, signal)
      for (const [i, hypothesis] of asked.entries())
        found.set(hypothesis, judged(reply, i + 1, shown))
    }
    return hypotheses.map(one => found.get(one) ?? { entailed: false, why: 'there is no premise' })
  }
}

/** A premise and what may follow from it, under the names that classifiers have for them. */
export interface Pair {
  readonly text: string
  readonly text_pair: string
}

/**
 * What scores pairs as a way of deciding: a hypothesis follows from the premise that scores most, from 0.5
 * on. `who` scores, and is named in what is said of it; up to 64 pairs are scored at once.
 */
export function byPairs(
  who: string,
  score: (pairs: readonly Pair[], signal: AbortSignal | undefined) => Promise<readonly number[]>,
): Entail {
  return async (premises, hypotheses, signal) => {
    const pairs = hypotheses.flatMap(hypothesis =>
      premises.map(premise => ({ text: premise, text_pair: hypothesis })),
    )
    const scores: number[] = []
    for (let at = 0; at < pairs.length; at += pairsAtOnce)
      scores.push(...(await score(pairs.slice(at, at + pairsAtOnce), signal)))
    return hypotheses.map((_, i): Entailed => {
      const own = scores.slice(i * premises.length, (i + 1) * premises.length)
      if (own.length === 0) return { entailed: false, why: 'there is no premise' }
      const best = Math.max(...own)
      if (best < threshold)
        return { entailed: false, why: `${who} scores no premise above ${best.toFixed(2)}` }
      const premise = premises[own.indexOf(best)]!
      const sure = own.map(each => (each < threshold ? 0 : each))
      const why = `${who} scores a premise ${best.toFixed(2)}`
      return { entailed: true, premise, scores: sure, why }
    })
  }
}

/** The share of one of the logits of a classifier in their softmax. */
export function shareOf(logits: readonly number[], at: number): number {
  const most = Math.max(...logits)
  const weights = logits.map(logit => Math.exp(logit - most))
  return weights[at]! / weights.reduce((sum, weight) => sum + weight, 0)
}

/**
 * Whether two sets of sentences say the same of a task: each of `conditions` follows from what is
 * believed, and each of `open`, sentences believed of the task, from the conditions.
 */
export async function sayTheSame(
  entail: Entail,
  { believed, conditions, unbelieved, open }: Told,
  signal?: AbortSignal,
): Promise<{ readonly same: boolean; readonly why: string }> {
  for (const [premises, hypotheses] of [
    [believed, unbelieved],
    [conditions, open],
  ] as const) {
    const found = await entail(premises, hypotheses, signal)
    const failed = found.findIndex(each => !each.entailed)
    if (failed >= 0) return { same: false, why: `${hypotheses[failed]}: ${found[failed]!.why}` }
  }
  return { same: true, why: 'says the same in other words' }
}

/** What is compared: all that is believed of the task, and what of both sides is not said in the other's words. */
interface Told {
  readonly believed: readonly string[]
  readonly conditions: readonly string[]
  readonly unbelieved: readonly string[]
  readonly open: readonly string[]
}

// --- internal ---

const hypothesesAtOnce = 20
const premisesAtOnce = 60
const pairsAtOnce = 64
const threshold = 0.5

function judged({ verdicts }: EntailReply, number: number, premises: readonly string[]): Entailed {
  const verdict = verdicts.find(({ hypothesis }) => hypothesis === number)
  if (!verdict) return { entailed: false, why: 'the model said nothing about it' }
  if (!verdict.entailed) return { entailed: false, why: 'the model finds it in no premise' }
  const premise = premises[(verdict.premise ?? 0) - 1]
  return premise === undefined
    ? { entailed: false, why: 'the model names no premise it follows from' }
    : { entailed: true, premise, why: 'the model finds it in a premise' }
}

function nearestPremises(
  premises: readonly string[],
  hypotheses: readonly string[],
): readonly string[] {
  if (premises.length <= premisesAtOnce) return premises
  const words = new Set(hypotheses.flatMap(gistOf))
  const common = (premise: string) => gistOf(premise).filter(word => words.has(word)).length
  return premises
    .map(premise => ({ premise, near: common(premise) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, premisesAtOnce)
    .map(({ premise }) => premise)
}

/** For a hypothesis the places of the premises that hold its rarest word: no others can entail it by words. */
function speakingOf(premises: readonly string[]): (hypothesis: string) => readonly number[] {
  const places = new Map<string, number[]>()
  for (const [at, premise] of premises.entries()) {
    const { words, clauses } = readingOf(premise)
    for (const word of new Set([...words, ...clauses.flatMap(clause => clause.words)])) {
      const known = places.get(word)
      if (known) known.push(at)
      else places.set(word, [at])
    }
  }
  const all = [...premises.keys()]
  return hypothesis =>
    readingOf(hypothesis).words.reduce<readonly number[]>((fewest, word) => {
      const own = places.get(word) ?? []
      return own.length < fewest.length ? own : fewest
    }, all)
}

interface Clause {
  /** The telling words, in order. */
  readonly words: readonly string[]
  readonly denied: boolean
  readonly hedge: string | undefined
  /** Whether it says that somebody sees something. */
  readonly sees: boolean
}

interface Reading extends Clause {
  readonly plain: string
  readonly key: string
  /** Whether it speaks of the one who sees: what you see is not what you are or have. */
  readonly ofYou: boolean
  /** Whether it speaks of that one, or of where that one is; else it may be an order, such as a task. */
  readonly here: boolean
  readonly clauses: readonly Clause[]
}

const readingOf = memo(20_000, (sentence: string): Reading => {
  const whole = clauseOf(sentence)
  return {
    ...whole,
    plain: sentence.trim().toLowerCase(),
    key: whole.words.join(' '),
    ofYou: /^\s*you\b/i.test(sentence),
    here: /^\s*(?:you|this)\b/i.test(sentence),
    clauses: sentence.split(/[,;.]\s|\b(?:and|but|while|whereas)\b/i).map(clauseOf),
  }
})

function clauseOf(text: string): Clause {
  const words = gistOf(text)
  const sees = /\byou (?:also |can |now )*see\b/i.test(text)
  return { words, denied: words.includes('not'), hedge: hedges.exec(text)?.[0].toLowerCase(), sees }
}

/** Words after which a sentence does not say that something is so, now and for all. */
const hedges =
  /\b(?:if|unless|some|may|might|could|should|would|can|or|either|maybe|perhaps|almost|nearly|few|hardly|once|was|were|had|will|wants?|believes?|thinks?|says?|said)\b/i

/** Whether all words occur among `words` in the same order. */
function inOrder(wanted: readonly string[], words: readonly string[]): boolean {
  let at = 0
  for (const word of words) if (word === wanted[at]) at++
  return at === wanted.length
}
