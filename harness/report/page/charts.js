// The charts, drawn as SVG by code: accuracy with its intervals, means of a question,
// calibration.
import { el, svg } from './dom.js'
import { amount, percent, range } from './format.js'

/** @import { ReportData, RunView, ShareView } from '../report.ts' */

const size = { width: 420, height: 240, left: 52, right: 14, top: 16, bottom: 38 }

/** @typedef {{ name: string, value: number, interval: readonly [number, number] }} Point */
/** @typedef {{ name: string, points: readonly Point[] }} Line */

/**
 * @param {string} title
 * @param {readonly ShareView[]} runs
 * @param {boolean} joined whether one follows from the other
 */
export function accuracyChart(title, runs, joined) {
  const lines = [{ name: '', points: accuracies(runs) }]
  return linesChart(title, { places: runs.map(({ name }) => name), lines, joined })
}

/**
 * How each family fared in each run, side by side.
 * @param {string} title
 * @param {readonly RunView[]} runs
 */
export function familiesChart(title, runs) {
  const places = [...new Set(runs.flatMap(run => run.families.map(({ name }) => name)))]
  const lines = runs.map(({ name, families }) => ({ name, points: accuracies(families) }))
  return linesChart(title, { places, lines, joined: false })
}

/**
 * Values with their intervals, those of several lines side by side; a line may have several points at a place.
 * @param {string} title
 * @param {{ places: readonly string[], lines: readonly Line[], joined: boolean, most?: number, optimal?: number }} of
 * the names of points are among the places; a joined line leads through the mean at each place; values are shares
 * unless `most` is the top of their scale
 */
export function linesChart(title, { places, lines, joined, most, optimal }) {
  const x = spread(places.length)
  const y = scale(0, most ?? 1)
  const written = most === undefined ? percent : amount
  const between = (/** @type {readonly [number, number]} */ interval) =>
    most === undefined ? range(interval) : interval.map(amount).join(' to ')
  const apart = Math.min(14, (0.8 * breadth) / places.length / lines.length)
  const few = lines.length === 1 && places.length < 5
  const told = lines.flatMap(({ name, points }) =>
    points.map(point => {
      const of = [point.name, name].filter(Boolean).join(', ')
      return `${of}: ${written(point.value)} (${between(point.interval)})`
    }),
  )
  const drawn = lines.map(({ points }, arm) => {
    const at = (/** @type {string} */ place) =>
      x(places.indexOf(place)) + (arm - (lines.length - 1) / 2) * apart
    const means = [...Map.groupBy(points, ({ name }) => name)].map(([place, of]) => [
      at(place),
      y(of.reduce((sum, { value }) => sum + value, 0) / of.length),
    ])
    return svg(
      'g',
      { class: `arm-${arm % arms}` },
      joined && path(means),
      ...points.flatMap(({ name, value, interval: [low, high] }) => [
        ...whisker(at(name), y(low), y(high)),
        svg('circle', { class: 'dot', cx: at(name), cy: y(value), r: 5 }),
        few && svg('text', { class: 'said', x: at(name) + 7, y: y(value) - 6 }, written(value)),
      ]),
    )
  })
  const best = optimal === undefined ? [] : [`optimal: ${written(optimal)}`]
  const figure = chart(title, `95 % intervals; ${[...told, ...best].join('; ')}`, [
    ...axis(
      [0, 0.25, 0.5, 0.75, 1].map(part => part * (most ?? 1)),
      y,
      written,
    ),
    optimal !== undefined &&
      svg('line', {
        class: 'ideal',
        x1: size.left,
        x2: size.width - size.right,
        y1: y(optimal),
        y2: y(optimal),
      }),
    ...below(
      places.map(name => ({ name })),
      x,
    ),
    ...drawn,
  ])
  const key = lines.map(({ name }, arm) =>
    el('li', {}, el('span', { class: `key arm-${arm % arms}` }), name),
  )
  if (lines.length > 1) figure.append(el('ul', { class: 'keys' }, ...key))
  return figure
}

/**
 * The mean of a question, of each run or family.
 * @param {string} title
 * @param {readonly ShareView[]} shares
 * @param {(share: ShareView) => number} sum over all its questions
 * @param {(value: number) => string} written
 */
export function barChart(title, shares, sum, written) {
  const values = shares.map(share => sum(share) / Math.max(1, share.questions))
  const most = Math.max(...values) || 1
  const x = spread(shares.length)
  const y = scale(0, most)
  const width = Math.min(36, (0.6 * breadth) / shares.length)
  const told = shares.map(({ name }, at) => `${name}: ${written(values[at] ?? 0)}`)
  return chart(title, told.join('; '), [
    ...axis([0, most / 2, most], y, written),
    ...below(shares, x),
    ...values.flatMap((value, at) => [
      svg('rect', {
        class: 'column',
        x: x(at) - width / 2,
        y: y(value),
        width,
        height: y(0) - y(value),
      }),
      shares.length < 5 &&
        svg('text', { class: 'said middle', x: x(at), y: y(value) - 4 }, written(value)),
    ]),
  ])
}

