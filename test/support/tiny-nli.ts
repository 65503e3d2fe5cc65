// A model of natural language inference small enough to be written here: a folder as text classifiers have it,
// its network encoded by hand as ONNX has it (protobuf).
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Why no model can be loaded; `undefined` where the package is installed. */
export const noTransformers = isInstalled('@huggingface/transformers')
  ? undefined
  : '@huggingface/transformers is not installed'

/** What a word adds to the logits, by label, as a word of the premise or of the hypothesis. */
export type Weights = Readonly<
  Record<string, { readonly premise?: readonly number[]; readonly hypothesis?: readonly number[] }>
>

/** Writes into `folder` a model whose logits are the sums of its words' weights; other words weigh nothing. */
export function writeTinyModel(folder: string, labels: readonly string[], weights: Weights): void {
  const words = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...Object.keys(weights)]
  const none = labels.map(() => 0)
  const table = (['premise', 'hypothesis'] as const).flatMap(side =>
    words.flatMap(word => weights[word]?.[side] ?? none),
  )
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  const write = (name: string, json: object) =>
    writeFileSync(join(folder, name), JSON.stringify(json))
  write('config.json', { model_type: 'bert', id2label: Object.fromEntries(labels.entries()) })
  write('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    pad_token: words[0],
    unk_token: words[1],
  })
  write('tokenizer.json', tokenizerOf(words))
  writeFileSync(join(folder, 'onnx/model.onnx'), networkOf(words.length, labels.length, table))
}

// --- internal ---

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

function tokenizerOf(words: readonly string[]): object {
  const special = words.slice(0, 4)
  const token = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } })
  const text = (id: string, type_id: number) => ({ Sequence: { id, type_id } })
  const one = [token('[CLS]', 0), text('A', 0), token('[SEP]', 0)]
  const ids = (id: string) => ({ id, ids: [words.indexOf(id)], tokens: [id] })
  return {
    version: '1.0',
    decoder: null,
    added_tokens: special.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: one,
      pair: [...one, text('B', 1), token('[SEP]', 1)],
      special_tokens: { '[CLS]': ids('[CLS]'), '[SEP]': ids('[SEP]') },
    },
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
      unk_token: '[UNK]',
    },
  }
}

/** For each token the row of its word, below all words' when it is the hypothesis's; the rows are summed. */
function networkOf(words: number, labels: number, table: readonly number[]): Uint8Array {
  const graph = [
    bytes(1, node('Mul', ['token_type_ids', 'words'], 'below')),
    bytes(1, node('Add', ['input_ids', 'below'], 'rows')),
    bytes(1, node('Gather', ['table', 'rows'], 'weights')),
    bytes(1, [...node('ReduceSum', ['weights'], 'logits'), ...overTokens()]),
    text(2, 'tiny'),
    bytes(5, constant('words', int64, [], new BigInt64Array([BigInt(words)]))),
    bytes(5, constant('table', float, [2 * words, labels], new Float32Array(table))),
    bytes(11, value('input_ids', int64, ['batch', 'tokens'])),
    bytes(11, value('token_type_ids', int64, ['batch', 'tokens'])),
    bytes(12, value('logits', float, ['batch', 'labels'])),
  ].flat()
  const operators = 12
  return Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, number(2, operators))])
}

type Bytes = readonly number[]

const float = 1
const int64 = 7

const node = (operation: string, inputs: readonly string[], output: string): Bytes => [
  ...inputs.flatMap(name => text(1, name)),
  ...text(2, output),
  ...text(4, operation),
]

const overTokens = (): Bytes => [
  ...bytes(5, [...text(1, 'axes'), ...number(8, 1), ...number(20, 7)]),
  ...bytes(5, [...text(1, 'keepdims'), ...number(3, 0), ...number(20, 2)]),
]

const constant = (name: string, type: number, dims: Bytes, data: ArrayBufferView): Bytes => [
  ...dims.flatMap(dim => number(1, dim)),
  ...number(2, type),
  ...text(8, name),
  ...bytes(9, [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]),
]

function value(name: string, type: number, dims: readonly string[]): Bytes {
  const shape = dims.flatMap(dim => bytes(1, text(2, dim)))
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, shape)]))]
}

// the two kinds of field of protobuf that are needed

const number = (field: number, value: number): Bytes => [...varint(field << 3), ...varint(value)]

const bytes = (field: number, content: Bytes): Bytes => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
]

const text = (field: number, content: string) => bytes(field, [...Buffer.from(content)])

function varint(value: number): Bytes {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}
