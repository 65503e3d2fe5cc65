// What an agent refuses to be put together from: each is named, with what it may be.
import { tmpdir } from 'node:os'
import { expect, it, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import { calculate } from '../../tools/calculate.ts'

const wire = scripted(() => 'FINAL ANSWER: 1')

test.each([
  [{ limits: { cycles: -1 } }, /option limits.cycles may be a whole number above zero, not -1/],
  [{ limits: { cycles: Number.NaN } }, /limits.cycles .* not NaN/],
  [{ limits: { cycles: '3' } }, /limits.cycles .* not '3'/],
  [{ limits: { parallel: 0 } }, /limits.parallel may be a whole number above zero, not 0/],
  [{ limits: { minConfidence: 7 } }, /limits.minConfidence may be a number from 0 to 1, not 7/],
  [{ limits: { minConfidence: -0.1 } }, /limits.minConfidence may be .*, not -0.1/],
  [{ limits: { searchSeconds: 0 } }, /limits.searchSeconds may be a number above zero, not 0/],
  [{ limits: { cycle: 1 } }, /no option limits.cycle; did you mean cycles\?/],
  [{ limits: null }, /option limits may be an object of limits, not null/],
  [{ policy: { permision: () => 'no' } }, /no option policy.permision; did you mean permission\?/],
  [{ policy: { permission: 5 } }, /option policy.permission may be a function, not 5/],
  [{ settings: { buget: {} } }, /no option settings.buget; did you mean budget\?/],
  [
    { settings: { budget: { token: 5 } } },
    /no option settings.budget.token; did you mean tokens\?/,
  ],
  [
    { rules: [{ tool: 'bash', decison: 'refuse' }] },
    /option rules.0 may be a rule: \{ tool, decision/,
  ],
  [{ shell: 'zsh' }, /option shell may be "simulated" or "host", not 'zsh'/],
  [{ shell: 'z'.repeat(61) }, /option shell may be .*, not 'z{60}'\.\.\. 1 more character$/],
  [{ talk: 'two' }, /option talk may be "one" or "separate", not 'two'/],
  [{ prompts: 'verbose' }, /option prompts may be "aware", "plain" or "free", not 'verbose'/],
  [{ model: {} }, /option model may be a name such as "offline".*, not {}/],
  [{ model: { a: { b: 1 } } }, /option model may be .*, not \{ a: \[Object\] }/],
  [{ model: { tools: () => [] } }, /option model may be/],
  [{ model: 5 }, /option model may be .*, not 5/],
  [{ model: wire }, /option model may be .* as createProvider\(wire\) makes one/],
  [{ modle: 'offline' }, /no option modle; did you mean model\?/],
  [{ entailment: 'magic' }, /entailment is lexical, model, local:FOLDER or .*, not "magic"/],
  [{ entailment: 5 }, /option entailment may be a name such as "lexical" or a function, not 5/],
  [{ corpus: 5 }, /option corpus may be a folder or a provider of searches, not 5/],
  [
    { journal: { append: () => undefined } },
    /option journal may be the name of a file or a journal/,
  ],
  [{ journal: tmpdir() }, /option journal may be the name of a file or a journal, not '/],
  [{ plans: tmpdir() }, /the plan library \S+: it is a folder; name another with/],
  [{ memory: tmpdir() }, /the memory \S+: it is a folder; name another with/],
  [{ plans: '' }, /option plans may be the name of a file or a library, .*, not ''/],
  [{ plans: {} }, /option plans may be the name of a file or a library/],
  [{ tools: calculate }, /option tools may be a list of tools/],
  [{ tools: [calculate, calculate] }, /two tools are called calculate/],
  [{ moreTools: [calculate] }, /two tools are called calculate/],
  [{ agent: { phases: {} } }, /option agent may be the name of an agent or one of your own/],
  [{ agent: {} }, /option agent may be the name of an agent or one of your own/],
  [
    { model: createProvider(wire), settings: { budget: { tokens: 10 } } },
    /settings.budget would not hold for a model that is open already; give it to createProvider/,
  ],
])('%o is refused', async (options, sentence) => {
  const refused = await createAgent(options as AgentOptions).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigurationError)
  expect((refused as Error).message).toMatch(sentence)
})

it('takes what is left out as undefined, and settings that say nothing beside an open model', async () => {
  const settings = { onRetry: undefined }
  const options = { model: createProvider(wire), settings, shell: undefined }
  for (const minConfidence of [0, 1]) {
    const agent = await createAgent({ ...options, limits: { cycles: 1, minConfidence } })
    agent.close()
  }
})

const opened = () => createAgent({ model: createProvider(wire) })

test.each([
  [[{ nam: 'speed', value: 3 }], /a belief has no member 0.nam; did you mean name\?/],
  [[{}], /its 0.name may be a text that is not empty, not undefined/],
  [[{ name: '', value: 3 }], /its 0.name may be a text that is not empty, not ''/],
  [[{ name: 'speed', value: {} }], /its 0.value may be a number, a text.*, not {}/],
  [[{ name: 'speed', value: Number.NaN }], /its 0.value may be a number.*, not NaN/],
  [{ name: 'speed', value: 3 }, /may be a list of { name, value, unit }/],
])('%o is not believed, and nothing is written', async (edits, sentence) => {
  const agent = await opened()
  const { seq } = agent.state()
  expect(() => agent.believe(edits as never)).toThrow(ConfigurationError)
  expect(() => agent.believe(edits as never)).toThrow(sentence)
  expect(agent.state().seq).toBe(seq)
  agent.close()
})

test.each([
  [{ scheme: {} }, /ask has no option scheme; did you mean schema\?/],
  [{ file: ['x.csv'] }, /ask has no option file; did you mean files\?/],
  [{ abortSignal: {} }, /ask has no option abortSignal; /],
  [{ files: 'x.csv' }, /option files may be a list of texts, not 'x.csv'/],
  [{ signal: {} }, /option signal may be an AbortSignal, not {}/],
  [null, /option may be an object of options, not null/],
])('ask with %o is refused', async (options, sentence) => {
  const agent = await opened()
  const refused = await agent.ask('What is it?', options as never).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigurationError)
  expect((refused as Error).message).toMatch(sentence)
  agent.close()
})

test.each([
  [{ kind: 'qestion', text: 'a' }, /its kind may be "question", "goal" or "observation"/],
  [{ kind: 'question' }, /its text may be a text, not undefined/],
  [{ kind: 'question', text: 'a', priority: Number.NaN }, /its priority may be .*, not NaN/],
])('%o is not handled', async (perception, sentence) => {
  const agent = await opened()
  const handled = agent.handle(perception as never).next()
  await expect(handled).rejects.toThrow(sentence)
  agent.close()
})
