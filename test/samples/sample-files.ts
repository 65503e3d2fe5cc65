// The sample set and its files, read without the product's own readers.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import * as xlsx from 'xlsx'

/** A line of a question set; an empty answer means that declining is right. */
export interface Question {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly files?: readonly string[]
  readonly level?: number
  readonly family: string
  readonly tolerance?: number
}

/** A table row by column name; numbers of a workbook are numbers, cells of a CSV file are text. */
export type Row = Readonly<Record<string, string | number>>

/** Absolute path of something in `harness/samples`. */
export function samplePath(path: string): string {
  return fileURLToPath(new URL(`../../harness/samples/${path}`, import.meta.url))
}

/** The lines of `harness/samples/questions.jsonl`. */
export function readQuestions(): readonly Question[] {
  const lines = readFileSync(samplePath('questions.jsonl'), 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

/** The sample set with absolute paths, as the agent takes them. */
export function sampleQuestions(): readonly Question[] {
  return readQuestions().map(question =>
    question.files ? { ...question, files: question.files.map(samplePath) } : question,
  )
}

/** Rows of a CSV file in `harness/samples/files`. */
export function rowsOf(name: string, delimiter = ','): readonly Row[] {
  return parse(readFileSync(samplePath(`files/${name}`)), { columns: true, delimiter })
}

/** Rows of one sheet of a workbook in `harness/samples/files`. */
export function sheetOf(name: string, sheet: string): readonly Row[] {
  const book = xlsx.read(readFileSync(samplePath(`files/${name}`)))
  return xlsx.utils.sheet_to_json(book.Sheets[sheet]!)
}

/** Text of a text or PDF file in `harness/samples`, line breaks turned into blanks. */
export async function textOf(path: string): Promise<string> {
  const data = readFileSync(samplePath(path))
  return (path.endsWith('.pdf') ? await pdfText(data) : data.toString()).replaceAll(/\s+/g, ' ')
}

// --- internal ---

async function pdfText(data: Buffer): Promise<string> {
  await import('pdf-parse/worker')
  const { PDFParse } = await import('pdf-parse')
  const parser = new PDFParse({ data: new Uint8Array(data), verbosity: 0 })
  try {
    return (await parser.getText()).text
  } finally {
    await parser.destroy()
  }
}
