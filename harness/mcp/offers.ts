// What `intend mcp` offers to other programs: commands of the command line, each with an input of its own.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isInside, withoutLinks } from '../../tools/files/links.ts'
import { type Options, usage } from '../cli/command.ts'
import { ask } from '../cli/commands/ask.ts'
import { solve } from '../cli/commands/planning/solve.ts'
import { validate } from '../cli/commands/planning/validate.ts'
import { plans } from '../cli/commands/plans/plans.ts'
import { captured, type Waiting } from './capture.ts'

/** How a client's wish is carried out: `options` are those the person started the server with. */
export interface Asking extends Waiting {
  readonly options: Options
}

/** What came of it: words for the client's model, and the same as data. */
interface Said {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One thing that is offered. `run` rejects with a CommandError of one sentence for what a person can mend. */
interface Offer<Input = unknown> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  readonly run: (input: Input, asking: Asking) => Promise<Said>
}

/** The same with its input forgotten where offers are listed. */
const offer = <Input>(given: Offer<Input>) => given as Offer

const task = {
  domain: z.string().describe('a PDDL domain, or the name of a file with one'),
  problem: z.string().describe('a problem of it, or the name of a file with one'),
}

export const offers: readonly Offer[] = [
  offer({
    name: 'ask',
    description:
      'Answers a question with files, by a plan whose every step is checked by code. An answer that cannot be verified is not given; then the reason is.',
    input: z.object({
      question: z.string().min(1),
      files: z.array(z.string()).optional().describe('files the question is about'),
    }),
    async run({ question, files = [] }, asking) {
      const file = files.map(name => confined(name, asking))
      // a client's words are not the person's: they set none of her servers in motion
      const options = { ...asking.options, file, json: true, mcp: false }
      const outcome = await jsonOf(captured(ask, [question], options, asking))
      const { beliefs, usage: used, ...data } = outcome
      const { answer, reason } = data
      const text = typeof answer === 'string' ? answer : `no answer: ${reason}`
      return { text, data: { ...data, beliefs, usage: used } }
    },
  }),
  offer({
    name: 'plans_search',
    description: 'The plans of the library that come nearest to what is described, best first.',
    input: z.object({ text: z.string().min(1).describe('what the plan is to achieve, in words') }),
    run: ({ text }, asking) => onLibrary(['search', text], 'plans', asking),
  }),
  offer({
    name: 'plans_show',
    description: 'One plan of the library: its steps, conditions, roles and statistics.',
    input: z.object({ plan: z.string().min(1).describe('its id') }),
    run: ({ plan }, asking) => onLibrary(['show', word(plan)], 'plan', asking),
  }),
  offer({
    name: 'plans_test',
    description:
      'Carries plans out on their own examples, or on a question set with known answers, and says which were right.',
    input: z.object({
      plan: z.string().optional().describe('its id; without it, all plans of the library'),
      set: z.string().optional().describe('a file with questions and answers'),
    }),
    run: ({ plan, set }, asking) => {
      const own = set === undefined ? {} : { set: confined(set, asking) }
      const names = ['test', ...(plan === undefined ? [] : [word(plan)])]
      return onLibrary(names, 'tested', { ...asking, options: { ...asking.options, ...own } })
    },
  }),
  offer({
    name: 'validate',
    description: 'Judges a plan for a PDDL problem: valid, or the first fault and why.',
    input: z.object({
      ...task,
      plan: z.string().describe('one (action arguments) a line, or the name of a file with them'),
    }),
    run: ({ domain, problem, plan }, asking) =>
      onFiles({ domain, problem, plan }, asking, async names => {
        const data = await jsonOf(captured(validate, names, { json: true }, asking))
        return { text: String(data.message), data }
      }),
  }),
  offer({
    name: 'solve',
    description: 'Finds a plan for a PDDL problem, judged valid before it is given.',
    input: z.object({
      ...task,
      optimal: z.boolean().optional().describe('search until no plan is cheaper'),
      seconds: z.number().positive().max(86_400).optional().describe('to search at most'),
    }),
    run: ({ domain, problem, optimal = false, seconds }, asking) =>
      onFiles({ domain, problem }, asking, async names => {
        const options = { json: true, optimal, maxSeconds: seconds?.toString() }
        const data = await jsonOf(captured(solve, names, options, asking))
        const { plan, reason } = data
        return { text: Array.isArray(plan) ? plan.join('\n') : `no plan: ${reason}`, data }
      }),
  }),
]

// --- internal ---

const jsonOf = async (printed: Promise<string>): Promise<Said['data']> => JSON.parse(await printed)

async function onLibrary(names: readonly string[], member: string, asking: Asking): Promise<Said> {
  const stdout = await captured(plans, names, { ...asking.options, json: true }, asking)
  return { text: stdout.trim(), data: { [member]: JSON.parse(stdout) } }
}

/** An id, and never the name of a file. */
function word(id: string): string {
  if (/[/\\.]/.test(id)) throw usage(`${id} is no id of a plan; plans_search gives ids`)
  return id
}

/** The path of a file that a client names: in the folder, or where the person allows it. */
function confined(name: string, { around, options }: Asking): string {
  const placed = (path: string) => withoutLinks(resolve(around.folder, path))
  const path = placed(name)
  if (!existsSync(path)) throw usage(`there is no file ${name}`)
  const open = ['.', ...((options.allow ?? []) as readonly string[])]
  if (!isInside(path, open.map(placed)))
    throw usage(
      `${name} lies outside ${around.folder}; start the server with --allow for its folder`,
    )
  return path
}

/** Does `work` with names of files: those that are named, and for PDDL that is spelled out, files of its own. */
async function onFiles<T>(
  given: Readonly<Record<string, string>>,
  asking: Asking,
  work: (names: readonly string[]) => Promise<T>,
): Promise<T> {
  const own = mkdtempSync(join(tmpdir(), 'intend-mcp-'))
  try {
    const names = Object.entries(given).map(([name, text]) => {
      if (!/[(\n]/.test(text) && text.trim() !== '') return confined(text, asking)
      const file = join(own, name)
      writeFileSync(file, text)
      return file
    })
    return await work(names)
  } catch (error) {
    // the client knows the parts by their names
    if (error instanceof Error) error.message = error.message.replaceAll(join(own, '/'), '')
    throw error
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
