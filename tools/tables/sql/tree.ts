// DuckDB's own tree of a statement, as its `json_serialize_sql` writes it: only what is read or made here.

/** A node: which fields it has follows from its class and type. */
export interface Tree {
  readonly class?: string
  readonly type?: string
  readonly alias?: string
  readonly function_name?: string
  readonly function?: Tree
  readonly children?: readonly Tree[]
  readonly child?: Tree
  readonly cast_type?: Type
  readonly try_cast?: boolean
  readonly column_names?: readonly string[]
  readonly value?: { readonly type: Type; readonly value?: unknown }
  readonly left?: Tree
  readonly right?: Tree
  readonly input?: Tree
  readonly lower?: Tree
  readonly upper?: Tree
  readonly table_name?: string
  readonly schema_name?: string
  readonly catalog_name?: string
  readonly sample?: object | null
  readonly cte_map?: { readonly map: readonly { readonly key: string }[] }
  readonly modifiers?: readonly Tree[]
  readonly order_bys?: Tree
  readonly arg_orders?: readonly Tree[]
  readonly select_list?: readonly Tree[]
  readonly group_expressions?: readonly Tree[]
  readonly group_sets?: readonly (readonly number[])[]
  readonly from_table?: Tree
  readonly ref_type?: string
  readonly join_type?: string
  readonly using_columns?: readonly string[]
  readonly condition?: Tree | null
  readonly where_clause?: Tree | null
  readonly having?: Tree | null
  readonly qualify?: Tree | null
  readonly filter?: Tree | null
  readonly distinct?: boolean
  readonly aggregate_handling?: string
}

/** A type; `type_info` holds the digits of a decimal. */
interface Type {
  readonly id: string
  readonly type_info: { readonly width: number; readonly scale: number } | null
}

/** The text of a constant. */
export function constant({ class: kind, value }: Tree): string | undefined {
  return kind === 'CONSTANT' && typeof value?.value === 'string' ? value.value : undefined
}

/** The SELECTs that stand by themselves; one within an expression may hang on the row around it. */
export function* selectsIn(value: unknown): Generator<Tree> {
  if (typeof value !== 'object' || value === null) return
  const tree: Tree = value
  if (tree.class === 'SUBQUERY') return
  if (tree.type === 'SELECT_NODE') yield tree
  for (const each of Object.values(value)) yield* selectsIn(each)
}

/** A type of no given size. */
export const simple = (id: string): Type => ({ id, type_info: null })

/** A whole number as it stands in a statement. */
export function integer(value: number): Tree {
  const held = { type: simple('INTEGER'), is_null: false, value }
  return { class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', value: held }
}

/** `CAST(child AS id)`. */
export function cast(child: Tree, id: string): Tree {
  const tree = { class: 'CAST', type: 'OPERATOR_CAST', alias: '', try_cast: false }
  return { ...tree, child: { ...child, alias: '' }, cast_type: simple(id) }
}

/** `name(children)`. */
export function call(name: string, children: readonly Tree[]): Tree {
  const about = { class: 'FUNCTION', type: 'FUNCTION', alias: '', schema: '', catalog: '' }
  const usual = { filter: null, distinct: false, is_operator: false, export_state: false }
  return { ...about, ...usual, function_name: name, children, order_bys: orderBy([]) }
}

/** `ORDER BY keys`. */
export function orderBy(keys: readonly Tree[]): Tree {
  const made = { type: 'ORDER_MODIFIER', orders: keys.map(ascending) }
  return made
}

/** One key of an order. */
export function ascending(expression: Tree): Tree {
  const made = { type: 'ORDER_DEFAULT', null_order: 'ORDER_DEFAULT', expression }
  return made
}
