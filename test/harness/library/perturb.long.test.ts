import { afterAll, expect, test } from 'vitest'
import { removeFolders } from '../intend.ts'
import { hunted, planted } from './planted.ts'

afterAll(removeFolders)

test('a plan that harms is found out by other numbers: 25 of 26 planted', async () => {
  expect(await hunted(planted)).toEqual({
    passed: [],
    missed: ['SELECT sum("units") FROM t'],
    caught: 25,
  })
})