/** @param {string} name @param {ReportData['bins']} bins */
export function calibrationChart(name, bins) {
  const x = (/** @type {number} */ share) => size.left + share * breadth
  const y = scale(0, 1)
  const told = bins.map(
    bin => `said ${percent(bin.confidence)}, were right ${bin.right} of ${bin.answers}`,
  )
  const most = Math.max(1, ...bins.map(bin => bin.answers))
  return chart(name, `confidence across, share right upwards; ${told.join('; ')}`, [
    ...axis([0, 0.25, 0.5, 0.75, 1], y, percent),
    ...[0, 0.5, 1].map(share =>
      svg(
        'text',
        { class: `tick ${share === 1 ? 'end' : 'middle'}`, x: x(share), y: size.height - 20 },
        percent(share),
      ),
    ),
    svg('text', { class: 'tick middle', x: x(0.5), y: size.height - 4 }, 'confidence'),
    svg('line', { class: 'ideal', x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
    ...bins.flatMap(({ confidence, right, answers, interval: [low, high] }) => [
      ...whisker(x(confidence), y(low), y(high)),
      svg('circle', {
        class: 'dot',
        cx: x(confidence),
        cy: y(right / answers),
        r: 3 + 4 * Math.sqrt(answers / most),
      }),
    ]),
  ])
}

/**
 * How the questions of a run or a family ended, as one bar.
 * @param {ShareView} run
 */
export function verdictBar(run) {
  const parts = /** @type {const} */ ([
    ['right', run.correct],
    ['declined', run.declined],
    ['wrong', run.wrong],
    ['failed', run.failed],
  ])
  const told = parts.map(([name, count]) => `${count} ${name}`).join(', ')
  let from = 0
  return svg(
    'svg',
    {
      class: 'bar',
      viewBox: '0 0 100 8',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': told,
    },
    ...parts.map(([name, count]) => {
      const width = run.total === 0 ? 0 : (100 * count) / run.total
      from += width
      return svg('rect', { class: name, x: from - width, y: 0, width, height: 8 })
    }),
  )
}

/** @param {readonly ShareView[]} shares @returns {readonly Point[]} */
const accuracies = shares =>
  shares.map(({ name, accuracy, interval }) => ({ name, value: accuracy, interval }))

/** Colours there are for arms. */
const arms = 6

const breadth = size.width - size.left - size.right

/** @param {string} title @param {string} told @param {readonly import('./dom.js').Child[]} parts */
function chart(title, told, parts) {
  const { width, height } = size
  return el(
    'figure',
    { class: 'chart' },
    el('figcaption', {}, title),
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}, ${told}` },
      ...parts,
    ),
  )
}

/** @param {number} count @returns {(at: number) => number} */
const spread = count => at => size.left + ((at + 0.5) * breadth) / count

/** @param {number} low @param {number} high @returns {(value: number) => number} */
function scale(low, high) {
  const inner = size.height - size.top - size.bottom
  return value => size.top + inner * (1 - (value - low) / (high - low))
}

/**
 * @param {readonly number[]} ticks
 * @param {(value: number) => number} y
 * @param {(value: number) => string} written
 */
function axis(ticks, y, written) {
  return ticks.flatMap(tick => [
    svg('line', {
      class: 'grid',
      x1: size.left,
      x2: size.width - size.right,
      y1: y(tick),
      y2: y(tick),
    }),
    svg('text', { class: 'tick end', x: size.left - 6, y: y(tick) + 4 }, written(tick)),
  ])
}

/** Names below the axis; where there are many, not each. @param {readonly { name: string }[]} runs @param {(at: number) => number} x */
function below(runs, x) {
  const each = Math.ceil(runs.length / 8)
  const room = Math.max(4, Math.floor(48 / Math.min(8, runs.length)))
  return runs.map(({ name }, at) => {
    if (at % each !== 0) return null
    const end = Math.floor((room - 1) / 2) // where names like a-1 and a-2 differ
    const short =
      name.length <= room ? name : `${name.slice(0, room - 1 - end)}…${name.slice(-end)}`
    return svg('text', { class: 'tick middle', x: x(at), y: size.height - 20 }, short)
  })
}

/** @param {number} x @param {number} low @param {number} high */
const whisker = (x, low, high) => [
  svg('line', { class: 'whisker', x1: x, x2: x, y1: low, y2: high }),
  ...[low, high].map(y => svg('line', { class: 'whisker', x1: x - 4, x2: x + 4, y1: y, y2: y })),
]

/** @param {readonly (readonly number[])[]} points */
const path = points =>
  svg('polyline', { class: 'line', points: points.map(point => point.join(',')).join(' ') })
