// A model whose calls end when a command ends: a process that has nothing more to say can then go.
import type { LLMProvider } from '../../agent/llm/provider.ts'

/** `provider` and its fallbacks, with every call also ended by `signal`. */
export function stoppable(provider: LLMProvider, signal: AbortSignal): LLMProvider {
  const either = <T extends { readonly signal: AbortSignal }>(options: T): T => ({
    ...options,
    signal: AbortSignal.any([options.signal, signal]),
  })
  return {
    name: provider.name,
    ...(provider.fallback && { fallback: stoppable(provider.fallback, signal) }),
    complete: (messages, options) => provider.complete(messages, either(options)),
    runAgentic: (messages, tools, executor, channel, options) =>
      provider.runAgentic(messages, tools, executor, channel, either(options)),
  }
}
