// `intend worker` and `intend bench --queue` as a person uses them: what travels, what is refused, what is
// never told.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { listOf } from '../../../harness/queue/attempts.ts'
import { openQueue, openRedis } from '../../../harness/queue/redis.ts'
import { noRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { folder, intend, removeFolders, type Started, start, until } from '../intend.ts'

const secret = 'correct-horse-battery-91'
let redis: RedisServer
const workers: Started[] = []
beforeEach(async () => {
  redis = await startRedis(secret)
})
afterEach(async () => {
  for (const { child, ended } of workers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await redis.close()
})
afterAll(removeFolders)

const serve = (env: Readonly<Record<string, string>> = {}) => {
  const started = start(['worker', '--queue', redis.address], { cwd: folder(), env })
  workers.push(started)
  return started
}

function salesIn(cwd: string): string {
  writeFileSync(join(cwd, 'sales.csv'), 'city,amount\nBern,12\nBern,30\nGenf,8\n')
  const question = 'What is the sum of amount in sales.csv where city is Bern?'
  const lines = [{ id: 'sum', question, answer: '42', files: ['sales.csv'] }]
  writeFileSync(join(cwd, 'set.jsonl'), lines.map(each => `${JSON.stringify(each)}\n`).join(''))
  return 'set.jsonl'
}

test.skipIf(noRedis)(
  'a question with its file is answered in another home, and its folder reads as one answered here',
  async () => {
    const [cwd, other] = [folder(), folder()]
    serve()
    const far = await intend(
      ['bench', salesIn(cwd), '--model', 'offline', '--queue', redis.address, '--out', 'b'],
      { cwd },
    )
    expect(far.code, far.stderr).toBe(0)
    const near = await intend(['bench', salesIn(other), '--model', 'offline', '--out', 'b'], {
      cwd: other,
    })
    expect(near.code, near.stderr).toBe(0)
    const listed = (home: string) => readdirSync(join(home, 'b'), { recursive: true }).toSorted()
    expect(listed(cwd)).toEqual(listed(other))
    const typesIn = (home: string) =>
      readFileSync(join(home, 'b/questions/sum/events.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).type)
    expect(typesIn(cwd)).toEqual(typesIn(other))
    const [begun] = readFileSync(join(cwd, 'b/questions/sum/events.jsonl'), 'utf8').split('\n')
    expect(JSON.parse(begun!).perception.files[0].path).toBe(join(cwd, 'sales.csv'))
    // what its worker shows: its capacity, and a line a question
    const { stderr: shown } = workers[0]!.output
    expect(shown).toMatch(/up to 4 questions at once here/)
    expect(shown).toMatch(/^✓ sum +42 /m)
    // the password of the queue is told nowhere
    const told = listed(cwd).flatMap(name => {
      const file = join(cwd, 'b', String(name))
      return /jsonl?$/.test(file) ? [readFileSync(file, 'utf8')] : []
    })
    expect([...told, far.stdout, far.stderr, workers[0]!.output.stderr].join()).not.toContain(
      secret,
    )
  },
)

test.skipIf(noRedis)(
  'a worker of another version, or without the key of the model, leaves with a sentence',
  async () => {
    const connection = await openRedis(redis.address)
    const queue = await openQueue(connection)
    const attempt = '3b241101-e2bb-4255-8caf-4136c566a962'
    await connection.call('RPUSH', listOf(attempt), 'open')
    await queue.add('question', { version: '0.0.9', attempt }, { jobId: attempt })
    const old = await serve().ended
    expect(old.code).toBe(3)
    expect(old.stderr).toMatch(/are from intend 0\.0\.9, and this is \d.*run the same version/)
    expect(old.stderr).not.toContain(secret)
    await queue.close()
    connection.disconnect()

    const cwd = folder()
    const words = ['bench', salesIn(cwd), '--model', 'openai:m', '--queue', redis.address]
    const bench = start([...words, '--out', 'b'], { cwd, env: { OPENAI_API_KEY: 'sk-only-here' } })
    const keyless = await serve().ended
    expect(keyless.code).toBe(3)
    expect(keyless.stderr).toMatch(/OPENAI_API_KEY/)
    bench.child.kill('SIGINT')
    expect((await bench.ended).code).toBe(130)
  },
)

test.skipIf(noRedis)(
  'what is for one machine is refused, and so are addresses, passwords and packages that are none',
  async () => {
    const bench = async (words: readonly string[], env = {}) => {
      const home = folder()
      const asked = ['bench', salesIn(home), '--model', 'offline', ...words]
      return (await intend(asked, { cwd: home, env })).stderr
    }
    expect(await bench(['--queue', 'somewhere'])).toMatch(
      /"somewhere" is no address of a Redis server/,
    )
    expect(await bench(['--queue', redis.address, '--entailment', 'model'])).toMatch(
      /--entailment model is for this machine alone/,
    )
    const wrong = redis.address.replace(secret, 'another-password-7')
    const locked = await bench(['--queue', wrong])
    expect(locked).toMatch(/cannot use the Redis server at redis:\/\/127/)
    expect(locked).not.toContain('another-password-7')
    const script = join(folder(), 'without.cjs')
    const hooks =
      "resolve(name, context, next) { if (name === 'ioredis') throw new Error('not there'); return next(name, context) }"
    writeFileSync(script, `require('node:module').registerHooks({ ${hooks} })`)
    const env = { NODE_OPTIONS: `--require=${script}` }
    expect(await bench(['--queue', redis.address], env)).toMatch(
      /needs the packages bullmq and ioredis .*npm install bullmq ioredis/,
    )
  },
)

test.skipIf(noRedis)('an interrupted bench goes on by the same command, and says how', async () => {
  const cwd = folder()
  const words = [
    'bench',
    salesIn(cwd),
    '--model',
    'offline',
    '--queue',
    redis.address,
    '--out',
    'b',
  ]
  const bench = start(words, { cwd })
  const connection = await openRedis(redis.address)
  while (Number(await connection.call('EXISTS', 'intend:questions:wait')) === 0)
    await new Promise(resolve => setTimeout(resolve, 20))
  connection.disconnect()
  bench.child.kill('SIGINT')
  const stopped = await bench.ended
  expect(stopped.code).toBe(130)
  expect(stopped.stderr).toMatch(/interrupted; go on with: intend resume \.\/b/)
  serve()
  expect((await intend(['resume', 'b', '--queue', redis.address], { cwd })).code).toBe(0)
})

test.skipIf(noRedis)(
  'a worker says once that Redis is away, and goes on when it is back',
  async () => {
    const cwd = folder()
    const { output } = serve()
    await until(() => output.stderr.includes('at once here'))
    await redis.kill()
    await until(() => output.stderr.includes('is away'))
    await new Promise(resolve => setTimeout(resolve, 2_500))
    await redis.start()
    await until(() => output.stderr.includes('is back'))
    const words = ['bench', salesIn(cwd), '--model', 'offline', '--queue', redis.address]
    expect((await intend([...words, '--out', 'b'], { cwd })).code).toBe(0)
    await until(() => output.stderr.includes('✓ sum'))
    expect(output.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^queue /),
      expect.stringMatching(
        /^the Redis server at redis:\/\/127\S+ is away; waiting until it is back$/,
      ),
      expect.stringMatching(/^the Redis server at redis:\/\/127\S+ is back$/),
      expect.stringMatching(/^✓ sum /),
    ])
  },
)

test.skipIf(noRedis)(
  'a bench says once that Redis is away, and can be interrupted meanwhile',
  async () => {
    const cwd = folder()
    const words = ['bench', salesIn(cwd), '--model', 'offline', '--queue', redis.address]
    const { child, ended, output } = start([...words, '--out', 'b'], { cwd })
    const connection = await openRedis(redis.address)
    while (Number(await connection.call('EXISTS', 'intend:questions:wait')) === 0)
      await new Promise(resolve => setTimeout(resolve, 20))
    connection.disconnect()
    await redis.kill()
    await until(() => output.stderr.includes('is away'))
    await new Promise(resolve => setTimeout(resolve, 1_500))
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    expect(output.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^offline is /),
      expect.stringMatching(/^bench /),
      expect.stringMatching(/ is away; waiting until it is back$/),
      expect.stringMatching(/^intend: interrupted; go on with: intend resume \.\/b$/),
    ])
  },
)

