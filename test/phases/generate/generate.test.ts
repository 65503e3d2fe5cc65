// Plan generation: what the model is told by the kind of prompt, plans verified and mended before they are
// adopted, and what is adopted when nobody looks.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '../../../agent/contract.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { offline } from '../../../agent/llm/offline/offline.ts'
import type { Wire } from '../../../agent/llm/provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { explorerWorld } from '../../../harness/worlds/explorer/explorer.ts'
import { paperGrid } from '../../../harness/worlds/explorer/grid.ts'
import { explorerVocabulary } from '../../../harness/worlds/explorer/vocabulary.ts'
import { generate, type Wanted } from '../../../phases/generate/generate.ts'
import { printClause } from '../../../plans/agentspeak/program.ts'
import { parseTerm } from '../../../plans/agentspeak/reader.ts'
import type { Structure } from '../../../plans/agentspeak/term.ts'

const opened = () => [1, 2].map(seed => explorerWorld({ grid: paperGrid(seed), seed }))
const [world] = opened()
const wanted: Wanted = {
  goal: parseTerm('reach(home)') as Structure,
  vocabulary: explorerVocabulary,
  believed: [...world!.scenes()[0]!.percepts].map(fact => parseTerm(fact) as Structure),
  pursued: [],
  library: [],
  prompt: 'remarks',
  verify: true,
  practice: opened,
}

async function written(wire: Wire, changes: Partial<Wanted> = {}) {
  const ctx = {
    llm: createProvider(wire, { retries: 0 }),
    signal: new AbortController().signal,
    now: Date.now,
    report: () => undefined,
  } as unknown as Ctx
  const { clauses, ...rest } = await generate({ ...wanted, ...changes }, { ctx, intention: '1' })
  return { ...rest, plans: clauses.map(printClause) }
}

const plans = (...each: readonly string[]) => `\`\`\`yaml\n${each.join('\n---\n')}\n\`\`\``
const plan = (event: string, when: string, ...does: readonly string[]) =>
  `EVENT: achieve ${event}\nCONDITIONS:\n- ${when}\nOPERATIONS:\n${does.map(each => `- ${each}`).join('\n')}`
const walk = [
  plan('reach(X)', 'there_is(X, here)', '<none>'),
  plan('reach(X)', 'there_is(X, D)', 'execute move(D)', 'achieve reach(X)'),
  plan(
    'reach(X)',
    '<none>',
    'execute getDirectionToMove(D)',
    'execute move(D)',
    'achieve reach(X)',
  ),
]
const told = (wire: ReturnType<typeof scripted>, at = 0) =>
  wire.requests[at]!.messages.map(({ content }) => content).join('\n\n')

describe('what the model is told', () => {
  test('all that the paper tells, with hints and remarks', async () => {
    const wire = scripted([plans(...walk)])
    await written(wire)
    const prompt = told(wire)
    expect(prompt).toContain('- free(north): there is no obstacle to the north')
    expect(prompt).toContain('- there_is(Object, Direction): there is an `Object` in the given')
    expect(prompt).toContain('Create plans to pursue the goal: achieve reach(home).')
    expect(prompt).toContain('Cannot invent new admissible actions')
    expect(prompt).toContain('# Remarks')
    expect(prompt).toContain('write <none> in place of this block')
    expect(prompt).not.toContain('JSON')
  })

  test.each(['hints', 'none'] as const)('less with the prompt %s', async prompt => {
    const wire = scripted([plans(...walk)])
    await written(wire, { prompt })
    expect(told(wire)).not.toContain('# Remarks')
    expect(told(wire)).toContain('takes the one that the action gives it')
    expect(told(wire).includes('is a direction')).toBe(prompt === 'hints')
  })
})

describe('verified', () => {
  test('plans that reach the goal in thought are adopted at once', async () => {
    const found = await written(scripted([plans(...walk)]))
    expect(found).toMatchObject({ refused: [], model: 'scripted' })
    expect(found.plans).toEqual([
      '+!reach(X) : there_is(X, here).',
      '+!reach(X) : there_is(X, D) <- move(D); !reach(X).',
      '+!reach(X) <- getDirectionToMove(D); move(D); !reach(X).',
    ])
  })

  test('nothing invented may be said as <none>', async () => {
    const found = await written(scripted([`${plans(...walk)}\n\`\`\`yaml\n<none>\n\`\`\``]))
    expect(found).toMatchObject({ refused: [], invented: [] })
    expect(found.plans).toHaveLength(3)
  })

  test('what is wrong goes back, with the situation in which it went wrong', async () => {
    const stray = plan('reach(X)', '<none>', 'execute fly(X)')
    const short = plans(...walk.slice(0, 2))
    const wire = scripted([plans(stray), short, plans(...walk)])
    const found = await written(wire)
    expect(found.plans).toHaveLength(3)
    expect(found.refused).toHaveLength(2)
    expect(told(wire, 1)).toContain('there is no action fly/1')
    expect(told(wire, 2)).toMatch(
      /failed in 2 of 2 cases: no plan applies to reach\(home\); believed then: .*obstacle\(south\)/,
    )
  })

  test('nothing is adopted when three sets are refused, and it is said why', async () => {
    const circle = plans(plan('reach(X)', '<none>', 'execute move(east)', 'achieve reach(X)'))
    const found = await written(scripted([circle, circle, circle]))
    expect(found.plans).toEqual([])
    expect(found.why).toMatch(/3 sets of plans were refused: .*not reached after 2000 actions/)
  })

  test('a new goal may be left for later', async () => {
    const open = plans(
      walk[0]!,
      plan('reach(X)', '<none>', 'achieve explore(X)', 'achieve reach(X)'),
    )
    const said = '\n```yaml\n- goal: explore(X)\n  purpose: look for X\n```\n'
    expect(await written(scripted([open + said]))).toMatchObject({ refused: [] })
    const unsaid = await written(scripted([open, open, open]))
    expect(unsaid.why).toMatch(/explore\/1 is pursued, but no plan is for it/)
  })
})

test('unverified, what can be read is adopted, and one reply is all there is', async () => {
  const bad = plans(plan('reach(X)', '<none>', 'execute fly(X)'), 'EVENT: dance\nOPERATIONS: []')
  const found = await written(scripted([bad]), { verify: false })
  expect(found.plans).toEqual(['+!reach(X) <- fly(X).'])
  expect(found.refused.join()).toContain('an EVENT begins with achieve')
  const none = await written(scripted(['I cannot do that.']), { verify: false })
  expect(none.why).toContain('there is no plan that can be read')
})

test.each(['claude', 'deepseek', 'gpt', 'gemini'])('the reply of %s is judged', async name => {
  const reply = readFileSync(`test/fixtures/agentspeak/${name}.md`, 'utf8')
  const found = await written(scripted([reply, reply, reply]))
  const stray = { deepseek: /no action stop\/0/, gemini: /no action fail\/0/ }[name]
  if (stray) expect(found.why).toMatch(stray)
  else expect(found.plans.length).toBeGreaterThan(2)
})

test('offline writes plans that are adopted without a model', async () => {
  const found = await written(offline(), { prompt: 'none' })
  expect(found).toMatchObject({ refused: [], model: 'offline' })
  expect(found.plans.length).toBeGreaterThan(3)
})
