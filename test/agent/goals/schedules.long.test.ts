import { it } from 'vitest'
import { nothingIsLost } from './schedules.ts'

it(
  'a thousand schedules lose no goal, repeat no effect and let nobody be overtaken',
  () => nothingIsLost(1_000),
  600_000,
)
