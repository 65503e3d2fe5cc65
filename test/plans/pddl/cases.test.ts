// How much a search does, and what is said of plans, on small tasks: no clock ends it, so each comes to the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deorderPlan } from '../../../plans/pddl/judge/deorder.ts'
import { renderVerdict, validatePlan } from '../../../plans/pddl/judge/validate.ts'
import type { Edit } from '../../../plans/pddl/repair/align.ts'
import { repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { type SolveMode, solve } from '../../../plans/pddl/search/solve.ts'
import { parsePlan } from '../../../plans/pddl/syntax/plan-text.ts'
import { printPlan } from '../../../plans/pddl/syntax/print.ts'
import type { Step } from '../../../plans/pddl/syntax/syntax.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'
import { testCases } from '../../support/cases.ts'
import { samples } from './domains.ts'

/** A sample, or a numbered task of `test/fixtures/compiler`. */
function taskNamed(name: string) {
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, '../../fixtures/compiler', `${file}.pddl`), 'utf8')
  const { domain, problem } = samples[name] ?? {
    domain: read(name.replace(/-\d$/, '')),
    problem: read(name),
  }
  return readTask(domain, problem)
}

/** Without the clock, edits by their first letters. */
const shown = (found: { status: string; plan?: readonly Step[]; edits?: readonly Edit[] }) => ({
  ...found,
  seconds: undefined,
  ...(found.plan && { plan: printPlan(found.plan).trim() }),
  ...(found.edits && { edits: found.edits.map(({ kind }) => kind[0]).join('') }),
})

testCases('pddl', {
  solve: (name: string, mode: SolveMode, expansions: number) => {
    const told: unknown[] = []
    const found = solve(taskNamed(name), {
      mode,
      expansions,
      onProgress: ({ facts, operators, cost, expanded }) =>
        told.push(facts === undefined ? [cost, expanded] : [facts, operators]),
    })
    return { ...shown(found), told }
  },
  repair: (name: string, plan: string, expansions: number) =>
    shown(repairPlan(taskNamed(name), plan, { expansions, seconds: 3600 })),
  validate: (name: string, plan: string) => renderVerdict(validatePlan(taskNamed(name), plan)),
  deorder: (name: string, plan: string) =>
    deorderPlan(taskNamed(name), parsePlan(plan).steps).steps.map(({ deps }) => deps.join()),
})
