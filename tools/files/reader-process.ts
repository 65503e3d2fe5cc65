// The process in which files are parsed and tables asked. A parser is loaded when it is needed.
import { serve } from '../isolated.ts'

const parsers = {
  workbook: async () => (await import('../workbooks/workbook.ts')).parseWorkbook,
  pdf: async () => (await import('../documents/pdf.ts')).parsePdf,
  slides: async () => (await import('../documents/office/slides.ts')).parseSlides,
  word: async () => (await import('../documents/office/word.ts')).parseWord,
  page: async () => (await import('../documents/html/html.ts')).parsePage,
  email: async () => (await import('../documents/email.ts')).parseEmail,
  json: async () => (await import('../documents/json/json.ts')).parseJson,
  records: async () => (await import('../documents/json/records.ts')).parseRecords,
  archive: async () => (await import('../documents/office/archive.ts')).parseArchive,
  typed: async () => (await import('../tables/sql/typed.ts')).profileTyped,
  large: async () => (await import('../tables/sql/large.ts')).profileLarge,
  database: async () => {
    await import('../tables/sql/large.ts')
    return () => Promise.resolve()
  },
  query: async () => (await import('../tables/sql/engine.ts')).runTable,
}

/** What the process can be asked for: the functions by which it answers. */
export type Parsers = {
  readonly [Kind in keyof typeof parsers]: Awaited<ReturnType<(typeof parsers)[Kind]>>
}

serve(async ({ kind, ...request }: { readonly kind: keyof Parsers }, loaded) => {
  const parse = await parsers[kind]()
  return parse(request as never, loaded)
})
