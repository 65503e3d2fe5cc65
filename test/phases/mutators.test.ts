// Provenance catches values: of the right claims in the recorded runs none is refused, and of the
// wrong ones made from them few get through, with no model call.
import { expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { calculate } from '../../tools/calculate.ts'
import { readFile } from '../../tools/read-file.ts'
import { createCorpus } from '../../tools/search/providers/corpus.ts'
import { webSearch } from '../../tools/search.ts'
import { table } from '../../tools/table.ts'
import { sameAnswer } from '../samples/same-answer.ts'
import { samplePath, sampleQuestions } from '../samples/sample-files.ts'
import { refusal, share, slips, tabulate } from '../support/mutators-measure.ts'
import { type Right, rightClaims } from '../support/mutators-rights.ts'
import { recorded, replayed } from './recorded.ts'

const replays = await Promise.all(
  recorded.map(async each => rightClaims(each.id, (await replayed(each)).events)),
)
const bodies: readonly (readonly [string, readonly Right[]])[] = [
  ['the recorded runs', replays.flat()],
  ['the offline reasoner', await offline()],
]

test.each(bodies)('of the right claims in $0 none is refused', async (_, rights) => {
  expect(rights.length).toBeGreaterThan(60)
  const refused: string[] = []
  for (const right of rights) {
    const why = await refusal(right)
    if (why !== undefined) refused.push(`${right.run} ${right.step.id}: ${why}`)
  }
  expect(refused).toEqual([])
})

test.each(bodies)(
  'of the wrong claims made from $0 at most 5 % get through',
  async (name, rights) => {
    const counts = await slips(rights)
    console.log(`${name}: kind, made, slipped\n${tabulate(counts)}`)
    expect(counts.reduce((all, { made }) => all + made, 0)).toBeGreaterThan(300)
    expect(share(counts)).toBeLessThanOrEqual(0.05)
    // where the row lies or what the list has to hold, only a reader can say
    const readable = counts.filter(
      ({ kind }) => kind !== 'neighbouring row' && kind !== 'wrong role',
    )
    for (const { kind, made, slipped } of readable)
      expect(slipped.length, kind).toBeLessThanOrEqual(made * 0.05)
  },
)

/** Runs whose answer was right, over the tables and documents of the samples. */
async function offline(): Promise<readonly Right[]> {
  const tools = [readFile, table, calculate, webSearch([await createCorpus(samplePath('corpus'))])]
  const found: Right[] = []
  for (const { id, question, answer, files, tolerance } of sampleQuestions()) {
    // two of each family
    if (!/-[13]$/.test(id)) continue
    const events: Event[] = []
    const onEvent = (event: Event) => events.push(event)
    const agent = await createAgent({ model: 'offline', tools, env: {}, onEvent })
    const said = await agent.ask(question, { files: files ?? [] })
    agent.close()
    if (sameAnswer(answer, said.answer, tolerance)) found.push(...rightClaims(id, events))
  }
  return found
}
