// Where a browser is, for tests that open pages as a person does.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { LaunchOptions } from 'playwright-core'

/** The first Chromium there is: CHROMIUM_PATH, then the usual names; undefined without one. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter)]
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const usual = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [env.CHROMIUM_PATH ?? '', ...usual].find(file => file !== '' && existsSync(file))
}

/** How that browser is started; as root it has no sandbox of its own. */
export function launching(executablePath: string): LaunchOptions {
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

/** Says why tests are skipped, since a skipped test is easily overlooked. */
export function sayNoChromium(): void {
  process.stderr.write(
    '\nSKIPPED: no Chromium; set CHROMIUM_PATH or install chromium to test the page of a report\n',
  )
}
