// The commands there are, by name, in the order of the help. Each is loaded when it is named.
import { meantBy } from '../../../plans/text/nearest.ts'
import { type Command, usage } from '../command.ts'

/** By what they are for, how each command is loaded: its file is named like it. */
const groups: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  'Questions:': {
    ask: async () => (await import('./ask.ts')).ask,
    talk: async () => (await import('./talk.ts')).talk,
    resume: async () => (await import('./resume.ts')).resume,
    trace: async () => (await import('./trace.ts')).trace,
    report: async () => (await import('./report.ts')).report,
  },
  'Many questions, measured:': {
    bench: async () => (await import('./experiments/bench.ts')).bench,
    compare: async () => (await import('./experiments/compare.ts')).compare,
    rescore: async () => (await import('./experiments/rescore.ts')).rescore,
    simulate: async () => (await import('./experiments/simulate.ts')).simulate,
    ablate: async () => (await import('./experiments/ablate.ts')).ablate,
    worker: async () => (await import('./experiments/worker.ts')).worker,
  },
  'What is kept:': {
    plans: async () => (await import('./plans/plans.ts')).plans,
    memory: async () => (await import('./memory.ts')).memory,
  },
  'Setting up:': {
    init: async () => (await import('./init.ts')).init,
    config: async () => (await import('./config.ts')).config,
    doctor: async () => (await import('./doctor.ts')).doctor,
    policy: async () => (await import('./permission/policy.ts')).policy,
    trust: async () => (await import('./permission/trust.ts')).trust,
  },
  'Planning, worlds and other programs:': {
    validate: async () => (await import('./planning/validate.ts')).validate,
    solve: async () => (await import('./planning/solve.ts')).solve,
    world: async () => (await import('./planning/world.ts')).world,
    mcp: async () => (await import('./mcp.ts')).mcp,
  },
}

const commands = Object.entries(groups).flatMap(([group, of]) =>
  Object.entries(of).map(([name, load]) => ({ name, load, group })),
)

/** A command, and what the help lists it under. */
export type Listed = Command & { readonly group: string }

/**
 * What the words call for: one command, the default one where none is named; all of them for help. Throws a
 * CommandError of one sentence for a name that no command has.
 */
export async function commandsFor(words: readonly string[]): Promise<readonly Listed[]> {
  const [first, second] = words
  const name = first === 'help' ? second : first
  if (commands.some(each => each.name === name)) return listed(each => each === name)
  if (name !== undefined && name !== 'help' && !name.startsWith('-')) throw unknown(name)
  const asksForAll = first === 'help' || first === '-h' || first === '--help'
  return listed(each => asksForAll || each === 'talk')
}

// --- internal ---

/** Those of the names that are wanted, in the order of the help. */
function listed(isWanted: (name: string) => boolean): Promise<Listed[]> {
  const wanted = commands.filter(({ name }) => isWanted(name))
  return Promise.all(wanted.map(async ({ load, group }) => ({ ...(await load()), group })))
}

function unknown(name: string) {
  if (/\s/.test(name)) return usage(`a question is asked with: intend ask "QUESTION"`)
  const names = commands.map(({ name }) => name)
  const way = meantBy(name, [...names, 'help'], `known are ${names.join(', ')}`)
  return usage(`there is no command "${name}"; ${way}`)
}
