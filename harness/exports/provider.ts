// `intend/provider`: a model of one's own behind an agent.
export { createProvider } from '../../agent/llm/create-provider.ts'
export { type Budget, createBudget } from '../../agent/llm/limits/budget.ts'
export { type Model, type ModelSettings, openModel } from '../../agent/llm/models.ts'
export type {
  BudgetLimits,
  CallError,
  CallOptions,
  Channel,
  Completion,
  LLMProvider,
  Message,
  ModelEvent,
  Request,
  Spent,
  ToolCall,
  ToolExecutor,
  Usage,
  Wire,
} from '../../agent/llm/provider.ts'
export type { ProviderOptions } from '../../agent/llm/provider-options.ts'
export { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
