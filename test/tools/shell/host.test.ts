// The host's own programs in a sandbox: what the tool promises, what it is told to a model, and how it is refused.
// Where bubblewrap cannot be had, what needs it is skipped, and the name says why.
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostShell } from '../../../tools/shell/host/host.ts'
import { seccompFilter } from '../../../tools/shell/host/seccomp.ts'
import type { ToolContext } from '../../../tools/tool.ts'
import { toolContract } from '../../contracts/tool.ts'
import { inProcess, removeFolders, folder as someFolder } from '../../harness/intend.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

const spaces = realpathSync(mkdtempSync(join(tmpdir(), 'intend-host-test-')))
const cache = join(spaces, 'intend', 'shell.json')
const ferry = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'
const opened = await openHostShell({ env: process.env, cache }).catch((error: Error) => error)
const shell = opened instanceof Error ? undefined : opened
const skipped = opened instanceof Error ? ` (skipped: ${opened.message})` : ''

let given: Folder
beforeAll(async () => {
  given = await openFolder()
  await given.write('orders.csv', 'order,region,amount\n1,North,2\n2,South,3\n3,North,5\n')
})
afterAll(async () => {
  await given.remove()
  removeFolders()
  rmSync(spaces, { recursive: true, force: true })
})

function question(name: string): ToolContext & { readonly folder: string } {
  const folder = join(spaces, name)
  mkdirSync(folder, { recursive: true })
  const signal = AbortSignal.timeout(100_000)
  return { folder, signal, roots: [join(given.path, 'orders.csv')], workspace: async () => folder }
}

const run = (command: string, context: ToolContext) => shell!.tool.execute({ command }, context)

describe.skipIf(!shell)(`the host's shell${skipped}`, () => {
  if (shell)
    toolContract({
      tool: shell.tool,
      context: async () => question('contract'),
      works: [{ command: 'seq 3 | sort -r > a; cat a; echo $((6 * 7))' }, { command: 'exit 3' }],
      fails: [
        { input: { command: 'yes' }, says: /printed more than 20 MB/ },
        { input: { command: 'sleep 9', timeoutSeconds: 1 }, says: /took longer than 1 s/ },
        { input: { command: 'echo \0' }, says: /NUL/ },
      ],
      refused: [{}, { command: '' }, { command: 'ls', timeoutSeconds: 0 }],
    })

  test('keeps what a call writes, takes away what it removes, and lets nothing else through', async () => {
    const at = question('kept')
    const first = await run(
      'mkdir d; echo 1 > d/a; echo 2 > b; chmod 6777 b; ln -s /etc/passwd l; mkfifo p; echo 3 > /tmp/t',
      at,
    )
    expect(first.content).toBe(
      'stdout is empty\nfiles written: b (2 bytes), d/a (2 bytes)\nGone after this call, as only plain files in /work are kept: l, p',
    )
    expect(statSync(join(at.folder, 'b')).mode & 0o7777).toBe(0o755)
    const next = await run('cat d/a; rm -r d; echo more >> b; cat b; ls /tmp', at)
    expect(next.content).toBe('stdout:\n1\n2\nmore\nfiles written: b (7 bytes)')
    expect(readdirSync(at.folder)).toEqual(['b'])
  })

  test('calls of one question run side by side', async () => {
    const at = question('parallel')
    await Promise.all([1, 2, 3, 4].map(i => run(`seq ${i} > f${i}; sleep 0.2`, at)))
    expect((await run('cat f* | wc -l', at)).value).toBe(10)
  })

  test('an aborted call ends at once, however far it has come', async () => {
    for (let wait = 0; wait <= 80; wait += 2) {
      const abort = new AbortController()
      const call = run('sleep 300', { ...question('abort'), signal: abort.signal })
      setTimeout(() => abort.abort(new Error('enough')), wait)
      await expect(call).rejects.toThrow('enough')
    }
  })

  test('a model is told of the programs that are there, which is found out once', async () => {
    const { description } = shell!.tool
    const [, python = ''] = /python3 (\d[\d.]*)/.exec(description) ?? []
    expect((await run('python3 --version', question('told'))).content).toContain(python)
    const kept = statSync(cache).ino
    const again = await openHostShell({ env: process.env, cache })
    expect(again.tool.description).toBe(description)
    // who looks again writes down what was found
    expect(statSync(cache).ino).toBe(kept)
  })

  const pandas = shell?.tool.description.includes('pandas') === true
  const lacking = shell ? 'no pandas in this computer’s Python' : 'no such shell'
  test.skipIf(!pandas)(
    `pandas reads what is attached${pandas ? '' : ` (skipped: ${lacking})`}`,
    async () => {
      const script = `python3 - <<'END'
import pandas
table = pandas.read_csv('/files/orders.csv')
sums = table.groupby('region')['amount'].sum()
sums.to_csv('sums.csv')
print(sums['North'])
END`
      const { content, value } = await run(script, question('pandas'))
      expect(value).toBe(7)
      expect(content).toMatch(/files written: sums\.csv/)
    },
  )

  test('the command line asks for it, a run keeps it, and doctor says what holds', async () => {
    const cwd = someFolder()
    const env = { HOME: cwd, PATH: process.env.PATH!, XDG_CACHE_HOME: spaces }
    const words = ['ask', ferry, '--shell', 'host', '--quiet', '--out', 'run']
    expect(await inProcess(words, { cwd, env })).toMatchObject({ stdout: '90\n' })
    const { stdout } = await inProcess(['doctor', '--no-calls'], { cwd, env })
    expect(stdout).toMatch(/shell +simulated; --shell host can be had: bubblewrap, no network/)
  })
})

test('the host’s shell is refused in one sentence where it cannot be had, and not made weaker', async () => {
  const refused = (env: NodeJS.ProcessEnv) =>
    openHostShell({ env }).then(
      () => 'opened',
      (error: Error) => error.message,
    )
  const sentence = /^--shell host cannot be had here: [^\n]+ or leave --shell host out/
  expect(await refused({ PATH: spaces })).toMatch(sentence)
  const cwd = someFolder()
  const asked = await inProcess(['ask', ferry, '--shell', 'host'], {
    cwd,
    env: { PATH: spaces },
  })
  expect(asked).toMatchObject({ code: 3, stdout: '' })
  expect(asked.stderr).toMatch(/bubblewrap/)
  const other = await inProcess(['ask', ferry, '--shell', 'open'], { cwd })
  expect(other.stderr).toMatch(/--shell takes simulated or host, not "open"/)
})

test('the filter of kernel calls is a program that the kernel would take', () => {
  for (const processor of ['x64', 'arm64']) {
    const filter = seccompFilter(processor)
    const count = filter.length / 8
    expect(count).toBeLessThan(4096)
    for (let at = 0; at < count; at++) {
      const code = filter.readUInt16LE(at * 8)
      const jumps = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)]
      // a jump ends within the program, and its last instruction answers
      if ((code & 7) === 5) for (const jump of jumps) expect(at + 1 + jump).toBeLessThan(count)
      else expect(jumps).toEqual([0, 0])
    }
    expect(filter.readUInt16LE((count - 1) * 8)).toBe(6)
  }
  expect(() => seccompFilter('mips')).toThrow(/mips/)
})
