// One question in full: what it came to, its plans, its beliefs with what they rest on, its calls. `#q3` names the question in row 3, `#q3/b5` what its belief 5 rests on, `#q3/s0-1-2` a step.
import { el, folded, reveal, unfold } from './dom.js'
import {
  chip,
  counted,
  duration,
  facts,
  marked,
  money,
  percent,
  table,
  tokens,
  verdictBadge,
  whole,
} from './format.js'
import { planGraph } from './plan-graph.js'
import { listed, timeline } from './timeline.js'

/** @import { BeliefView, DetailView } from '../detail.ts' */
/** @import { CycleView, IntentionView, StepView } from '../journey.ts' */
/** @import { RowView } from '../report.ts' */

/**
 * @param {RowView} row
 * @param {number} at its place among the rows
 * @param {string} run the name of its run where there are several
 * @param {DetailView} detail
 */
export function detailSection(row, at, run, detail) {
  const address = (/** @type {string} */ target) => `#q${at}/${target}`
  const { beliefs, calls, conflicts, intentions, pictures = [] } = detail
  return el(
    'article',
    { class: 'detail' },
    el('p', { class: 'quiet' }, [row.id, row.family, run].filter(text => text !== '').join(' · ')),
    el('h2', { id: 'question' }, marked(detail.question, 'asked')),
    outcome(row, detail),
    pictures.length > 0 && part('Charts', ...pictures.map(pictureOf)),
    detail.problem === undefined ? null : el('p', { class: 'problem' }, detail.problem),
    conflicts.length > 0 && part('Conflicts', ...conflicts.map(conflictLine)),
    intentions.length > 0 &&
      part('Plans', ...intentions.flatMap((each, place) => intentionPart(each, place, address))),
    beliefs.length > 0 && part('Beliefs', beliefTable(beliefs, address)),
    calls.length > 0 && part(`Calls, in ${duration(detail.ms)}`, timeline(detail)),
  )
}

/**
 * Moves to what an address names within the detail shown.
 * @param {string} target such as `b5`
 * @param {DetailView} detail
 */
export function revealTarget(target, detail) {
  const belief = /^b\d+$/.test(target) ? Number(target.slice(1)) : undefined
  if (belief === undefined) return reveal(document.getElementById(target))
  const { marked: place = '', call = '' } = detail.beliefs[belief] ?? {}
  const id =
    place === 'question' ? place : `c${detail.calls.findIndex(each => each.id === (place || call))}`
  const text = document.getElementById(id)
  if (text instanceof HTMLDetailsElement) unfold(text)
  const marks = text?.querySelectorAll(`[data-beliefs~="${belief}"]`) ?? []
  reveal(marks[0] ?? text, marks)
}

/** @param {string} title @param {readonly import('./dom.js').Child[]} content */
const part = (title, ...content) => el('section', {}, el('h3', {}, title), ...content)

/** @param {import('../pictures.ts').PictureView} picture */
const pictureOf = ({ name, address }) =>
  el(
    'figure',
    {},
    el('img', { src: address, alt: name }),
    el('figcaption', { class: 'quiet' }, name),
  )

/** @param {RowView} row @param {DetailView} detail */
function outcome(row, { form, files, schemaBeliefs }) {
  const { usage } = row
  return facts([
    ['verdict', verdictBadge(row.verdict, row.miss)],
    ['answer', row.answer ?? 'none was given'],
    ['expected', row.verdict === 'unscored' ? '' : row.expected || 'to decline'],
    ['confidence', row.confidence === null ? '' : percent(row.confidence)],
    ['why', row.reason],
    ['form asked for', form === 'null' ? '' : el('code', {}, form)],
    ['files', files.length === 0 ? '' : el('div', {}, ...files.map(fileLine))],
    ['kind of task', schemaBeliefs.join('; ')],
    ['cycles', whole(row.cycles)],
    [
      'cost',
      `${counted(usage.calls, 'model call')}, ${whole(tokens(usage))} tokens, ${money(usage.cost)}, ${duration(1000 * row.seconds)}`,
    ],
  ])
}

/** @param {DetailView['files'][number]} file */
const fileLine = ({ name, description }) =>
  el('details', {}, el('summary', {}, name), el('div', { class: 'result' }, description))

/** @param {DetailView['conflicts'][number]} conflict */
const conflictLine = ({ name, values }) =>
  el(
    'p',
    { class: 'conflict' },
    el('b', {}, name),
    ` is believed to be ${values[0] ?? ''}; others say ${values.slice(1).join(', ')}`,
  )

