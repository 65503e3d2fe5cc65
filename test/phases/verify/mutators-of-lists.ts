// Lists gone wrong by one item: one made up, one taken from beside, one left out, one too many.
import type { Value } from '../../../plans/plan.ts'
import { callOf, claiming, type Mutator, same } from './mutant.ts'
import { carried, neighbours, plain, shown } from './parts.ts'
import type { Right } from './rights.ts'

export const lists: Readonly<Record<string, Mutator>> = {
  'item made up': right =>
    changed(right, items => {
      const at = right.run.length % items.length
      const item = altered(items[at]!)
      return item === undefined || stands(right, item) ? undefined : items.with(at, item)
    }),
  'item exchanged': right =>
    changed(right, items => {
      const other = besides(right, items)
      return other === undefined ? undefined : items.with(right.run.length % items.length, other)
    }),
  'item dropped': right =>
    changed(right, items =>
      items.length < 2 ? undefined : items.toSpliced(right.run.length % items.length, 1),
    ),
  'item added': right =>
    changed(right, items => {
      const other = besides(right, items)
      return other === undefined ? undefined : [...items, other]
    }),
}

// --- internal ---

type Item = number | string

/** Passages put aside for a later step: one more, less or other makes them no wrong claim. */
export const gathers = (items: readonly Item[]) =>
  items.some(item => String(item).length > 60 && !String(item).startsWith('|'))

function changed(right: Right, change: (items: readonly Item[]) => readonly Item[] | undefined) {
  const { value } = right.belief
  const items = [value].flat() as readonly Item[]
  if (!Array.isArray(value) || items.length === 0 || gathers(items)) return undefined
  const made = change(items)
  return made && claiming(right, { ...right.belief, value: made }, shown(made))
}

/** Another figure, or the same words with one of them exchanged. */
function altered(item: Item): Item | undefined {
  if (typeof item === 'number' || /\d/.test(item)) return carried(item) as Item | undefined
  const words = item.split(' ')
  const at = words.findIndex(word => /^\p{L}{4,}$/u.test(word))
  return at < 0
    ? undefined
    : words.with(at, [...words[at]!].reverse().join('').toLowerCase()).join(' ')
}

const stands = (right: Right, item: Item) =>
  plain(callOf(right)?.content ?? '').includes(plain(String(item)))

/** A value of the same look that stands near the last item, or another belief that the step sees. */
function besides(right: Right, items: readonly Item[]): Item | undefined {
  const { belief, seen } = right
  const isNew = (value: Value): value is Item =>
    typeof value === typeof items[0] && !items.some(item => same({ value }, { value: item }))
  const call = callOf(right)
  const near = call ? neighbours({ ...belief, value: items.at(-1)! }, call) : []
  for (const { value } of near) if (isNew(value)) return value
  return Object.values(seen.beliefs)
    .map(({ value }) => value)
    .find(isNew)
}
