// Every prompt as a model receives it, kept as a file: a change of wording shows in review as a diff.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { Request } from '../../agent/llm/provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { temporaryFolder } from '../support/model.ts'
import { byModel, established, formalized, perceived, question } from './replies/replies.ts'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'prompts')

async function requests(who = 'courier', km = 54): Promise<readonly Request[]> {
  const asked = (text: string) => text.replaceAll('courier', who).replaceAll('54', `${km}`)
  // a question that is answered at once leaves a review nothing to ask
  const goals = ['divide distance by speed', 'the time for a distance at a speed']
  const verdicts = [false, true]
  const wire = scripted(request => {
    switch (request.purpose) {
      case 'perceive':
        return asked(perceived)
      case 'formalize':
        return formalized
      case 'deliberate':
        return JSON.stringify({
          ...JSON.parse(
            byModel.replace('ground_belief(duration) is a number', 'the duration is plausible'),
          ),
          goal: goals.shift(),
          filesNotRead: 'the question gives both values',
        })
      case 'execute':
        return established({ value: km / 18, derivation: 'distance / speed' })
      case 'judge':
        return JSON.stringify({ reason: 'three hours', holds: verdicts.shift() })
      default:
        return JSON.stringify({ decisions: [] })
    }
  })
  const folder = temporaryFolder()
  writeFileSync(folder.path('rides.csv'), asked('courier,km\nAda,54\nBen,20\n'))
  const agent = await createAgent({
    model: createProvider(wire),
    policy: { reviewIsDue: state => state.intentionHistory.size > state.reviewed },
  })
  await agent.ask(asked(question), { files: [folder.path('rides.csv')] })
  folder.remove()
  return wire.requests
}

describe('the prompts', async () => {
  vi.setSystemTime('2026-11-27T12:00')
  const sent = await requests()
  vi.useRealTimers()
  const purposes = ['perceive', 'formalize', 'deliberate', 'execute', 'judge', 'review']

  test.each(purposes)('%s reads as on file', async purpose => {
    const request = sent.find(each => each.purpose === purpose)!
    const text = request.messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`).join('\n\n')
    await expect(`${text}\n`).toMatchFileSnapshot(join(fixtures, `${purpose}.md`))
  })

  test.each(purposes)('the first part of %s is the same whatever is asked', async purpose => {
    const [one, two] = [sent, await requests('pilot', 90)].map(
      all => all.find(each => each.purpose === purpose)!.messages[0]!,
    )
    expect(one).toEqual(two)
    expect(one!.content).not.toMatch(/courier|pilot|54|90|rides/)
  })
})
