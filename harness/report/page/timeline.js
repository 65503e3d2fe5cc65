// The calls of models and tools in the order of their beginnings: when, how long, and what they gave.
import { el, folded, svg } from './dom.js'
import { chip, duration, facts, marked, money, tokens, whole } from './format.js'

/** @import { CallView, DetailView } from '../detail.ts' */

/** @param {DetailView} detail */
export function timeline({ calls, ms }) {
  if (calls.length === 0) return el('p', { class: 'quiet' }, 'No model and no tool was called.')
  const order = calls.map((call, at) => ({ call, at }))
  order.sort((a, b) => a.call.start - b.call.start || a.at - b.at)
  return el('div', { class: 'timeline' }, ...order.map(({ call, at }) => callLine(call, at, ms)))
}

/** @param {CallView} call @param {number} at @param {number} ms */
function callLine(call, at, ms) {
  const amount = tokens(call)
  const used = amount > 0 ? `, ${whole(amount)} tokens` : ''
  const title = el(
    'span',
    { class: 'headline' },
    el(
      'span',
      {},
      chip(call.kind, call.kind),
      el('b', {}, call.name),
      call.step === '' ? null : el('span', { class: 'quiet' }, `step ${call.step}`),
      call.error === '' ? null : chip('failed', 'bad'),
    ),
    span(call, ms),
    el('span', { class: 'quiet when' }, `at ${duration(call.start)}, ${duration(call.ms)}${used}`),
  )
  return folded({ id: `c${at}`, class: 'call' }, title, () => [callDetails(call)])
}

/** When it ran, within the whole question. @param {CallView} call @param {number} ms */
function span({ start, ms: took, kind }, ms) {
  const whole = Math.max(1, ms)
  const x = Math.max(0, Math.min(99, (100 * start) / whole))
  const width = Math.max(0.8, Math.min(100 - x, (100 * took) / whole))
  return svg(
    'svg',
    { class: 'span', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'all', x: 0, y: 3, width: 100, height: 2 }),
    svg('rect', { class: kind, x, y: 0, width, height: 8 }),
  )
}

/** @param {CallView} call */
function callDetails(call) {
  const { inputTokens, outputTokens, cachedTokens } = call
  const ofModel = call.kind === 'model'
  const usage = `${whole(inputTokens)} in (${whole(cachedTokens)} cached), ${whole(outputTokens)} out`
  return el(
    'div',
    {},
    facts([
      ['model', call.model],
      ['call', ofModel ? '' : call.id],
      ['intention', call.intention],
      ['tokens', ofModel ? usage : ''],
      ['cost', ofModel ? money(call.cost) : ''],
      ['reply', ofModel ? `read ${call.parsed}${call.attempt > 1 ? ', asked once more' : ''}` : ''],
      ['issues', call.issues.length === 0 ? '' : listed(call.issues)],
      ['error', call.error],
      ['input', call.input === '' ? '' : el('code', {}, call.input)],
    ]),
    ofModel ? null : marked(call.content, 'result'),
  )
}

/** @param {readonly string[]} texts */
export const listed = texts =>
  el(
    'details',
    {},
    el('summary', {}, String(texts.length)),
    el('ul', {}, ...texts.map(text => el('li', {}, text))),
  )
