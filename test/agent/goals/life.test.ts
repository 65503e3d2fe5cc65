// Goals with a life: they wait with a deadline, have priorities, are ordered about by plans, and agents of one
// process speak to each other. Whatever is killed in between is gone on with.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCommunity } from '../../../agent/community.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { AgentOptions, EmbeddedAgent } from '../../../agent/embedded.ts'
import type { Event } from '../../../agent/event.ts'
import { trace } from '../../../harness/cli/commands/trace.ts'
import * as kit from '../miniatures/kit.ts'
import { goal, loopOf, phasesOf } from '../miniatures/plain.ts'

const folder = mkdtempSync(join(tmpdir(), 'life-'))
afterAll(() => rmSync(folder, { recursive: true }))

const open = (options: AgentOptions = {}) =>
  createAgent({ agent: 'agentspeak', model: 'offline', tools: [], ...options })

async function pursue(agent: EmbeddedAgent, program: string, text = ''): Promise<void> {
  await agent.ask({ kind: 'goal', text, data: { program }, source: 'user' })
  await agent.idle()
}

async function runTrace(file: string): Promise<string> {
  let out = ''
  const stdout = { write: (text: string) => (out += text) }
  await trace.run([file], {}, { folder, stdout } as never)
  return out
}

/** What `.print` said. */
function printer() {
  const lines: string[] = []
  const onEvent = (event: Event, state: ReturnType<EmbeddedAgent['state']>) => {
    if (event.type !== 'step-finished' || !event.verdict.passed) return
    const { plan = '' } = state.intentions.get(event.intention)!
    const step = state.planLibrary.plans.get(plan)?.steps.find(({ id }) => id === event.step)
    if (step?.description.startsWith('.print')) lines.push(event.result.summary)
  }
  return { lines, onEvent }
}

test('a plan waits until something is believed, and knows then what', async () => {
  const { lines, onEvent } = printer()
  const agent = await open({ onEvent })
  await pursue(agent, '!a. !b. +!a <- .wait(free(X), 60000); .print(X). +!b <- .wait(5); +free(7).')
  expect(lines).toEqual(['7'])
  agent.close()
})

test('what does not come in time is a failure whose plan sees why, and where', async () => {
  const { lines, onEvent } = printer()
  const agent = await open({ onEvent })
  const why = '-!a[error(E), error_msg(M), code(C)] <- .print(E, "; ", M, "; ", C).'
  await pursue(agent, `!a. +!a <- .wait(free(X), 10). ${why}`)
  expect(lines).toEqual(['deadline; free(X) was not believed in 10 ms; .wait(free(X), 10)'])
  agent.close()
})

test('a killed run does not wait longer for it', async () => {
  const journal = join(folder, 'wait.jsonl')
  const first = await open({ journal })
  await pursue(first, '!a. +!a <- .wait(free(X), 20).')
  first.close()
  const lines = readFileSync(journal, 'utf8').split('\n')
  const started = lines.findIndex(line => line.includes('"step-started"'))
  const long = lines.map(line => line.replaceAll('"20"', '"3600000"')) // begun long ago
  const at = Date.now() - 3_600_000
  writeFileSync(
    journal,
    `${long
      .slice(0, started + 1)
      .join('\n')
      .replaceAll(/"at":\d+/g, `"at":${at}`)}\n`,
  )
  const again = await open({ journal })
  const [answer] = await again.resume()
  expect(answer?.reason).toBe('free(X) was not believed in 3600000 ms')
  again.close()
})

test('plans suspend, go on with and drop other goals', async () => {
  const { lines, onEvent } = printer()
  const agent = await open({ onEvent })
  const program = `!boss. !work(1). !work(2).
    +!work(N) <- .wait(go, 60000); .print(N).
    +!boss <- .wait(3); .suspend(work(1)); .drop_intention(work(2)); +go; .wait(3); .print(boss); .resume(work(1)).`
  await pursue(agent, program)
  expect(lines).toEqual(['boss', '1'])
  expect(agent.goals().map(({ status }) => status)).toEqual(['achieved', 'achieved', 'dropped'])
  agent.close()
})

