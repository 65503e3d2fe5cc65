// `intend validate`: whether plans are valid for a PDDL problem, and if not, what is wrong and why.
import { resolve } from 'node:path'
import { z } from 'zod'
import type { PlanVerdict } from '../../../plans/pddl/judge/validate.ts'
import type { Task } from '../../../plans/pddl/task/task.ts'
import { harmless, printJson } from '../../terminal/plain-text.ts'
import { type Command, type ExitCode, exit, type Surroundings, usage } from '../command.ts'
import { readPiped } from '../stdin.ts'

export const validate: Command = {
  name: 'validate',
  about: 'judge plans for a PDDL problem: valid, or the first fault with its reason',
  arguments: [
    { name: 'domain', about: 'a file with a PDDL domain' },
    { name: 'problem', about: 'a file with a problem of it' },
    { name: 'plan...', about: 'files with one (action arguments) a line; without any, stdin' },
  ],
  options: [
    { flags: '--json', about: 'one line of JSON for each plan' },
    { flags: '--states', about: 'also what is true at first and after each step' },
    {
      flags: '--batch <file>',
      about: 'judge what each line of a file names: { "domain", "problem", "plan": [...] } as JSON',
    },
    { flags: '--root <dir>', about: 'the folder the names in a batch are relative to' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run(given, options, around) {
    const batch = options.batch as string | undefined
    const { folder } = around
    if (batch !== undefined) {
      if (given.length > 0)
        throw usage('--batch names domains, problems and plans itself; leave out others')
      const root = resolve(folder, (options.root as string | undefined) ?? '.')
      return judgeBatch(resolve(folder, batch), root, around)
    }
    const [domain, problem, ...plans] = given
    if (domain === undefined || problem === undefined)
      throw usage('name a domain, a problem and plans: intend validate DOMAIN PROBLEM PLAN...')
    const [{ readPddlFiles, readText }, { renderVerdict, validatePlan }] = await Promise.all([
      import('../../worlds/pddl-files.ts'),
      import('../../../plans/pddl/judge/validate.ts'),
    ])
    const { task } = readPddlFiles(domain, problem, folder)
    const texts = await planTexts(plans, around, name => readText(resolve(folder, name), name))
    const states = options.states === true
    let allValid = true
    for (const { name, text } of texts) {
      const verdict = validatePlan(task, text, { states })
      allValid &&= verdict.valid
      const named = texts.length > 1
      if (options.json === true)
        around.stdout.write(`${printJson({ ...(named && { plan: name }), ...inOrder(verdict) })}\n`)
      else
        around.stdout.write(`${named ? `${harmless(name)}: ` : ''}${shown(renderVerdict(verdict))}`)
    }
    return allValid ? exit.satisfied : exit.notSatisfied
  },
}

// --- internal ---

const Line = z.object({
  domain: z.string(),
  problem: z.string(),
  plan: z.union([z.array(z.string()), z.string()]),
})

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

/** One verdict a line, in the order of the file. */
async function judgeBatch(
  file: string,
  root: string,
  { stdout, interrupted }: Surroundings,
): Promise<ExitCode> {
  const [{ readPddlFiles, readText }, { validatePlan }] = await Promise.all([
    import('../../worlds/pddl-files.ts'),
    import('../../../plans/pddl/judge/validate.ts'),
  ])
  const tasks = new Map<string, Task>()
  const taskOf = ({ domain, problem }: z.infer<typeof Line>) => {
    const key = JSON.stringify([domain, problem])
    const known = tasks.get(key) ?? readPddlFiles(domain, problem, root).task
    tasks.set(key, known)
    return known
  }
  let allValid = true
  for (const [place, text] of readText(file, file).split('\n').entries()) {
    if (text.trim() === '') continue
    interrupted.throwIfAborted()
    const line = lineOf(text, `${file}, line ${place + 1}`)
    const plan = typeof line.plan === 'string' ? line.plan : line.plan.join('\n')
    const verdict: PlanVerdict = validatePlan(taskOf(line), plan)
    allValid &&= verdict.valid
    stdout.write(`${printJson(inOrder(verdict))}\n`)
    if (place % 64 === 63) await new Promise(setImmediate) // lets an interruption through
  }
  return allValid ? exit.satisfied : exit.notSatisfied
}

function lineOf(text: string, place: string): z.infer<typeof Line> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw usage(`${place} is not JSON: ${(error as Error).message}`)
  }
  const parsed = Line.safeParse(json)
  if (parsed.success) return parsed.data
  const { path = [], message = '' } = parsed.error.issues[0] ?? {}
  throw usage(`${place}: ${path.join('.') || 'the line'}: ${message}`)
}

/** The members of a verdict in the order in which they are documented. */
function inOrder({ valid, kind, step, action, missing, why, message, ...rest }: PlanVerdict) {
  return { valid, kind, step, action, missing, why, message, ...rest }
}

/** Several lines, each made harmless. */
function shown(text: string): string {
  const lines = text.trimEnd().split('\n')
  return `${lines.map(line => `${line.startsWith('  ') ? '  ' : ''}${harmless(line)}`).join('\n')}\n`
}
