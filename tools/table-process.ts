// The process in which a query runs apart from the agent: it can be ended at any moment, which no
// thread inside SQLite can.
import { runTable, type TableAnswer, type TableRequest } from './table-engine.ts'

/** What this process tells its parent: the tables are loaded, then an answer or an error. */
export type TableReply =
  | { readonly type: 'loaded' }
  | { readonly type: 'answer'; readonly answer: TableAnswer }
  | { readonly type: 'error'; readonly message: string }

function reply(message: TableReply): void {
  process.send?.(message)
}

process.once('message', (request: TableRequest) => {
  runTable(request, () => reply({ type: 'loaded' }))
    .then(
      answer => reply({ type: 'answer', answer }),
      (error: Error) => reply({ type: 'error', message: error.message }),
    )
    .finally(() => process.disconnect())
})
