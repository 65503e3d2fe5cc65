// A plan as a graph: each step below those it waits for, with its state, in the order of the layers.
import { svg } from './dom.js'
import { stepMarks } from './format.js'

/** @import { StepView } from '../journey.ts' */

const node = { width: 190, height: 56, across: 24, down: 42, edge: 12 }

/**
 * @param {readonly StepView[]} steps
 * @param {(step: number) => string} address where a step is told in full
 */
export function planGraph(steps, address) {
  const layers = layersOf(steps)
  const widest = Math.max(1, ...layers.map(layer => layer.length))
  const width = 2 * node.edge + widest * node.width + (widest - 1) * node.across
  const height = 2 * node.edge + layers.length * (node.height + node.down) - node.down
  const places = placesOf(layers, width)
  return svg(
    'svg',
    {
      class: 'graph',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'group',
      'aria-label': `plan of ${steps.length} steps`,
    },
    ...steps.flatMap(step => edgesOf(step, places)),
    ...steps.map((step, at) => drawn(step, places.get(step.id) ?? { x: 0, y: 0 }, address(at))),
  )
}

/**
 * The steps by the longest way from a step that waits for none; within a layer below what they wait for.
 * @param {readonly StepView[]} steps
 */
function layersOf(steps) {
  const byId = new Map(steps.map(step => [step.id, step]))
  /** @type {Map<string, number>} */
  const depths = new Map()
  // as often as a way can be long; a plan is acyclic, and one that is not ends all the same
  for (let round = 0, changed = true; changed && round <= steps.length; round++) {
    changed = false
    for (const { id, deps } of steps) {
      const above = deps.filter(dep => byId.has(dep)).map(dep => depths.get(dep) ?? 0)
      const depth = Math.max(-1, ...above) + 1
      if (depths.get(id) === depth) continue
      depths.set(id, depth)
      changed = true
    }
  }
  /** @type {string[][]} */
  const layers = []
  for (const { id } of steps) {
    const depth = depths.get(id) ?? 0
    while (layers.length <= depth) layers.push([])
    layers[depth]?.push(id)
  }
  return layers.map((layer, depth) => sorted(layer, layers[depth - 1] ?? [], byId))
}

/** @param {string[]} layer @param {readonly string[]} above @param {ReadonlyMap<string, StepView>} byId */
function sorted(layer, above, byId) {
  const middle = (/** @type {string} */ id) => {
    const at = (byId.get(id)?.deps ?? []).map(dep => above.indexOf(dep)).filter(place => place >= 0)
    return at.length === 0 ? 0 : at.reduce((a, b) => a + b, 0) / at.length
  }
  return layer.toSorted((a, b) => middle(a) - middle(b))
}

/** @param {readonly (readonly string[])[]} layers @param {number} width */
function placesOf(layers, width) {
  /** @type {Map<string, { x: number, y: number }>} */
  const places = new Map()
  layers.forEach((layer, depth) => {
    const taken = layer.length * node.width + (layer.length - 1) * node.across
    layer.forEach((id, at) => {
      places.set(id, {
        x: (width - taken) / 2 + at * (node.width + node.across),
        y: node.edge + depth * (node.height + node.down),
      })
    })
  })
  return places
}

/** @param {StepView} step @param {ReadonlyMap<string, { x: number, y: number }>} places */
function edgesOf(step, places) {
  const to = places.get(step.id)
  return step.deps.map(dep => {
    const from = places.get(dep)
    if (!from || !to) return null
    const [x1, y1] = [from.x + node.width / 2, from.y + node.height]
    const [x2, y2] = [to.x + node.width / 2, to.y]
    const bend = (y2 - y1) / 2
    const way = `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`
    return svg('path', { class: 'edge', d: way })
  })
}

/** @param {StepView} step @param {{ x: number, y: number }} place @param {string} address */
function drawn(step, { x, y }, address) {
  const writes = step.writes.length > 0 ? `→ ${step.writes.join(', ')}` : step.action
  const again = step.times > 1 ? `, ${step.times} times` : ''
  const told = `${step.id}, ${step.kind}, ${step.state}${again}`
  const { width, height } = node
  return svg(
    'a',
    { href: address, class: `step ${step.state.replace(' ', '-')}`, 'aria-label': told },
    svg('title', {}, `${told}: ${step.description}`),
    svg('rect', { x, y, width, height, rx: 8 }),
    svg('text', { class: 'mark', x: x + 12, y: y + 23 }, stepMarks[step.state]),
    svg(
      'text',
      { class: 'name', x: x + 30, y: y + 23 },
      fitting(`${step.id} · ${step.kind}${again}`, 24),
    ),
    svg('text', { class: 'writes', x: x + 12, y: y + 43 }, fitting(writes, 27)),
  )
}

/** @param {string} text @param {number} most */
const fitting = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
