// `intend plans test`: plans are carried out on their own examples, or on a question set, before
// somebody else's library is trusted.
import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { openModel } from '../../../../agent/llm/models.ts'
import { openTools } from '../../../../agent/toolset.ts'
import { hostileQuestion } from '../../../../plans/hostile/hostile.ts'
import { contentOf } from '../../../../plans/library/merge.ts'
import { mayServe, trustOf } from '../../../../plans/library/trust.ts'
import type { Plan } from '../../../../plans/plan.ts'
import { readSettings } from '../../../configuration/file.ts'
import {
  type KnownQuestion,
  type Tested,
  type Testing,
  testPlan,
  tryOn,
} from '../../../library/plan-test.ts'
import { readQuestionSet } from '../../../questions/question-set.ts'
import { searchCacheOf } from '../../../run/runs.ts'
import { simulations } from '../../../simulation/simulation-folder.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { CommandError, exit, usage } from '../../command.ts'
import { beside } from '../../options/experiment.ts'
import { chosenModel } from '../../options/model-options.ts'
import { type Action, type Asked, chosen, mergeInto, type Opened, opened, print } from './action.ts'

/**
 * Tests the plans of a library; an imported one that is right at least once and never wrong is `tested`
 * from then on. Exit code 1 when a plan was wrong, or nothing could be tested.
 */
export const test: Action = async (names, asked) => {
  const { library, others } = opened(names, asked)
  const plans = [...chosen(library, others).plans.values()]
  const set = asked.options.set as string | undefined
  if (set === undefined && !plans.some(plan => plan.examples?.length))
    throw usage(
      `no plan of ${library.file} has an example to be tested on; give questions with known answers: --set FILE`,
    )
  // a library that a simulation grew is about that one's set, and its documents
  const grown = simulations.open(dirname(library.file))?.simulation
  const testing = await testingOf(asked, grown?.corpus)
  const results = new Map<string, Tested[]>()
  const onTested: OnTested = (plan, tested) =>
    results.set(plan, [...(results.get(plan) ?? []), tested])
  const work =
    set === undefined ? onExamples(plans, library, grown && dirname(grown.set)) : onSet(plans, set)
  await work(testing, asked, onTested).catch(error => {
    if (!testing.signal?.aborted) throw error
  })
  const interrupted = asked.around.interrupted.aborted
  const reports = plans.map(plan => reportOf(plan, results.get(plan.id) ?? []))
  // of an interrupted test nobody knows what was still to come
  const passed = interrupted ? [] : reports.filter(report => report.passed && isImported(report))
  if (passed.length > 0)
    await mergeInto(library.file, contentOf(passed.map(({ plan }) => withTrust(plan, 'tested'))))
  print(reports.flatMap(linesOf), () => reports.map(dataOf), asked)
  if (interrupted)
    throw new CommandError('interrupted; no plan was marked as tested', exit.interrupted)
  const bad = reports.some(({ wrong }) => wrong > 0) || !reports.some(({ right }) => right > 0)
  return bad ? exit.notSatisfied : exit.satisfied
}

// --- internal ---

type OnTested = (plan: string, tested: Tested) => void
type Work = (testing: Testing, asked: Asked, onTested: OnTested) => Promise<void>

interface Report {
  readonly plan: Plan
  readonly results: readonly Tested[]
  readonly right: number
  readonly wrong: number
  readonly passed: boolean
}

/** `own` is the corpus that belongs to the library, if any; a set that is named has its own. */
async function testingOf(asked: Asked, own: string | undefined): Promise<Testing> {
  const { options, around } = asked
  const { folder, env, interrupted } = around
  const { spec, settings, notice } = await chosenModel(options, around)
  if (notice !== undefined && options.quiet !== true) around.stderr.write(`${harmless(notice)}\n`)
  const model = await openModel(spec, env, settings)
  const { allowHosts } = readSettings(around).settings
  const named = options.corpus as string | undefined
  const corpus = named === undefined ? besideSet(asked, own) : resolve(folder, named)
  const tools = await openTools({
    ...{ corpus, env, allowHosts, network: model.network ?? false },
    searchCache: searchCacheOf(folder),
  })
  return { model, tools, env, allow: allowed(asked), signal: interrupted }
}

