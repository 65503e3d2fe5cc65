// The process in which workbooks and PDF files are parsed.
import { serve } from './apart.ts'
import { parsePdf } from './pdf.ts'
import type { ReaderRequest } from './reader.ts'
import { parseWorkbook } from './workbook.ts'

serve((request: ReaderRequest) => {
  switch (request.kind) {
    case 'workbook':
      return parseWorkbook(request)
    case 'pdf':
      return parsePdf(request)
  }
})
