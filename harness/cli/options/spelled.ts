// How the options are spelled that commands share: which model, what it may cost, how an agent is put
// together. Nothing else is loaded with them, so that the help and the first prompt need not wait.
import type { CommandOptions } from '../command.ts'

/** Only the limits, for commands that go on with what was begun before. */
export const budgetOptions: CommandOptions = {
  '--max-cost <dollars>': 'limit of the cost of all model calls, in US dollars',
  '--max-tokens <number>': 'limit of tokens, prompts and replies together',
  '--max-seconds <number>': 'limit of time, counted from the first model call',
}

const samplingOptions: CommandOptions = {
  '--temperature <number>': 'sampling temperature, 0 to 2',
  '--top-p <number>': 'nucleus sampling, 0 to 1',
  '--seed <number>': 'a whole number; the same seed gives the same choices',
  '--effort <level>': 'how much a reasoning model thinks: low, medium, high',
}

export const modelOptions: CommandOptions = {
  '--model <spec>':
    'offline, openai:MODEL, anthropic:MODEL, ollama:MODEL, vllm:MODEL, lmstudio:MODEL, several as A,B (B when A fails), record:FILE@MODEL or replay:FILE (default: INTEND_MODEL, the configuration, what the environment has a key for, else offline)',
  ...budgetOptions,
  ...samplingOptions,
  '--context-tokens <number>': 'size of the model’s context, in tokens',
}

/** The options; `plans` says what --plans is for and what serves without it. */
export const setupOptions = (plans: string): CommandOptions => ({
  ...modelOptions,
  '--prompts <style>': 'prompt style: aware (default), plain or free',
  '--talk <way>': 'one conversation for a question (default), or separate ones for each phase',
  '--entailment <way>':
    'how to decide whether a plan fits although it is worded differently: lexical (default), model, or natural language inference (local:FOLDER of a model, or the address of a service)',
  '--fallback <way>':
    'what to do in a world when no rule applies: none (default), model, or learned (actions that helped before)',
  '--agent <name>':
    'self-aware (default), react or direct; in worlds and for planning also rules, agentspeak, compiler or npc',
  '--plans <file>': plans,
  '--memory <file>': 'a file that keeps what was learned for later sessions (default: none)',
  '--corpus <dir>':
    'a folder of documents that web_search searches (bench: corpus beside the set, if any)',
  '--shell <kind>':
    'where bash runs: simulated (default), or host: your own programs in a sandbox without network',
  '--allow <dir...>': 'another folder that tools may read',
  '--max-cycles <number>': 'plans tried before giving up',
  '--min-confidence <share>': 'decline answers with a confidence below this, 0 to 1',
})

export const serverOptions: CommandOptions = {
  '--mcp <server...>':
    'an MCP server besides those of your configuration: NAME=URL or NAME=COMMAND (in quotes if it has arguments)',
  '--no-mcp': 'use no MCP servers',
}
