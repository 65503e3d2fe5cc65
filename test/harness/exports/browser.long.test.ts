// `intend/pddl` in a page: bundled for browsers, then run in a real one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { samples } from '../../plans/pddl/domains.ts'
import { findChromium, launching, sayNoChromium } from '../report/chromium.ts'

const browserPath = findChromium()
if (browserPath === undefined) sayNoChromium()

/** What a page could check with it; its text is the page's script. */
const script = `
import { PddlError, readTask, renderVerdict, repairPlan, solve, printPlan, validatePlan } from 'intend/pddl'

const { domain, problem } = JSON.parse(document.querySelector('#task').textContent)
const task = readTask(domain, problem)
const result = solve(task, { mode: 'optimal' })
const plan = printPlan(result.plan)
const place = () => { try { readTask('(define', problem) } catch (error) { return error instanceof PddlError && error.line } }
document.querySelector('#out').textContent = JSON.stringify({
  cost: result.cost,
  valid: validatePlan(task, plan).valid,
  broken: renderVerdict(validatePlan(task, '(take saw)')),
  repaired: repairPlan(task, '(take saw)').status,
  line: place(),
})
`

test.skipIf(browserPath === undefined)(
  'a page reads, solves, judges and repairs with a bundle that asks Node for nothing',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'intend-browser-'))
    const browser = await chromium.launch(launching(browserPath ?? ''))
    try {
      writeFileSync(join(folder, 'page.js'), script)
      const own = fileURLToPath(new URL('../../../harness/exports/pddl.ts', import.meta.url))
      const bundle = await rolldown({
        input: join(folder, 'page.js'),
        platform: 'browser',
        resolve: { alias: { 'intend/pddl': own } },
        // the worker thread, which is asked for only by solveInWorker
        external: [/^node:/],
      })
      const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
      expect(output).toHaveLength(1)
      expect(output[0].imports).toEqual([])
      const task = JSON.stringify(samples.rooms).replaceAll('<', '\\u003c')
      writeFileSync(
        join(folder, 'page.html'),
        `<script type="application/json" id="task">${task}</script><pre id="out"></pre><script type="module">${output[0].code}</script>`,
      )
      const page = await browser.newPage()
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      await page.goto(pathToFileURL(join(folder, 'page.html')).href)
      const said = await page.locator('#out').textContent()
      expect(errors).toEqual([])
      expect(JSON.parse(said ?? '')).toEqual({
        cost: samples.rooms?.cost,
        valid: true,
        broken: expect.stringContaining('(at-hand saw): does not follow'),
        repaired: 'repaired',
        line: 1,
      })
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  },
)
