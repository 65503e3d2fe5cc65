// The process in which a query runs apart from the agent: it can be ended at any moment, which no
// thread inside SQLite can.
import { serve } from './apart.ts'
import { runTable, type TableRequest } from './table-engine.ts'
import { parseWorkbook } from './workbook.ts'

serve((request: TableRequest, loaded) => runTable(request, loaded, undefined, parseWorkbook))
