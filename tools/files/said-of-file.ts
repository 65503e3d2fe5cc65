// What code says of a file before any model reasons. Apart, so that who imports the type gets nothing else with it.

/** What is said of a file. */
export interface SaidOfFile {
  /** Type, size, and for a table its columns; in words. */
  readonly description: string
  /** The length of its text, of a document that is known not to be long. */
  readonly characters?: number
  /** The rows behind those of the description, of a table that is short; a value is not taken for given because it stands there. */
  readonly otherRows?: string
  /** What is in it, where that cannot be read. */
  readonly looksLike?: string
}
