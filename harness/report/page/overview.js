// The head of the report: what was run, what came of it, and how the runs compare.
import { accuracyChart, calibrationChart, libraryChart, verdictBar } from './charts.js'
import { el } from './dom.js'
import {
  chip,
  counted,
  duration,
  facts,
  money,
  percent,
  probability,
  range,
  table,
  tokens,
  whole,
} from './format.js'

/** @import { ReportData, RunView } from '../data.ts' */

/** @param {ReportData} data */
export function overview(data) {
  const { runs } = data
  const last = runs.at(-1)
  const several = runs.length > 1
  return el(
    'section',
    { class: 'overview' },
    el('h1', {}, data.title),
    el('p', { class: 'quiet' }, lead(data)),
    last && !several ? tiles(last) : null,
    several ? runsTable(runs, data.kind === 'simulation' ? 'round' : 'arm') : null,
    el(
      'div',
      { class: 'charts' },
      several || !last || last.families.length === 0
        ? accuracyChart('Accuracy', runs, data.kind === 'simulation')
        : accuracyChart('Accuracy by family', last.families, false),
      libraryChart(runs),
      ...calibrated(data).map(run =>
        calibrationChart(several ? `Calibration, ${run.name}` : 'Calibration', run.bins),
      ),
    ),
    el('div', { class: 'charts' }, tiersTable(runs), modesTable(runs)),
  )
}

/** Of rounds the last one tells most; arms are there to be compared. @param {ReportData} data */
function calibrated({ kind, runs }) {
  const sure = runs.filter(run => run.bins.length > 0)
  return kind === 'simulation' ? sure.slice(-1) : sure.slice(0, 6)
}

/** @param {ReportData} data */
function lead({ kind, runs, rows, madeAt, version }) {
  const parts = { bench: 'bench', simulation: 'round', trial: 'arm' }
  const what = kind === 'bench' ? 'bench' : `${kind} of ${counted(runs.length, parts[kind])}`
  const agents = [...new Set(runs.map(run => `${run.agent} with ${run.model}`))].join(', ')
  const open = runs.some(run => !run.finished) ? '; not finished yet' : ''
  const made = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`
  return `A ${what}, ${counted(rows.length, 'result')}, ${agents}${open}. Made ${made} by intend ${version}.`
}

/** @param {RunView} run */
function tiles(run) {
  const tile = (
    /** @type {string} */ name,
    /** @type {string} */ value,
    /** @type {string} */ below,
  ) =>
    el('div', { class: 'tile' }, el('b', {}, value), el('span', {}, name), el('small', {}, below))
  const { usage } = run
  return el(
    'div',
    { class: 'tiles' },
    tile('accuracy', percent(run.accuracy), `95 % interval ${range(run.interval)}`),
    tile(
      'right',
      `${run.correct} of ${run.total}`,
      `${run.wrong} wrong, ${run.declined} declined, ${run.failed} failed`,
    ),
    tile(
      'model calls',
      whole(usage.calls),
      `${whole(usage.inputTokens)} tokens in, ${whole(usage.outputTokens)} out`,
    ),
    tile('cost', money(usage.cost), `${duration(1000 * run.seconds)} of work`),
    tile('plans', `${run.plansAtStart} → ${run.plansAtEnd ?? '?'}`, 'in the library'),
  )
}

/** @param {readonly RunView[]} runs @param {string} what */
function runsTable(runs, what) {
  const heads = [
    what,
    'verdicts',
    'accuracy',
    'interval',
    'beside the first',
    'plans',
    'calls',
    'tokens',
    'cost',
  ]
  const rows = runs.map(run =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, run.name),
      el('td', {}, verdictBar(run), el('small', {}, `${run.correct} / ${run.total} right`)),
      el('td', {}, percent(run.accuracy)),
      el('td', {}, range(run.interval)),
      el('td', {}, against(run)),
      el('td', {}, `${run.plansAtStart} → ${run.plansAtEnd ?? '?'}`),
      el('td', {}, whole(run.usage.calls)),
      el('td', {}, whole(tokens(run.usage))),
      el('td', {}, money(run.usage.cost)),
    ),
  )
  return table(heads, rows, 'numbers')
}

/** @param {RunView} run */
function against({ against: beside }) {
  if (!beside) return '–'
  const { newlyRight, newlyWrong, p } = beside
  const named = (/** @type {string} */ name, /** @type {readonly string[]} */ ids) =>
    el(
      'details',
      {},
      el('summary', {}, `${ids.length} ${name}`),
      el('p', {}, ids.length === 0 ? 'none' : ids.join(', ')),
    )
  return el(
    'div',
    { class: 'against' },
    named('newly right', newlyRight),
    named('newly wrong', newlyWrong),
    el('small', {}, `exact McNemar p = ${probability(p)}`),
  )
}

/** @param {readonly RunView[]} runs */
function tiersTable(runs) {
  const tiers = [...new Set(runs.flatMap(run => Object.keys(run.tiers)))]
  if (tiers.length === 0) return null
  const rows = tiers.map(tier => {
    const sum = (/** @type {'passed' | 'failed'} */ part) =>
      runs.reduce((all, run) => all + (run.tiers[tier]?.[part] ?? 0), 0)
    const cells = [sum('passed'), sum('failed')].map(count => el('td', {}, whole(count)))
    return el('tr', {}, el('th', { scope: 'row' }, tier), ...cells)
  })
  return el(
    'figure',
    { class: 'chart' },
    el('figcaption', {}, 'Verdicts by tier'),
    table(['tier', 'passed', 'failed'], rows, 'numbers'),
  )
}

/** @param {readonly RunView[]} runs */
function modesTable(runs) {
  const modes = [...new Set(runs.flatMap(run => Object.keys(run.failureModes)))]
  if (modes.length === 0) return null
  return el(
    'figure',
    { class: 'chart' },
    el('figcaption', {}, 'Failed verdicts by mode'),
    facts(
      modes.map(mode => [
        mode,
        chip(whole(runs.reduce((all, run) => all + (run.failureModes[mode] ?? 0), 0))),
      ]),
    ),
  )
}
