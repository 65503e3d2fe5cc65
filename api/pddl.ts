// `intend/pddl`: planning problems read, solved, judged and repaired.
export { type PlanVerdict, renderVerdict, validatePlan } from '../plans/pddl/judge/validate.ts'
export { type RepairResult, repairPlan } from '../plans/pddl/repair/repair.ts'
export {
  type Progress,
  type SolveOptions,
  type SolveResult,
  solve,
} from '../plans/pddl/search/solve.ts'
export { solveInWorker } from '../plans/pddl/search/worker.ts'
export { parseDomain, parseProblem } from '../plans/pddl/syntax/parse.ts'
export { parsePlan } from '../plans/pddl/syntax/plan-text.ts'
export { printDomain, printPlan, printProblem } from '../plans/pddl/syntax/print.ts'
export { PddlError } from '../plans/pddl/syntax/reader.ts'
export type { Domain, Problem, Step } from '../plans/pddl/syntax/syntax.ts'
export { createTask, readTask, type Task } from '../plans/pddl/task/task.ts'
