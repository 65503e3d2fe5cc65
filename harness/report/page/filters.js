// Which questions the table shows: by words, run, verdict, flip, family, tier and failure mode.
import { el } from './dom.js'

/** @import { ReportData, RowView } from '../report.ts' */

/**
 * @typedef {object} Filter
 * @property {string} name
 * @property {(row: RowView) => readonly string[]} of what a row has of it
 * @property {readonly string[]} [values] what there is to choose, where the rows do not say it
 */

/** Orders texts as a person does. */
export const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * The controls, and which rows they choose now.
 * @param {ReportData} data
 * @returns {{ element: HTMLElement, chosen: () => (row: RowView) => boolean }}
 */
export function filtersOf(data) {
  const words = el('input', {
    type: 'search',
    placeholder: 'words in id, question, answer',
    'aria-label': 'words',
  })
  const controls = filters(data)
    .map(({ name, of, values }) => ({
      of,
      select: choice(name, values ?? [...new Set(data.rows.flatMap(of))].sort(collator.compare)),
    }))
    .filter(({ select }) => select.options.length > 2) // any, and two to choose from
  const texts = new Map(data.rows.map(row => [row, textOf(row)]))
  const chosen = () => {
    const wanted = words.value.toLowerCase().split(/\s+/)
    const set = controls.filter(({ select }) => select.selectedIndex > 0)
    return (/** @type {RowView} */ row) =>
      wanted.every(word => texts.get(row)?.includes(word)) &&
      set.every(({ select, of }) => of(row).includes(select.value))
  }
  const element = el('search', { class: 'filters' }, words, ...controls.map(({ select }) => select))
  return { element, chosen }
}

/** @param {ReportData} data @returns {readonly Filter[]} */
function filters({ runs }) {
  const several = runs.length > 1
  const flips = runs.map(({ against }) => ({
    right: new Set(against?.newlyRight),
    wrong: new Set(against?.newlyWrong),
  }))
  return [
    {
      name: 'run',
      of: row => [runs[row.run]?.name ?? ''],
      values: several ? runs.map(({ name }) => name) : [],
    },
    { name: 'verdict', of: row => [row.verdict] },
    {
      name: 'flip',
      of: ({ run, id }) => {
        if (flips[run]?.right.has(id)) return ['newly right']
        return flips[run]?.wrong.has(id) ? ['newly wrong'] : []
      },
      values: several ? ['newly right', 'newly wrong'] : [],
    },
    { name: 'family', of: row => (row.family === '' ? [] : [row.family]) },
    { name: 'tier', of: row => row.tiers },
    { name: 'failure mode', of: row => row.failureModes },
  ]
}

/** @param {RowView} row */
const textOf = ({ id, question, answer, expected }) =>
  [id, question, answer ?? '', expected].join('\n').toLowerCase()

/** @param {string} name @param {readonly string[]} values */
function choice(name, values) {
  const options = [`any ${name}`, ...values].map((text, at) =>
    el('option', { value: at === 0 ? '' : text }, text),
  )
  return el('select', { 'aria-label': name }, ...options)
}
