// `intend plans`: what is done with plan libraries. Each action is a value in a file of its own kind;
// here is how its words are read.
import { nearest } from '../../../../plans/text/nearest.ts'
import { type Command, type CommandError, usage } from '../../command.ts'
import { modelOptions } from '../../options/model-options.ts'
import type { Action } from './action.ts'
import { diff, merge } from './join.ts'
import { lint, list, show, stats } from './look.ts'
import { quarantine } from './quarantine.ts'
import { exportPlans, importPlans } from './trade.ts'

export const plans: Command = {
  name: 'plans',
  about:
    'work with plan libraries: list, show ID, stats [ID], lint [ID], test [ID], quarantine [release ID], merge FILE... -o OUT, diff FILE FILE, import FILE, export -o OUT',
  arguments: [
    {
      name: 'what',
      about: 'list, show, stats, lint, test, quarantine, merge, diff, import or export',
    },
    {
      name: 'names...',
      about:
        'libraries (.json), and plans: an id, the beginning of it or of its last part; the library is --plans unless one is named',
    },
  ],
  options: [
    { flags: '--plans <file>', about: 'the plan library (default: .intend/plans.json)' },
    { flags: '-o, --out <file>', about: 'merge, export: the file to write (default: stdout)' },
    { flags: '--trust', about: 'import: carry the plans out without testing them first' },
    { flags: '--only <type>', about: 'export: plans for this type of intention alone' },
    { flags: '--examples', about: 'export: with the questions that plans can be tested on' },
    { flags: '--set <file>', about: 'test: a question set in place of the plans’ own examples' },
    {
      flags: '--corpus <dir>',
      about:
        'test: a folder of documents that web_search searches (default: corpus beside the set)',
    },
    { flags: '--allow <dir>', about: 'test: a folder that tools may read as well', repeated: true },
    ...modelOptions,
    { flags: '--json', about: 'as one line of JSON' },
    { flags: '--quiet', about: 'nothing on stderr but errors' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run([what = '', ...names], options, around) {
    const action = Object.hasOwn(actions, what) ? actions[what] : undefined
    if (!action) throw unknownAction(what)
    return action(names, { options, around })
  },
}

// --- internal ---

const actions: Readonly<Record<string, Action>> = {
  list,
  show,
  stats,
  lint,
  // an agent is loaded only where one is needed
  test: async (names, asked) => (await import('./test.ts')).test(names, asked),
  quarantine,
  merge,
  diff,
  import: importPlans,
  export: exportPlans,
}

function unknownAction(what: string): CommandError {
  const known = Object.keys(actions)
  if (what === '') return usage(`say what to do with the library: intend plans ${known.join('|')}`)
  const meant = nearest(what, known)
  return usage(
    `plans cannot "${what}"; ${meant ? `did you mean ${meant}?` : `it can ${known.join(', ')}`}`,
  )
}
