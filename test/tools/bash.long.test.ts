import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bash } from '../../tools/bash.ts'
import { type Folder, openFolder } from '../support/folder.ts'

const rows = 1_200_000
let folder: Folder
let workspace: string
beforeAll(async () => {
  folder = await openFolder()
  workspace = join(folder.path, 'workspace')
  await mkdir(workspace)
  function* blocks() {
    yield 'id,region,amount,note\n'
    for (let id = 0; id < rows; id += 1000) {
      let block = ''
      for (let i = id; i < id + 1000; i++)
        block += `${i},North,${i % 1000}.5,some more text here ${i % 97}\n`
      yield block
    }
  }
  await pipeline(Readable.from(blocks()), createWriteStream(join(folder.path, 'big.csv')))
})
afterAll(() => folder.remove())

/** What a command gave or why it was stopped, the highest memory of its process, and how often this one had its turn. */
async function attempt(command: string, timeoutSeconds: number) {
  const before = await children()
  const started = performance.now()
  let [beats, memory] = [0, 0]
  const beat = setInterval(() => {
    beats += 1
    void children().then(async ids => {
      for (const id of ids.filter(each => !before.includes(each)))
        memory = Math.max(memory, await residentBytes(id))
    })
  }, 20)
  const said = await bash
    .execute(bash.input.parse({ command, timeoutSeconds }), {
      roots: [join(folder.path, 'big.csv')],
      signal: new AbortController().signal,
      workspace: async () => workspace,
    })
    .then(
      result => result.content,
      (error: Error) => error.message,
    )
  clearInterval(beat)
  return { said, beats, memory, ms: performance.now() - started }
}

async function children(): Promise<readonly string[]> {
  const text = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(
    () => '',
  )
  return text.split(' ').filter(id => id !== '')
}

async function residentBytes(id: string): Promise<number> {
  const text = await readFile(`/proc/${id}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * 4096
}

const stopped = /was stopped|exit code/
const python = (script: string) => `python3 - <<'END'\n${script}\nEND`

test.each([
  'while true; do :; done',
  'while true; do echo x; done',
  'for ((;;)); do :; done',
  'until false; do true; done',
  'while ((1)); do ((i++)); done',
  'f() { f; }; f',
  ':(){ :|:& };:',
  'f() { f | f & }; f',
  "awk 'BEGIN { while (1) {} }'",
  'awk \'BEGIN { for (;;) s = s "xxxxxxxxxxxxxxxx" }\'',
  'awk \'BEGIN { while (1) print "x" }\'',
  "echo a | sed ':a;ba'",
  "echo a | sed ':a;s/a/aa/;ba'",
  'seq 1 1000000000000 | tail -1',
  'echo {1..1000000000} | wc',
  'echo {1..100000}{1..100000} | wc',
  "printf '%1000000000d' 1 | wc -c",
  "printf '%.0sx' {1..1000000}",
  'x=a; while true; do x=$x$x; done',
  'x=a; for i in {1..40}; do x="$x$x"; done; echo "$x"',
  'a=(); while true; do a+=("${a[@]}" x); done',
  'x=$(cat <<END\n$(seq 100000)$(seq 100000)\nEND\n); while true; do x="$x$x"; done',
  'eval "$(for i in {1..9999}; do printf "("; done)"',
  "jq -n 'def f: f; f'",
  "jq -n '[range(1e12)] | length'",
  "jq -n 'last(repeat(1))'",
  'sqlite3 :memory: "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"',
  python('while True: pass'),
  python("while True: print('x' * 1000)"),
  python('def f(): f()\nf()'),
  python('import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): f()\nf()'),
  python('held = []\nwhile True: held.append(bytearray(10 ** 8))'),
  python('held = []\nwhile True: held.append(bytes(10 ** 4))'),
  python("text = 'a' * 3 * 10 ** 9"),
  python("print('x' * 400_000_000)"),
  python("import re\nre.match('(a+)+$', 'a' * 40 + 'b')"),
  python('9 ** 9 ** 9'),
])('ends soon and leaves the agent free: %s', async command => {
  const { said, beats, memory, ms } = await attempt(command, 8)
  expect(said).toMatch(stopped)
  // a turn every 20 ms, or a tenth of that where others are at work too; what ends at once leaves time for none
  expect(beats).toBeGreaterThanOrEqual(Math.floor(ms / 200))
  expect(memory).toBeLessThan(1_800_000_000)
})

test.each([
  "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | grep -E '(a+)+$'",
  "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | grep -P '(a|aa)+$'",
  "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | sed -E 's/(a+)+$/x/'",
  "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | awk '/(a+)+$/'",
  '[[ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac =~ (a+)+b ]]',
  'jq -n \'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab" | test("(a+)+$")\'',
  'sleep 100000 & sleep 100000; wait',
])('takes no time to speak of: %s', async command => {
  expect((await attempt(command, 120)).said).not.toMatch(/was stopped/)
})

test.each([
  'while true; do seq 20000 >> f; done',
  "printf '%100000000d' 1 > a; for i in {1..30}; do cp a a$i; done",
  'i=0; while true; do echo > f$i; ((i++)); done',
  'mkdir -p d; i=0; while true; do mkdir d/$i; ((i++)); done',
])('keeps to the quota of its folder: %s', keepsToQuota)

// once in some fifty runs its Python is told that a file it is about to make is not there
test('keeps to the quota of its folder: Python', { retry: 1 }, () =>
  keepsToQuota(python("for i in range(20000): open(f'p{i}', 'w').write('x' * 100000)")),
)

async function keepsToQuota(command: string): Promise<void> {
  await attempt('rm -rf *', 60)
  const { said } = await attempt(command, 20)
  expect(said).toMatch(/No space|ENOSPC|I\/O error|was stopped/)
  const names = await readdir(workspace, { recursive: true })
  const sizes = await Promise.all(names.map(async name => (await stat(join(workspace, name))).size))
  expect(names.length).toBeLessThanOrEqual(2_001)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(210_000_000)
}

test('a file of 50 MB goes through pipes whole', async () => {
  expect((await stat(join(folder.path, 'big.csv'))).size).toBeGreaterThan(45_000_000)
  const { said } = await attempt(
    'wc -l /files/big.csv; cat /files/big.csv | wc -l; grep -c North /files/big.csv; cut -d, -f3 /files/big.csv | sort | uniq -c | head -1; tail -1 /files/big.csv',
    120,
  )
  expect(said.split('\n').map(line => line.trim())).toEqual([
    'stdout:',
    `${rows + 1} /files/big.csv`,
    String(rows + 1),
    String(rows),
    `${rows / 1000} 0.5`,
    `${rows - 1},North,999.5,some more text here ${(rows - 1) % 97}`,
  ])
})

test('no process is left behind', async () => {
  await attempt(python('while True: pass'), 1)
  await expect.poll(children).toEqual([])
})
