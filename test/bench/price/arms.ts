// The questions held out in test/fixtures/price, asked in one way: of a model, or of the recording of
// one. What is recorded by
//   intend simulate test/fixtures/price/set.jsonl --rounds 1 --no-refine --agent AGENT [--talk separate]
//     --model record:test/fixtures/price/recordings/ARM.jsonl@MODEL
// each question begins without plans; `twins` are asked with the plans that the first run left
// (`--plans`, kept as plans.json there).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRecording, replayTools, replayWire } from '../../../agent/llm/replay/recording.ts'
import { isRight } from '../../../harness/measure/score.ts'
import { parseLibrary } from '../../../plans/library/file.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { inForce } from '../../../plans/library/lineage.ts'
import type { Plan } from '../../../plans/plan.ts'
import { createCorpus } from '../../../tools/search/providers/corpus.ts'
import type { Question } from '../../samples/sample-files.ts'
import { type Asked, askOnce, type Opened } from '../asked.ts'
import type { Row } from '../bench.ts'
import { prefixShare, stablePrefixes, sumOf } from '../turns.ts'

export const priceFolder = join(import.meta.dirname, '..', '..', 'fixtures', 'price')

/** Where the recordings of the arms are. */
export const recordings = join(priceFolder, 'recordings')

/** A way of answering the questions of a set. */
export interface Arm {
  /** Also the name of its recording. */
  readonly name: string
  readonly agent: string
  readonly talk?: 'separate'
  readonly set: 'set' | 'twins' | 'lookalikes'
}

export const arms: readonly Arm[] = [
  { name: 'self-aware', agent: 'self-aware', set: 'set' },
  { name: 'separate', agent: 'self-aware', talk: 'separate', set: 'set' },
  { name: 'react', agent: 'react', set: 'set' },
  { name: 'twins', agent: 'self-aware', set: 'twins' },
]

/** What came of one question. */
export interface Answered extends Asked {
  readonly id: string
  readonly verdict: 'right' | 'wrong' | 'declined'
}

/** The questions of a set, their files as absolute paths. */
export function heldOut(set: Arm['set']): readonly Question[] {
  const lines = readFileSync(join(priceFolder, `${set}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => {
    const question = JSON.parse(line) as Question
    return { ...question, files: question.files?.map(file => join(priceFolder, file)) ?? [] }
  })
}

/** Asks all of `questions`, so many at a time, each with the same plans. */
export async function answerAll(
  questions: readonly Question[],
  { agent, talk, set }: Arm,
  model: Opened,
  parallel = 1,
): Promise<readonly Answered[]> {
  const corpus = await createCorpus(join(priceFolder, 'corpus'))
  const plans = set === 'set' ? [] : plansLeft()
  const answered: Answered[] = []
  const left = [...questions]
  const work = async () => {
    for (let question = left.shift(); question; question = left.shift()) {
      const having = { agent, corpus, plans: memoryLibrary(plans), ...(talk && { talk }) }
      const asked = await askOnce(question, model, having)
      answered.push({ ...asked, id: question.id, verdict: verdictOf(question, asked) })
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return answered
}

/** The recording of a run by its name; undefined when there is none. */
export function recordedAs(name: string): Opened | undefined {
  const file = join(recordings, `${name}.jsonl`)
  if (!existsSync(file)) return undefined
  const recording = openRecording(file)
  return {
    wire: replayWire(recording),
    network: true, // of which nothing is called in a replay
    tools: tools => replayTools(tools, recording),
    options: { sleep: () => Promise.resolve() },
  }
}

/** The arms that are recorded, replayed: a row a family of questions and one for all. */
export async function armRows(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const arm of arms) {
    const model = recordedAs(arm.name)
    if (model) rows.push(...familyRows(arm.name, await answerAll(heldOut(arm.set), arm, model)))
  }
  return rows
}

// --- internal ---

function plansLeft(): readonly Plan[] {
  const file = join(priceFolder, 'plans.json')
  const parsed = parseLibrary(readFileSync(file, 'utf8'), file)
  if (!('content' in parsed)) throw new Error(`${file} is no library`)
  return inForce([...parsed.content.plans.values()])
}

function verdictOf({ answer: truth }: Question, { answer }: Asked): Answered['verdict'] {
  if (answer === undefined) return 'declined'
  return isRight(answer, truth) ? 'right' : 'wrong'
}

function familyRows(arm: string, answered: readonly Answered[]): readonly Row[] {
  const stable = stablePrefixes(answered)
  const row = (family: string, some: readonly Answered[]): Row => {
    const turns = some.flatMap(each => each.turns)
    const { tokensIn, tokensOut } = sumOf(turns)
    const begun = some.filter(each => each.turns.length > 0)
    return {
      arm,
      family,
      questions: some.length,
      right: some.filter(({ verdict }) => verdict === 'right').length,
      calls: Number((turns.length / some.length).toFixed(2)),
      tokens: Math.round((tokensIn + tokensOut) / some.length),
      uncalled: some.length - begun.length,
      reused: some.filter(({ reused }) => reused).length,
      first: Math.max(...begun.map(({ first }) => first)),
      prefix: prefixShare(turns, stable),
    }
  }
  const families = Map.groupBy(answered, ({ family }) => family)
  return [...[...families].map(([family, some]) => row(family, some)), row('all', answered)]
}
