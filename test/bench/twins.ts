// What a question costs when many of its kind were asked before: thirty twins from an empty library,
// each by an agent of its own that opens the library file anew. A plan gets cheaper with experience.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { offline } from '../../agent/llm/offline/offline.ts'
import type { Wire } from '../../agent/llm/provider.ts'
import { type GeneratedFamily, generate } from '../samples/generate.ts'
import { sameAnswer } from '../samples/same-answer.ts'
import { type Question, sampleQuestions } from '../samples/sample-files.ts'
import { careful } from '../support/careful.ts'
import type { Bench, Given, Measured, Row } from './bench.ts'
import { observe, sumOf, type Turn } from './turns.ts'

export const twins: Bench = {
  name: 'twins',
  about: 'model calls and tokens over many twins of a question, from an empty library',
  usage: '[--seed N] [--twins N]',
  options: { seed: { type: 'string', default: '1' }, twins: { type: 'string', default: '30' } },
  missing: ({ flags }) =>
    [flags.seed, flags.twins].every(text => /^[1-9]\d*$/.test(String(text)))
      ? undefined
      : '--seed and --twins take whole numbers above zero',
  run: measure,
}

/** Questions of one kind, one after the other. */
export interface Series {
  readonly name: string
  readonly questions: readonly Question[]
}

/** What one question of a series took. */
export interface Cost {
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly right: boolean
}

/** The kinds of questions that are generated here, each by its family and its place among the shapes. */
const shapes: readonly (readonly [name: string, family: GeneratedFamily, at: number])[] = [
  ['mean of a column, filtered', 'filter', 5],
  ['spread of groups', 'group', 2],
  ['share of a part', 'group', 3],
  ['difference of two sheets', 'workbook', 3],
  ['ratio of two sheets', 'workbook', 4],
]

/** `count` twins of each generated kind: other files, names, numbers and wordings. */
export async function generatedSeries(
  count: number,
  seed: number,
  folder: string,
  wanted = shapes,
): Promise<readonly Series[]> {
  const series: Series[] = []
  for (const [name, family, at] of wanted) {
    const questions: Question[] = []
    for (let n = 0; n < count; n++) {
      const place = join(folder, `${family}-${at}-${n}`)
      const each = at + 1
      const made = await generate({ seed: seed + n, folder: place, each, families: [family] })
      questions.push(made[at]!.whole)
    }
    series.push({ name, questions })
  }
  return series
}

/** The samples that ask the same of other values (pace-1, pace-2, ...), over and over until there are `count`. */
export function sampleSeries(count: number, names: readonly string[]): readonly Series[] {
  const own = sampleQuestions().filter(({ answer }) => answer !== '')
  return names.map(name => {
    const group = own.filter(({ id }) => id.replace(/-\d+$/, '') === name)
    const questions = Array.from({ length: count }, (_, n) => group[n % group.length]!)
    return { name: `samples: ${name}`, questions }
  })
}

/** Asks the questions in order; nothing but the library in `file` goes from one to the next. */
export async function costs(
  questions: readonly Question[],
  wire: () => Wire,
  file: string,
): Promise<readonly Cost[]> {
  const spent: Cost[] = []
  for (const { question, files = [], answer, tolerance } of questions) {
    const turns: Turn[] = []
    const observed = observe(wire(), turn => turns.push(turn))
    const agent = await createAgent({ model: createProvider(observed), plans: file, env: {} })
    try {
      const said = await agent.ask(question, { files })
      const right = sameAnswer(answer, said.answer, tolerance)
      spent.push({ calls: turns.length, ...sumOf(turns), right })
    } finally {
      agent.close()
    }
  }
  return spent
}

/** The first question from which on none takes more than `most` calls, from 1; `undefined` when there is none. */
export function reached(spent: readonly Cost[], most: number): number | undefined {
  const last = spent.findLastIndex(({ calls }) => calls > most)
  return last + 1 < spent.length ? last + 2 : undefined
}

// --- internal ---

async function measure({ flags }: Given): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'intend-twins-'))
  const count = Number(flags.twins)
  try {
    const all = [
      ...(await generatedSeries(count, Number(flags.seed), folder)),
      ...sampleSeries(count, ['pace', 'change', 'sum', 'share', 'ratio', 'value']),
    ]
    const tables: Record<string, readonly Row[]> = {}
    for (const [model, wire] of Object.entries({ offline, careful })) {
      const spent: (readonly Cost[])[] = []
      for (const [n, { questions }] of all.entries())
        spent.push(await costs(questions, wire, join(folder, `${model}-${n}.json`)))
      tables[`${model}, each kind of question`] = all.map(({ name }, n) => kindRow(name, spent[n]!))
      tables[`${model}, means at the n-th question`] = curve(spent)
    }
    return { tables, notes: notes() }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function notes(): readonly string[] {
  return [
    'calls: requests to the model, turns of a tool loop included. two: the question from which on none takes more than two calls (perceive, formalize).',
    'tokens are estimated at 4 characters a token, prompts whole. offline writes plans that code carries out; careful writes the same plans with every step left to itself and carries each out with a tool.',
  ]
}

function kindRow(kind: string, spent: readonly Cost[]): Row {
  const last = spent.at(-1)!
  return {
    kind,
    right: `${spent.filter(({ right }) => right).length} of ${spent.length}`,
    callsFirst: spent[0]!.calls,
    callsLast: last.calls,
    tokensFirst: tokensOf(spent[0]!),
    tokensLast: tokensOf(last),
    two: reached(spent, 2) ?? 'never',
  }
}

function tokensOf({ tokensIn, tokensOut }: Cost): number {
  return Math.round(tokensIn + tokensOut)
}

/** The first ten questions, then every fifth. */
function curve(spent: readonly (readonly Cost[])[]): readonly Row[] {
  const length = spent[0]!.length
  const shown = Array.from({ length }, (_, n) => n + 1).filter(n => n <= 10 || n % 5 === 0)
  const mean = (n: number, of: (cost: Cost) => number) =>
    spent.reduce((sum, each) => sum + of(each[n - 1]!), 0) / spent.length
  return shown.map(question => ({
    question,
    calls: Number(mean(question, ({ calls }) => calls).toFixed(2)),
    tokensIn: Math.round(mean(question, ({ tokensIn }) => tokensIn)),
    tokensOut: Math.round(mean(question, ({ tokensOut }) => tokensOut)),
  }))
}
