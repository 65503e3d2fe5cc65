// The commands there are, in the order of the help.
import type { Command } from '../command.ts'
import { ablate } from './ablate.ts'
import { ask } from './ask.ts'
import { bench } from './bench.ts'
import { compare } from './compare.ts'
import { doctor } from './doctor.ts'
import { memory } from './memory.ts'
import { plans } from './plans/plans.ts'
import { report } from './report.ts'
import { rescore } from './rescore.ts'
import { resume } from './resume.ts'
import { simulate } from './simulate.ts'
import { solve } from './solve.ts'
import { talk } from './talk.ts'
import { validate } from './validate.ts'
import { world } from './world.ts'

export const commands: readonly Command[] = [
  ask,
  bench,
  simulate,
  ablate,
  compare,
  report,
  rescore,
  plans,
  memory,
  doctor,
  resume,
  validate,
  solve,
  world,
  talk,
]
