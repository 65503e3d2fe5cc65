// The rules that a person has made of answers about permission. They lie in the person's own configuration
// folder, where nothing that came with a folder can write.
import { z } from 'zod'
import { canonical } from '../../plans/canonical.ts'
import { printRule, Rule } from '../../tools/permission/rules.ts'
import { type Environment, messageOf, misconfigured } from '../cli/command.ts'
import { harmless } from '../terminal/plain-text.ts'
import { ownFile } from './own.ts'

export const rulesFile = ownFile(
  'policy.json',
  z.strictObject({ rules: z.array(Rule).readonly() }),
  (file, { issues: [issue] }) =>
    `${file} holds no rules that can be read (${issue?.path.join('.') || 'it'}: ${issue?.message}); mend it or remove it`,
)

/** The rules of the person, none without a file. @throws ConfigurationError naming the file and what is wrong with it. */
export function readRules(env: Environment): readonly Rule[] {
  return rulesFile.read(env)?.rules ?? []
}

/** Writes a rule down beside the others, once. Gives a sentence when there is nowhere to write it. */
export function keepRule(rule: Rule, env: Environment): string | undefined {
  const others = readRules(env).filter(each => canonical(each) !== canonical(rule))
  return writeRules([...others, rule], env)
}

/** Writes these rules in place of the others. Gives a sentence when there is nowhere to write them. */
function writeRules(rules: readonly Rule[], env: Environment): string | undefined {
  if (rulesFile.path(env) === undefined)
    return 'there is no home folder to keep the rule in; set HOME'
  try {
    rulesFile.write({ rules }, env)
    return undefined
  } catch (error) {
    return `the rule could not be kept: ${messageOf(error)}`
  }
}

/**
 * The rule that goes, as it has this number among the person's rules; undefined where none has. Throws a CommandError
 * where that cannot be written.
 */
export function removeRule(number: string | undefined, env: Environment): Rule | undefined {
  const rules = readRules(env)
  const gone = rules[Number(number) - 1]
  if (!gone) return undefined
  const left = rules.filter(rule => rule !== gone)
  const failure = writeRules(left, env)
  if (failure !== undefined) throw misconfigured(failure)
  return gone
}

export const ruleLines = (rules: readonly Rule[]): readonly string[] =>
  rules.map((rule, at) => `${at + 1}  ${harmless(printRule(rule))}`)
