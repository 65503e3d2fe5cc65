// The process in which queries run: it can be ended at any moment, which no
// thread inside SQLite can.
import { serve } from '../../isolated.ts'
import { parseWorkbook } from '../../workbooks/workbook.ts'
import { runTable, type TableRequest } from './engine.ts'

serve((request: TableRequest, loaded) => runTable(request, loaded, undefined, parseWorkbook))
