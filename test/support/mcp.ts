// Servers for tests: the official one that has everything, and the hostile one.
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServerSettings } from '../../tools/mcp/settings.ts'

const everything = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  '../dist/index.js',
)
const hostile = join(import.meta.dirname, 'hostile-mcp.ts')

/** The settings of a server that is started for whoever connects. */
export const started = {
  everything: (): ServerSettings => ({ command: process.execPath, args: [everything, 'stdio'] }),
  hostile: (...words: readonly string[]): ServerSettings => ({
    command: process.execPath,
    args: [hostile, 'stdio', ...words],
    timeout: 3,
  }),
}

const running: ChildProcess[] = []

/** Ends all servers that were made to listen. */
export function closeListening(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL')
}

/** The same behind an address. */
export const listening = {
  everything: async (): Promise<ServerSettings> => {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    await said([everything, 'streamableHttp'], /listening/i, { PORT: String(port) })
    return { url: `http://127.0.0.1:${port}/mcp` }
  },
  hostile: async (...words: readonly string[]): Promise<ServerSettings> => ({
    url: await said([hostile, 'http', ...words], /^http/),
    timeout: 3,
  }),
}

/** Starts a program and resolves with the first line of it that fits. */
function said(
  words: readonly string[],
  fits: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  return new Promise((resolve, reject) => {
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', line => {
        if (fits.test(line)) resolve(line)
      })
    child.on('exit', code => reject(new Error(`the server ended with ${code}`)))
  })
}
