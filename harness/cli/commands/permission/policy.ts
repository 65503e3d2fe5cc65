// `intend policy`: the rules a person has made of answers about permission, and which of them are to go.
import { printRule } from '../../../../tools/permission/rules.ts'
import { readRules, rulesFile, writeRules } from '../../../configuration/rules.ts'
import { harmless, printJson } from '../../../terminal/plain-text.ts'
import { type Command, CommandError, exit, usage } from '../../command.ts'

export const policy: Command = {
  name: 'policy',
  about: 'the rules made by answering "always" to a question about permission',
  arguments: [
    { name: 'action', about: 'list (the default), or remove' },
    { name: 'number', about: 'of the rule to remove, as list shows it' },
  ],
  options: [{ flags: '--json', about: 'the rules as JSON' }],
  async run([action = 'list', number], options, { env, stdout }) {
    const rules = readRules(env)
    if (action === 'remove') {
      const gone = rules[Number(number) - 1]
      if (number === undefined) throw usage('say which: intend policy remove 1')
      if (!gone)
        throw usage(`there is no rule ${number}; intend policy list numbers the rules there are`)
      const kept = rules.filter(rule => rule !== gone)
      const failure = writeRules(kept, env)
      if (failure !== undefined) throw new CommandError(failure, exit.configuration)
      stdout.write(`removed: ${harmless(printRule(gone))}\n`)
      return exit.satisfied
    }
    if (action !== 'list') throw usage(`there is no action ${action}; use list or remove`)
    const lines = rules.map((rule, at) => `${at + 1}  ${harmless(printRule(rule))}`)
    const none = `no rules yet; they are made by answering "always" and kept in ${rulesFile(env) ?? 'your configuration folder'}`
    const shown = options.json === true ? printJson({ rules }) : lines.join('\n') || none
    stdout.write(`${shown}\n`)
    return exit.satisfied
  },
}
