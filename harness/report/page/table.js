// The table of questions: filtered by words, run, verdict, family and tier, sorted by any column.
import { el } from './dom.js'
import { collator, filtersOf } from './filters.js'
import { counted, duration, money, percent, tokens, verdictBadge, whole } from './format.js'

/** @import { ReportData, RowView } from '../report.ts' */

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {(row: RowView) => string | number | null} of what it is sorted by
 * @property {(row: RowView) => import('./dom.js').Child} [shown]
 * @property {string} [kind] a class of its cells
 */

/** Rows made at once; more are made when asked for. */
const most = 1000

/**
 * The table, and what is shown in it now, as places among all rows, in the order shown.
 * @param {ReportData} data
 * @returns {{ element: HTMLElement, shown: () => readonly number[] }}
 */
export function questionTable(data) {
  const columns = columnsOf(data)
  const filters = filtersOf(data)
  let order = { column: -1, down: false }
  let room = most
  /** @type {readonly number[]} */
  let shown = []
  const count = el('p', { class: 'count', role: 'status' })
  const body = el('tbody')
  const more = el('button', { type: 'button', click: () => draw(room + most) }, 'Show more')
  const heads = columns.map(({ name, kind = '' }, at) =>
    el(
      'th',
      { scope: 'col', class: kind },
      el('button', { type: 'button', click: () => sortBy(at) }, name),
    ),
  )

  const draw = (/** @type {number} */ rooms) => {
    room = rooms
    shown = sortedRows(filters.chosen(), data.rows, columns[order.column], order.down)
    body.replaceChildren(...shown.slice(0, room).map(at => line(at, data, columns)))
    count.textContent =
      shown.length === data.rows.length
        ? counted(shown.length, 'question')
        : `${whole(shown.length)} of ${counted(data.rows.length, 'question')}`
    more.hidden = shown.length <= room
    heads.forEach((head, at) => {
      const sort = order.down ? 'descending' : 'ascending'
      head.setAttribute('aria-sort', at === order.column ? sort : 'none')
    })
  }
  const sortBy = (/** @type {number} */ column) => {
    order = { column, down: order.column === column && !order.down }
    draw(most)
  }
  filters.element.addEventListener('input', () => draw(most))
  draw(most)
  const element = el(
    'section',
    { class: 'questions' },
    el('h2', {}, 'Questions'),
    filters.element,
    count,
    el(
      'div',
      { class: 'wide' },
      el('table', { class: 'list' }, el('thead', {}, el('tr', {}, ...heads)), body),
    ),
    more,
  )
  return { element, shown: () => shown }
}

/** @param {number} at @param {ReportData} data @param {readonly Column[]} columns */
function line(at, data, columns) {
  const row = data.rows[at]
  if (!row) return el('tr')
  const open = (/** @type {Event} */ event) => {
    if (event.target instanceof Element && event.target.closest('a')) return
    if (String(getSelection()) === '') location.hash = `#q${at}`
  }
  const cells = columns.map(({ of, shown = of, kind = '' }) =>
    el('td', { class: kind }, shown(row)),
  )
  const [first] = cells
  first?.replaceChildren(el('a', { href: `#q${at}` }, row.id))
  return el('tr', { click: open }, ...cells)
}

/** @param {ReportData} data @returns {readonly Column[]} */
function columnsOf({ runs, rows }) {
  const has = (/** @type {(row: RowView) => boolean} */ holds) => rows.some(holds)
  return [
    { name: 'id', of: row => row.id },
    ...(runs.length > 1
      ? [
          {
            name: 'run',
            of: (/** @type {RowView} */ row) => row.run,
            shown: (/** @type {RowView} */ row) => runs[row.run]?.name ?? '',
          },
        ]
      : []),
    { name: 'verdict', of: row => row.verdict, shown: row => verdictBadge(row.verdict, row.miss) },
    { name: 'question', of: row => row.question, kind: 'text' },
    { name: 'answer', of: row => row.answer, shown: row => row.answer ?? '–', kind: 'short' },
    {
      name: 'expected',
      of: row => row.expected,
      shown: row => (row.verdict === 'unscored' ? '–' : row.expected || '(decline)'),
      kind: 'short extra',
    },
    ...(has(row => row.family !== '')
      ? [{ name: 'family', of: (/** @type {RowView} */ row) => row.family, kind: 'extra' }]
      : []),
    {
      name: 'confidence',
      of: row => row.confidence,
      shown: row => (row.confidence === null ? '–' : percent(row.confidence)),
      kind: 'number extra',
    },
    { name: 'cycles', of: row => row.cycles, kind: 'number extra' },
    { name: 'calls', of: row => row.usage.calls, kind: 'number extra' },
    {
      name: 'tokens',
      of: row => tokens(row.usage),
      shown: row => whole(tokens(row.usage)),
      kind: 'number extra',
    },
    {
      name: 'cost',
      of: row => row.usage.cost,
      shown: row => money(row.usage.cost),
      kind: 'number extra',
    },
    {
      name: 'time',
      of: row => row.seconds,
      shown: row => duration(1000 * row.seconds),
      kind: 'number extra',
    },
  ]
}

/** @param {(row: RowView) => boolean} chosen @param {readonly RowView[]} rows @param {Column | undefined} column @param {boolean} down */
function sortedRows(chosen, rows, column, down) {
  const places = rows.flatMap((row, at) => (chosen(row) ? [at] : []))
  if (!column) return places
  const values = rows.map(column.of)
  return places.sort((a, b) => {
    const order = compared(values[a] ?? null, values[b] ?? null)
    return (down ? -order : order) || a - b
  })
}

/** @param {string | number | null} a @param {string | number | null} b */
function compared(a, b) {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : collator.compare(String(a), String(b))
}
