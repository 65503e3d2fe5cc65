// A page shown to the person, in whatever the system opens pages with.
import { spawn } from 'node:child_process'

/** Opens the file in the browser; where there is none, nothing happens, since the path has been said. */
export function openInBrowser(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const [program, ...words] = opener(env, process.platform)
  const child = spawn(program, [...words, file], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

// --- internal ---

function opener(
  { BROWSER }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] {
  if (BROWSER) return [BROWSER]
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
}
