// A second process that knows a run only by its journal file: prints, for every prefix of it, the
// fingerprint of the state it folds to. Argument: the journal.
import { apply, emptyState } from '../../../agent/apply.ts'
import { readJournal } from '../../../agent/runs/journal.ts'
import { fingerprint } from '../../../plans/canonical.ts'

let state = emptyState()
for (const event of readJournal(process.argv[2]!)) {
  state = apply(state, event)
  console.log(fingerprint(state))
}
