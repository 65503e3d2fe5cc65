// What a person has decided for calls to come, as data: shown when it is made, kept, listed and removed.
import { z } from 'zod'

/**
 * A rule about the calls of a tool, as far as the other members do not narrow it.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { Rule } from 'intend/tools'
 *
 * const rules = [Rule.parse({ tool: 'send_mail', decision: 'allow', arguments: { to: ['ann@example.org'] } })]
 * const agent = await createAgent({ model: 'offline', rules })
 * console.log(rules[0]?.decision) // allow
 * agent.close()
 * ```
 */
export const Rule = z.strictObject({
  tool: z.string().min(1),
  decision: z.enum(['allow', 'refuse']),
  /** By argument, the values that the rule is for. */
  arguments: z.record(z.string(), z.array(z.string())).exactOptional(),
  /** The sources whose words may leave. */
  from: z.array(z.string()).exactOptional(),
})
export type Rule = z.infer<typeof Rule>

/** What is asked about an argument: its value or, where words would leave, whose words. */
interface Asked {
  readonly name: string
  readonly value: string | number | boolean
  readonly leaving?: readonly string[]
}

/** The narrowest rule that would allow what is asked. */
export function ruleFor(tool: string, asked: readonly Asked[]): Rule {
  const values: Record<string, string[]> = {}
  for (const { name, value, leaving } of asked)
    if (!leaving) values[name] = [...(values[name] ?? []), String(value)]
  const from = [...new Set(asked.flatMap(({ leaving = [] }) => leaving))]
  return {
    tool,
    decision: 'allow',
    ...((Object.keys(values).length > 0 || from.length === 0) && { arguments: values }),
    ...(from.length > 0 && { from }),
  }
}

/** Whether `rule` allows all that `wanted` would. */
export function allows(rule: Rule, wanted: Rule): boolean {
  if (rule.tool !== wanted.tool || rule.decision !== 'allow') return false
  const { from, arguments: values } = rule
  if (!from && !values) return true
  const named = Object.entries(wanted.arguments ?? {})
  return (
    (values !== undefined || wanted.arguments === undefined) &&
    named.every(([name, each]) => each.every(value => values?.[name]?.includes(value))) &&
    (wanted.from ?? []).every(source => from?.includes(source))
  )
}

/** Whether `rule` refuses a call with these values. */
export function refuses(rule: Rule, tool: string, given: readonly Asked[]): boolean {
  if (rule.tool !== tool || rule.decision !== 'refuse') return false
  const { from, arguments: values } = rule
  if (!from && !values) return true
  return given.some(
    ({ name, value, leaving = [] }) =>
      values?.[name]?.includes(String(value)) || leaving.some(source => from?.includes(source)),
  )
}

/** A rule in words: `allow send_mail with to "ann@example.org"`. */
export function printRule({ tool, decision, arguments: values, from }: Rule): string {
  const named = Object.entries(values ?? {}).map(
    ([name, each]) => `${name} ${each.map(value => JSON.stringify(value)).join(' or ')}`,
  )
  const narrowed = [...named, ...(from ? [`words of ${from.join(', ')}`] : [])]
  return `${decision} ${tool}${narrowed.length === 0 ? '' : ` with ${narrowed.join(' and ')}`}`
}
