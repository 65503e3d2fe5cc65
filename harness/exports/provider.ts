// `intend/provider`: a model of one's own behind an agent.
export { createProvider, type ProviderOptions } from '../../agent/llm/create-provider.ts'
export { createBudget } from '../../agent/llm/limits/budget.ts'
export { type Model, openModel } from '../../agent/llm/models.ts'
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
