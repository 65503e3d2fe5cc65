// A session: what a question established and what was asked are there for the next one.
import { expect, test } from 'vitest'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { openSession } from '../../../harness/session/session.ts'
import {
  answer,
  crates,
  formalize,
  perceive,
  planOf,
  question,
  say,
  sum,
} from '../../support/crates.ts'

const { file } = crates()

const reply = (depot: string) =>
  say({ perceive: perceive(depot), formalize, deliberate: planOf(sum(), answer) })

test('a question that goes on from the one before is put beside it', async () => {
  const wire = scripted([reply('Alder'), reply('Birch')])
  const session = await openSession('self-aware', {
    model: createProvider(wire, { converses: true }),
  })
  try {
    const { signal } = new AbortController()
    expect(await session.ask(question, [file], signal)).toMatchObject({ answer: '19' })
    const second = await session.ask('and of the depot Birch?', [file], signal)
    expect(second).toMatchObject({ answer: '30' })
    const told = wire.requests.map(({ messages }) => messages.at(-1)!.content)
    expect(told[0]).not.toContain('# The message before')
    expect(told[1]).toContain(`# The message before\n${question}`)
  } finally {
    session.agent.close()
  }
})
