// The process in which the database reads strangers' files and runs queries: it can be ended at any moment,
// which no thread inside a database can.
import { serve } from '../../isolated.ts'
import type { TypedRequest } from '../typed.ts'
import { runTable, type TableRequest } from './engine.ts'
import { type LargeRequest, profileLarge } from './large.ts'
import { profileTyped } from './typed.ts'

/** What it can be asked for. */
export type Work =
  | (TableRequest & { readonly kind: 'query' })
  | (LargeRequest & { readonly kind: 'large' })
  | (TypedRequest & { readonly kind: 'typed' })

serve(async (work: Work, loaded) => {
  switch (work.kind) {
    case 'large':
      return profileLarge(work)
    case 'typed':
      return profileTyped(work)
    case 'query':
      return runTable(work, loaded)
  }
})
