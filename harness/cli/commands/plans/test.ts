// `intend plans test`: plans are carried out on their own examples, or on a question set, before
// somebody else's library is trusted.
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openModel } from '../../../../agent/llm/models.ts'
import { hostileQuestion } from '../../../../plans/hostile/hostile.ts'
import { contentOf } from '../../../../plans/library/merge.ts'
import { mayServe, trustOf } from '../../../../plans/library/trust.ts'
import type { Plan } from '../../../../plans/plan.ts'
import { isInside, withoutLinks } from '../../../../tools/files/links.ts'
import { benches } from '../../../bench/folder.ts'
import { toolsFor } from '../../../bench/shared.ts'
import { readSettings } from '../../../configuration/file.ts'
import { tryVaried } from '../../../library/perturb.ts'
import {
  type KnownQuestion,
  type Tested,
  type Testing,
  testPlan,
  tryOn,
} from '../../../library/plan-test.ts'
import { readQuestionSet } from '../../../questions/question-set.ts'
import { simulations } from '../../../simulation/simulation-folder.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { CommandError, exit, usage } from '../../command.ts'
import { beside } from '../../options/experiment.ts'
import { chosenModel } from '../../options/model-options.ts'
import { type Action, type Asked, mergeInto, type Opened, wanted } from './action.ts'

/**
 * Tests the plans of a library. An imported one that is right at least once on a question of the person's
 * own (`--set`) and never wrong, also with other numbers, is `tested` from then on. Exit code 1 when a plan
 * was wrong, or nothing could be tested.
 */
export const test: Action = async (names, asked) => {
  const { library, plans } = wanted(names, asked)
  const set = asked.options.set as string | undefined
  if (set === undefined && !plans.some(plan => plan.examples?.length))
    throw usage(
      `no plan of ${library.file} has an example to be tested on; give questions with known answers: --set FILE`,
    )
  // a library that a simulation grew, or an arm begins with, is about that one's set, and its documents
  const home = dirname(library.file)
  const grown = simulations.open(home)?.simulation ?? benches.open(home)?.bench
  const testing = await testingOf(asked, grown?.corpus)
  const results = new Map(plans.map(({ id }) => [id, [] as Tested[]]))
  const onTested: OnTested = async (plan, tested, question) => {
    results.get(plan.id)?.push(tested)
    if (trustOf(plan) !== 'imported' || tested.verdict !== 'right') return
    const { differs } = await tryVaried(plan, question, testing)
    if (differs !== undefined) results.get(plan.id)?.push({ verdict: 'wrong', why: differs })
  }
  const work =
    set === undefined ? onExamples(plans, library, grown && dirname(grown.set)) : onSet(plans, set)
  await work(testing, asked, onTested).catch(error => {
    if (!testing.signal?.aborted) throw error
  })
  const interrupted = asked.around.interrupted.aborted
  const reports = plans.map(plan => reportOf(plan, results.get(plan.id)!))
  const passed = reports.filter(({ plan, passed }) => passed && trustOf(plan) === 'imported')
  // of an interrupted test nobody knows what was still to come
  const marks = set !== undefined && !interrupted
  const trusted = marks ? passed.map(({ plan }) => asTested(plan)) : []
  if (trusted.length > 0) await mergeInto(library.file, contentOf(trusted), asked)
  const waiting = set === undefined && passed.length > 0
  return {
    lines: [...reports.flatMap(linesOf), ...(waiting ? [ownQuestions] : [])],
    data: reports.map(({ plan, results, right, wrong, passed }) => ({
      plan: plan.id,
      right,
      wrong,
      notApplicable: results.length - right - wrong,
      passed,
      trust: trusted.some(({ id }) => id === plan.id) ? 'tested' : trustOf(plan),
      results,
    })),
    wrong: reports.some(({ wrong }) => wrong > 0) || !reports.some(({ right }) => right > 0),
    error: interrupted
      ? new CommandError('interrupted; no plan was marked as tested', exit.interrupted)
      : undefined,
  }
}

// --- internal ---

