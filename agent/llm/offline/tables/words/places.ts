// The places of a race and the time that it took: who won, who came second, who was the fastest.
import { type Column, isPlaces, onlyOf, type Table } from '../table.ts'
import { type Entry, entry } from './meanings.ts'
import { baseOf, type Here, senseOf } from './vocabulary.ts'

/** The only column of places, where it has a first one. */
export const placesIn = ({ columns }: Table): Column | undefined =>
  onlyOf(
    columns.filter(
      ({ name, kind, values = ['1'] }) =>
        isPlaces(name) && kind === 'number' && values.includes('1'),
    ),
  )

/** Texts in the order of the times that they are; what may be times of the day is none. */
export function isDuration({ type, name, values = [] }: Column): boolean {
  const [first = ''] = values
  const hours = values.map(value => Number.parseInt(value, 10))
  const [least, most] = [Math.min(...hours), Math.max(...hours)]
  return (
    type === 'text' &&
    /^(?:(?:finish|finishing|race|chip|gun|net|total|lap) )?(?:time|duration)$/i.test(name) &&
    (first.split(':').length > 2 ? least < 6 && most < 12 : most > 23) &&
    values.every(each => each.length === first.length && /^\d+(?::\d\d){1,2}(?:\.\d+)?$/.test(each))
  )
}

/** Who won, or came second, of a table that does not tell it in other words; who won the most won more than once. */
export function placesOf(column: Column, { label, nouns, columns }: Table): readonly Entry[] {
  if (columns.some(({ written }) => written.some(each => /^w[io]n/.test(each)))) return []
  const called = [...nouns, ...(label?.words ?? [])]
  const isAsked = ({ tokens, at }: Here) => {
    const [asks, ...said] = tokens.slice(0, at).map(({ word }) => word)
    const isWho = asks === 'who' || called.includes(senseOf(said.shift() ?? ''))
    const isMuch = /^(?:to|most?|more|least|less|few|larg|bigg|high)/
    return (
      isWho &&
      /^(?:is|was|the|has|have|took|got|in| )*$/.test(said.join(' ')) &&
      !tokens.some(({ word }) => isMuch.test(word))
    )
  }
  const meant = (place: number, said: string) =>
    entry(said.split(' ').map(baseOf), { is: 'value', column, values: [`${place}`] }, 6, isAsked)
  const won = ['winner', 'won', 'won the race', 'won the competition', 'won the tournament']
  const nths = ['first', 'second', 'third', 'fourth', 'fifth']
  const verbs = ['came ', 'came in ', 'finished ', '']
  return [
    ...won.map(said => meant(1, said)),
    ...nths.flatMap((nth, at) => verbs.map(verb => meant(at + 1, verb + nth))),
  ]
}
