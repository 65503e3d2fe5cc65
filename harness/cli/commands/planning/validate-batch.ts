// `intend validate --batch`: plans for many problems, a line of JSON each.
import { z } from 'zod'
import { validatePlan } from '../../../../plans/pddl/judge/validate.ts'
import type { Task } from '../../../../plans/pddl/task/task.ts'
import { reasonOf } from '../../../../plans/writable.ts'
import { printJson } from '../../../terminal/plain-text.ts'
import { counted } from '../../../terminal/spending.ts'
import { readPddlFiles, readText } from '../../../worlds/pddl-files.ts'
import { CommandError, type ExitCode, exit, type Surroundings, usage } from '../../command.ts'

/**
 * One verdict a line, in the order of the file; for a line that cannot be judged its number and what is wrong
 * with it. Rejects with the first such fault once all others are judged.
 */
export async function judgeBatch(
  file: string,
  { folder, stdout, interrupted }: Surroundings,
): Promise<ExitCode> {
  const tasks = new Map<string, Task>()
  const taskOf = ({ domain, problem }: z.infer<typeof Line>) => {
    const key = JSON.stringify([domain, problem])
    const known = tasks.get(key) ?? readPddlFiles(domain, problem, folder).task
    tasks.set(key, known)
    return known
  }
  const faults: CommandError[] = []
  const judged = (text: string, line: number) => {
    try {
      const named = lineOf(text)
      const plan = typeof named.plan === 'string' ? named.plan : named.plan.join('\n')
      return validatePlan(taskOf(named), plan)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      faults.push(new CommandError(`${file}, line ${line}: ${error.message}`, error.code))
      return { line, error: error.message }
    }
  }
  let allValid = true
  for (const [place, text] of readText(file, file).split('\n').entries()) {
    if (text.trim() === '') continue
    interrupted.throwIfAborted()
    const verdict = judged(text, place + 1)
    allValid &&= 'valid' in verdict && verdict.valid
    stdout.write(`${printJson(verdict)}\n`)
    if (place % 64 === 63) await new Promise(setImmediate) // lets an interruption through
  }
  const [first, ...more] = faults
  if (first === undefined) return allValid ? exit.satisfied : exit.notSatisfied
  const others = more.length > 0 ? `; ${counted(more.length, 'more line')} could not be judged` : ''
  throw new CommandError(first.message + others, first.code)
}

// --- internal ---

const Line = z.object({
  domain: z.string(),
  problem: z.string(),
  plan: z.union([z.array(z.string()), z.string()]),
})

function lineOf(text: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(text))
  } catch (error) {
    throw usage(
      `${reasonOf(error)}; write { "domain": FILE, "problem": FILE, "plan": [...] } in each line`,
    )
  }
}
