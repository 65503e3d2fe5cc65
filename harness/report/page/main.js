// The page: the overview with the table, or one question in full, by what the address says.
import { detailSection, revealTarget } from './detail.js'
import { el } from './dom.js'
import { overview } from './overview.js'
import { questionTable } from './table.js'

/** @import { DetailView } from '../detail.ts' */
/** @import { ReportData } from '../report.ts' */

/** @type {ReportData} */
const data = read('data')
const page = /** @type {HTMLElement} */ (document.getElementById('page'))
const list = questionTable(data)
const home = el('div', {}, overview(data), list.element)
/** What is shown when the address names no question: the list, or the only question there is. */
const none = data.rows.length === 1 && ['ask', 'session'].includes(data.kind) ? 0 : -1
/** Where the list was left. */
let left = 0
/** @type {{ at: number, detail: DetailView } | undefined} */
let opened

addEventListener('hashchange', show)
addEventListener('DOMContentLoaded', show) // before that, details may be missing
addEventListener('keydown', event => {
  if (event.key === 'Escape' && opened) location.hash = '#'
})
page.append(home)
show()

function show() {
  const [, row, target = ''] = /^#q(\d+)(?:\/([a-z]\d+(?:-\d+)*))?$/.exec(location.hash) ?? []
  const at = row === undefined ? none : Number(row)
  if (!data.rows[at]) return goHome()
  if (opened?.at !== at) open(at)
  if (opened?.at === at && target !== '') revealTarget(target, opened.detail)
}

function goHome() {
  if (!opened) return
  const { at } = opened
  opened = undefined
  page.replaceChildren(home)
  scrollTo(0, left)
  const link = page.querySelector(`a[href="#q${at}"]`)
  if (link instanceof HTMLElement) link.focus({ preventScroll: true })
}

/** @param {number} at */
function open(at) {
  const row = data.rows[at]
  if (!row || document.readyState === 'loading') return
  /** @type {DetailView} */
  const detail = read(`detail-${at}`)
  if (!opened) left = scrollY
  opened = { at, detail }
  const run = data.runs.length > 1 ? (data.runs[row.run]?.name ?? '') : ''
  page.replaceChildren(none < 0 ? neighbours(at) : '', detailSection(row, at, run, detail))
  scrollTo(0, 0)
  page.querySelector('a')?.focus({ preventScroll: true })
}

/** The way back, and to the questions before and after in the order of the table. @param {number} at */
function neighbours(at) {
  const shown = list.shown()
  const place = shown.indexOf(at)
  const link = (/** @type {string} */ text, /** @type {number | undefined} */ to) =>
    to === undefined || place < 0 ? null : el('a', { href: `#q${to}` }, text)
  return el(
    'nav',
    {},
    el('a', { href: '#' }, '← all questions'),
    el('span', {}, link('previous', shown[place - 1]), ' ', link('next', shown[place + 1])),
  )
}

/** @param {string} id */
function read(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null')
}
