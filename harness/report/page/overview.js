// The head of the report: what was run, what came of it, and how the runs compare.
import {
  accuracyChart,
  barChart,
  calibrationChart,
  familiesChart,
  linesChart,
  verdictBar,
} from './charts.js'
import { el } from './dom.js'
import {
  amount,
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

/** @import { ReportData, RunView } from '../report.ts' */

/** @param {ReportData} data */
export function overview(data) {
  const { runs } = data
  const several = runs.length > 1
  return el(
    'section',
    { class: 'overview' },
    el('h1', {}, data.title),
    el('p', { class: 'quiet' }, lead(data)),
    data.kind === 'session' ? null : runsTable(data),
    several ? familiesTable(runs) : null,
    el(
      'div',
      { class: 'charts' },
      ...chartsOf(data),
      data.bins.length > 0 ? calibrationChart('Calibration', data.bins) : null,
    ),
    cellsTable(data),
    el('div', { class: 'charts' }, tiersTable(runs), modesTable(runs)),
  )
}

/** What generated plans came to, cell by cell. @param {ReportData} data */
function cellsTable({ cells: found }) {
  if (!found) return null
  const { measures, cells, optimal } = found
  const row = (/** @type {string} */ name, /** @type {readonly HTMLElement[]} */ values) =>
    el('tr', {}, el('th', { scope: 'row' }, name), ...values)
  const rows = cells.map(({ name, runs, values }) =>
    row(name, [
      el('td', {}, whole(runs)),
      ...values.map(({ value, interval }) =>
        el(
          'td',
          {},
          value === null ? '–' : amount(value),
          interval && el('small', {}, ` ${interval.map(amount).join(' to ')}`),
        ),
      ),
    ]),
  )
  const best = optimal.map(value => el('td', {}, value === null ? '–' : amount(value)))
  const heads = measures.map(({ code, about }) => `${code}, ${about}`)
  return table(
    ['cell', 'runs', ...heads],
    [...rows, row('optimal: plans that people wrote', [el('td', {}, '–'), ...best])],
    'numbers',
  )
}

/** By run where there are several, else by family. @param {ReportData} data */
function chartsOf({ kind, runs, figures }) {
  const [only] = runs
  if (!only || kind === 'session') return []
  const families = runs.length === 1 && only.families.length > 0
  const shares = families ? only.families : runs
  const by = families ? ' by family' : ''
  const cost = shares.some(share => share.usage.cost)
  return [
    shares.some(share => share.total > 0)
      ? accuracyChart(`Accuracy${by}`, shares, kind === 'simulation')
      : null,
    ...figures.map(({ title, ...of }) => linesChart(title, { ...of, joined: true })),
    kind === 'trial' && runs.some(run => run.families.length > 0)
      ? familiesChart('Accuracy by family', runs)
      : null,
    cost
      ? barChart(`Cost of a question${by}`, shares, of => of.usage.cost ?? 0, money)
      : barChart(`Model calls a question${by}`, shares, of => of.usage.calls, short),
    barChart(`Time of a question${by}`, shares, of => 1000 * of.seconds, duration),
  ]
}

const short = (/** @type {number} */ number) =>
  number.toLocaleString('en', { maximumFractionDigits: 1 })

/** @param {ReportData} data */
function lead({ kind, runs, rows, madeAt, version }) {
  const of = (/** @type {string} */ part) => counted(runs.length, part)
  const what = {
    ask: 'question',
    session: 'session',
    bench: runs.length === 1 ? 'bench' : `comparison of ${of('run')}`,
    simulation: `simulation of ${of('round')}`,
    trial: `trial of ${of('arm')}`,
  }[kind]
  const agents = [...new Set(runs.map(run => `${run.agent} with ${run.model}`))].join(', ')
  const open = runs.some(run => !run.finished) ? '; not finished yet' : ''
  const made = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`
  return `A ${what}, ${counted(rows.length, 'result')}, ${agents}${open}. Made ${made} by intend ${version}.`
}

/** @param {ReportData} data */
function runsTable({ kind, runs }) {
  const what = kind === 'simulation' ? 'round' : kind === 'trial' ? 'arm' : 'bench'
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
    'time of answering',
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
      el('td', {}, duration(1000 * run.seconds)),
    ),
  )
  return table(heads, rows, 'numbers')
}

/** How each family fared in each run. @param {readonly RunView[]} runs */
function familiesTable(runs) {
  const names = [...new Set(runs.flatMap(run => run.families.map(family => family.name)))]
  if (names.length === 0) return null
  const rows = names.map(name => {
    const cells = runs.map(run => {
      const family = run.families.find(each => each.name === name)
      if (!family) return el('td', {}, '–')
      return el(
        'td',
        {},
        verdictBar(family),
        el('small', {}, `${family.correct} / ${family.total} right`),
      )
    })
    return el('tr', {}, el('th', { scope: 'row' }, name), ...cells)
  })
  return table(['family', ...runs.map(run => run.name)], rows, 'numbers')
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
