// Where a browser is, for tests that open pages as a person does.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, LaunchOptions, Page } from 'playwright-core'

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

/** A page on which any request, any complaint of the browser and any error is a fault. */
export async function openPage(
  browser: Browser,
  file: string,
  width = 1200,
): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  page.setDefaultTimeout(10_000)
  const faults: string[] = []
  await page.route(/^(?!file:)/, route => {
    faults.push(`asked for ${route.request().url()}`)
    return route.abort()
  })
  page.on('console', message => faults.push(`console: ${message.text()}`))
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  await page.goto(pathToFileURL(file).href)
  if (faults.length > 0) throw new Error(faults.join('; '))
  return { page, faults }
}

/** Says why tests are skipped, since a skipped test is easily overlooked. */
export function sayNoChromium(): void {
  process.stderr.write(
    '\nSKIPPED: no Chromium; set CHROMIUM_PATH or install chromium to test the page of a report\n',
  )
}
