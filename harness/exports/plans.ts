// `intend/plans`: plans and the library that keeps them.
export { memoryLibrary, openLibrary, type PlanLibrary } from '../../plans/library/library.ts'
export { type Plan, PlanDraft } from '../../plans/plan.ts'
