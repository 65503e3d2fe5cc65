import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCommandNames } from 'just-bash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../plans/text/today.ts'
import { bash, createBash } from '../../tools/bash.ts'
import { readFile as readFileTool } from '../../tools/read-file.ts'
import { workFolder } from '../../tools/shell/layout.ts'
import type { Tool, ToolContext } from '../../tools/tool.ts'
import { toolContract } from '../contracts/tool.ts'
import { type Folder, openFolder } from '../support/folder.ts'

const orders = [
  'order,region,amount',
  ...Array.from({ length: 300 }, (_, i) => `${i},${['North', 'South', 'West'][i % 3]},${i % 7}`),
  '',
].join('\n')

let given: Folder
let spaces: string
beforeAll(async () => {
  given = await openFolder()
  await given.write('orders.csv', orders)
  await given.write('notes/straße 日本.txt', 'grüße\n')
  spaces = await realpath(await mkdtemp(join(tmpdir(), 'intend-bash-test-')))
})
afterAll(async () => {
  await given.remove()
  await rm(spaces, { recursive: true, force: true })
})

/** One question's surroundings: its own folder, the files attached to it. */
function question(name: string): ToolContext & { readonly folder: string } {
  const folder = join(spaces, name)
  return {
    folder,
    roots: [join(given.path, 'orders.csv'), join(given.path, 'notes'), folder],
    signal: new AbortController().signal,
    workspace: () => mkdir(folder, { recursive: true }).then(() => folder),
  }
}

const run = (command: string, context: ToolContext, more: object = {}, tool: Tool = bash) =>
  tool.execute(tool.input.parse({ command, ...more }), context)

const complaint = (promise: Promise<unknown>) =>
  promise.then(
    result => `no complaint: ${JSON.stringify(result)}`,
    (error: Error) => error.message,
  )

toolContract({
  tool: bash,
  context: async () => question('contract'),
  works: [
    { command: "date; echo $RANDOM; awk 'BEGIN { srand(); print rand() }'; echo x > a; ls -l" },
    { command: 'exit 3' },
  ],
  fails: [
    { input: { command: 'echo "a' }, says: /cannot read this command: .*matching/ },
    { input: { command: 'echo x > /files/orders.csv' }, says: /read-only file system/ },
    { input: { command: 'while true; do :; done' }, says: /stopped: .*too many commands/ },
  ],
  refused: [{}, { command: '' }, { command: 'ls', timeoutSeconds: 0 }, { command: ['ls'] }],
})

