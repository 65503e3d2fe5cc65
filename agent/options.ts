// What createAgent and the agent's own methods may be given.
import { statSync } from 'node:fs'
import { z } from 'zod'
import { ConfigurationError } from '../plans/configuration.ts'
import {
  count,
  faultOf,
  has,
  listener,
  may,
  positive,
  text,
  texts,
  things,
} from '../tools/checked.ts'
import { Rule } from '../tools/permission/rules.ts'
import type { Tool } from '../tools/tool.ts'
import type { Limits, Policy } from './contract.ts'
import type { AgentOptions, Asking, AskOptions, Edit } from './embedded.ts'
import type { ModelSettings } from './llm/models.ts'
import type { BudgetLimits } from './llm/provider.ts'
import type { Perception } from './state.ts'

/** Throws a ConfigurationError that names the option that cannot be, and what it may be. */
export function checkOptions(options: AgentOptions): void {
  refuse(faultOf(Options, options, { unknown: 'an agent has no option', wrong: 'the option' }))
  if (typeof (options.model ?? '') === 'string' || !options.settings) return
  const [setting] = Object.entries(options.settings).find(([, value]) => value !== undefined) ?? []
  if (setting !== undefined)
    throw new ConfigurationError(
      `settings.${setting} would not hold for a model that is open already; give it to createProvider, as in createProvider(wire, { budget: createBudget({ tokens: 100_000 }) })`,
    )
}

/** Throws a ConfigurationError for what cannot be asked, or an answer that cannot be checked. */
export function checkAsking(asking: Asking, options: AskOptions<unknown>): void {
  const isAsked =
    has(asking) && ['question', 'goal'].includes(asking.kind) && typeof asking.text === 'string'
  if (!isAsked)
    throw new ConfigurationError(
      'ask takes a question in a text, or { kind: "question" or "goal", text }; what is observed goes to handle',
    )
  checkPerception(asking)
  refuse(faultOf(AskedWith, options, { unknown: 'ask has no option', wrong: 'the option' }))
}

/** Throws a ConfigurationError for what cannot be perceived. */
export function checkPerception(perception: Perception): void {
  refuse(
    faultOf(Perceived, perception, {
      unknown: 'a perception has no member',
      wrong: 'what is perceived: its',
    }),
  )
}

/** Throws a ConfigurationError for what cannot be believed: everything that reads beliefs would fail at it. */
export function checkEdits(edits: readonly Edit[]): void {
  refuse(
    faultOf(Edits, edits, { unknown: 'a belief has no member', wrong: 'what is believed: its' }),
  )
}

/** Throws a ConfigurationError where two tools could not be told apart by their names. */
export function refuseTwins(tools: readonly Tool[]): void {
  const names = tools.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    throw new ConfigurationError(`two tools are called ${twice}; give one of them another name`)
}

// --- internal ---

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new ConfigurationError(fault)
}

type Members = Readonly<Record<string, unknown>>

const isModel = (value: unknown) =>
  has(value, 'complete', 'runAgentic') ||
  (has(value, 'tools') && has((value as Members).provider, 'complete', 'runAgentic'))

const tools = z.array(things, 'a list of tools')
const rule = may(
  'a rule: { tool, decision: "allow" or "refuse", arguments?, from? }',
  value => Rule.safeParse(value).success,
)
const fileOr = (what: string, ...methods: readonly string[]) =>
  may(
    `the name of a file or ${what}`,
    value => (typeof value === 'string' && value !== '') || has(value, ...methods),
  )
const isFolder = (path: unknown) =>
  typeof path === 'string' && statSync(path, { throwIfNoEntry: false })?.isDirectory()

const Limited = z.strictObject(
  {
    cycles: count,
    parallel: count,
    minConfidence: may('a number from 0 to 1', n => typeof n === 'number' && n >= 0 && n <= 1),
    searchSeconds: positive,
  } satisfies Record<keyof Limits, z.ZodType>,
  'an object of limits',
)

