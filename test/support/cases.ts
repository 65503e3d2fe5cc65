// What functions come to: a line a case in `test/fixtures/ROOM/cases.jsonl`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>
type Line = readonly [name: string, given: readonly unknown[], gives: unknown]

/** Tests the functions of a room by its lines: a name, what it is given, and what it gives or says in refusing. */
export function testCases(room: string, functions: Functions): void {
  const file = join(import.meta.dirname, '../fixtures', room, 'cases.jsonl')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  test.each(lines.map(line => JSON.parse(line) as Line))('%s of %j', (name, given, gives) => {
    expect(outcome(functions, name, given)).toEqual(gives)
  })
}

/** As JSON has it: nothing is `null`, also of what is given; fields without a value are left out. */
function outcome(functions: Functions, name: string, given: readonly unknown[]): unknown {
  try {
    const passed = given.map(each => each ?? undefined) as never[]
    return JSON.parse(JSON.stringify(functions[name]!(...passed) ?? null))
  } catch (error) {
    return { refused: (error as Error).message }
  }
}
