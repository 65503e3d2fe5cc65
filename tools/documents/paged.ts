// What any document becomes that is read by the page: PDF files and presentations.

/** Which pages of which document. `path` is absolute, `name` is for messages. */
export interface PagedRequest {
  readonly path: string
  readonly name: string
  /** The path by which it was asked for, to name what lies in it; the name when left out. */
  readonly asked?: string
  /** Page or slide numbers from 1; none means all. Numbers behind the end are left out. */
  readonly pages?: readonly number[]
  /** Only pages that contain these words. */
  readonly find?: string
  /** Reading ends with the page on which this many characters are reached. */
  readonly characters: number
  /** Whether the ruled tables of a PDF are looked for. */
  readonly tables?: boolean
}

/** A page as text, lines separated by `\n`, and tables that are not in the text, as rows of cells. */
export interface Page {
  readonly number: number
  readonly text: string
  readonly tables: readonly (readonly (readonly string[])[])[]
}

/** The pages asked for, and how many there are. */
export interface PagedDocument {
  readonly name: string
  readonly title?: string
  /** The titles of all slides, where there are slides. */
  readonly headings?: readonly string[]
  readonly remarks?: readonly string[]
  /** Pages in the file. */
  readonly total: number
  readonly pages: readonly Page[]
  /** Numbers of the pages that were asked for and not reached. */
  readonly left: readonly number[]
  /** Numbers of the pages that contain the words looked for, of those that were reached. */
  readonly found: readonly number[]
}
