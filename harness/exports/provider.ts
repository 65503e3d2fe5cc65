// `intend/provider`: a model of one's own behind an agent.
export { createProvider, type ProviderOptions } from '../../agent/llm/create-provider.ts'
export type {
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