test('where an open goal is, is told in one sentence', async () => {
  const journal = join(folder, 'told.jsonl')
  const agent = await open({ journal })
  const program = '+!a <- !b. +!b <- !c. +!c <- .fail. -!c <- .wait(done(X), 60000).'
  const over = pursue(agent, `${program} !a.`)
  while (!agent.goals()[0]?.reason.startsWith('".wait')) await new Promise(setImmediate)
  expect(agent.goals()[0]?.reason).toBe(
    '".wait(done(X), 60000)" is under way (the plan before it failed: the plan gives up), for c, for b, for a',
  )
  const out = await runTrace(journal)
  expect(out).toBe(`1 (a program): active, ${agent.goals()[0]?.reason}\n`)
  agent.believe([{ name: 'done(1)', value: true }])
  await over
  expect(agent.goals()[0]).toMatchObject({ status: 'achieved', priority: 1 })
  await expect(runTrace(`${journal}.none`)).rejects.toThrow('there is no run')
  agent.close()
})

test('a goal of a higher priority has its share of the turns, and starves nobody', async () => {
  const started: string[] = []
  const agent = await open({
    onEvent: (event, state) => {
      if (event.type === 'step-started') started.push(state.intentions.get(event.intention)!.root)
    },
  })
  const body = Array.from({ length: 40 }, (_, i) => `X${i} = ${i}`)
  const work = `+!work(N) <- ${body.join('; ')}.`
  await pursue(agent, `!go. +!go <- !!work(1); !!work(2)[priority(4)]; !!work(3). ${work}`)
  const [, slow, fast, other] = [...new Set(started)].sort()
  const upto = started.lastIndexOf(fast!)
  const between = started.slice(started.indexOf(fast!), upto)
  const count = (root?: string) => between.filter(each => each === root).length
  expect(count(fast)).toBe(39)
  for (const root of [slow, other]) expect(Math.abs(count(root) - 10)).toBeLessThanOrEqual(2)
  expect(() => agent.prioritise('1', 2)).toThrow('there is no open goal 1')
  agent.close()
})

test('agents tell each other things and goals, each with its source', async () => {
  const community = createCommunity()
  const { lines, onEvent } = printer()
  const ann = await open({ name: 'ann', community })
  const bob = await open({ name: 'bob', community, onEvent })
  await pursue(
    bob,
    '+hot(X)[source(ann)] <- .print("hot ", X). -hot(X) <- .print("cold"). +!greet(N) <- .print("hello ", N).',
    'true',
  )
  await pursue(
    ann,
    '!a. +!a <- .send(bob, tell, hot(3)); .send(bob, achieve, greet(4)); .send(bob, untell, hot(3)).',
  )
  await bob.idle()
  expect(lines.toSorted()).toEqual(['cold', 'hello 4', 'hot 3'])
  await pursue(ann, '-!b[error_msg(M)] <- +said(M). +!b <- .send(eve, tell, x).', 'b')
  expect(ann.state().groundBeliefs.get('session')?.has('said("there is no agent eve here")')).toBe(
    true,
  )
  await expect(open({ name: 'bob', community })).rejects.toThrow('there is an agent bob already')
  for (const agent of [ann, bob]) agent.close()
})

test('a message has come when it is believed, and not before', async () => {
  const community = createCommunity()
  const seen: string[] = []
  const member = (name: string) => ({
    receive: async () => {
      await new Promise(resolve => setImmediate(resolve))
      seen.push(name)
    },
    plansFor: () => [],
  })
  const [ann] = ['ann', 'bob'].map(name => community.join(name, member(name)))
  await ann!.post('bob', { key: 'k', performative: 'tell', content: 'hot(3)' })
  expect(seen).toEqual(['bob'])
})

