import { it } from 'vitest'
import { nothingIsLost } from './schedules.ts'

it('loses no goal, repeats no effect and lets nobody be overtaken, whatever happens when', () =>
  nothingIsLost(40))
