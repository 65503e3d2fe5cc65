// `intend plans`: what is done with plan libraries. Each action says what it found; here it is printed.
import { refuseAddress } from '../../../../plans/library/library.ts'
import { printFound } from '../../../terminal/plain-text.ts'
import { actionOf, type Command, exit } from '../../command.ts'
import { modelOptions } from '../../options/spelled.ts'
import type { Action } from './action.ts'
import { diff, merge } from './join.ts'
import { lint, list, search, show, stats } from './look.ts'
import { quarantine } from './quarantine.ts'
import { test } from './test.ts'
import { exportPlans, importPlans } from './trade.ts'

export const plans: Command = {
  name: 'plans',
  about:
    'work with plan libraries: list, show ID, search WORDS, stats [ID], lint [ID], test [ID], quarantine [release ID], merge FILE... -o OUT, diff FILE FILE, import FILE, export -o OUT',
  arguments: {
    what: 'list, show, search, stats, lint, test, quarantine, merge, diff, import or export',
    'names...':
      'libraries (.json), and plans: an id, the beginning of it or of its last part; the library is --plans unless one is named',
  },
  options: {
    '--plans <file>': 'the plan library (default: .intend/plans.json)',
    '-o, --out <file>': 'merge, export: the file to write (default: stdout)',
    '--trust': 'import: use the plans without testing them first',
    '--only <type>': 'export: only plans for this type of intention',
    '--examples': 'export: also the questions that plans can be tested on',
    '--set <file>': 'test: a question set instead of the plans’ own examples',
    '--corpus <dir>':
      'test: a folder of documents that web_search searches (default: corpus beside the set)',
    '--allow <dir...>': 'test: a folder that tools may read as well',
    ...modelOptions,
    '--json': 'as one line of JSON',
    '--quiet': 'nothing on stderr but errors',
  },
  async run([what = '', ...names], options, around) {
    const action = actionOf(actions, what, { name: 'plans', thing: 'library' })
    for (const name of [options.plans ?? '', options.out ?? '', ...names])
      refuseAddress(String(name))
    const { text, wrong, error, ...found } = await action(names, { options, around })
    if (text === undefined) printFound(around.stdout, options.json, found)
    else {
      around.stdout.write(text)
      if (options.quiet !== true) printFound(around.stderr, false, found)
    }
    if (error) throw error
    return wrong === true ? exit.notSatisfied : exit.satisfied
  },
}

// --- internal ---

const actions: Readonly<Record<string, Action>> = {
  list,
  show,
  search,
  stats,
  lint,
  test,
  quarantine,
  merge,
  diff,
  import: importPlans,
  export: exportPlans,
}
