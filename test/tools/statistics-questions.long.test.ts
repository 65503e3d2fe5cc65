// Sixty questions of statistics over ten messy files. Files and answers were made by NumPy and SciPy from
// the values before they were spelled (`test/fixtures/statistics/make.py`).
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { calculate } from '../../tools/calculate.ts'
import { table } from '../../tools/table.ts'

interface Question {
  readonly file: string
  readonly sql: readonly string[]
  /** Over the results of the statements, A, B and so on; empty when there is one and it is the answer. */
  readonly expression: string
  readonly answer: number | string
}

const source = fileURLToPath(new URL('../fixtures/statistics/questions.json', import.meta.url))
const folder = dirname(source)
const questions = JSON.parse(readFileSync(source, 'utf8')) as readonly Question[]
const ctx = { roots: [folder], signal: new AbortController().signal }

test.each(questions)('$file: $expression $sql', async ({ file, sql, expression, answer }) => {
  const values: unknown[] = []
  for (const each of sql) {
    const { value, details } = await table.execute({ file, sql: each }, ctx)
    expect((details as { more: boolean }).more).toBe(false)
    values.push(value)
  }
  const filled = expression.replace(/\b[A-D]\b/g, name =>
    JSON.stringify(values[name.charCodeAt(0) - 65]),
  )
  const found =
    expression === '' ? values[0] : (await calculate.execute({ expression: filled }, ctx)).value
  if (typeof answer === 'string') expect(found).toBe(answer)
  else expect(Math.abs(Number(found) - answer)).toBeLessThanOrEqual(1e-7 * Math.abs(answer) + 1e-15)
})
