// A PlanBench folder as something a bench can run: `domains/DOMAIN.pddl`, `problems/DOMAIN/**/*.pddl`, and
// when there are any `headline.json` (which problems count) and `reference.json` (optimal lengths).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { readJournal } from '../../agent/runs/journal.ts'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { printPlan } from '../../plans/pddl/syntax/print.ts'
import { reasonOf } from '../../plans/writable.ts'
import { pursueOnce } from '../bench/question.ts'
import { judged, type Result } from '../bench/result.ts'
import type { Asking, Suite } from '../bench/work.ts'
import { usage } from '../cli/command.ts'
import type { Question } from '../questions/question-set.ts'
import { journalFile, type RunFolder } from '../run/runs.ts'
import { pddlWorld } from '../worlds/pddl.ts'
import { readText } from '../worlds/pddl-files.ts'
import { domainsOf, domainTable } from './domains.ts'
import { planningOf } from './planning.ts'

/**
 * The problems of the folder: those of `headline.json`, else all. A question is the PDDL of a problem,
 * its only file the domain, its family the domain's name. Right is what was done in the world when the
 * validator finds it a plan. Throws a CommandError for a folder of another shape.
 */
export function planBench(folder: string): Suite {
  for (const part of ['domains', 'problems'])
    if (!existsSync(join(folder, part)))
      throw usage(
        `${folder} has no folder "${part}"; name a file of questions, or a folder with domains/ and problems/ as PlanBench has them`,
      )
  const optimal = optimalLengths(folder)
  return {
    questions: problemsIn(folder).map(name => questionOf(folder, name)),
    answer: (run, question, asking) =>
      answerProblem(run, question, { asking, optimal: optimal.get(question.id) }),
    table: (results, width) => domainTable(domainsOf(results), width),
    sums: results => ({ domains: domainsOf(results) }),
  }
}

// --- internal ---

const Reference = z.object({
  problems: z.record(z.string(), z.object({ optimalLength: z.number().nullish() })),
})

/** Paths below `problems`, in the order in which a person counts. */
function problemsIn(folder: string): readonly string[] {
  const file = join(folder, 'headline.json')
  if (existsSync(file))
    return Object.values(readJson(file, z.record(z.string(), z.array(z.string())))).flat()
  return readdirSync(join(folder, 'problems'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.pddl'))
    .map(name => name.replaceAll(sep, '/'))
    .sort(new Intl.Collator('en', { numeric: true }).compare)
}

function questionOf(folder: string, name: string): Question {
  const [family = '', ...rest] = name.split('/')
  if (rest.length === 0 || [family, ...rest].some(part => ['', '.', '..'].includes(part)))
    throw usage(`${folder}: a problem lies in problems/DOMAIN/, and not at "${name}"`)
  const problem = join(folder, 'problems', name)
  const domain = join(folder, 'domains', `${family}.pddl`)
  if (!existsSync(domain)) throw usage(`there is no file ${domain} for the problem ${problem}`)
  const question = readText(problem, problem)
  return { id: idOf(name), question, answer: 'a valid plan', files: [domain], family }
}

const idOf = (name: string) => name.replace(/\.pddl$/, '')

function optimalLengths(folder: string): ReadonlyMap<string, number> {
  const file = join(folder, 'reference.json')
  if (!existsSync(file)) return new Map()
  return new Map(
    Object.entries(readJson(file, Reference).problems).flatMap(([name, { optimalLength }]) =>
      typeof optimalLength === 'number' ? [[idOf(name), optimalLength] as const] : [],
    ),
  )
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw usage(`${file} cannot be read (${reasonOf(error)}); mend it or take it away`)
  }
}

/** The agent acts in a world that is kept beside its journal, so that both are gone on with together. */
async function answerProblem(
  run: RunFolder,
  question: Question,
  { asking, optimal }: { readonly asking: Asking; readonly optimal: number | undefined },
): Promise<Result> {
  const [path = ''] = question.files
  const texts = { domain: readText(path, path), problem: question.question }
  const world = pddlWorld({ ...texts, log: join(run.path, 'world.jsonl') })
  const text = `Solve the problem ${world.task.problem.name}.`
  const perception = { kind: 'goal', text, data: texts, source: 'user' } as const
  const outcome = await pursueOnce(run, { ...asking, goal: { world, perception } })
  const acts = world.acts()
  const { valid } = validatePlan(world.task, acts)
  const given = valid || outcome.satisfied ? printPlan(acts).trimEnd() : null
  return {
    ...judged(question, outcome, given),
    verdict: valid ? 'right' : outcome.satisfied ? 'wrong' : 'declined',
    planning: planningOf(readJournal(journalFile(run)), acts.length, optimal),
  }
}
