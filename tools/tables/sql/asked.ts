// The structured question to a table.
import { z } from 'zod'

const comparisons = ['=', '!=', '<', '<=', '>', '>=', 'contains'] as const
const aggregates = ['count', 'sum', 'mean', 'median', 'min', 'max', 'count_distinct'] as const

/** One condition on the rows; several must all hold. */
export const Where = z.object({
  column: z.string(),
  is: z.enum(comparisons),
  value: z
    .union([z.number(), z.string(), z.boolean(), z.null()])
    .describe('text is compared without regard to case; "" or null stands for an empty cell'),
})
export type Where = z.infer<typeof Where>

/** A model writes SQL; the fields are for programs, and for models that know them. */
const instead = { unadvertised: true }

/** Filter, group, aggregate, select, order: what most questions to one table need. */
export const TableQuery = z.object({
  where: z.array(Where).optional().meta(instead),
  groupBy: z.string().optional().meta(instead),
  aggregate: z
    .object({ of: z.enum(aggregates), column: z.string().optional() })
    .optional()
    .meta(instead),
  select: z.array(z.string()).optional().meta(instead),
  orderBy: z.string().optional().meta(instead),
  descending: z.boolean().optional().meta(instead),
  limit: z.number().int().positive().max(10_000).optional().meta(instead),
})
export type TableQuery = z.infer<typeof TableQuery>
