// How numbers, verdicts and texts are written on the page.
import { el } from './dom.js'

/** @import { Child } from './dom.js' */
/** @import { StepState } from '../journey.ts' */
/** @import { Piece } from '../marked-text.ts' */

/** @param {number} share */
export const percent = share => `${Math.round(100 * share)} %`

/** @param {readonly [number, number]} interval */
export const range = ([low, high]) => `${Math.round(100 * low)} to ${Math.round(100 * high)} %`

/** A number of no particular kind, to be compared. @param {number} number */
export const amount = number => number.toLocaleString('en', { maximumSignificantDigits: 3 })

/** @param {number} count */
export const whole = count => count.toLocaleString('en')

/** @param {number} ms */
export const duration = ms =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : ms < 120_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${(ms / 60_000).toFixed(1)} min`

/** @param {number | null} cost */
export const money = cost =>
  cost === null ? 'unknown' : cost === 0 ? '$0' : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`

/** @param {number} p */
export const probability = p => (p === 1 ? '1' : p >= 0.1 ? p.toFixed(2) : p.toPrecision(2))

/** @param {{ inputTokens: number, outputTokens: number }} usage */
export const tokens = ({ inputTokens, outputTokens }) => inputTokens + outputTokens

/**
 * @param {number} count
 * @param {string} one
 */
export const counted = (count, one) => `${whole(count)} ${one}${count === 1 ? '' : 's'}`

/** How the state of a step is shown beside its colour. @type {Readonly<Record<StepState, string>>} */
export const stepMarks = { waiting: '○', done: '✓', failed: '✗', reopened: '↺', 'cut off': '◐' }

/**
 * @param {string} verdict
 * @param {string} [miss]
 */
export function verdictBadge(verdict, miss = '') {
  /** @type {Readonly<Record<string, string>>} */
  const marks = { right: '✓', wrong: '✗', declined: '○', failed: '!' }
  const said = miss === '' || miss === 'wrong' ? '' : ` (${miss})`
  return el('span', { class: `badge ${verdict}` }, `${marks[verdict] ?? ''} ${verdict}${said}`)
}

/** @param {string} text @param {string} [tone] */
export const chip = (text, tone = '') => el('span', { class: `chip ${tone}` }, text)

/**
 * A list of what is known: pairs of a name and what it is; those without content are left out.
 * @param {readonly (readonly [name: string, content: Child])[]} pairs
 */
export function facts(pairs) {
  const given = pairs.filter(([, content]) => content !== '' && content !== null)
  return el(
    'dl',
    { class: 'facts' },
    ...given.flatMap(([name, content]) => [el('dt', {}, name), el('dd', {}, content)]),
  )
}

/**
 * A table that scrolls in itself where it is too wide.
 * @param {readonly string[]} heads
 * @param {readonly HTMLTableRowElement[]} rows
 * @param {string} [kind]
 */
export function table(heads, rows, kind = '') {
  const head = el('tr', {}, ...heads.map(text => el('th', { scope: 'col' }, text)))
  for (const row of rows) name(row, heads)
  return el(
    'div',
    { class: 'wide' },
    el('table', { class: kind }, el('thead', {}, head), el('tbody', {}, ...rows)),
  )
}

/** Says at each cell what it is, for where there is no room for a head. @param {HTMLElement} row @param {readonly string[]} heads */
export function name(row, heads) {
  for (const [at, cell] of [...row.children].entries())
    cell.setAttribute('data-name', heads[at] ?? '')
}

/**
 * A text with its marks, each naming the beliefs that rest on it.
 * @param {readonly Piece[]} pieces
 * @param {string} kind
 */
export function marked(pieces, kind) {
  return el(
    'div',
    { class: kind },
    ...pieces.map(piece => {
      if ('cut' in piece)
        return el('span', { class: 'cut' }, ` … ${counted(piece.cut, 'character')} left out … `)
      if (!piece.beliefs) return piece.text
      const tone = piece.value ? 'value' : ''
      return el('mark', { class: tone, 'data-beliefs': piece.beliefs.join(' ') }, piece.text)
    }),
  )
}
