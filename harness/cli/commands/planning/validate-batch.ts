// `intend validate --batch`: plans for many problems, a line of JSON each.
import { z } from 'zod'
import { validatePlan } from '../../../../plans/pddl/judge/validate.ts'
import type { Task } from '../../../../plans/pddl/task/task.ts'
import { reasonOf } from '../../../../plans/writable.ts'
import { printJson } from '../../../terminal/plain-text.ts'
import { readPddlFiles, readText } from '../../../worlds/pddl-files.ts'
import { type ExitCode, exit, type Surroundings, usage } from '../../command.ts'

/** One verdict a line, in the order of the file. */
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
  let allValid = true
  for (const [place, text] of readText(file, file).split('\n').entries()) {
    if (text.trim() === '') continue
    interrupted.throwIfAborted()
    const line = lineOf(text, `${file}, line ${place + 1}`)
    const plan = typeof line.plan === 'string' ? line.plan : line.plan.join('\n')
    const verdict = validatePlan(taskOf(line), plan)
    allValid &&= verdict.valid
    stdout.write(`${printJson(verdict)}\n`)
    if (place % 64 === 63) await new Promise(setImmediate) // lets an interruption through
  }
  return allValid ? exit.satisfied : exit.notSatisfied
}

// --- internal ---

const Line = z.object({
  domain: z.string(),
  problem: z.string(),
  plan: z.union([z.array(z.string()), z.string()]),
})

function lineOf(text: string, place: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(text))
  } catch (error) {
    throw usage(
      `${place}: ${reasonOf(error)}; write { "domain": FILE, "problem": FILE, "plan": [...] } in each line`,
    )
  }
}