test('a plan that was handed over enters as imported, and serves when a person has trusted it', async () => {
  const community = createCommunity()
  const { lines, onEvent } = printer()
  const ann = await open({ name: 'ann', community, onEvent })
  const bob = await open({ name: 'bob', community })
  await pursue(bob, '+!dance(N) <- .print("one ", N).', 'true')
  await pursue(ann, '!a. +!a <- .send(bob, askHow, "+!dance(_)").')
  const [plan] = [...ann.state().planLibrary.plans.values()].filter(
    each => each.intentionType === '+!dance/1',
  )
  expect(plan?.origin.trust).toBe('imported')
  await pursue(ann, '', 'dance(2)')
  expect(lines).toEqual([])
  ann.trust(plan!.id)
  await pursue(ann, '', 'dance(2)')
  expect(lines).toEqual(['one 2'])
  for (const agent of [ann, bob]) agent.close()
})

test('a message that is sent again after a crash is taken in once', async () => {
  const journal = join(folder, 'sent.jsonl')
  const community = createCommunity()
  const { lines, onEvent } = printer()
  const bob = await open({ name: 'bob', community, onEvent })
  await pursue(bob, '+!greet <- .print("hello").', 'true')
  const first = await open({ name: 'ann', community, journal })
  await pursue(first, '!a. +!a <- .send(bob, achieve, greet).')
  first.close()
  const kept = readFileSync(journal, 'utf8').split('\n')
  const finished = kept.findIndex(line => line.includes('"step-finished"'))
  writeFileSync(journal, `${kept.slice(0, finished).join('\n')}\n`)
  const again = await open({ name: 'ann', community, journal })
  expect(await again.resume()).toMatchObject([{ satisfied: true }])
  await bob.idle()
  expect(lines).toEqual(['hello'])
  for (const agent of [again, bob]) agent.close()
})

test('what is done to a goal from outside is an event, nothing where it is so already, or an error', async () => {
  const gate = Promise.withResolvers<void>()
  const { loop, events, types } = loopOf({
    ...phasesOf([['wait', 'read']]),
    execute: async (_id, { id }) => gate.promise.then(() => kit.result(id)),
  })
  const done = (deed: () => void) => {
    const before = events.length
    deed()
    return types().slice(before)
  }
  for (const deed of [loop.suspend, loop.drop])
    expect(() => deed('1', 'why')).toThrow('there is no open goal 1')
  expect(() => loop.amend('1', 'more')).toThrow('there is no open question 1')
  expect(() => loop.trust('p')).toThrow('there is no plan p')
  const over = loop.handle(goal('first')).catch(() => undefined)
  while (!types().includes('step-started')) await new Promise(setImmediate)
  expect(done(() => loop.goOnWith('1'))).toEqual([])
  expect(done(() => loop.suspend('1', 'later'))).toEqual(['intention-suspended'])
  expect(done(() => loop.suspend('1', 'later'))).toEqual([])
  expect(done(() => loop.goOnWith('1'))).toEqual(['intention-resumed'])
  for (const none of [0, -1, Number.NaN])
    expect(() => loop.prioritise('1', none)).toThrow(`a number above zero, not ${none}`)
  expect(done(() => loop.prioritise('1', 0.5))).toEqual(['intention-prioritised'])
  expect(loop.state().intentions.get('1')?.priority).toBe(0.5)
  expect(done(() => loop.amend('1', 'and more'))).toEqual(['question-amended'])
  const dropping = ['intention-closed', 'intention-recorded']
  expect(done(() => loop.drop('1', 'enough'))).toEqual(dropping)
  gate.resolve()
  await over
  expect(loop.state().intentions.get('1')).toMatchObject({ status: 'dropped', reason: 'enough' })
  expect(() => loop.amend('1', 'more')).toThrow('there is no open question 1')
})

test.each(['drop', 'giveUp'] as const)(
  'a goal that nothing was thought about yet may be over: %s',
  async deed => {
    const { loop, types } = loopOf({
      ...phasesOf([]),
      perceive: () => new Promise(() => undefined),
    })
    void loop.handle(goal('first'))
    loop[deed]('1', 'too early')
    expect(types().slice(1)).toEqual(['intention-formed', 'intention-recorded'])
    const status = deed === 'drop' ? 'dropped' : 'failed'
    const [record] = loop.state().intentionHistory
    expect(loop.state().intentions.get('1')).toMatchObject({ status, goal: 'first' })
    expect(record).toMatchObject({ question: 'first', reason: 'too early' })
  },
)
