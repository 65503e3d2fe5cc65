// The process in which files are parsed. A parser is loaded when it is needed.
import { serve } from './apart.ts'
import type { ReaderRequest } from './reader.ts'

serve(async (request: ReaderRequest): Promise<unknown> => {
  switch (request.kind) {
    case 'workbook':
      return (await import('./workbook.ts')).parseWorkbook(request)
    case 'pdf':
      return (await import('./pdf.ts')).parsePdf(request)
    case 'slides':
      return (await import('./slides.ts')).parseSlides(request)
    case 'word':
      return (await import('./word.ts')).parseWord(request)
    case 'page':
      return (await import('./html-document.ts')).parsePage(request)
    case 'json':
      return (await import('./json-document.ts')).parseJson(request)
    case 'archive':
      return (await import('./archive.ts')).parseArchive(request)
  }
})
