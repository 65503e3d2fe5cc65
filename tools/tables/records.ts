// Delimited text cut into records of cells, piece by piece as it is read: quotes doubled or escaped,
// line breaks inside quotes, records of any width. Nothing is kept but the record that is not ended.

/** How cells are told apart in a text. */
export interface Spelling {
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** False when quotation marks are ordinary characters. */
  readonly quotes: boolean
  /** What stands before a quotation mark that belongs to a quoted cell: another one, or a backslash. */
  readonly escape: '"' | '\\'
}

/** Takes a text in pieces and gives back the records that each piece completes. */
export interface Splitter {
  /** The records that end in `text`. Throws when a cell is too long, `isQuoteError` when it is quoted. */
  readonly push: (text: string) => string[][]
  /** The record that the end of the text completes. Throws `isQuoteError` when a quote was never closed. */
  readonly end: () => string[][]
  /** Cells so far in which a quotation mark stood where none belongs, and marks behind a backslash. */
  readonly misplaced: () => { readonly wrong: number; readonly escaped: number }
}

/** A cell may have this many characters. */
const longestCell = 16_000_000

/** A row may have this many cells. */
const widestRow = 100_000

/** True when reading failed because a quotation mark is never closed, or closed too far away. */
export function isQuoteError(error: unknown): boolean {
  return (error as { code?: string }).code === openQuote
}

/**
 * Cuts text spelled as `spelling` says. Records end with LF or CRLF; with CR when the first one does. Empty
 * lines are left out. A quotation mark opens a cell only as its first character; when the one that
 * should close it is followed by more text, all of them are ordinary characters of that cell.
 */
export function createSplitter(spelling: Spelling): Splitter {
  const reading: Reading = {
    quotes: spelling.quotes,
    backslashes: spelling.escape === '\\',
    mark: spelling.delimiter.charCodeAt(0),
    record: [],
    begun: '',
    place: 'start',
    loneReturn: undefined,
    wrong: 0,
    escaped: 0,
  }
  let held = ''
  return {
    push: text => {
      const whole = held === '' ? text : held + text
      // what these characters mean depends on the next one
      let to = whole.length
      while (to > 0 && isUndecided(whole.charCodeAt(to - 1))) to -= 1
      held = whole.slice(to)
      if (held.length > longestCell) throw tooLong(reading)
      return cut(reading, to === whole.length ? whole : whole.slice(0, to))
    },
    end: () => {
      const done = cut(reading, held)
      held = ''
      if (reading.place === 'quoted') throw tooLong(reading)
      if (reading.record.length > 0 || reading.place !== 'start') finish(reading, done)
      return done
    },
    misplaced: () => ({ wrong: reading.wrong, escaped: reading.escaped }),
  }
}

// --- internal ---

/** What has been read of the record that is not ended yet, and how. */
interface Reading {
  readonly quotes: boolean
  readonly backslashes: boolean
  readonly mark: number
  record: string[]
  /** What has been read of the cell that is not ended yet. */
  begun: string
  /** Before a cell, inside one, inside its quotes, behind the quotation mark that closes it. */
  place: 'start' | 'plain' | 'quoted' | 'closed'
  /** Whether CR alone ends a record; unknown before the first end. */
  loneReturn: boolean | undefined
  wrong: number
  escaped: number
}

const [quote, backslash, feed, carriage] = [34, 92, 10, 13]

/** The records that end in `text`, the rest of which is kept in `reading`. */
function cut(reading: Reading, text: string): string[][] {
  const { mark, quotes } = reading
  const done: string[][] = []
  const size = text.length
  let at = 0
  while (at < size) {
    if (quotes && reading.place === 'start' && text.charCodeAt(at) === quote) {
      reading.place = 'quoted'
      at += 1
    }
    if (reading.place === 'quoted') {
      at = readQuoted(reading, text, at)
      if (isQuoted(reading)) continue
    }
    const to = cellEnd(reading, text, at)
    if (to > at) add(reading, text.slice(at, to))
    if (to === size) {
      if (to > at && reading.place === 'start') reading.place = 'plain'
      break
    }
    at = to + 1
    if (text.charCodeAt(to) === mark) {
      reading.record.push(reading.begun)
      reading.begun = ''
      reading.place = 'start'
      if (reading.record.length > widestRow) throw new Error(tooWide)
    } else {
      if (text.charCodeAt(to) === carriage && text.charCodeAt(at) === feed) at += 1
      reading.loneReturn ??= false
      finish(reading, done)
    }
  }
  if (reading.begun.length > longestCell) throw tooLong(reading)
  return done
}

/** Reads on in a quoted cell; returns where to go on. */
function readQuoted(reading: Reading, text: string, at: number): number {
  const close = text.indexOf('"', at)
  if (reading.backslashes) {
    const back = text.indexOf('\\', at)
    if (back !== -1 && (close === -1 || back < close)) return readEscaped(reading, text, at, back)
  }
  const to = close === -1 ? text.length : close
  if (to > at) add(reading, text.slice(at, to))
  if (close === -1) return to
  const next = text.charCodeAt(close + 1)
  if (next === quote) {
    add(reading, '"')
    return close + 2
  }
  if (text.charCodeAt(close - 1) === backslash) reading.escaped += 1
  const ends = next === reading.mark || next === feed || next === carriage || Number.isNaN(next)
  reading.place = ends ? 'closed' : 'plain'
  if (!ends) {
    reading.wrong += 1
    reading.begun = `"${reading.begun}"`
  }
  return close + 1
}

/** Reads up to a backslash and what it stands before, which is its own when it is a quotation mark. */
function readEscaped(reading: Reading, text: string, at: number, back: number): number {
  const next = text.charCodeAt(back + 1)
  const meant = next === quote || next === backslash
  add(reading, text.slice(at, meant ? back : back + 1) + (meant ? text[back + 1] : ''))
  return back + (meant ? 2 : 1)
}

/** Where the cell that goes on at `at` ends: at a delimiter, a line end, or the end of the piece. */
function cellEnd(reading: Reading, text: string, at: number): number {
  const { mark } = reading
  const size = text.length
  for (let to = at; to < size; to++) {
    const code = text.charCodeAt(to)
    if (code === mark || code === feed) return to
    if (code === carriage) {
      const lone = text.charCodeAt(to + 1) !== feed
      reading.loneReturn ??= lone
      if (reading.loneReturn || !lone) return to
    }
  }
  return size
}

function add(reading: Reading, text: string): void {
  reading.begun = reading.begun === '' ? text : reading.begun + text
}

function finish(reading: Reading, done: string[][]): void {
  const { record, begun, place } = reading
  if (record.length > 0 || begun !== '' || place === 'closed') {
    record.push(begun)
    done.push(record)
    reading.record = []
  }
  reading.begun = ''
  reading.place = 'start'
}

/** Asked of a place that has just been left, which the compiler cannot know. */
function isQuoted(reading: Reading): boolean {
  return reading.place === 'quoted'
}

const openQuote = 'quote-not-closed'

const tooWide = `A row has more than ${widestRow} cells, which cannot be read as a table.`

function tooLong(reading: Reading): Error {
  if (isQuoted(reading))
    return Object.assign(new Error('A quotation mark is never closed.'), { code: openQuote })
  return new Error(
    `A cell has more than ${longestCell} characters, which cannot be read as a table.`,
  )
}

function isUndecided(code: number): boolean {
  return code === quote || code === carriage || code === backslash
}
