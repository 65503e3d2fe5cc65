// Whole programs with their own facts, as models write them, run by the engine alone.
import { afterAll, expect, test } from 'vitest'
import { createProlog } from '../../../phases/symbolic/engine.ts'
import type { LogicProgram } from './programs.ts'
import * as language from './programs-language.ts'
import * as puzzles from './programs-puzzles.ts'
import * as reasoning from './programs-reasoning.ts'

const logicPrograms: readonly LogicProgram[] = [language, puzzles, reasoning].flatMap(groups =>
  Object.values(groups).flat(),
)

// how long each takes is no matter here: the machine may be busy
const prolog = createProlog({ milliseconds: 60_000 })
afterAll(() => prolog.close())

test('there are at least sixty, none twice', () => {
  expect(new Set(logicPrograms.map(each => each.about)).size).toBe(logicPrograms.length)
  expect(logicPrograms.length).toBeGreaterThanOrEqual(60)
})

test.each(logicPrograms)('$about', async ({ rules, goal, holds, bindings, output }) => {
  const evaluation = await prolog.evaluate({ facts: '', rules, goal })
  expect(evaluation).toMatchObject({ holds, bindings, ...(output !== undefined && { output }) })
})
