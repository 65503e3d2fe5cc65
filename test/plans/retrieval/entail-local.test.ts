import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entailmentNamed } from '../../../plans/retrieval/entail-named.ts'
import { folder, intend, removeFolders } from '../../harness/intend.ts'
import { writeTinyModel } from '../../support/tiny-nli.ts'

afterAll(removeFolders)

function model(labels = ['entailment', 'neutral', 'contradiction']): string {
  const made = folder()
  writeTinyModel(made, labels, {})
  return made
}

const named = (path: string) => entailmentNamed(`local:${path}`)

test('a folder that is not there is refused', async () => {
  const nowhere = join(folder(), 'nowhere')
  await expect(named(nowhere)).rejects.toThrow(
    `there is no config.json in ${nowhere}; a local model is a folder with config.json, `,
  )
})

test.each(['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'])(
  'a folder without %s is refused',
  async name => {
    const made = model()
    rmSync(join(made, name))
    await expect(named(made)).rejects.toThrow(
      `there is no ${name} in ${made}; a local model is a folder with config.json, `,
    )
  },
)

test.each([
  ['LABEL_0', 'LABEL_1'],
  ['not_entailment', 'neutral'],
])('a model with the labels %s and %s is refused', async (...labels) => {
  const made = model(labels)
  await expect(named(made)).rejects.toThrow(
    `the model in ${made} has no label entailment but ${labels.join(', ')}; name it in id2label`,
  )
})

test.each([
  ['{}', 'id2label: it is missing'],
  ['{', 'it is not JSON'],
])('a configuration %s is refused', async (text, why) => {
  const made = model()
  writeFileSync(join(made, 'config.json'), text)
  await expect(named(made)).rejects.toThrow(why)
})

test('without the package a local model is refused before anything is asked', async () => {
  const cwd = folder()
  writeTinyModel(join(cwd, 'nli'), ['entailment', 'neutral'], {})
  const script = join(cwd, 'without.cjs')
  const hooks =
    "resolve(name, context, next) { if (name === '@huggingface/transformers') throw new Error('not there'); return next(name, context) }"
  writeFileSync(script, `require('node:module').registerHooks({ ${hooks} })`)
  const env = { NODE_OPTIONS: `--require=${script}` }
  const question = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'
  const ask = ['ask', question, '--model', 'offline', '--entailment']
  const { code, stderr } = await intend([...ask, 'local:nli'], { cwd, env })
  expect(stderr).toMatch(
    /a local model needs the package @huggingface\/transformers, which does not load; .* npm install @huggingface\/transformers$/m,
  )
  expect(code).toBe(3)
  // any other way asks for no package
  expect((await intend([...ask, 'lexical'], { cwd, env })).code).toBe(0)
})

test('a way that is none is refused with those there are', async () => {
  const words = ['ask', 'What is 2 + 3?', '--model', 'offline', '--entailment', 'locl']
  const { code, stderr } = await intend(words, { cwd: folder() })
  expect(stderr).toMatch(
    /entailment is lexical, model, local:FOLDER or the address of a service.*, not "locl"/,
  )
  expect(code).toBe(3)
})
