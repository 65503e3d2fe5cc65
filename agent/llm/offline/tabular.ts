// Questions about one attached table: filter, count, sum, mean, median, extremes, differences, groups.
import type { PerceiveReads } from '../../../phases/perceive/contract.ts'
import { readAsked } from './asked.ts'
import { type Column, mentions, valuesIn } from './columns.ts'
import type { Method, Reading } from './method.ts'
import { filters, type Reader } from './table-filters.ts'
import { measureOf } from './table-measure.ts'
import { tableTask, tabularDesign } from './table-plan.ts'
import { rowNouns, silent } from './table-words.ts'
import { singular, type Token, tokens } from './words.ts'

export const tabular: Method = { name: 'tables', read, design: tabularDesign }

// --- internal ---

function read({ question, files }: PerceiveReads): Reading {
  const tables = files.flatMap(({ name, columns }) => (columns ? [{ name, columns }] : []))
  const [table] = tables
  if (!table) return miss('no table is attached', 0)
  if (tables.length > 1) return miss('more than one table is attached', 3)
  const { rest, decimals, roundTo } = readAsked(question)
  const reader = readerOf(rest, table.columns)
  if (reader.clash !== undefined)
    return miss(`"${reader.clash}" is both a column and a value of another`, 4)
  const rows = filters(reader)
  if ('unclear' in rows) return miss(rows.unclear, 4)
  const measure = measureOf(reader)
  if ('unclear' in measure) return miss(measure.unclear, 4)
  const left = unexplained(reader, table.name)
  if (left !== undefined) return miss(`"${left}" is neither a column nor a value of the table`, 4)
  const { schemaBeliefs, groundBeliefs } = tableTask(table.name, measure, rows)
  const kind = measure.kind === 'row' || measure.kind === 'group' ? 'text' : 'number'
  const form = {
    ...(decimals !== undefined && { decimals }),
    ...(roundTo !== undefined && { roundTo }),
  }
  return {
    read: {
      schemaBeliefs: [...schemaBeliefs],
      groundBeliefs: groundBeliefs.map(belief => ({ ...belief })),
      desire: question.trim(),
      answerContract: { kind, ...(kind === 'number' && form) },
    },
  }
}

const miss = (obstacle: string, nearness: number): Reading => ({ obstacle, nearness })

function readerOf(
  text: string,
  columns: readonly Column[],
): Reader & { readonly clash: string | undefined } {
  const all = tokens(text)
  const values = valuesIn(all, columns)
  const found = mentions(all, columns)
  const taken = new Set<number>()
  // a word that is both a value and a column is the column only where a longer name says so
  const clash = found.find(m =>
    values.some(
      v =>
        v.first < m.end &&
        m.first < v.end &&
        v.end - v.first <= m.end - m.first &&
        v.column !== m.column,
    ),
  )
  return {
    text,
    tokens: all,
    columns,
    mentions: found,
    values: values.filter(v => !found.some(m => m.first <= v.first && v.end <= m.end)),
    clash: clash && all[clash.first]!.text,
    taken: at => taken.has(at),
    take: (first, end) => {
      for (let at = first; at < end; at++) taken.add(at)
    },
  }
}

/** The first word of the question that nothing accounts for. */
function unexplained(
  { tokens: all, taken, mentions: named }: Reader,
  file: string,
): string | undefined {
  const about = new Set(tokens(file.replaceAll('_', ' ')).map(({ word }) => singular(word)))
  const spared = (at: number) =>
    named.some(
      m =>
        m.first <= at && at < m.end && /^(all|every|each|any)$/.test(all[m.first - 1]?.word ?? ''),
    )
  const understood = ({ text, word }: Token, at: number) => {
    if (taken(at) || about.has(singular(word)) || spared(at)) return true
    // inside a sentence a capital makes a name of any word
    const begins = at === 0 || /[.?!:"]/.test(all[at - 1]!.text)
    if (/^\p{Lu}/u.test(text) && !begins && !plainCapitals.has(word)) return false
    return silent.has(word.replace(/['’]s$/, '')) || rowNouns.has(singular(word))
  }
  return all.find((token, at) => token.kind !== 'mark' && !understood(token, at))?.text
}

const plainCapitals = new Set(['i', 'csv', 'tsv'])
