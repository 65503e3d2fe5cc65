// How the options are spelled that commands share: which model, what it may cost, how an agent is put
// together. Nothing else is loaded with them, so that the help and the first prompt need not wait.
import type { CommandOption } from '../command.ts'

/** Only the limits, for commands that go on with what was begun before. */
export const budgetOptions: readonly CommandOption[] = [
  { flags: '--max-cost <dollars>', about: 'US dollars that all model calls may cost together' },
  { flags: '--max-tokens <number>', about: 'tokens of all prompts and replies together' },
  { flags: '--max-seconds <number>', about: 'seconds from the first model call on' },
]

const samplingOptions: readonly CommandOption[] = [
  { flags: '--temperature <number>', about: 'how freely the model chooses its words, 0 to 2' },
  { flags: '--top-p <number>', about: 'the share of likely words it chooses from, 0 to 1' },
  { flags: '--seed <number>', about: 'a whole number: the same one for the same choices' },
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
  { flags: '--context-tokens <number>', about: 'tokens the model takes in at once' },
]

/** The options; `plans` says what --plans is for and what serves without it. */
export const setupOptions = (plans: string): readonly CommandOption[] => [
  ...modelOptions,
  {
    flags: '--prompts <style>',
    about: 'how the model is told what to reply: aware (default), plain or free',
  },
  {
    flags: '--talk <way>',
    about:
      'one conversation about a question (default, where the model can hold it), or separate ones for each phase',
  },
  {
    flags: '--entailment <way>',
    about:
      'how a plan that fits but for its wording is told: lexical (default), model, or natural language inference: local:FOLDER of a model, or the address of a service',
  },
  {
    flags: '--fallback <way>',
    about:
      'what goes on with a task in a world when no rule is left: none (default), model, or learned (what led on before)',
  },
  { flags: '--agent <name>', about: 'which choice of phases (default: self-aware)' },
  { flags: '--plans <file>', about: plans },
  {
    flags: '--memory <file>',
    about: 'a file that keeps what questions establish for later sessions (default: none)',
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
  { flags: '--allow <dir>', about: 'a folder that tools may read as well', repeated: true },
  { flags: '--max-cycles <number>', about: 'plans tried before giving up' },
  {
    flags: '--min-confidence <share>',
    about: 'decline rather than give an answer less sure than this, from 0 to 1',
  },
]

/** Which MCP servers a question may use. */
export const serverOptions: readonly CommandOption[] = [
  {
    flags: '--mcp <server>',
    about:
      'an MCP server beside those of your configuration: NAME=COMMAND, in quotes when it has arguments, or NAME=URL',
    repeated: true,
  },
  { flags: '--no-mcp', about: 'no MCP server' },
]
