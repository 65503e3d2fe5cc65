// A Redis server of the test's own on loopback, with its append-only file on, that can be killed and
// started again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Why there is no server to start; `undefined` where there is one. */
export const noRedis =
  spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'no redis-server here'

export interface RedisServer {
  /** Where it is, with its password. */
  readonly address: string
  /** Ends it at once, as a machine that fails; `start` goes on with what its file has kept. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** With `tls`, files of a certificate and its key, it speaks nothing else. */
export async function startRedis(
  password?: string,
  tls?: { readonly key: string; readonly cert: string },
): Promise<RedisServer> {
  const home = mkdtempSync(join(tmpdir(), 'intend-redis-'))
  const port = await freePort()
  const words = [
    ...(tls
      ? ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no']
      : ['--port', `${port}`]),
    ...(tls ? ['--tls-key-file', tls.key, '--tls-cert-file', tls.cert] : []),
    ...(tls ? ['--tls-ca-cert-file', tls.cert] : []),
    ...['--bind', '127.0.0.1', '--dir', home, '--save', ''],
    ...['--appendonly', 'yes', ...(password === undefined ? [] : ['--requirepass', password])],
  ]
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn('redis-server', words, { stdio: 'ignore' })
    while (!(await isOpen(port))) {
      if (server.exitCode !== null)
        throw new Error('redis-server has ended; install it: apt-get install redis-server')
      await wait(20)
    }
  }
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    address: `${tls ? 'rediss' : 'redis'}://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    kill,
    start,
    async close() {
      await kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

// --- internal ---

/** One that no system gives away by itself: while the server is down, it must stay free for it. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(10_000 * Math.random())
  return (await isOpen(port)) ? freePort() : port
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
