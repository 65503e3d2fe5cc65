// Every name that the package exports has an example in its doc comment; each is type-checked as a
// program of a user would be, and prints what it says.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entries, install, root } from './install.ts'

interface Name {
  readonly name: string
  readonly entry: string
  /** The doc comment of its declaration, without its stars. */
  readonly doc: string
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'intend-examples-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names: readonly Name[] = [...entries()].flatMap(([entry, file]) => namesIn(entry, file))

function namesIn(entry: string, file: string): readonly Name[] {
  const source = readFileSync(file, 'utf8')
  const own = [...source.matchAll(/^export (?:type|interface|function|const) (\w+)/gm)]
  const others = source.matchAll(/^export (?:type )?\{([^}]+)\} from '([^']+)'/gm)
  return [
    ...own.map(([, name = '']) => ({ name, entry, doc: docOf(name, source) })),
    ...[...others].flatMap(([, list = '', from = '']) => {
      const declared = readFileSync(resolve(dirname(file), from), 'utf8')
      const listed = list.split(',').map(each => each.replace('type ', '').trim())
      return listed.filter(Boolean).map(name => ({ name, entry, doc: docOf(name, declared) }))
    }),
  ]
}

function docOf(name: string, source: string): string {
  const declaration = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n(?://.*\\n)*export (?:async )?(?:class|interface|function|const|type) ${name}\\b`,
  )
  return (declaration.exec(source)?.[1] ?? '').replace(/^ \* ?/gm, '')
}

function exampleOf({ doc }: Name): string | undefined {
  return /@example\n```ts\n([\s\S]*?)```/.exec(doc)?.[1]
}

test('every exported name is described and has an example', () => {
  expect(names.length).toBeGreaterThan(40)
  const bare = names.filter(name => !exampleOf(name) || /^\s*@/.test(name.doc))
  expect(bare.map(({ entry, name }) => `${entry} ${name}`)).toEqual([])
})

test('the examples are programs with strict types, and print what they say', {
  timeout: 120_000,
}, () => {
  const examples = names.map(name => ({ ...name, code: exampleOf(name) ?? '' }))
  const fileOf = ({ entry, name }: Name) => `${entry.replace(/\W+/g, '')}_${name}.ts`
  install(folder)
  for (const example of examples) writeFileSync(join(folder, fileOf(example)), example.code)
  const texts = [...examples.find(({ name }) => name === 'readTask')!.code.matchAll(/`([^`]+)`/g)]
  for (const [at, name] of ['domain', 'problem'].entries())
    writeFileSync(join(folder, `${name}.pddl`), texts[at]![1]!)

  const paths = Object.fromEntries(
    [...entries()].map(([name, source]) => [name.replace('.', 'intend'), [source]]),
  )
  const compilerOptions = { paths, noUnusedLocals: true, types: ['node'] }
  const files = examples.map(fileOf)
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const checked = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  expect(checked.stdout).toBe('')

  writeFileSync(
    join(folder, 'run.mjs'),
    `import { format } from 'node:util'
    const printed = {}
    for (const file of ${JSON.stringify(files)}) {
      printed[file] = []
      console.log = (...values) => printed[file].push(format(...values))
      await import('./' + file).catch(error => printed[file].push(String(error.stack)))
    }
    process.stdout.write(JSON.stringify(printed))
    process.exit()`,
  )
  const env = { PATH: process.env.PATH, HOME: folder }
  const printed = JSON.parse(
    execFileSync(process.execPath, ['run.mjs'], { cwd: folder, env, encoding: 'utf8' }),
  )
  const said = (code: string) =>
    [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, words]) => words)
  expect(printed).toEqual(
    Object.fromEntries(examples.map(example => [fileOf(example), said(example.code)])),
  )
  expect(examples.filter(({ code }) => said(code).length === 0)).toEqual([])
})