/** A set brings the documents its questions are about in a folder beside it. */
function besideSet({ options, around }: Asked, without: string | undefined): string | undefined {
  const set = options.set as string | undefined
  return set === undefined ? without : beside(resolve(around.folder, set), 'corpus')
}

const allowed = ({ options, around }: Asked) =>
  ((options.allow ?? []) as readonly string[]).map(folder => resolve(around.folder, folder))

function onExamples(plans: readonly Plan[], { file }: Opened, from: string | undefined): Work {
  return async (testing, asked, onTested) => {
    const open = [dirname(file), ...(from === undefined ? [] : [from]), ...(testing.allow ?? [])]
    for (const plan of plans)
      for (const [at, example] of (plan.examples ?? []).entries()) {
        progress(`${plan.id}, example ${at + 1}`, asked)
        const read = questionOf(example, file, open)
        if ('wrong' in read) onTested(plan.id, { verdict: 'not-applicable', why: read.wrong })
        else for (const tested of await testPlan(plan, [read], testing)) onTested(plan.id, tested)
      }
  }
}

function onSet(plans: readonly Plan[], set: string): Work {
  return async (testing, asked, onTested) => {
    const questions = readQuestionSet(resolve(asked.around.folder, set), testing.allow ?? [])
    const open = plans.filter(plan => barredBy(plan) === undefined)
    for (const question of questions) {
      progress(`question ${question.id}`, asked)
      const { plan, tested } = await tryOn(question, open, testing)
      if (plan !== undefined) onTested(plan, tested)
    }
  }
}

/** An example as it may be asked: it is somebody else's word, and its files lie in the folders in `open`. */
function questionOf(
  { question, answer, files = [] }: NonNullable<Plan['examples']>[number],
  library: string,
  open: readonly string[],
): KnownQuestion | { readonly wrong: string } {
  const hostile = hostileQuestion(question)
  if (hostile !== undefined) return { wrong: `the example ${hostile}, so it was not asked` }
  const paths: string[] = []
  for (const name of files) {
    const path = resolve(dirname(library), name)
    const real = realPath(path)
    if (real === undefined) return { wrong: `there is no file ${path}` }
    if (!open.some(place => isInside(real, realPath(place))))
      return {
        wrong: `the file ${name} lies outside the folder of the library; allow it with --allow DIR`,
      }
    paths.push(path)
  }
  return { question, answer, files: paths }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isInside(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function reportOf(plan: Plan, results: readonly Tested[]): Report {
  const count = (verdict: Tested['verdict']) =>
    results.filter(each => each.verdict === verdict).length
  const [right, wrong] = [count('right'), count('wrong')]
  return { plan, results, right, wrong, passed: right > 0 && wrong === 0 }
}

const isImported = ({ plan }: Pick<Report, 'plan'>) => trustOf(plan) === 'imported'

function linesOf(report: Report): readonly string[] {
  const { plan, results, right, wrong } = report
  const counts = `right ${right}, wrong ${wrong}, not applicable ${results.length - right - wrong}`
  const faults = results.filter(({ verdict }) => verdict !== 'right').map(({ why }) => why)
  const barred = barredBy(plan)
  return [
    harmless(plan.id),
    `  ${stateOf(report)}: ${counts}`,
    ...[...(barred === undefined ? faults : [barred])].map(why => `  ${harmless(why)}`),
  ]
}

function stateOf({ plan, passed, wrong }: Report): string {
  if (barredBy(plan) !== undefined) return 'refused'
  if (passed) return 'passed'
  return wrong > 0 ? 'failed' : 'not tested'
}

/** Why the plan is not carried out, tested or not. */
const barredBy = (plan: Plan) => mayServe(withTrust(plan, 'tested'))

const withTrust = (plan: Plan, trust: 'tested'): Plan => ({
  ...plan,
  origin: { ...plan.origin, trust },
})

const dataOf = ({ plan, results, right, wrong, passed }: Report) => ({
  ...{ plan: plan.id, right, wrong, notApplicable: results.length - right - wrong, passed },
  trust: passed && isImported({ plan }) ? 'tested' : trustOf(plan),
  results,
})

function progress(what: string, { options, around }: Asked): void {
  around.interrupted.throwIfAborted()
  if (options.quiet !== true) around.stderr.write(`testing ${harmless(what)}\n`)
}
