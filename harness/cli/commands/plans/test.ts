// `intend plans test`: plans are carried out on their own examples, or on a question set, before
// somebody else's library is trusted.
import { dirname, resolve } from 'node:path'
import { openModel } from '../../../../agent/llm/models.ts'
import { openTools } from '../../../../agent/toolset.ts'
import { hostileQuestion } from '../../../../plans/hostile/hostile.ts'
import { contentOf } from '../../../../plans/library/merge.ts'
import { mayServe, trustOf } from '../../../../plans/library/trust.ts'
import type { Plan } from '../../../../plans/plan.ts'
import { benches } from '../../../bench/folder.ts'
import { readSettings } from '../../../configuration/file.ts'
import { personalCache } from '../../../configuration/own.ts'
import { tryVaried } from '../../../library/perturb.ts'
import {
  type KnownQuestion,
  type Tested,
  type Testing,
  testPlan,
  tryOn,
} from '../../../library/plan-test.ts'
import { isInside, readQuestionSet, realPath } from '../../../questions/question-set.ts'
import { simulations } from '../../../simulation/simulation-folder.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { CommandError, exit, usage } from '../../command.ts'
import { beside } from '../../options/experiment.ts'
import { chosenModel } from '../../options/model-options.ts'
import { type Action, type Asked, chosen, mergeInto, type Opened, opened, print } from './action.ts'

/**
 * Tests the plans of a library; an imported one that is right at least once on a question of the person's
 * own (`--set`) and never wrong, nor with other numbers, is `tested` from then on. Exit code 1 when a plan was wrong, or nothing could be tested.
 */
export const test: Action = async (names, asked) => {
  const { library, others } = opened(names, asked)
  const plans = [...chosen(library, others).plans.values()]
  const set = asked.options.set as string | undefined
  if (set === undefined && !plans.some(plan => plan.examples?.length))
    throw usage(
      `no plan of ${library.file} has an example to be tested on; give questions with known answers: --set FILE`,
    )
  // a library that a simulation grew, or an arm begins with, is about that one's set, and its documents
  const home = dirname(library.file)
  const grown = simulations.open(home)?.simulation ?? benches.open(home)?.bench
  const testing = await testingOf(asked, grown?.corpus)
  const results = new Map<string, Tested[]>()
  const onTested: OnTested = async (plan, tested, question) => {
    const { id } = plan
    const strict = isImported({ plan }) && tested.verdict === 'right'
    const found = strict ? await doubted(plan, question, testing) : undefined
    results.set(id, [...(results.get(id) ?? []), tested, ...(found ? [found] : [])])
  }
  const work =
    set === undefined ? onExamples(plans, library, grown && dirname(grown.set)) : onSet(plans, set)
  await work(testing, asked, onTested).catch(error => {
    if (!testing.signal?.aborted) throw error
  })
  const interrupted = asked.around.interrupted.aborted
  const reports = plans.map(plan => reportOf(plan, results.get(plan.id) ?? []))
  // of an interrupted test nobody knows what was still to come
  const open = !interrupted && set !== undefined
  const passed = open ? reports.filter(report => report.passed && isImported(report)) : []
  if (passed.length > 0)
    await mergeInto(
      library.file,
      contentOf(passed.map(({ plan }) => withTrust(plan, 'tested'))),
      asked,
    )
  const waiting = set === undefined && reports.some(report => report.passed && isImported(report))
  const lines = waiting ? [ownQuestions] : []
  const trusted = new Set(passed.map(({ plan }) => plan.id))
  print(
    [...reports.flatMap(linesOf), ...lines],
    () => reports.map(report => dataOf(report, trusted)),
    asked,
  )
  if (interrupted)
    throw new CommandError('interrupted; no plan was marked as tested', exit.interrupted)
  const bad = reports.some(({ wrong }) => wrong > 0) || !reports.some(({ right }) => right > 0)
  return bad ? exit.notSatisfied : exit.satisfied
}

// --- internal ---

const ownQuestions =
  'what came with the plans does not speak for them; they serve once they have passed on questions of yours: --set FILE'

type OnTested = (plan: Plan, tested: Tested, question: KnownQuestion) => Promise<void>
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
  const { spec, settings } = await chosenModel(options, around)
  const model = await openModel(spec, env, settings)
  const { allowHosts, shell } = readSettings(around).settings
  const named = options.corpus as string | undefined
  const corpus = named === undefined ? besideSet(asked, own) : resolve(folder, named)
  const tools = await openTools({
    corpus,
    env,
    allowHosts,
    network: model.network ?? false,
    shell,
    searchCache: personalCache(env),
    shellCache: personalCache(env, 'shell.json'),
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
        if ('wrong' in read)
          await onTested(plan, { verdict: 'not-applicable', why: read.wrong }, example)
        else
          for (const tested of await testPlan(plan, [read], testing))
            await onTested(plan, tested, read)
      }
  }
}

function onSet(plans: readonly Plan[], set: string): Work {
  return async (testing, asked, onTested) => {
    const questions = readQuestionSet(resolve(asked.around.folder, set), testing.allow ?? [])
    const open = plans.filter(plan => barredBy(plan) === undefined)
    for (const question of questions) {
      progress(`question ${question.id}`, asked)
      const { plan: id, tested } = await tryOn(question, open, testing)
      const plan = open.find(each => each.id === id)
      if (plan) await onTested(plan, tested, question)
    }
  }
}

/** The fault of a plan that was right, where the same question with other numbers shows one. */
async function doubted(
  plan: Plan,
  question: KnownQuestion,
  testing: Testing,
): Promise<Tested | undefined> {
  const { differs } = await tryVaried(plan, question, testing)
  return differs === undefined ? undefined : { verdict: 'wrong', why: differs }
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
    if (!open.some(place => isInside(real, realPath(place) ?? place)))
      return {
        wrong: `the file ${name} lies outside the folder of the library; allow it with --allow DIR`,
      }
    paths.push(path)
  }
  return { question, answer, files: paths }
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

const dataOf = ({ plan, results, right, wrong, passed }: Report, trusted: ReadonlySet<string>) => ({
  plan: plan.id,
  right,
  wrong,
  notApplicable: results.length - right - wrong,
  passed,
  trust: trusted.has(plan.id) ? 'tested' : trustOf(plan),
  results,
})

function progress(what: string, { options, around }: Asked): void {
  around.interrupted.throwIfAborted()
  if (options.quiet !== true) around.stderr.write(`testing ${harmless(what)}\n`)
}