const ownQuestions =
  'examples that came with plans prove nothing; the plans are used once they have passed on questions of yours: --set FILE'

type OnTested = (plan: Plan, tested: Tested, question: KnownQuestion) => Promise<void>
type Work = (testing: Testing, asked: Asked, onTested: OnTested) => Promise<void>

/** `own` is the corpus that belongs to the library, if any; a set that is named has its own. */
async function testingOf({ options, around }: Asked, own: string | undefined): Promise<Testing> {
  const { folder, env, interrupted } = around
  const { spec, settings } = await chosenModel(options, around)
  const model = await openModel(spec, env, settings)
  const { allowHosts, shell } = readSettings(around).settings
  const path = (name: string) => resolve(folder, options[name] as string)
  const besideSet = options.set === undefined ? own : beside(path('set'), 'corpus')
  const corpus = options.corpus === undefined ? besideSet : path('corpus')
  const tools = await toolsFor({ corpus, allowHosts, shell }, model, env)
  const allow = ((options.allow ?? []) as readonly string[]).map(each => resolve(folder, each))
  return { model, tools, env, allow, signal: interrupted }
}

function onExamples(plans: readonly Plan[], { file }: Opened, from: string | undefined): Work {
  return async (testing, asked, onTested) => {
    const open = [dirname(file), ...(from === undefined ? [] : [from]), ...(testing.allow ?? [])]
    for (const plan of plans)
      for (const [at, example] of (plan.examples ?? []).entries()) {
        progress(`${plan.id}, example ${at + 1}`, asked)
        const read = questionOf(example, file, open)
        if ('wrong' in read)
          await onTested(plan, { verdict: 'not-applicable', why: read.wrong }, example)
        else await onTested(plan, await testPlan(plan, read, testing), read)
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

/** An example as it may be asked: it is a stranger's word, and its files must lie in the folders in `open`. */
function questionOf(
  { question, answer, files = [] }: NonNullable<Plan['examples']>[number],
  library: string,
  open: readonly string[],
): KnownQuestion | { readonly wrong: string } {
  const hostile = hostileQuestion(question)
  if (hostile !== undefined) return { wrong: `the example ${hostile}, so it was not asked` }
  const paths = files.map(name => resolve(dirname(library), name))
  for (const [at, path] of paths.entries()) {
    if (!existsSync(path)) return { wrong: `there is no file ${path}` }
    if (!isInside(withoutLinks(path), open.map(withoutLinks)))
      return {
        wrong: `the file ${files[at]} lies outside the folder of the library; allow it with --allow DIR`,
      }
  }
  return { question, answer, files: paths }
}

type Report = ReturnType<typeof reportOf>

function reportOf(plan: Plan, results: readonly Tested[]) {
  const count = (verdict: Tested['verdict']) =>
    results.filter(each => each.verdict === verdict).length
  const [right, wrong] = [count('right'), count('wrong')]
  return { plan, results, right, wrong, passed: right > 0 && wrong === 0 }
}

function linesOf({ plan, results, right, wrong, passed }: Report): readonly string[] {
  const counts = `right ${right}, wrong ${wrong}, not applicable ${results.length - right - wrong}`
  const barred = barredBy(plan)
  const tested = passed ? 'passed' : wrong > 0 ? 'failed' : 'not tested'
  const faults = results.flatMap(({ verdict, why }) => (verdict === 'right' ? [] : [why]))
  return [
    harmless(plan.id),
    `  ${barred === undefined ? tested : 'refused'}: ${counts}`,
    ...(barred === undefined ? faults : [barred]).map(why => `  ${harmless(why)}`),
  ]
}

/** Why the plan is not carried out, tested or not. */
const barredBy = (plan: Plan) => mayServe(asTested(plan))

const asTested = (plan: Plan): Plan => ({ ...plan, origin: { ...plan.origin, trust: 'tested' } })

function progress(what: string, { options, around }: Asked): void {
  around.interrupted.throwIfAborted()
  if (options.quiet !== true) around.stderr.write(`testing ${harmless(what)}\n`)
}
