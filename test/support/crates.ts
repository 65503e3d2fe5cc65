// A small table of crates, and what a model says of the crates of one depot: the plan that adds up their
// weights, by a query or by itself.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own with the table `crates.csv`. */
export function crates() {
  const folder = mkdtempSync(join(tmpdir(), 'intend-crates-'))
  const file = join(folder, 'crates.csv')
  writeFileSync(file, 'depot,weight\nAlder,12\nBirch,30\nAlder,7\nCedar,4\n')
  return { folder, file }
}

export const question = 'What do the crates of the depot Alder weigh together?'

export const perceive = (depot = 'Alder') => ({
  schemaBeliefs: ['task requires the sum of a column over filtered rows'],
  groundBeliefs: [
    { name: 'file', value: 'crates.csv' },
    { name: 'value_column', value: 'weight' },
    { name: 'filter_column', value: 'depot' },
    { name: 'filter_value', value: depot },
  ],
  answerContract: { kind: 'number' },
})

export const formalize = { type: 'sum_column_with_filter' }

/** The call of a step that asks the table, or another one, for rows of the depot. */
export const query = ({ from = 't', filter = '{filter_value}' } = {}) => ({
  name: 'table',
  input: {
    file: '{file}',
    sql: `SELECT SUM("{value_column}") FROM ${from} WHERE "{filter_column}" = '${filter}'`,
  },
})

/** The step that finds the total, by `query()` unless it is told `more`. */
export const sum = (more: object = {}) => ({
  id: 's1',
  kind: 'read',
  description: 'the total of the column over the filtered rows',
  writes: [{ role: 'total', type: 'number' }],
  tool: query(),
  ...more,
})

/** What makes of that step one that is left to the model. */
export const byModel = {
  tool: undefined,
  reads: ['file', 'value_column', 'filter_column', 'filter_value'],
}

export const answer = {
  id: 's2',
  kind: 'synthesize',
  description: 'the total is the answer',
  writes: [{ role: 'final_answer' }],
  expression: 'total',
}

export const planOf = (...steps: readonly object[]) => ({
  goal: 'the total of a column over filtered rows',
  steps,
})

/** A reply that holds these sections. */
export const say = (sections: object) => JSON.stringify(sections)

/** The call by which the model asks for the total itself. */
export const look = (depot = 'Alder') => ({
  name: 'table',
  input: { file: 'crates.csv', sql: `SELECT SUM(weight) FROM t WHERE depot = '${depot}'` },
})

/** The result of the first step, with the evidence for it. */
export const total = (value: number, evidence: object, unit?: string) => ({
  s1: { newGroundBeliefs: [{ name: 'total', value, unit, evidence }] },
})
