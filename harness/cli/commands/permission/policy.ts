// `intend policy`: the rules a person has made of answers about permission, and which of them are to go.
import { printRule } from '../../../../tools/permission/rules.ts'
import { readRules, removeRule, ruleLines, rulesFile } from '../../../configuration/rules.ts'
import { harmless, printFound } from '../../../terminal/plain-text.ts'
import { type Command, exit, usage } from '../../command.ts'

export const policy: Command = {
  name: 'policy',
  about: 'list or remove permissions granted with "always"',
  arguments: {
    action: 'list (the default), or remove',
    number: 'number of the rule to remove, as list shows it',
  },
  options: { '--json': 'the rules as JSON' },
  async run([action = 'list', number], options, { env, stdout }) {
    if (action === 'remove') {
      if (number === undefined) throw usage('say which: intend policy remove 1')
      const gone = removeRule(number, env)
      if (!gone)
        throw usage(`there is no rule ${number}; intend policy list numbers the rules there are`)
      stdout.write(`removed: ${harmless(printRule(gone))}\n`)
      return exit.satisfied
    }
    if (action !== 'list') throw usage(`there is no action ${action}; use list or remove`)
    const rules = readRules(env)
    const none = `no rules yet; they are made by answering "always" and kept in ${rulesFile.path(env) ?? 'your configuration folder'}`
    const lines = rules.length > 0 ? ruleLines(rules) : [none]
    printFound(stdout, options.json, { data: { rules }, lines })
    return exit.satisfied
  },
}
