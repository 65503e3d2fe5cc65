// The commands there are, in the order of the help.
import type { Command } from '../command.ts'
import { ask } from './ask.ts'
import { bench } from './bench.ts'
import { resume } from './resume.ts'

export const commands: readonly Command[] = [ask, bench, resume]