const Policies = z.strictObject(
  {
    choosePlan: listener,
    reconsider: listener,
    fallback: listener,
    reviewIsDue: listener,
    objection: listener,
    permission: listener,
    rules: listener,
  } satisfies Record<keyof Policy, z.ZodType>,
  'an object of functions',
)

const Budgeted = z.strictObject(
  { tokens: positive, cost: positive, seconds: positive } satisfies Record<
    keyof BudgetLimits,
    z.ZodType
  >,
  'an object of limits',
)

const Settings = z.strictObject(
  {
    sampling: things,
    budget: Budgeted.partial(),
    contextTokens: count,
    maxTurns: count,
    prices: text,
    onRetry: listener,
    onStream: listener,
  } satisfies Record<keyof ModelSettings, z.ZodType>,
  'an object of settings',
)

const AskedWith = z
  .strictObject(
    {
      files: texts,
      schema: may('one of zod, such as z.number()', value => has(value, 'safeParseAsync')),
      signal: may('an AbortSignal', value => value instanceof AbortSignal),
    } satisfies Record<keyof AskOptions<unknown>, z.ZodType>,
    'an object of options',
  )
  .partial()

const Perceived = z.object(
  {
    kind: z.enum(['question', 'goal', 'observation'], '"question", "goal" or "observation"'),
    text,
    priority: may('a number above zero', n => Number.isFinite(n) && (n as number) > 0).optional(),
  },
  'an object { kind, text, source }',
)

const single = z.union([z.string(), z.number()])
const Edits = z.array(
  z.strictObject(
    {
      name: may('a text that is not empty', name => typeof name === 'string' && /\S/.test(name)),
      value: z
        .union([single, z.boolean(), z.array(single)], 'a number, a text, true or false, or a list')
        .optional(),
      unit: text.optional(),
    } satisfies Record<keyof Edit, z.ZodType>,
    'an object { name, value, unit }',
  ),
  'a list of { name, value, unit }',
)

const Options = z
  .strictObject(
    {
      model: may(
        'a name such as "offline", a model opened before, or a provider, as createProvider(wire) makes one',
        value => typeof value === 'string' || isModel(value),
      ),
      settings: Settings.partial(),
      name: text,
      community: may('what createCommunity gives', value => has(value, 'join')),
      agent: may(
        'the name of an agent or one of your own: { name, phases, policy, limits }',
        value =>
          typeof value === 'string' ||
          (has(value) && ['phases', 'policy', 'limits'].every(key => has((value as Members)[key]))),
      ),
      plans: fileOr('a library, as openLibrary gives one', 'shortlist', 'record'),
      memory: fileOr('a memory', 'remember'),
      tools,
      moreTools: tools,
      corpus: may('a folder or a provider of searches', v => typeof v === 'string' || has(v)),
      allowHosts: texts,
      searchCache: text,
      shell: z.enum(['simulated', 'host'], '"simulated" or "host"'),
      shellCache: text,
      allow: texts,
      world: may('a world: { name, act, observations }', v => has(v, 'act', 'observations')),
      workspace: text,
      policy: Policies.partial(),
      rules: z.array(rule, 'a list of rules'),
      limits: Limited.partial(),
      prompts: z.enum(['aware', 'plain', 'free'], '"aware", "plain" or "free"'),
      talk: z.enum(['one', 'separate'], '"one" or "separate"'),
      entailment: may('a name such as "lexical" or a function', value =>
        ['string', 'function'].includes(typeof value),
      ),
      fallback: text,
      journal: fileOr('a journal', 'append', 'defer', 'flush', 'close').refine(
        journal => !isFolder(journal),
        'the name of a file or a journal',
      ),
      run: text,
      env: things,
      onEvent: listener,
      onUnsaved: listener,
    } satisfies Record<keyof AgentOptions, z.ZodType>,
    'an object of options',
  )
  .partial()
