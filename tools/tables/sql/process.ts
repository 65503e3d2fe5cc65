// The process in which the database reads strangers' files and runs queries: it can be ended at any moment,
// which no thread inside a database can.
import { serve } from '../../isolated.ts'
import type { Readers } from '../tables.ts'
import type { TypedRequest } from '../typed.ts'
import { runTable, type TableRequest, Unforeseen } from './engine.ts'
import { guessLarge, type LargeRequest, profileLarge } from './large.ts'
import { profileTyped } from './typed.ts'

type Work =
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
      return runTable(work, loaded, undefined, { ...readers, large: guessLarge }).catch(error => {
        if (!(error instanceof Unforeseen)) throw error
        return runTable(work, undefined, undefined, { ...readers, large: profileLarge })
      })
  }
})

// --- internal ---

const readers: Omit<Readers, 'large'> = {
  // its parser is loaded where there is a workbook
  workbook: async request => (await import('../../workbooks/workbook.ts')).parseWorkbook(request),
  typed: profileTyped,
}
