// The question that is put to a person where the policy says ask: plain data, for a terminal, a window or a
// program to show.
import type { Argument, Decision } from './decide.ts'
import type { Declared } from './origins.ts'
import { printRule, type Rule } from './rules.ts'

/**
 * What is answered; `nobody` when there is nobody to ask. `session` and `always` make a rule.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import type { Permission } from 'intend/tools'
 *
 * const atNight: Permission = 'nobody'
 * const agent = await createAgent({ policy: { permission: async () => atNight } })
 * console.log(agent.state().roots) // 0
 * agent.close()
 * ```
 */
export type Permission = 'once' | 'session' | 'always' | 'no' | 'nobody'

/**
 * A call that needs permission: what it would do, with what, and what may be answered.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import type { PermissionQuestion } from 'intend/tools'
 *
 * const show = (text: string) => (text.includes('ann@example.org') ? 'once' : 'no')
 * // shows the question to somebody, and gives what is answered
 * const permission = async ({ act, reasons, options }: PermissionQuestion) => {
 *   const said = show([act, ...reasons, ...options.map(({ label }) => label)].join('\n'))
 *   return options.find(({ answer }) => answer === said)?.answer ?? 'no'
 * }
 * const agent = await createAgent({ model: 'offline', policy: { permission } })
 * console.log(agent.state().roots) // 0
 * agent.close()
 * ```
 */
export interface PermissionQuestion {
  readonly tool: string
  /** The call in words, with whom it reaches: `send_mail to eve@example.net`. */
  readonly act: string
  readonly reasons: readonly string[]
  /** All that the call would be made with, each with where it comes from. */
  readonly arguments: readonly ShownArgument[]
  readonly options: readonly Option[]
  /** What `session` and `always` allow. */
  readonly rule: Rule
  /** What would spare the question for good, where it may not be needed at all. */
  readonly remedy?: string
  readonly intention: string
  readonly step: string
}

interface ShownArgument extends Pick<Argument, 'name' | 'value' | 'role'> {
  /** Where it comes from, in words: `you`, `read_file notes.txt`. */
  readonly from: string
  /** Whether it is what needs permission. */
  readonly asked: boolean
}

export interface Option {
  readonly answer: Exclude<Permission, 'nobody'>
  /** What it means, in words. */
  readonly label: string
}

/** The question that a decision to ask comes to. */
export function questionOf(
  tool: string,
  decision: Decision,
  at: Pick<PermissionQuestion, 'intention' | 'step' | 'remedy'>,
): PermissionQuestion {
  const { reasons, rule } = decision
  return {
    tool,
    act: actOf(tool, decision),
    reasons,
    rule,
    arguments: decision.arguments.map(each => ({
      name: each.name,
      value: each.value,
      role: each.role,
      from: fromOf(each),
      asked: each.verdict !== 'allow',
    })),
    options: [
      { answer: 'once', label: 'this once' },
      { answer: 'session', label: 'for this session' },
      { answer: 'always', label: `always: ${printRule(rule)}` },
      { answer: 'no', label: 'no' },
    ],
    ...at,
  }
}

/** How a person says that a tool of a server of theirs changes nothing, which no server can say for itself. */
export function remedyOf({ name, effect, server }: Declared): string | undefined {
  if (!effect || server === undefined) return undefined
  const own = name.slice(name.startsWith(`${server}__`) ? server.length + 2 : 0)
  return `if ${own} only reads, "reads": ["${own}"] for the server ${server} under mcpServers in your own configuration file says so`
}

/** A call in words, with whom it reaches. */
export function actOf(tool: string, decision: Pick<Decision, 'arguments'>): string {
  const reached = decision.arguments.filter(({ role }) => role === 'destination')
  const names = [...new Set(reached.map(({ value }) => String(value)))]
  return names.length === 0 ? tool : `${tool} to ${names.join(', ')}`
}

/** Where an argument comes from, in words. */
function fromOf({ standing, origins }: Pick<Argument, 'standing' | 'origins'>): string {
  const named = [...new Set(origins.flatMap(({ where }) => where ?? []))].join(', ')
  switch (standing) {
    case 'person':
      return 'you'
    case 'own':
      return 'the model'
    case 'tainted':
      return named === '' ? 'the model' : `the model, after ${named}`
    case 'link':
    case 'public':
    case 'private':
      return named
  }
}
