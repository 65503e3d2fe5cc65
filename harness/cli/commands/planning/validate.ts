// `intend validate`: whether plans are valid for a PDDL problem, and if not, what is wrong and why.
import { resolve } from 'node:path'
import { renderVerdict, validatePlan } from '../../../../plans/pddl/judge/validate.ts'
import { harmless, printJson } from '../../../terminal/plain-text.ts'
import { readPddlFiles, readText } from '../../../worlds/pddl-files.ts'
import { type Command, exit, type Surroundings, usage } from '../../command.ts'
import { readPiped } from '../../stdin.ts'

export const validate: Command = {
  name: 'validate',
  about: 'check plans for a PDDL problem: valid, or the first fault and why',
  arguments: {
    domain: 'a file with a PDDL domain',
    problem: 'a file with a problem of it',
    'plan...': 'files with one (action arguments) a line; without any, stdin',
  },
  options: {
    '--json': 'one line of JSON for each plan',
    '--states': 'also print what is true at the start and after each step',
    '--batch <file>':
      'judge what each line of a file names: { "domain", "problem", "plan": [...] } as JSON',
  },
  async run(given, options, around) {
    const batch = options.batch as string | undefined
    const { folder } = around
    if (batch !== undefined) {
      if (given.length > 0)
        throw usage('--batch names domains, problems and plans itself; leave out others')
      const { judgeBatch } = await import('./validate-batch.ts')
      return judgeBatch(resolve(folder, batch), around)
    }
    const [domain, problem, ...plans] = given
    if (domain === undefined || problem === undefined)
      throw usage('name a domain, a problem and plans: intend validate DOMAIN PROBLEM PLAN...')
    const warn = (sentence: string) => around.stderr.write(`${harmless(sentence)}\n`)
    const { task } = readPddlFiles(domain, problem, folder, warn)
    const texts = await planTexts(plans, around, name => readText(resolve(folder, name), name))
    let allValid = true
    for (const { name, text } of texts) {
      const verdict = validatePlan(task, text, { states: options.states === true })
      allValid &&= verdict.valid
      const named = texts.length > 1
      if (options.json === true)
        around.stdout.write(`${printJson({ ...(named && { plan: name }), ...verdict })}\n`)
      else
        around.stdout.write(`${named ? `${harmless(name)}: ` : ''}${shown(renderVerdict(verdict))}`)
    }
    return allValid ? exit.satisfied : exit.notSatisfied
  },
}

// --- internal ---

async function planTexts(
  names: readonly string[],
  { stdin, interrupted }: Surroundings,
  read: (name: string) => string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  if (names.length > 0) return names.map(name => ({ name, text: read(name) }))
  const { text } = await readPiped(stdin, interrupted)
  if (text !== undefined) return [{ name: 'stdin', text }]
  throw usage('there is no plan; name its file after the problem, or pipe it in')
}

/** Several lines, each made harmless. */
function shown(text: string): string {
  const lines = text.trimEnd().split('\n')
  return `${lines.map(line => `${line.startsWith('  ') ? '  ' : ''}${harmless(line)}`).join('\n')}\n`
}
