// File questions by seed: other names, numbers, rows, column orders and wordings each time, with the
// answer, and the same question where what it needs has been taken away.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentBytes, endings, randomDocument } from './document-questions.ts'
import { domains } from './domains.ts'
import { createRandom, type Random } from './random.ts'
import type { Question } from './sample-files.ts'
import { type Asked, filterShapes, groupShapes, type Removal } from './table-questions.ts'
import { csvOf, randomTable, type Table } from './tables.ts'
import { randomWorkbook, workbookBytes, workbookShapes } from './workbook-questions.ts'

/** The families that can be generated. */
export const generated = ['filter', 'group', 'workbook', 'lookup'] as const
export type GeneratedFamily = (typeof generated)[number]

/** A question with absolute paths, and its variant that nothing can answer. */
export interface Pair {
  readonly whole: Question
  readonly without: Question
}

export interface Generating {
  readonly seed: number
  /** Folder the files are written to; made when it does not exist. */
  readonly folder: string
  /** Questions of each family. */
  readonly each: number
  readonly families?: readonly GeneratedFamily[]
}

/**
 * Writes the files and returns the questions, family after family. A question depends on seed, family
 * and number only, not on what else is generated.
 */
export async function generate(options: Generating): Promise<readonly Pair[]> {
  const { seed, folder, each, families = generated } = options
  mkdirSync(folder, { recursive: true })
  const pairs: Pair[] = []
  for (const family of families)
    for (let at = 0; at < each; at++) {
      const random = createRandom(seed * 100_003 + at * 17 + generated.indexOf(family))
      pairs.push(await makers[family](random, join(folder, `${family}-${seed}-${at}`), at))
    }
  return pairs
}

// --- internal ---

type Maker = (random: Random, folder: string, at: number) => Promise<Pair>

const makers: Readonly<Record<GeneratedFamily, Maker>> = {
  filter: async (random, folder, at) => tablePair('filter', filterShapes, random, folder, at),
  group: async (random, folder, at) => tablePair('group', groupShapes, random, folder, at),
  workbook: async (random, folder, at) => {
    const book = randomWorkbook(random)
    const { shape, make } = shapeOf(workbookShapes, at)
    const asked = make(book, random)
    const place = placeOf('workbook', shape, folder, `${book.domain.rows}.xlsx`)
    const { without } = asked
    const left =
      without.what === 'file'
        ? undefined
        : workbookBytes(book, 'sheet' in without ? without : { header: headerOf(without) })
    return pairOf(place, asked, workbookBytes(book), left)
  },
  lookup: async (random, folder) => {
    const document = randomDocument(random)
    const ending = random.pick(endings)
    const place = placeOf('lookup', ending, folder, `document.${ending}`)
    const sentences = document.sentences.filter(sentence => sentence !== document.needed)
    const left =
      random.int(0, 3) === 0 ? undefined : await documentBytes({ ...document, sentences }, ending)
    return pairOf(place, document, await documentBytes(document, ending), left)
  },
}

function tablePair(
  family: GeneratedFamily,
  shapes: Readonly<Record<string, (table: Table, random: Random) => Asked>>,
  random: Random,
  folder: string,
  at: number,
): Pair {
  const table = randomTable(random.pick(domains), random)
  const { shape, make } = shapeOf(shapes, at)
  const asked = make(table, random)
  const delimiter = random.pick([',', ',', ',', ';'])
  const place = placeOf(family, shape, folder, `${table.domain.rows}.csv`)
  const left = remaining(table, asked.without)
  return pairOf(place, asked, csvOf(table, delimiter), left && csvOf(left, delimiter))
}

function remaining(table: Table, without: Removal): Pick<Table, 'rows' | 'columns'> | undefined {
  switch (without.what) {
    case 'rows':
      return { ...table, rows: table.rows.filter(without.keep) }
    case 'column':
      return { ...table, columns: table.columns.filter(({ header }) => header !== without.header) }
    case 'file':
      return undefined
    case 'sheet':
      throw new Error('a CSV file has no sheets')
  }
}

const headerOf = (without: Removal) => (without.what === 'column' ? without.header : '')

/** Shapes take turns. */
function shapeOf<Make>(shapes: Readonly<Record<string, Make>>, at: number) {
  const entries = Object.entries(shapes)
  const [shape, make] = entries[at % entries.length]!
  return { shape, make }
}

interface Place {
  readonly family: GeneratedFamily
  readonly id: string
  readonly folder: string
  readonly name: string
}

function placeOf(family: GeneratedFamily, shape: string, folder: string, name: string): Place {
  return { family, id: `${folder.split(/[\\/]/).at(-1)}-${shape}`, folder, name }
}

/** Writes both files; the second in a folder of its own, so that it has the same name. */
function pairOf(
  { family, id, folder, name }: Place,
  { question, answer, tolerance }: Pick<Asked, 'question' | 'answer' | 'tolerance'>,
  whole: string | Buffer,
  left: string | Buffer | undefined,
): Pair {
  const files = [write(folder, name, whole)]
  return {
    whole: { id, question, answer, files, family, ...(tolerance !== undefined && { tolerance }) },
    without: {
      id: `${id}-without`,
      question,
      answer: '',
      family,
      ...(left !== undefined && { files: [write(join(folder, 'without'), name, left)] }),
    },
  }
}

function write(folder: string, name: string, content: string | Buffer): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
