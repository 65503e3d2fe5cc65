// What a question costs: model calls and tokens, the first time and with a plan that is already
// known, and how much of each prompt is a prefix that never varies.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offline } from '../../agent/llm/offline/offline.ts'
import { openRecording, replayTools, replayWire } from '../../agent/llm/replay/recording.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { createCorpus } from '../../tools/search/providers/corpus.ts'
import { generate } from '../samples/generate.ts'
import { sameAnswer } from '../samples/same-answer.ts'
import { type Question, samplePath, sampleQuestions } from '../samples/sample-files.ts'
import { type Asked, askOnce, type Opened } from './asked.ts'
import type { Bench, Given, Measured, Row } from './bench.ts'
import { armRows } from './price/arms.ts'
import { byPurpose, prefixShare, stablePrefixes, sumOf, type Turn } from './turns.ts'

export const calls: Bench = {
  name: 'calls',
  about: 'model calls and tokens of a question, first time and with a known plan; stable prefixes',
  usage: '[--seed N] [--each N] of the generated questions; [--recordings FOLDER]',
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '6' },
    recordings: { type: 'string', default: join('test', 'fixtures', 'recordings') },
  },
  missing: ({ flags }) =>
    [flags.seed, flags.each].every(text => /^\d+$/.test(String(text)))
      ? undefined
      : '--seed and --each take whole numbers',
  run: measure,
}

// --- internal ---

/** Two questions that one plan answers: the same question about another file, or with other values. */
interface Twins {
  readonly first: Question
  readonly twin: Question
}

/** One question asked, and whether the answer was right. */
interface Judged extends Asked {
  readonly right: boolean
}

async function measure(given: Given): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'intend-calls-'))
  try {
    const corpus = await createCorpus(samplePath('corpus'))
    const first: Judged[] = []
    const known: Judged[] = []
    for (const twins of [...sampleTwins(), ...(await generatedTwins(given, folder))]) {
      const library = memoryLibrary()
      const model: Opened = { wire: offline(), tools: tools => tools }
      first.push(await ask(twins.first, model, { plans: library, corpus }))
      known.push(await ask(twins.twin, model, { plans: library, corpus }))
    }
    const replayed = await recordings(String(given.flags.recordings))
    return {
      tables: {
        ...tables('offline', first, known),
        ...tables('recordings', replayed, []),
        'held-out questions, means of a question': await armRows(),
      },
      notes: notesOn([...first, ...known], replayed),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function tables(source: string, first: readonly Judged[], known: readonly Judged[]) {
  const all = [...first, ...known]
  const turns = turnsOf(all)
  const stable = stablePrefixes(all)
  return {
    [`${source}, means of a question`]: familyRows(first, known, stable),
    [`${source}, tokens of a request`]: byPurpose(turns, stable),
  }
}

function notesOn(offlineOnes: readonly Judged[], replayed: readonly Judged[]): readonly string[] {
  const told = turnsOf(replayed).filter(turn => turn.usage !== undefined).length
  return [
    'calls: requests to the model, turns of a tool loop included. known: the twin of the question, answered with the library the first one left; reused: twins for which a plan of that library was carried out.',
    `tokens: ${turnsOf(offlineOnes).length} offline requests are estimated at 4 characters a token; of ${turnsOf(replayed).length} replayed ones ${told} have the usage that was recorded, for the prompts as they were worded then; the others are estimated.`,
    'prefix: the characters, tool definitions first, that are the same from the beginning in all requests of a purpose with the same tools, as a share of all characters sent.',
    'held-out: recordings of test/fixtures/price; uncalled: answered without a call; first: characters of the longest first request, question and descriptions of files left out.',
  ]
}

const turnsOf = (asked: readonly Judged[]) => asked.flatMap(({ turns }) => turns)

/** The samples come in groups of the same question with other values (pace-1, pace-2, ...). */
function sampleTwins(): readonly Twins[] {
  const own = sampleQuestions().filter(({ answer }) => answer !== '')
  const groups = Map.groupBy(own, ({ id }) => id.replace(/-\d+$/, ''))
  return [...groups.values()].flatMap(group =>
    group.map((first, at) => ({ first, twin: group[(at + 1) % group.length]! })),
  )
}

/** Questions of the same shape, by two seeds. */
async function generatedTwins({ flags }: Given, folder: string): Promise<readonly Twins[]> {
  const each = Number(flags.each)
  const seed = Number(flags.seed)
  const named = (question: Question) => ({ ...question, family: `${question.family}, generated` })
  const [ones, others] = await Promise.all(
    [seed, seed + 1].map(seed => generate({ seed, each, folder: join(folder, String(seed)) })),
  )
  return ones!.map(({ whole }, at) => ({ first: named(whole), twin: named(others![at]!.whole) }))
}

/** Every recording answers its question again; there is no recording of a twin. */
async function recordings(folder: string): Promise<readonly Judged[]> {
  const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trim().split('\n')
  const asked: Judged[] = []
  const documents = await createCorpus(join(folder, 'corpus'))
  for (const line of lines) {
    const question = JSON.parse(line) as Omit<Question, 'family'> & { readonly corpus?: boolean }
    const recording = openRecording(join(folder, `${question.id}.jsonl`))
    const model: Opened = {
      wire: replayWire(recording),
      tools: tools => replayTools(tools, recording),
      options: { sleep: () => Promise.resolve() },
    }
    const files = (question.files ?? []).map(file => join(folder, file))
    const having = question.corpus ? { corpus: documents } : {}
    asked.push(await ask({ ...question, family: question.id, files }, model, having))
  }
  return asked
}

async function ask(
  question: Omit<Question, 'id'>,
  model: Opened,
  having: Parameters<typeof askOnce>[2],
): Promise<Judged> {
  const asked = await askOnce(question, model, having)
  return { ...asked, right: sameAnswer(question.answer, asked.answer, question.tolerance) }
}

/** A row a family, then one for all. */
function familyRows(
  first: readonly Judged[],
  known: readonly Judged[],
  stable: ReadonlyMap<Turn, number>,
): readonly Row[] {
  const row = (family: string, ones: readonly Judged[], twins: readonly Judged[]): Row => ({
    family,
    questions: ones.length,
    right: ones.filter(({ right }) => right).length,
    ...means(ones, ''),
    ...(twins.length > 0 && {
      rightKnown: twins.filter(({ right }) => right).length,
      reused: twins.filter(({ reused }) => reused).length,
      ...means(twins, 'Known'),
    }),
    prefix: prefixShare(turnsOf([...ones, ...twins]), stable),
  })
  const families = [...new Set(first.map(({ family }) => family))]
  const of = (family: string, asked: readonly Judged[]) =>
    asked.filter(each => each.family === family)
  return [
    ...families.map(family => row(family, of(family, first), of(family, known))),
    row('all', first, known),
  ]
}

function means(asked: readonly Judged[], suffix: string): Row {
  const turns = turnsOf(asked)
  const { tokensIn, tokensOut } = sumOf(turns)
  return {
    [`calls${suffix}`]: Number((turns.length / asked.length).toFixed(2)),
    [`in${suffix}`]: Math.round(tokensIn / asked.length),
    [`out${suffix}`]: Math.round(tokensOut / asked.length),
  }
}