describe('everyday work', () => {
  test('is done on the day that it is where the person is', async () => {
    const zone = process.env.TZ
    try {
      // 25 hours apart: one of the two is never in the day of UTC
      for (process.env.TZ of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
        expect((await run('date +%F', question('day'))).content).toContain(dayOf(Date.now()))
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  test('pipes over a table give what the table holds', async () => {
    const script = [
      "awk -F, 'NR > 1 { sum[$2] += $3 } END { for (r in sum) print r, sum[r] }' /files/orders.csv | sort",
      'cut -d, -f2 /files/orders.csv | tail -n +2 | sort | uniq -c | sort -rn | head -1',
      "grep -c ',North,' /files/orders.csv",
      "sed -n '2p' /files/orders.csv | tr , ';'",
      'find /files -name "*.csv" | xargs -n 1 wc -l',
      'echo \'{"a": [1, 2, {"b": 3}]}\' | jq -c ".a[2].b"',
      "comm -3 <(printf '1\\n2\\n') <(printf '1\\n3\\n')",
    ]
    const { content } = await run(script.join('\n'), question('pipes'))
    const sums: Record<string, number> = {}
    for (const row of orders.split('\n').slice(1, -1)) {
      const [, region, amount] = row.split(',')
      sums[region!] = (sums[region!] ?? 0) + Number(amount)
    }
    expect(content.split('\n').map(line => line.trim())).toEqual([
      'stdout:',
      ...['North', 'South', 'West'].map(region => `${region} ${sums[region]}`),
      '100 West',
      '100',
      '0;North;0',
      '301 /files/orders.csv',
      '3',
      '2',
      '3',
    ])
  })

  test('what a command cannot change of an attached file is said where the command does not', async () => {
    const { content } = await run('sed -i s/North/X/ /files/orders.csv', question('given'))
    expect(content).toContain('/files/orders.csv: attached files are read-only; change a copy')
  })

  test('a file written in one call is there in the next, for read_file too, and in no other question', async () => {
    const one = question('one')
    const written = await run(
      'mkdir d && cut -d, -f1 /files/orders.csv > d/ids.txt; X=1; cd d',
      one,
    )
    expect(written.content).toMatch(/files written: d\/ids.txt \(1\.\d kB\)/)
    const next = await run('wc -l < d/ids.txt; pwd; echo "[$X]"', one)
    expect(next.content).toBe('stdout:\n301\n/work\n[]')
    const read = await readFileTool.execute({ path: 'd/ids.txt' }, one)
    expect(read.content).toContain('299')
    const other = await run('ls -A; ls /; ls /work/..', question('other'))
    expect(other.content).not.toContain('ids')
  })

  test('names in any script work, and control characters are shown and not passed on', async () => {
    const at = question('names')
    const { content } = await run(
      'cat "/files/notes/straße 日本.txt"; cp /files/notes/* "naïve – 文.txt"; printf "\\x1b[2J\\xff\\r"',
      at,
    )
    expect(content).toContain('grüße')
    expect(content).toContain('naïve – 文.txt (8 bytes)')
    expect(content).toContain('\\x1b[2J')
    expect(content).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(await readdir(at.folder)).toEqual(['naïve – 文.txt'])
  })

  test('a number alone is the value of the call, a line is text, more is neither', async () => {
    const at = question('value')
    const value = async (command: string) => (await run(command, at)).value
    expect(await value("echo 3 | awk '{ print $1 / 2 }'")).toBe(1.5)
    expect(await value('echo North')).toBe('North')
    expect(await value('echo 12345678901234567890')).toBe('12345678901234567890')
    expect(await value('seq 2')).toBeUndefined()
    expect((await run('seq 2', at)).list).toEqual([1, 2])
    expect((await run('seq -s, 900', at)).list).toHaveLength(900)
    expect(await run('echo 12,345,678', at)).toMatchObject({ value: '12,345,678' })
    expect((await run('printf "007\\n12\\n"', at)).list).toEqual(['007', '12'])
    expect((await run('yes a | head -999', at)).list).toBeUndefined()
    const printed = await run(`python3 -c "print(['Ben', 'Dee O', 3])"`, at)
    expect(printed).toMatchObject({ list: ['Ben', 'Dee O', 3] })
    expect(printed.value).toBeUndefined()
    expect((await run("echo '[draft]'", at)).value).toBe('[draft]')
    // what is not there has no value, whatever a program prints for it
    expect(await value(`echo '{"name":"Ann"}' | jq -r .phone`)).toBeUndefined()
    expect(await value('echo None')).toBeUndefined()
    // several by their names
    const cells = async (command: string) => (await run(command, at)).cells
    const named = { open: 49, share: '7 %' }
    expect(await cells("printf 'open,share\\n49,7 %%\\n'")).toEqual(named)
    expect(await cells("printf 'open: 49\\nshare = 7 %%\\n'")).toEqual(named)
    expect(await cells(`echo '{"open": 49, "share": "7 %"}'`)).toEqual(named)
    const listed = { name: ['Ann', 'Ben, R.'], n: [1, 2] }
    expect(await cells(`printf 'name;n\\nAnn;1\\n"Ben, R.";2\\n'`)).toEqual(listed)
    for (const other of [
      'name,n\\nAnn,\\n',
      'name,n\\nAnn,1,2\\n',
      'a: 1\\na: 2\\n',
      'some words\\n',
    ])
      expect(await cells(`printf '${other}'`)).toBeUndefined()
    // what failed before the end is no success
    for (const half of [
      'python3 -c "1/0" > a.csv; echo a.csv',
      'grep zzz /dev/null > b.csv; echo b.csv',
    ])
      expect(await run(half, at)).toMatchObject({ unsuccessful: true })
    const failed = await run('echo 5; false', at)
    expect(failed.value).toBeUndefined()
    expect(failed).toMatchObject({
      unsuccessful: true,
      content: expect.stringMatching(/^exit code 1/),
    })
  })

  test('bc and calc reckon exactly and say what they cannot', async () => {
    const { content } = await run(
      'echo "scale = 3; x = 10 / 3; x; 0.1 + 0.2 == 0.3; 7 / 2" | bc -l; calc 2026-03-01 + 10 days; calc "240 km / (80 km/h)"; echo "2^200" | bc',
      question('bc'),
    )
    expect(content).toMatch(
      /^exit code 1\nstdout:\n3\.333\n1\n3\.5\n2026-03-11\n3 h\nstderr:\nbc: 2\^200: .*python3/,
    )
  })

  test('long output is cut in its middle and the next move is said', async () => {
    const { content } = await run('seq 100000; echo END', question('long'))
    expect(content.length).toBeLessThan(30_000)
    expect(content).toMatch(/\n1\n2\n[\s\S]*characters left out[\s\S]*99999\n100000\nEND\n/)
    expect(content).toContain('> out.txt')
  })

  test('the shell has the commands it names to the model', async () => {
    const [, named] = /own: ([^.]*)\. There are no others/.exec(bash.guidance ?? '')!
    const names = named!.split(' ')
    expect(names).toEqual(expect.arrayContaining([...getCommandNames(), 'python3', 'bc', 'calc']))
    // starting Python takes a second, and another test does it
    const tried = names.filter(name => !name.startsWith('python'))
    const { content } = await run(
      `which ${names.join(' ')} | wc -l
for name in ${tried.join(' ')}; do $name --help < /dev/null 2>&1 | grep 'not found'; done
which git perl; git`,
      question('which'),
    )
    expect(content).toBe(
      `exit code 127\nstdout:\n${names.length}\nstderr:\nbash: git: command not found`,
    )
  })

  test('what is written outside the working folder is said to be gone, and so is what hides behind an attached file', async () => {
    const { content } = await run('echo 1 > /tmp/t; echo 2 > orders.csv', question('gone'))
    expect(content).toContain('Gone after this call, as only plain files in /work are kept: /tmp/t')
    expect(content).toContain('Attached is another orders.csv')
    const { workspace: _none, ...without } = question('none')
    expect((await run('echo 1 > a', without)).content).toMatch(/this question has no folder: a/)
  })

  test('Python computes, and reads and writes the files of the question', async () => {
    const at = question('python')
    const { content } = await run(
      `python3 - <<'END'
import csv, statistics
rows = list(csv.DictReader(open('/files/orders.csv')))
print(statistics.mean(int(row['amount']) for row in rows))
open('rows.txt', 'w').write(str(len(rows)))
END
cat rows.txt`,
      at,
    )
    const mean =
      orders
        .split('\n')
        .slice(1, -1)
        .reduce((sum, row) => sum + Number(row.split(',')[2]), 0) / 300
    expect(content).toBe(`stdout:\n${mean}\n300\nfiles written: rows.txt (3 bytes)`)
  })

  test('Python imports what is attached and what is written, from wherever it is asked', async () => {
    const at = question('imports')
    await given.write('code/store.py', 'VALUE = 7\ndef fail():\n    raise ValueError("no")\n')
    await given.write('code/shop/__init__.py', 'from . import items\n')
    await given.write('code/shop/items.py', 'N = 3\n')
    await given.write('code/shop/__main__.py', 'import sys; print(__package__, sys.argv[1:])\n')
    await given.write(
      'code/report.py',
      'from __future__ import annotations\nimport sys, store, shop.items\nprint(store.VALUE, shop.items.N, __name__, __file__, sys.argv)\nprint(repr("""a\nb"""))\nstore.fail()\n',
    )
    const { content } = await run(
      `cd /files/code && python3 report.py -x
cd /work; PYTHONPATH=/files/code python3 -c 'import store, sys; print(store.VALUE, sys.argv)' -B
python3 -c 'import sys; sys.path.insert(0, "/files/code"); import shop; print(shop.items.N)'
cd /files/code; python -m shop a
cd ${workFolder}; mkdir -p own/deep; echo 'X = 1' > own/deep/a.py; echo 'from own.deep import a; print(a.X)' > b.py
cd /; python3 ${workFolder}/b.py`,
      { ...at, roots: [...at.roots, join(given.path, 'code')] },
    )
    expect(content).toBe(`A part of it failed:
stdout:
7 3 __main__ /files/code/report.py ['report.py', '-x']
'a\\nb'
7 ['-c', '-B']
3
shop ['a']
1
stderr:
Traceback (most recent call last):
  File "/files/code/report.py", line 6, in <module>
    store.fail()
    ~~~~~~~~~~^^
  File "/files/code/store.py", line 3, in fail
    raise ValueError("no")
ValueError: no
files written: b.py (35 bytes), own/deep/a.py (6 bytes)`)
  })

  test('Python takes its options, and says what it cannot run', async () => {
    const { content } = await run(
      `python3 -B -u -X utf8 -W ignore -ISEc 'print(1)'
echo '{"a": 1}' | python -m json.tool --compact
echo 'import sys; print(sys.argv, sys.stdin.read()); sys.exit("gone")' | python3 -u - b; echo $?
python3 -V; python3 -c; python3 -Z; python3 none.py; python3 -m none; python3 < /dev/null`,
      question('options'),
    )
    expect(content).toBe(`exit code 2
stdout:
1
{"a":1}
['-', 'b'] 
1
Python 3.13.2 (Emscripten)
stderr:
gone
python3: option -c needs an argument
python3: unknown option -Z
python3: can't open file '${workFolder}/none.py': No such file or directory
/usr/bin/python3: No module named none
python3: no input provided (use -c CODE, -m MODULE, or provide a script file)`)
  })

  test('Python knows time zones by their names, and no search through the shell pays for them', async () => {
    const { content } = await run(
      `python3 - <<'END'
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
print(datetime(2026, 3, 12, 18, 25, tzinfo=ZoneInfo('America/New_York')).astimezone(ZoneInfo('Europe/Berlin')))
utc = datetime(2026, 3, 29, 0, 59, 59, tzinfo=timezone.utc)
for later in 0, 1:
    at = (utc + timedelta(seconds=later)).astimezone(ZoneInfo('Europe/Berlin'))
    print(at, at.tzname(), at.dst())
for year, name in (1990, 'America/New_York'), (1985, 'Asia/Kolkata'), (2090, 'Europe/London'), (2026, 'US/Pacific'), (2026, 'UTC'):
    print(datetime(year, 7, 1, 12, tzinfo=ZoneInfo(name)).strftime('%Z %z'))
try:
    print(datetime(1950, 7, 1, tzinfo=ZoneInfo('America/New_York')))
    ZoneInfo('Europe/Nowhere')
except Exception as error:
    print(error)
END
find / -name 'Berl*' -type f -size 0`,
      question('zones'),
    )
    expect(content).toBe(`stdout:
2026-03-12 23:25:00+01:00
2026-03-29 01:59:59+01:00 CET 0:00:00
2026-03-29 03:00:00+02:00 CEST 1:00:00
EDT -0400
IST +0530
BST +0100
PDT -0700
UTC +0000
1950-07-01 00:00:00-04:00
'No time zone found with key Europe/Nowhere'
/usr/share/zoneinfo/Europe/Berlin`)
  })

  test('what is sent to /dev/null is gone and not spoken of', async () => {
    const { content } = await run(
      'echo a > /dev/null; echo b >> /dev/null; ls none 2> /dev/null; echo c | tee /dev/null; cat /dev/null',
      question('null'),
    )
    expect(content).toBe('stdout:\nc')
  })

  test('two files of one name are both there', async () => {
    await given.write('other/orders.csv', 'x\n')
    const at = question('twice')
    const roots = [...at.roots, join(given.path, 'other', 'orders.csv')]
    const { content } = await run('cat /files/orders-2.csv; wc -l < /files/orders.csv', {
      ...at,
      roots,
    })
    expect(content).toBe('stdout:\nx\n301')
  })

  test('calls of one question run side by side', async () => {
    const at = question('parallel')
    await Promise.all(Array.from({ length: 4 }, (_, i) => run(`seq ${i + 1} > f${i}`, at)))
    expect((await run('cat f* | wc -l', at)).value).toBe(10)
  })
})

describe('what stays outside', () => {
  test('a NUL character is refused', async () => {
    expect(await complaint(run('cat /etc/passwd\0.csv', question('nul')))).toMatch(/NUL character/)
  })

  test('nothing of the host is read, reached or changed by the shell', async () => {
    const at = question('escape')
    await at.workspace!()
    await symlink('/etc/passwd', join(at.folder, 'out'))
    await symlink('/etc', join(at.folder, 'outside'))
    const attempts = [
      'cat /etc/passwd /etc/shadow ../../../../etc/passwd /work/../../etc/passwd',
      'cat /proc/self/environ /proc/self/maps /proc/cpuinfo; ls /sys /root /home',
      'cat out outside/passwd; head -1 out; grep -r root . ; tar cf t.tar out outside; cp -r out outside copy',
      'ln -s /etc/passwd link; cat link; ln /files/orders.csv hard; ln -s ../../etc/passwd up; cat up',
      'echo x > /proc/sys/kernel/core_pattern',
      'exec 3<>/dev/tcp/127.0.0.1/22; cat < /dev/udp/127.0.0.1/53',
      'curl http://127.0.0.1; wget x; nc x; ssh x; mount /dev/sda1 /mnt; chroot /; sudo ls; node -e 1; js-exec -c 1',
      'sqlite3 /etc/passwd .tables; sqlite3 :memory: "select readfile(\'/etc/passwd\')"; sqlite3 :memory: ".shell id"',
      'tee out < /files/orders.csv; mv out /tmp/m; chmod 777 out; touch out; rm -r /files; rm /files/orders.csv; mv /files/orders.csv x',
      'cp /dev/null /files/orders.csv; tee /files/orders.csv < /dev/null; sed -i s/North/X/ /files/orders.csv; chmod 777 /files/orders.csv',
      'sleep 1000 & nohup sleep 1000; echo over',
    ]
    const { content } = await run(attempts.join('\n'), at)
    const host = await readFile('/etc/passwd', 'utf8')
    for (const line of host.split('\n').filter(line => line !== ''))
      expect(content).not.toContain(line)
    expect(content).toMatch(/\nover\n/)
    expect(await readFile('/etc/passwd', 'utf8')).toBe(host)
    expect(await readFile(join(given.path, 'orders.csv'), 'utf8')).toBe(orders)
    expect(await complaint(run('echo x > out', at))).toMatch(/stopped: EACCES/)
    expect(await complaint(run('cat < out', at))).not.toContain('root:')
  })

  test("nothing of the agent's environment is seen", async () => {
    const { content } = await run(
      'env; export; python3 -c "import os; print(dict(os.environ))"',
      question('env'),
    )
    expect(content).toContain('HOME=/work')
    for (const value of Object.values(process.env))
      if (value !== undefined && value.length > 12) expect(content).not.toContain(value)
    expect(content).not.toContain('node_modules')
  })

  test('nothing of the host is read, reached or started by Python', async () => {
    const attempts = [
      "open('/etc/passwd').read()",
      "__import__('posix').open('/host/../etc/passwd', 0)",
      "__import__('posix').open('/proc/self/environ', 0)",
      "__import__('posix').symlink('/etc/passwd', '/host/work/link')",
      "__import__('ctypes').CDLL(None)",
      "__import__('subprocess').run(['id'])",
      "__import__('os').fork()",
      "__import__('os').popen('id').read()",
      "__import__('socket').create_connection(('127.0.0.1', 22), 2)",
      "__import__('socket').socket(__import__('socket').AF_UNIX)",
      "__import__('urllib.request').request.urlopen('http://127.0.0.1')",
      "jb_http.get('http://127.0.0.1')",
      "__import__('threading').Thread(target=print).start()",
      "__import__('multiprocessing').Process(target=print).start()",
      ...['js', 'pyodide', 'pyodide_js', 'pyodide.code', 'emscripten', '_ctypes', 'node'].map(
        name => `__import__('${name}')`,
      ),
      'bytearray(2 * 10 ** 9)',
      "'a' * 10 ** 9",
      "open('/files/orders.csv', 'w').write('x')",
    ]
    const script = `import jb_http
for attempt in ${JSON.stringify(attempts)}:
  try:
    print('DONE', attempt, eval(attempt))
  except BaseException as error:
    print('refused', type(error).__name__)
print('system', __import__('os').system('id'))`
    const { content } = await run(`python3 - <<'END'\n${script}\nEND`, question('escape-python'))
    expect(content).not.toContain('DONE')
    expect(content.match(/refused/g)).toHaveLength(attempts.length)
    expect(content).toContain('system -1')
    expect(await readFile(join(given.path, 'orders.csv'), 'utf8')).toBe(orders)
  })

  test('a folder of a question is bounded in bytes and in files', async () => {
    const small = createBash({ quota: { bytes: 100_000, files: 20 } })
    const limited = (name: string, command: string) =>
      complaint(run(`${command}; echo over`, question(name), {}, small))
    const full = /ENOSPC: no space left on device|No space left/
    for (const [name, command] of [
      ['fill', 'while true; do seq 1000 >> f; done'],
      ['many', 'for i in {1..50}; do echo > f$i; done'],
      ['folders', 'for i in {1..50}; do mkdir d$i; done'],
      ['copies', 'seq 8000 > f; cp f g; cp f h; cp f i; cp f j'],
    ] as const) {
      expect(await limited(name, command)).toMatch(full)
      expect((await readdir(question(name).folder)).length).toBeLessThanOrEqual(20)
    }
    const again = await run('rm -r *; echo new > f', question('many'), {}, small)
    expect(again.content).toContain('files written: f (4 bytes)')
  })

  test('a command that does not end is stopped, and the agent goes on meanwhile', async () => {
    const at = question('endless')
    let beats = 0
    const beat = setInterval(() => {
      beats += 1
    }, 20)
    const loops = ["python3 -c 'while True: pass'", "echo a | sed ':a;s/a/aa/;ba'"]
    const said = await Promise.all(
      loops.map(loop => complaint(run(loop, at, { timeoutSeconds: 1 }))),
    )
    clearInterval(beat)
    for (const each of said) expect(each).toMatch(/longer than 1 s and was stopped/)
    expect(beats).toBeGreaterThan(3)
  })

  test('a call that is aborted ends with the reason', async () => {
    const abort = new AbortController()
    const at = { ...question('abort'), signal: abort.signal }
    const ended = complaint(run("python3 -c 'while True: pass'", at))
    setTimeout(() => abort.abort(new Error('the person left')), 300)
    expect(await ended).toBe('the person left')
  })

  test('a link in an allowed folder that leads out of it is not followed', async () => {
    const folder = join(given.path, 'linked')
    await mkdir(folder)
    await writeFile(join(given.path, 'secret.txt'), 'secret words\n')
    await symlink('../secret.txt', join(folder, 'link.txt'))
    const at = { ...question('linked'), roots: [folder] }
    const { content } = await run('cat /files/linked/*; cat /files/linked/../secret.txt', at)
    expect(content).not.toContain('secret words')
    expect(content).toContain('exit code 1')
  })
})
