// What README.md and MANUAL.md tell people to type works as printed.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { install } from '../exports/install.ts'
import { folder, removeFolders } from '../intend.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pages = ['README.md', 'MANUAL.md']
  .map(name => readFileSync(join(root, name), 'utf8'))
  .join('\n')
afterAll(removeFolders)

/** The contents of all fences of a language. */
function fences(language: string): readonly string[] {
  const found = pages.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))
  return [...found].map(([, content]) => content!)
}

/** A clone of the repository in which a run leaves no traces here: its entries are links. */
function clone(): string {
  const cwd = folder()
  for (const name of readdirSync(root))
    if (!['.git', '.intend', 'README.md'].includes(name))
      symlinkSync(join(root, name), join(cwd, name))
  return cwd
}

function run(file: string, words: readonly string[], cwd: string) {
  const env = { PATH: process.env.PATH, HOME: cwd, npm_config_update_notifier: 'false' }
  return new Promise<{ code: number; stdout: string; stderr: string }>(resolve =>
    execFile(file, words, { cwd, env }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
        stdout,
        stderr,
      }),
    ),
  )
}

// installing is what made this test run; "..." and MODEL stand for what the reader puts there
const commands = fences('sh')
  .flatMap(content => content.split('\n'))
  .map(line => line.replace(/^npm ci && /, '').replace(/ +# .*$/, ''))
  .filter(line => /^(npm start --silent -- |npx intend )/.test(line))
  .filter(line => !/"\.\.\."|\bMODEL\b/.test(line))

const answers = {
  'quantity sold in the North region': /^93\n$/,
  'Kipchoge could keep up his record': /^17\b.*\n$/,
  'intend doctor': /^✓ node .*\n(✓ .*\n)*✓ model +offline/,
}

describe.concurrent('README.md', () => {
  test('has commands to run and a program that embeds the agent', () => {
    expect(commands.length, 'no command in a ```sh fence can be run as printed').toBeGreaterThan(0)
    expect(fences('ts'), 'there must be exactly one program, in a ```ts fence').toHaveLength(1)
  })

  for (const command of new Set(commands))
    test(`answers: ${command}`, async () => {
      const { code, stdout, stderr } = await run('sh', ['-c', command], clone())
      expect(code, stderr).toBe(0)
      const answer = Object.entries(answers).find(([asked]) => command.includes(asked))
      expect(stdout).toMatch(answer?.[1] ?? 'no answer is known: add it to `answers`')
    })

  test('answers by npx as well', async () => {
    const words = ['intend', 'ask', 'How many km are 3 h at 50 km/h?', '--quiet']
    const { code, stdout, stderr } = await run('npx', words, clone())
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^150.*\n$/)
  })

  test('holds a program of forty lines that gives an answer', async () => {
    const [program = ''] = fences('ts')
    expect(program.trim().split('\n').length).toBeLessThanOrEqual(40)
    const cwd = folder()
    install(cwd)
    writeFileSync(join(cwd, 'program.ts'), program)
    const { code, stdout, stderr } = await run(process.execPath, ['program.ts'], cwd)
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('1200\n2 null\n')
  })
})
