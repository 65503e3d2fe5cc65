// `intend/provider`: a model of one's own behind an agent.
import type { Model as OpenModel } from '../../agent/llm/models.ts'

export { createProvider, type ProviderOptions } from '../../agent/llm/create-provider.ts'
export { createBudget } from '../../agent/llm/limits/budget.ts'
export { openModel } from '../../agent/llm/models.ts'
export type {
  BudgetLimits,
  CallOptions,
  Completion,
  LLMProvider,
  Message,
  ModelEvent,
  Request,
  ToolCall,
  Usage,
  Wire,
} from '../../agent/llm/provider.ts'
export { type Script, scripted } from '../../agent/llm/replay/scripted.ts'

/**
 * A model ready for use, which several agents may share.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { type Model, openModel } from 'intend/provider'
 *
 * const model: Model = await openModel('offline', process.env)
 * const agents = await Promise.all([createAgent({ model }), createAgent({ model })])
 * console.log(agents.map(agent => agent.model === model).join()) // true,true
 * for (const agent of agents) agent.close()
 * ```
 */
export type Model = OpenModel