/** @param {IntentionView} intention @param {number} place @param {(target: string) => string} address */
function intentionPart(intention, place, address) {
  const { cycles } = intention
  return [
    el(
      'div',
      { class: 'intention' },
      el('p', {}, chip(intention.status, intention.status), ' ', el('code', {}, intention.type)),
      facts([
        ['sub-goal of', intention.parent],
        ['goal', intention.goal],
        ['satisfied when', el('code', {}, intention.condition)],
        ['why it ended', intention.reason],
      ]),
    ),
    ...cycles.map((cycle, at) => cyclePart(cycle, `${place}-${at}`, address)),
    cycles.length === 0 && el('p', { class: 'quiet' }, 'No plan was carried out for it.'),
  ]
}

/** @param {CycleView} cycle @param {string} place @param {(target: string) => string} address */
function cyclePart(cycle, place, address) {
  const { steps } = cycle
  return el(
    'div',
    { class: 'cycle' },
    el('h4', {}, `Cycle ${cycle.cycle}: `, chip(cycle.from), ' ', el('code', {}, cycle.plan)),
    el('p', { class: 'quiet' }, cycle.goal),
    facts([
      ['set aside', cycle.setAside],
      ['not taken', cycle.candidates.length === 0 ? '' : listed(cycle.candidates)],
      ['refused', cycle.refused.length === 0 ? '' : listed(cycle.refused)],
    ]),
    el(
      'div',
      { class: 'wide' },
      planGraph(steps, step => address(`s${place}-${step}`)),
    ),
    ...steps.map((step, at) => stepPart(step, `s${place}-${at}`)),
  )
}

/** @param {StepView} step @param {string} id */
function stepPart(step, id) {
  const title = el(
    'span',
    { class: 'headline' },
    el(
      'span',
      {},
      chip(step.state, step.state.replace(' ', '-')),
      el('b', {}, step.id),
      el('span', { class: 'quiet' }, step.kind),
    ),
    el('span', {}, step.summary === '' ? step.description : step.summary),
  )
  const took =
    step.start === null || step.end === null
      ? ''
      : `${duration(step.end - step.start)}, from ${duration(step.start)} on`
  return folded({ id, class: 'step' }, title, () => [
    facts([
      ['what to do', step.description],
      ['reads', step.reads.join(', ')],
      ['writes', step.writes.join(', ')],
      ['after', step.deps.join(', ')],
      ['by code', step.action === '' ? '' : el('code', {}, step.action)],
      ['postcondition', el('code', {}, step.postcondition)],
      ['outcome', step.summary],
      ['code did not do', step.attempted],
      ['verdict', step.tier === '' ? '' : `${step.tier}: ${step.why}`],
      ['failure mode', step.mode],
      ['took', took],
      ['begun', step.times > 1 ? `${step.times} times` : ''],
    ]),
  ])
}

/** @param {readonly BeliefView[]} beliefs @param {(target: string) => string} address */
function beliefTable(beliefs, address) {
  const rows = beliefs.map((belief, at) =>
    el(
      'tr',
      { id: `r${at}`, class: belief.provenance },
      el('th', { scope: 'row' }, belief.name),
      el(
        'td',
        { class: 'value' },
        belief.unit === '' ? belief.value : `${belief.value} ${belief.unit}`,
      ),
      el('td', {}, chip(belief.provenance, belief.provenance)),
      el('td', {}, restsOn(belief, at, beliefs, address)),
      el('td', {}, belief.source),
      el('td', {}, establishedBy(belief)),
    ),
  )
  return table(
    ['belief', 'value', 'provenance', 'rests on', 'source', 'established by'],
    rows,
    'beliefs',
  )
}

/** @param {BeliefView} belief */
function establishedBy({ step, cycle, scope }) {
  if (step !== '') return `${step}, cycle ${cycle}`
  return ['world', 'memory', 'session'].includes(scope) ? `the ${scope}` : 'perceived'
}

/** @param {BeliefView} belief @param {number} at @param {readonly BeliefView[]} all @param {(target: string) => string} address */
function restsOn(belief, at, all, address) {
  const { derivation, uses, quote, marked: place, call, why } = belief
  const where =
    place === 'question'
      ? 'the question'
      : quote === ''
        ? 'the result'
        : `“${quote.length <= 160 ? quote : `${quote.slice(0, 160)}…`}”`
  return el(
    'div',
    { class: 'rests' },
    place !== '' || call !== ''
      ? el('a', { href: address(`b${at}`), class: 'source' }, where)
      : null,
    derivation === '' ? null : el('code', {}, derivation),
    ...uses.map(other =>
      el('a', { href: address(`r${other}`), class: 'uses' }, all[other]?.name ?? ''),
    ),
    why === '' ? null : el('p', { class: 'problem' }, why),
  )
}
