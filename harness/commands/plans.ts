// `intend plans`: what a plan library holds. It reads the file and never changes it.
import { resolve } from 'node:path'
import type { LibraryContent } from '../../plans/merge.ts'
import { nearest } from '../../plans/nearest.ts'
import { type Plan, totals } from '../../plans/plan.ts'
import {
  type Command,
  type CommandError,
  type ExitCode,
  exit,
  type Surroundings,
  usage,
} from '../command.ts'
import { findings } from '../library-lint.ts'
import { readLibrary } from '../library-read.ts'
import { listLines, planLines, statsLines, sum } from '../library-view.ts'
import { harmless, printJson } from '../plain-text.ts'

export const plans: Command = {
  name: 'plans',
  about: 'look into a plan library: list, show ID, lint [ID], stats [ID]',
  arguments: [
    { name: 'what', about: 'list, show, lint or stats' },
    { name: 'id', about: 'a plan: its id, the beginning of it, or of its last part' },
  ],
  options: [
    { flags: '--plans <file>', about: 'the plan library (default: .intend/plans.json)' },
    { flags: '--json', about: 'as one line of JSON' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run([what = '', id], options, around) {
    const view = Object.hasOwn(views, what) ? views[what] : undefined
    if (!view) throw unknownView(what)
    const file = resolve(
      around.folder,
      (options.plans as string | undefined) ?? '.intend/plans.json',
    )
    const { plans, removed } = readLibrary(file)
    const chosen = id === undefined ? plans : new Map([find(id, { plans, removed }, file)])
    if (what === 'show' && id === undefined)
      throw usage('name the plan to show: intend plans show ID; intend plans list has the ids')
    return view({ plans: chosen, removed }, { file, json: options.json === true, around })
  },
}

// --- internal ---

interface Viewing {
  readonly file: string
  readonly json: boolean
  readonly around: Surroundings
}

const views: Readonly<Record<string, (content: LibraryContent, viewing: Viewing) => ExitCode>> = {
  list: ({ plans }, viewing) => {
    const data = () => [...plans.values()].map(summaryOf)
    return print(listLines([...plans.values()]), data, viewing)
  },
  show: ({ plans }, viewing) => {
    const [plan] = [...plans.values()]
    return print(planLines(plan!), () => ({ ...plan!, totals: totals(plan!) }), viewing)
  },
  lint: ({ plans }, viewing) => {
    const found = [...plans.values()].flatMap(findings)
    const lines = found.map(({ plan, message }) => harmless(`${plan}: ${message}`))
    const nothing = `nothing to find fault with in ${plans.size} plan${plans.size === 1 ? '' : 's'}`
    print(lines.length > 0 ? lines : [nothing], () => found, viewing)
    return found.length > 0 ? exit.notSatisfied : exit.satisfied
  },
  stats: (content, viewing) => {
    const all = [...content.plans.values()]
    const data = () => ({
      file: viewing.file,
      plans: all.length,
      removed: content.removed.size,
      ...sum(all),
      each: all.map(summaryOf),
    })
    return print(statsLines(content), data, viewing)
  },
}

function print(lines: readonly string[], data: () => unknown, { json, around }: Viewing): ExitCode {
  around.stdout.write(json ? `${printJson(data())}\n` : `${lines.join('\n')}\n`)
  return exit.satisfied
}

function summaryOf(plan: Plan) {
  const { id, intentionType: type, origin } = plan
  const { seenQuestions, ...from } = origin
  return { id, type, ...totals(plan), origin: from, questions: seenQuestions.length }
}

function unknownView(what: string): CommandError {
  const known = Object.keys(views)
  if (what === '') return usage(`say what to do with the library: intend plans ${known.join('|')}`)
  const meant = nearest(what, known)
  return usage(
    `plans cannot "${what}"; ${meant ? `did you mean ${meant}?` : `it can ${known.join(', ')}`}`,
  )
}

/** The plan meant by `text`. Ids of one type begin alike, so the last part will do as well. */
function find(
  text: string,
  { plans, removed }: LibraryContent,
  file: string,
): readonly [id: string, plan: Plan] {
  const exact = plans.get(text)
  if (exact) return [text, exact]
  const lastPart = (id: string) => id.slice(id.lastIndexOf('-') + 1)
  const found = [...plans].filter(([id]) => id.startsWith(text) || lastPart(id).startsWith(text))
  const [only] = found
  if (only && found.length === 1) return only
  if (only)
    throw usage(
      `${text} begins ${found.length} ids: ${found
        .map(([id]) => id)
        .slice(0, 5)
        .join(', ')}`,
    )
  const gone = removed.get(text)
  if (gone !== undefined) throw usage(`the plan ${text} was removed: ${gone}`)
  const meant = nearest(text, plans.keys())
  const way = meant ? `did you mean ${meant}?` : 'intend plans list shows those it has'
  throw usage(`${file} has no plan ${text}; ${way}`)
}