test.skipIf(noRedis)('what a worker tells while nobody hears it is read afterwards', async () => {
  const cwd = folder()
  serve()
  const words = ['bench', salesIn(cwd), '--model', 'offline', '--queue', redis.address]
  const connection = await openRedis(redis.address)
  const deafening = setInterval(
    () => void connection.call('CLIENT', 'KILL', 'TYPE', 'pubsub').catch(() => undefined),
    10,
  )
  const { code, stderr } = await intend([...words, '--out', 'b'], { cwd })
  clearInterval(deafening)
  connection.disconnect()
  expect(code, stderr).toBe(0)
})

test.skipIf(noRedis)('a Redis server that is too old is refused with a sentence', async () => {
  const { hostname, port, password } = new URL(redis.address)
  const old = createServer(socket => {
    const server = connect(Number(port), hostname)
    socket.pipe(server).on('error', () => socket.destroy())
    socket.on('error', () => server.destroy())
    server.on('data', piece =>
      socket.write(
        piece.toString('latin1').replace(/redis_version:\d/, 'redis_version:5'),
        'latin1',
      ),
    )
  })
  await new Promise<void>(resolve => old.listen(0, '127.0.0.1', resolve))
  const { port: oldPort } = old.address() as { readonly port: number }
  const address = `redis://:${password}@127.0.0.1:${oldPort}`
  const { code, stderr } = await intend(['worker', '--queue', address], { cwd: folder() })
  expect(code).toBe(3)
  expect(stderr).toMatch(/it is Redis 5\.\S+\); queues and shared libraries need 6\.2 or newer$/m)
  old.close()
})

const noOpenssl = spawnSync('openssl', ['version']).status === 0 ? undefined : 'no openssl here'

test.skipIf(noRedis || noOpenssl)(
  "TLS with a certificate of one's own: refused unless it is named, served when it is",
  async () => {
    const home = folder()
    const [key, cert] = [join(home, 'key.pem'), join(home, 'cert.pem')]
    const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    expect(spawnSync('openssl', [...asked, '-days', '2', ...subject]).status).toBe(0)
    const tls = await startRedis(secret, { key, cert })
    const words = ['worker', '--queue', tls.address]
    const refused = await intend(words, { cwd: home })
    expect(refused.code).toBe(3)
    expect(refused.stderr).toMatch(/self-signed certificate.*NODE_EXTRA_CA_CERTS$/m)
    const served = start(words, { cwd: home, env: { NODE_EXTRA_CA_CERTS: cert } })
    workers.push(served)
    await until(() => served.output.stderr.includes('at once here'))
    expect(served.output.stderr).not.toContain(secret)
    await tls.close()
  },
)
