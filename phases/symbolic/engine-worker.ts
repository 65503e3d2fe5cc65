// The thread in which Prolog runs. It can be ended at any moment, holds no more memory than it was
// given, and has no way to the host's files or to JavaScript.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import start from 'swipl-wasm/dist/swipl-node.js'

/** What the thread is started with: the bytes its engine may hold. */
export interface EngineInput {
  readonly memory: number
}

/** One evaluation; the texts are as `evaluate.pl` reads them. */
export interface EngineRequest {
  readonly facts: string
  readonly rules: readonly string[]
  readonly goals: readonly string[]
  readonly inferences: number
}

/** What the thread sends: once that it is ready, then one message for each request. */
export type EngineMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: readonly unknown[]; readonly output: string }
  /** The engine is broken and must not be used again. */
  | { readonly type: 'broken'; readonly message: string }

const { memory } = workerData as EngineInput
const printed = Buffer.alloc(2_000)
// biome-ignore lint/plugin: the thread is one engine, and this is what it has printed
let length = 0

// the engine asks for memory only here, and survives a refusal
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}
const { prototype } = Reflect.get(globalThis, 'WebAssembly').Memory as { prototype: WasmMemory }
const { grow } = prototype
prototype.grow = function (this: WasmMemory, pages) {
  if (this.buffer.byteLength + pages * 65_536 > memory) throw new RangeError('memory limit')
  return grow.call(this, pages)
}

// by the byte, as the library would gather a line of any length
const print = (byte: number | null) => {
  if (byte !== null && length < printed.length) length = printed.writeUInt8(byte & 255, length)
}
const { prolog, FS } = await start({
  arguments: ['-q', '--stack-limit=64m'],
  stdin: () => null,
  stdout: print,
  stderr: print,
} as Parameters<typeof start>[0])
for (const file of ['language.pl', 'helpers.pl', 'guard.pl', 'program.pl', 'evaluate.pl']) {
  FS.writeFile(`/${file}`, readFileSync(new URL(file, import.meta.url)))
  prolog.query(`load_files('/${file}', [if(not_loaded)])`).once()
}
// the bridge to JavaScript is refused by the sandbox; without `eval` it leads nowhere
globalThis.eval = () => {
  throw new Error('not allowed')
}

parentPort?.on('message', (request: EngineRequest) => {
  length = 0
  post(evaluate(request))
})
post({ type: 'ready' })

function evaluate({ facts, rules, goals, inferences }: EngineRequest): EngineMessage {
  const text = (value: string) => ({ $t: 's', v: value })
  try {
    const answer = prolog
      .query('intend:evaluate(Facts, Rules, Goals, Inferences, Result)', {
        Facts: text(facts),
        Rules: rules.map(text),
        Goals: goals.map(text),
        Inferences: inferences,
      })
      .once() as { readonly Result?: readonly unknown[]; readonly message?: string }
    const output = printed.toString('utf8', 0, length)
    // the library's strings are objects that are written as texts
    return answer.Result
      ? { type: 'result', result: JSON.parse(JSON.stringify(answer.Result)), output }
      : { type: 'broken', message: answer.message ?? 'the engine gave no result' }
  } catch (error) {
    return { type: 'broken', message: (error as Error).message }
  }
}

function post(message: EngineMessage): void {
  parentPort?.postMessage(message)
}
