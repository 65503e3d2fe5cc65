// The closed union of conditions, as plain data.
import type { Literal } from './literal.ts'

export type Kind = 'number' | 'integer' | 'text' | 'date' | 'boolean' | 'list'
export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** What can be asked of one belief. */
export type BeliefCondition = { readonly belief: string } & (
  | { readonly type: 'known' }
  | { readonly type: 'kind'; readonly kind: Kind }
  | { readonly type: 'unit'; readonly unit: string }
  | { readonly type: 'between'; readonly low: Literal; readonly high: Literal }
  | { readonly type: 'compare'; readonly operator: Operator; readonly to: Literal }
  | { readonly type: 'one-of'; readonly options: readonly Literal[] }
  | { readonly type: 'matches'; readonly pattern: string; readonly flags: string }
  | {
      readonly type: 'length'
      readonly bound: 'exactly' | 'at least' | 'at most'
      readonly length: number
    }
  | { readonly type: 'list-of'; readonly kind: 'number' | 'integer' | 'text' | 'date' }
  | { readonly type: 'sorted'; readonly direction: 'ascending' | 'descending' }
  | { readonly type: 'contains'; readonly item: Literal }
)

/**
 * A condition: about a belief, about sentences (`believed`), about atoms (`holds`, spelled as in
 * `on(a, ?x)`), the negation of one, or several at once.
 */
export type Condition =
  | BeliefCondition
  | { readonly type: 'believed'; readonly sentence: string }
  | { readonly type: 'holds'; readonly atom: string }
  | { readonly type: 'not'; readonly of: Condition }
  | { readonly type: 'and'; readonly all: readonly Condition[] }
