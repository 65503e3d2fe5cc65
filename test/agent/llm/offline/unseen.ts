// Questions about documents and tables that no rule was written for: who is right, wrong or silent, and
// whether the confidence that is told holds.
//   node test/agent/llm/offline/unseen.ts unseen/questions.jsonl      a set of test/fixtures/offline
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createAgent } from '../../../../agent/create-agent.ts'
import { given } from '../../../../plans/given.ts'
import type { PlanLibrary } from '../../../../plans/library/library.ts'

/** A line of `questions.jsonl`; an empty answer means that declining is right, and `trap` says why. */
export interface Unseen {
  readonly question: string
  readonly file?: string | readonly string[]
  readonly answer:
    | string
    | { readonly number: number }
    | { readonly date: string }
    | { readonly holds: readonly string[] }
    | { readonly list: readonly string[] }
  /** Other spellings that are as right. */
  readonly also?: readonly string[]
  readonly trap?: string
}

export interface Judged {
  readonly asked: Unseen
  readonly outcome: 'right' | 'wrong' | 'declined'
  readonly said: string
  readonly confidence: number
  readonly seconds: number
}

/** Where the sets are. */
export const sets = join(import.meta.dirname, '../../../fixtures/offline')

/** Asks every question of a set, each by an agent without memories or with these plans. */
export async function judgeUnseen(set: string, plans?: PlanLibrary): Promise<readonly Judged[]> {
  const home = dirname(join(sets, set))
  const lines = readFileSync(join(sets, set), 'utf8').trim().split('\n')
  const judged: Judged[] = []
  for (const asked of lines.map(line => JSON.parse(line) as Unseen)) {
    const agent = await createAgent({ model: 'offline', env: {}, ...given({ plans }) })
    const files = [asked.file ?? []].flat().map(name => join(home, name))
    const began = performance.now()
    const { answer, reason, confidence } = await agent.ask(asked.question, { files })
    agent.close()
    const wanted = [asked.answer, ...(asked.also ?? [])]
    const right =
      answer === undefined ? asked.answer === '' : wanted.some(each => says(answer, each))
    judged.push({
      asked,
      outcome: right ? 'right' : answer === undefined ? 'declined' : 'wrong',
      said: answer ?? reason,
      confidence: confidence ?? 0,
      seconds: (performance.now() - began) / 1000,
    })
  }
  return judged
}

/** How many were right, wrong and declined among the answerable ones and the traps; then what was not right. */
export function figuresOf(judged: readonly Judged[]): string {
  const answers = judged.filter(({ said, asked, outcome }) => !isDecline({ said, asked, outcome }))
  const mean = answers.reduce((sum, { confidence }) => sum + confidence, 0) / (answers.length || 1)
  const held = answers.filter(({ outcome }) => outcome === 'right').length / (answers.length || 1)
  const slowest = Math.max(...judged.map(({ seconds }) => seconds))
  return [
    ...[false, true].map(trap => {
      const some = judged.filter(({ asked }) => (asked.answer === '') === trap)
      const count = (outcome: Judged['outcome']) =>
        some.filter(each => each.outcome === outcome).length
      const name = trap ? 'traps' : 'answerable'
      return `${name}: ${count('right')} right, ${count('wrong')} wrong, ${count('declined')} declined of ${some.length}`
    }),
    `confidence ${mean.toFixed(2)} where ${held.toFixed(2)} were right; slowest ${slowest.toFixed(1)} s`,
    ...judged
      .filter(({ outcome }) => outcome !== 'right')
      .map(
        ({ asked: { file, question, answer, trap }, outcome, said }) =>
          `${outcome} [${file}] ${question}\n    ${trap ?? JSON.stringify(answer)} <- ${said}`,
      ),
  ].join('\n')
}

/** What was said to each question, in a line: what has changed of it, a diff shows. */
export function outcomesOf(judged: readonly Judged[]): string {
  return judged
    .map(({ asked: { question }, outcome, said }) => `${outcome} | ${question} | ${said}\n`)
    .join('')
}

// --- internal ---

const isDecline = ({ asked, outcome }: Pick<Judged, 'said' | 'asked' | 'outcome'>) =>
  outcome === 'declined' || (asked.answer === '' && outcome === 'right')

function says(said: string, answer: Unseen['answer']): boolean {
  const text = said.toLowerCase()
  if (typeof answer === 'object') {
    if ('number' in answer) return isNumber(said, answer.number)
    if ('date' in answer) return isDay(said, answer.date)
    const wanted = 'holds' in answer ? answer.holds : answer.list
    const places = wanted.map(each => text.indexOf(each.toLowerCase()))
    const inOrder = places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1]!))
    return 'list' in answer ? inOrder : places.every(place => place >= 0)
  }
  if (answer === '') return false
  const number = Number(answer)
  return Number.isNaN(number) ? text.includes(answer.toLowerCase()) : isNumber(said, number)
}

/** The same day, however it is written; a year may go without saying. */
function isDay(said: string, wanted: string): boolean {
  if (said.includes(wanted)) return true
  const day = (text: string) => new Date(`${text} UTC`)
  const [told, meant] = [
    day(/\d{4}/.test(said) ? said : `${said} ${wanted.slice(0, 4)}`),
    day(wanted),
  ]
  return told.getTime() === meant.getTime()
}

/** The number itself, or rounded to two decimals. */
function isNumber(said: string, wanted: number): boolean {
  const number = Number.parseFloat(said.replaceAll(',', ''))
  return Math.abs(number - wanted) <= Math.max(0.005, 1e-6 * Math.abs(wanted))
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(
    `${figuresOf(await judgeUnseen(process.argv[2] ?? 'unseen/questions.jsonl'))}\n`,
  )
