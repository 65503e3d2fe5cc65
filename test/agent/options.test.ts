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
  [{ limits: { cycle: 1 } }, /no option limits.cycle; did you mean cycles\?/],
  [{ shell: 'zsh' }, /option shell may be "simulated" or "host", not 'zsh'/],
  [{ talk: 'two' }, /option talk may be "one" or "separate", not 'two'/],
  [{ prompts: 'verbose' }, /option prompts may be "aware", "plain" or "free", not 'verbose'/],
  [{ model: {} }, /option model may be a name such as "offline".*, not {}/],
  [{ model: 5 }, /option model may be .*, not 5/],
  [{ model: wire }, /option model may be .* as createProvider\(wire\) makes one/],
  [{ modle: 'offline' }, /no option modle; did you mean model\?/],
  [{ entailment: 'magic' }, /entailment is lexical, model, local:FOLDER or .*, not "magic"/],
  [{ journal: tmpdir() }, /option journal may be the name of a file or a journal, not '/],
  [{ plans: tmpdir() }, /the plan library \S+: it is a folder; name another with/],
  [{ memory: tmpdir() }, /the memory \S+: it is a folder; name another with/],
  [{ plans: {} }, /option plans may be the name of a file or a library/],
  [{ tools: calculate }, /option tools may be a list of tools/],
  [{ tools: [calculate, calculate] }, /two tools are called calculate/],
  [{ moreTools: [calculate] }, /two tools are called calculate/],
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
  const options = { model: createProvider(wire), settings, limits: { cycles: 1 }, shell: undefined }
  const agent = await createAgent(options)
  agent.close()
})
