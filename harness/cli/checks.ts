// What was looked at, a mark and a sentence each: `doctor` and the trial of `init` show it alike.
import type { Check } from '../configuration/doctor-model.ts'
import { columnsIn, harmless, wrapped } from '../terminal/plain-text.ts'
import { paintFor } from '../terminal/screen.ts'
import type { Surroundings } from './command.ts'

/** Prints the checks: ✓ is good, ! is usable and lacks something, ✗ is not usable. */
export function printChecks(
  checks: readonly Check[],
  { color }: { readonly color: boolean },
  { to, env }: Pick<Surroundings, 'env'> & { readonly to: Surroundings['stderr'] },
): void {
  const paint = paintFor(color && to.isTTY === true && env.TERM !== 'dumb', env)
  for (const { name, ok, says, lacks } of checks) {
    const mark = lacks ? paint.faint('!') : ok ? paint.good('✓') : paint.bad('✗')
    const room = Math.max(20, columnsIn(to) - indent)
    const [first = '', ...more] = wrapped(harmless(says), room)
    to.write(`${mark} ${paint.phase(name.padEnd(indent - 3))} ${first}\n`)
    for (const line of more) to.write(`${' '.repeat(indent)}${line.trimStart()}\n`)
  }
}

// --- internal ---

/** Columns before what a check says. */
const indent = 11
