// The commands there are, by name, in the order of the help. Each is loaded when it is named.
import { meantBy } from '../../../plans/text/nearest.ts'
import { type Command, usage } from '../command.ts'

/** How each command is loaded: its file is named like it. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  ask: async () => (await import('./ask.ts')).ask,
  bench: async () => (await import('./experiments/bench.ts')).bench,
  simulate: async () => (await import('./experiments/simulate.ts')).simulate,
  ablate: async () => (await import('./experiments/ablate.ts')).ablate,
  worker: async () => (await import('./experiments/worker.ts')).worker,
  compare: async () => (await import('./experiments/compare.ts')).compare,
  report: async () => (await import('./report.ts')).report,
  trace: async () => (await import('./trace.ts')).trace,
  rescore: async () => (await import('./experiments/rescore.ts')).rescore,
  plans: async () => (await import('./plans/plans.ts')).plans,
  memory: async () => (await import('./memory.ts')).memory,
  policy: async () => (await import('./permission/policy.ts')).policy,
  trust: async () => (await import('./permission/trust.ts')).trust,
  init: async () => (await import('./init.ts')).init,
  config: async () => (await import('./config.ts')).config,
  doctor: async () => (await import('./doctor.ts')).doctor,
  resume: async () => (await import('./resume.ts')).resume,
  validate: async () => (await import('./planning/validate.ts')).validate,
  solve: async () => (await import('./planning/solve.ts')).solve,
  world: async () => (await import('./planning/world.ts')).world,
  mcp: async () => (await import('./mcp.ts')).mcp,
  talk: async () => (await import('./talk.ts')).talk,
}

/**
 * What the words call for: one command, the default one where none is named; all of them for help. Throws a
 * CommandError of one sentence for a name that no command has.
 */
export async function commandsFor(words: readonly string[]): Promise<readonly Command[]> {
  const [first, second] = words
  const name = first === 'help' ? second : first
  if (name !== undefined && Object.hasOwn(commands, name)) return [await commands[name]!()]
  if (name !== undefined && name !== 'help' && !name.startsWith('-')) throw unknown(name)
  const asksForAll = first === 'help' || first === '-h' || first === '--help'
  const wanted = asksForAll ? Object.values(commands) : [commands.talk!]
  return Promise.all(wanted.map(load => load()))
}

// --- internal ---

function unknown(name: string) {
  if (/\s/.test(name)) return usage(`a question is asked with: intend ask "QUESTION"`)
  const names = Object.keys(commands)
  const way = meantBy(name, [...names, 'help'], `known are ${names.join(', ')}`)
  return usage(`there is no command "${name}"; ${way}`)
}
