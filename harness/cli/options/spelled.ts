// How the options are spelled that commands share: which model, what it may cost, how an agent is put
// together. Nothing else is loaded with them, so that the help and the first prompt need not wait.
import type { CommandOption } from '../command.ts'

/** Only the limits, for commands that go on with what was begun before. */
export const budgetOptions: readonly CommandOption[] = [
  { flags: '--max-cost <dollars>', about: 'limit of the cost of all model calls, in US dollars' },
  { flags: '--max-tokens <number>', about: 'limit of tokens, prompts and replies together' },
  { flags: '--max-seconds <number>', about: 'limit of time, counted from the first model call' },
]

const samplingOptions: readonly CommandOption[] = [
  { flags: '--temperature <number>', about: 'sampling temperature, 0 to 2' },
  { flags: '--top-p <number>', about: 'nucleus sampling, 0 to 1' },
  { flags: '--seed <number>', about: 'a whole number; the same seed gives the same choices' },
  { flags: '--effort <level>', about: 'how much a reasoning model thinks: low, medium, high' },
]

/** Which model, its settings and its budget. */
export const modelOptions: readonly CommandOption[] = [
  {
    flags: '--model <spec>',
    about:
      'offline, openai:MODEL, anthropic:MODEL, ollama:MODEL, vllm:MODEL, lmstudio:MODEL, several as A,B (B when A fails), record:FILE@MODEL or replay:FILE (default: INTEND_MODEL, the configuration, what the environment has a key for, else offline)',
  },
  ...budgetOptions,
  ...samplingOptions,
  { flags: '--context-tokens <number>', about: 'size of the model’s context, in tokens' },
]

/** The options; `plans` says what --plans is for and what serves without it. */
export const setupOptions = (plans: string): readonly CommandOption[] => [
  ...modelOptions,
  {
    flags: '--prompts <style>',
    about: 'prompt style: aware (default), plain or free',
  },
  {
    flags: '--talk <way>',
    about: 'one conversation for a question (default), or separate ones for each phase',
  },
  {
    flags: '--entailment <way>',
    about:
      'how to decide whether a plan fits although it is worded differently: lexical (default), model, or natural language inference (local:FOLDER of a model, or the address of a service)',
  },
  {
    flags: '--fallback <way>',
    about:
      'what to do in a world when no rule applies: none (default), model, or learned (actions that helped before)',
  },
  {
    flags: '--agent <name>',
    about: 'self-aware (default), rules, agentspeak, compiler, npc, react or direct',
  },
  { flags: '--plans <file>', about: plans },
  {
    flags: '--memory <file>',
    about: 'a file that keeps what was learned for later sessions (default: none)',
  },
  {
    flags: '--corpus <dir>',
    about: 'a folder of documents that web_search searches (bench: corpus beside the set, if any)',
  },
  {
    flags: '--shell <kind>',
    about:
      'where bash runs: simulated (default), or host: your own programs in a sandbox without network',
  },
  { flags: '--allow <dir>', about: 'another folder that tools may read', repeated: true },
  { flags: '--max-cycles <number>', about: 'plans tried before giving up' },
  {
    flags: '--min-confidence <share>',
    about: 'decline answers with a confidence below this, 0 to 1',
  },
]

/** Which MCP servers a question may use. */
export const serverOptions: readonly CommandOption[] = [
  {
    flags: '--mcp <server>',
    about:
      'an MCP server besides those of your configuration: NAME=URL or NAME=COMMAND (in quotes if it has arguments)',
    repeated: true,
  },
  { flags: '--no-mcp', about: 'use no MCP servers' },
]
