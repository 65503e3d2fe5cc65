// Opens a page in the browser.
import { spawn } from 'node:child_process'
import type { Environment } from '../cli/command.ts'

/** Opens the file in the browser; without one nothing happens, since the path has been printed. */
export function openInBrowser(file: string, env: Environment): void {
  const [program, ...words] = opener(env)
  const child = spawn(program, [...words, file], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

// --- internal ---

function opener({ BROWSER }: Environment): readonly [string, ...string[]] {
  if (BROWSER) return [BROWSER]
  if (process.platform === 'darwin') return ['open']
  return process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
}
