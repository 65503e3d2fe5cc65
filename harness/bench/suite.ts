// What a bench runs: a question set, a PlanBench folder or the episodes of a world, as one kind of thing. Here is how a question
// of a set is answered and judged.
import { statSync } from 'node:fs'
import { seededOrder } from '../../plans/canonical.ts'
import { exampleMoved } from '../../plans/library/examples.ts'
import type { PlanLibrary } from '../../plans/library/library.ts'
import { noStats } from '../../plans/plan.ts'
import { meantBy } from '../../plans/text/nearest.ts'
import { usage } from '../cli/command.ts'
import { planBench } from '../planbench/planbench.ts'
import { type Question, readQuestionSet } from '../questions/question-set.ts'
import type { RunFolder } from '../run/runs.ts'
import type { ArenaAround } from '../worlds/arena.ts'
import { arenaNamed } from '../worlds/arenas.ts'
import type { Bench } from './folder.ts'
import { pursueOnce } from './question.ts'
import { judge, type Result } from './result.ts'
import { table } from './table.ts'
import type { Asking, Suite } from './work.ts'
import { arenaSuite } from './worlds/suite.ts'

/** Which of the questions are meant, in which order and how often. */
export type Choice = Pick<Bench, 'level' | 'family' | 'shuffle' | 'limit' | 'epochs'>

/**
 * The question set in the file `path`, or the planning problems in the folder `path`. `allow` lists the
 * folders in which attached files may lie. In the n-th round the ids are `ID#n`, from the second on.
 * Throws a CommandError that names what is wrong, and where.
 */
export function openSuite(path: string, allow: readonly string[], choice: Choice): Suite {
  if (statSync(path).isDirectory()) return chosen(planBench(path), choice, evenly)
  return chosen({ questions: readQuestionSet(path, allow), answer: answerQuestion, table }, choice)
}

/** What a bench runs: the episodes of its world, else what `openSuite` opens. Rejects as that throws. */
export async function suiteOf(
  bench: Choice & Pick<Bench, 'set' | 'allow' | 'world'> & Partial<Pick<Bench, 'settings'>>,
  around: ArenaAround,
): Promise<Suite> {
  const { set, allow, world } = bench
  if (!world) return openSuite(set, allow, bench)
  const seeded = { ...around, seed: bench.settings?.sampling?.seed }
  const arena = await arenaNamed(world.name).open(world.options, seeded)
  return chosen(arenaSuite(arena), bench, evenly)
}

/** The id that the set has for a question that was asked in several rounds: `q` for `q#2`. */
export const withoutRound = (id: string) => id.replace(/#[1-9]\d*$/, '')

// --- internal ---

/** Those questions of the suite that are meant; `few` takes some where their order is not random. */
function chosen(
  suite: Suite,
  choice: Choice,
  few: typeof evenly = (all, limit) => all.slice(0, limit),
): Suite {
  const { shuffle, limit, epochs = 1 } = choice
  const having = withTrait('family', withTrait('level', suite.questions, choice), choice)
  const meant = shuffle === undefined ? having : seededOrder(having, shuffle, ({ id }) => id)
  const questions = shuffle === undefined ? few(meant, limit) : meant.slice(0, limit)
  return repeated({ ...suite, questions }, epochs)
}

async function answerQuestion(run: RunFolder, question: Question, asking: Asking) {
  const result = judge(question, await pursueOnce(run, asking))
  await remember(asking.shared.library, run.run, { question, result })
  return result
}

/** The library learns whether the plan led to the right answer: only a harness can know. */
async function remember(
  library: PlanLibrary,
  { id: run, plans }: RunFolder['run'],
  { question, result }: { readonly question: Question; readonly result: Result },
): Promise<void> {
  if (result.plan === null || result.answer === null || result.verdict === 'unscored') return
  // how an answer is written is no fault of the plan
  const isRight = result.verdict === 'right' || result.miss === 'form'
  const counter = isRight ? 'judgedRight' : 'judgedWrong'
  const stats = [[result.plan, { ...noStats, [counter]: 1 }]] as const
  const plan = result.verdict === 'right' ? library.get(result.plan) : undefined
  const { question: text, answer, files } = question
  // its files are absolute paths, which any file sees alike
  const examples = [exampleMoved({ question: text, answer, files: [...files] }, plans, plans)]
  const tested = plan ? [[plan.id, { ...plan, stats: {}, examples }] as const] : []
  await library.record(run, { plans: tested, stats, removed: [] })
}

function withTrait(
  trait: 'family' | 'level',
  questions: readonly Question[],
  { [trait]: wanted }: Choice,
): readonly Question[] {
  if (wanted === undefined) return questions
  const all = questions.filter(question => question[trait] === wanted)
  if (all.length > 0) return all
  const known = [...new Set(questions.flatMap(question => question[trait] ?? []))]
  const way = meantBy(wanted, known, `it has ${known.join(', ') || 'none'}`)
  throw usage(`the set has no ${trait} "${wanted}"; ${way}`)
}

/** `limit` of all, at even distances: problems are often numbered by difficulty. */
function evenly(all: readonly Question[], limit = all.length): readonly Question[] {
  const count = Math.min(limit, all.length)
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!)
}

/** The suite with each question asked `epochs` times, each time under an id of its own. */
function repeated(suite: Suite, epochs: number): Suite {
  if (epochs === 1) return suite
  const { questions, answer } = suite
  const taken = questions.find(({ id }) => withoutRound(id) !== id)
  if (taken)
    throw usage(
      `the id ${taken.id} ends as that of a repeated question does; give it another, or leave --epochs out`,
    )
  const own = new Map(questions.map(question => [question.id, question]))
  const rounds = Array.from({ length: epochs }, (_, at) => (at === 0 ? '' : `#${at + 1}`))
  return {
    ...suite,
    questions: rounds.flatMap(round => questions.map(each => ({ ...each, id: each.id + round }))),
    async answer(run, question, asking) {
      const { id } = question
      return { ...(await answer(run, own.get(withoutRound(id)) ?? question, asking)), id }
    },
  }
}
