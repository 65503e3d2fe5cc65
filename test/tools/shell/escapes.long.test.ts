// Every way out of a shell that we could think of, tried in both shells, as root and as an ordinary user. Where
// one of the two cannot be had, that is said in the name of what is skipped.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOpen } from '../../../tools/shell/host/stage.ts'
import { attempts, type Outside } from './attempts.ts'
import { type Calls, program, shellOf } from './calls.ts'

const secret = 'the secret 8d1f3c'
const root = process.getuid?.() === 0
const nobody = 65_534

const host = await shellOf({ shell: 'host' }).then(
  () => undefined,
  (error: Error) => error.message,
)
const setpriv = await promisify(execFile)('setpriv', ['--version']).then(
  () => true,
  () => false,
)

/** Who tries, and what keeps this test from being that user. */
const users: Readonly<Record<string, string | undefined>> = {
  root: root ? undefined : 'the test is not run by root',
  'an ordinary user':
    root && !(setpriv && (await isOpen(program))) ? 'nobody may not read this folder' : undefined,
}

let place: string
let outside: Outside
let victim: ChildProcess
const servers: Server[] = []
const datagrams = createSocket('udp4')
let called = 0
const orders = 'order,region\n1,North\n'

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'intend-escapes-')))
  chmodSync(place, 0o755)
  const home = join(place, 'home')
  mkdirSync(join(place, 'notes'))
  mkdirSync(home)
  mkdirSync(join(place, 'rooms'))
  chmodSync(join(place, 'rooms'), 0o1777)
  writeFileSync(join(home, 'secret.txt'), secret)
  writeFileSync(join(home, '.bashrc'), '# mine\n')
  writeFileSync(join(place, 'orders.csv'), orders)
  linkSync(join(home, 'secret.txt'), join(place, 'notes', 'hard.txt'))
  await promisify(execFile)('mkfifo', [join(place, 'notes', 'pipe')])
  const name = `intend-${process.pid}`
  const count = () => {
    called += 1
  }
  const listen = (at: string | number) =>
    new Promise<Server>(resolve => {
      const server = createServer(socket => {
        count()
        socket.end(secret)
      })
      servers.push(server)
      server.listen(at as number, typeof at === 'number' ? '127.0.0.1' : undefined, () =>
        resolve(server),
      )
    })
  const { port } = (await listen(0)).address() as { port: number }
  await listen(join(place, 'notes', 'socket'))
  await listen(`\0${name}`)
  datagrams.on('message', count).bind(port, '127.0.0.1')
  victim = spawn('sleep', ['97531'], { stdio: 'ignore' })
  outside = { home, port, socket: name, victim: victim.pid! }
})
afterAll(() => {
  for (const server of servers) server.close()
  datagrams.close()
  victim.kill()
  rmSync(place, { recursive: true, force: true })
})

/** Processes whose command line holds this. */
const running = (words: string) =>
  readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words)
    } catch {
      return false
    }
  })

/** One call by a user, with a secret in the environment of who calls. */
async function call(user: string, shell: Calls['shell'], command: string, seconds: number) {
  const other = root && user !== 'root'
  const workspace = join(place, `${shell}-${other ? 'nobody' : 'own'}`)
  mkdirSync(workspace, { recursive: true })
  const kept = `${workspace}-found`
  mkdirSync(kept, { recursive: true })
  for (const own of other ? [workspace, kept] : []) chownSync(own, nobody, nobody)
  const cache = join(kept, 'shell.json')
  const roots = [join(place, 'orders.csv'), join(place, 'notes')]
  const calls: Calls = { shell, workspace, roots, seconds, commands: [command], cache }
  const [around, rooms] = [{ PATH: '/usr/local/bin:/usr/bin:/bin' }, join(place, 'rooms')]
  const drop = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups']
  const words = [...(other ? ['setpriv', ...drop] : []), process.execPath, program]
  const child = spawn(words[0]!, words.slice(1), {
    cwd: '/',
    env: { ...around, HOME: outside.home, TMPDIR: rooms, SECRET_KEY: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(calls))
  let told = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    told += piece
  })
  await new Promise(resolve => child.on('close', resolve))
  return { said: (JSON.parse(told) as string[])[0]!, workspace }
}

describe.each(['simulated', 'host'] as const)('the shell %s', shell => {
  const why = shell === 'host' ? host : undefined
  describe.each(Object.entries(users))('used by %s', (user, cannot) => {
    const without = why ?? cannot
    const named = without === undefined ? '$name' : `$name (skipped: ${without})`
    test.skipIf(without !== undefined).each(attempts)(`holds: ${named}`, async attempt => {
      const before = called
      const began = Date.now()
      const { said, workspace } = await call(user, shell, attempt.command(outside), 12)
      expect(said).not.toContain(secret)
      expect(said).not.toMatch(/^(?!.*refused).*ESCAPED/m)
      if (shell === 'host' && attempt.held) expect(said).toMatch(attempt.held)
      expect(Date.now() - began).toBeLessThan(60_000)
      expect(called).toBe(before)
      expect(victim.exitCode ?? victim.signalCode).toBe(null)
      expect(running('sleep 98765')).toEqual([])
      expect(readdirSync(outside.home).sort()).toEqual(['.bashrc', 'secret.txt'])
      expect(readFileSync(join(outside.home, '.bashrc'), 'utf8')).toBe('# mine\n')
      expect(readFileSync(join(place, 'orders.csv'), 'utf8')).toBe(orders)
      expect(readdirSync(join(place, 'notes')).sort()).toEqual(['hard.txt', 'pipe', 'socket'])
      expect(readdirSync(join(place, 'rooms'))).toEqual([])
      for (const name of existsSync(workspace) ? readdirSync(workspace) : []) {
        const path = join(workspace, name)
        expect(statSync(path).mode & 0o6022).toBe(0)
        rmSync(path, { recursive: true, force: true })
      }
    })
  })
})
