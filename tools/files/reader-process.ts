// The process in which files are parsed and tables asked. A parser is loaded when it is needed.
import { serve } from '../isolated.ts'
import type { ReaderRequest } from './reader.ts'

serve(async (request: ReaderRequest, loaded): Promise<unknown> => {
  switch (request.kind) {
    case 'workbook':
      return (await import('../workbooks/workbook.ts')).parseWorkbook(request)
    case 'pdf':
      return (await import('../documents/pdf.ts')).parsePdf(request)
    case 'slides':
      return (await import('../documents/office/slides.ts')).parseSlides(request)
    case 'word':
      return (await import('../documents/office/word.ts')).parseWord(request)
    case 'page':
      return (await import('../documents/html/html.ts')).parsePage(request)
    case 'json':
      return (await import('../documents/json/json.ts')).parseJson(request)
    case 'archive':
      return (await import('../documents/office/archive.ts')).parseArchive(request)
    case 'typed':
      return (await import('../tables/sql/typed.ts')).profileTyped(request)
    case 'large':
      return (await import('../tables/sql/large.ts')).profileLarge(request)
    case 'query':
      return (await import('../tables/sql/engine.ts')).runTable(request, loaded)
  }
})
