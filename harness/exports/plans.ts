// `intend/plans`: plans and the library that keeps them.
export { fromDraft, toDraft } from '../../plans/agentspeak/draft.ts'
export { parseProgram, printProgram } from '../../plans/agentspeak/program.ts'
export { AgentSpeakError } from '../../plans/agentspeak/reader.ts'
export { parseYamlPlans, printYamlPlans } from '../../plans/agentspeak/yaml.ts'
export { identify } from '../../plans/identify.ts'
export { memoryLibrary, openLibrary, type PlanLibrary } from '../../plans/library/library.ts'
export { type Plan, PlanDraft, type Step } from '../../plans/plan.ts'
