// Entailment decided on this machine by a natural language inference model that the person has: its package
// is loaded by name, the model by its path, and nothing is fetched.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigurationError } from '../configuration.ts'
import { memo } from '../memo.ts'
import { reasonOf } from '../writable.ts'
import { byPairs, type Entail, shareOf } from './entail.ts'

/**
 * The text classifier in `folder` as a way of deciding: `config.json` whose `id2label` names entailment,
 * `tokenizer.json`, `tokenizer_config.json` and `onnx/model.onnx`. It is read when it is first asked. Rejects with a
 * ConfigurationError when the folder holds no such model or `@huggingface/transformers` is not installed.
 */
export async function localEntailment(folder: string): Promise<Entail> {
  const path = resolve(folder)
  const label = entailmentIn(path)
  await transformers()
  return byPairs('the local model', async (pairs, signal) => {
    const { tokenizer, model } = await opened(path)
    signal?.throwIfAborted()
    const inputs = tokenizer(
      pairs.map(({ text }) => text),
      { text_pair: pairs.map(pair => pair.text_pair), padding: true, truncation: true },
    )
    const { logits } = await model(inputs)
    return logits.tolist().map(row => shareOf(row, label))
  })
}

// --- internal ---

const files = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx']

const Config = z.object({ id2label: z.record(z.string(), z.string()) })

/** Where the label of entailment stands among those of the model. */
function entailmentIn(folder: string): number {
  const missing = files.find(name => !existsSync(join(folder, name)))
  if (missing !== undefined)
    throw new ConfigurationError(
      `there is no ${missing} in ${folder}; a local model is a folder with ${files.join(', ')}`,
    )
  const labels = Object.entries(labelsIn(join(folder, 'config.json')))
  const found = labels.find(([, label]) => /^entail/i.test(label))
  if (found) return Number(found[0])
  throw new ConfigurationError(
    `the model in ${folder} has no label entailment but ${labels.map(([, label]) => label).join(', ')}; name it in id2label of its config.json, or take a model of natural language inference`,
  )
}

function labelsIn(file: string): Readonly<Record<string, string>> {
  try {
    return Config.parse(JSON.parse(readFileSync(file, 'utf8'))).id2label
  } catch (error) {
    throw new ConfigurationError(
      `${file} does not name the labels of a classifier (${reasonOf(error)}); take a model of natural language inference`,
      { cause: error },
    )
  }
}

/** The part of the package that is used; its documentation says what each does. */
interface Transformers {
  readonly env: {
    allowRemoteModels: boolean
    allowLocalModels: boolean
    useFSCache: boolean
    logLevel: number
  }
  readonly AutoTokenizer: Loader<(texts: readonly string[], options: object) => object>
  readonly AutoModelForSequenceClassification: Loader<
    (inputs: object) => Promise<{ readonly logits: { tolist(): readonly (readonly number[])[] } }>
  >
}

interface Loader<Loaded> {
  from_pretrained(folder: string, options: object): Promise<Loaded>
}

async function transformers(): Promise<Transformers> {
  const name = '@huggingface/transformers'
  const loaded: Transformers = await import(name).catch((error: unknown) => {
    throw new ConfigurationError(
      `a local model needs the package ${name}, which does not load; install it beside intend: npm install ${name}`,
      { cause: error },
    )
  })
  loaded.env.allowRemoteModels = false
  loaded.env.allowLocalModels = true
  loaded.env.useFSCache = false
  loaded.env.logLevel = onlyErrors
  return loaded
}

/** Warnings would stand among what is shown of the work. */
const onlyErrors = 40

/** What is in a folder; kept, as a bench puts an agent together for each of its questions. */
const opened = memo(2, async (folder: string) => {
  const { AutoTokenizer, AutoModelForSequenceClassification } = await transformers()
  try {
    const options = { local_files_only: true, dtype: 'fp32' } // model.onnx, and none of its smaller siblings
    const tokenizer = await AutoTokenizer.from_pretrained(folder, options)
    const model = await AutoModelForSequenceClassification.from_pretrained(folder, options)
    return { tokenizer, model }
  } catch (error) {
    throw new Error(
      `The model in ${folder} cannot be used (${reasonOf(error)}); mend it, or decide entailment by words or by a model instead.`,
      { cause: error },
    )
  }
})
