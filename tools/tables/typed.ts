// Files whose records have names and types of their own: JSON, JSON lines, Parquet.
import type { Column } from './columns.ts'

/** A file of such a kind. */
export interface TypedRequest {
  readonly path: string
  readonly name: string
  readonly format: TypedSource['format']
}

/** Records that the database reads itself. */
export interface TypedSource {
  readonly kind: 'typed'
  readonly path: string
  readonly format: 'json' | 'lines' | 'parquet'
  /** The SELECT that gives the columns. */
  readonly sql: string
  /** Lines that are not JSON. */
  readonly broken: number
  /** The first rows as text. */
  readonly shown: readonly (readonly string[])[]
  /** There is nothing above the first record, and names are not a row. */
  readonly above: 0
  readonly header: true
}

/** What such a file holds. */
export interface ProfiledTyped {
  readonly source: TypedSource
  readonly columns: readonly Column[]
  readonly rows: number
}

/** Finds what a file holds; throws one sentence when there is no table in it. */
export type ProfileTyped = (request: TypedRequest, signal?: AbortSignal) => Promise<ProfiledTyped>

/** The format that the ending of a name promises. */
export function typedFormat(name: string): TypedSource['format'] | undefined {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return 'lines'
  if (/\.json$/i.test(name)) return 'json'
  return /\.(?:parquet|pq)$/i.test(name) ? 'parquet' : undefined
}
