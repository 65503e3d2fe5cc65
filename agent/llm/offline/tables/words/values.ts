// What words and phrases mean the values of a column, and what others deny them.
import { monthNumber } from '../../../../../plans/text/months.ts'
import { basesIn, type Column, isOfPersons, keyOf, saying, type Table } from '../table.ts'
import { type Entry, entry, isCapital } from './meanings.ts'
import { placesIn, placesOf } from './places.ts'
import { baseOf, type Here, isDone, opposites, senseOf, type Token } from './vocabulary.ts'

/** Values by all their words; a name by one of them; a thing by its last one, and without its measures. */
export function valuesOf(column: Column, table: Table): readonly Entry[] {
  const { nouns, columns } = table
  const isOther = (value: string) => ![true, false].some(yes => saying(column, yes).includes(value))
  if (column.kind === 'flag' && !column.values?.some(isOther)) return flagsOf(column, table)
  if (column.type === 'date') return undoneIn(column, [], table)
  if (column === placesIn(table)) return placesOf(column, table)
  if (column.type !== 'text') return []
  const spelled = [...Map.groupBy(column.values ?? [], keyOf)].filter(([key]) => key !== '')
  const meant = (
    words: readonly string[],
    values: readonly string[],
    weight: number,
    when?: Entry['when'],
  ) => entry(words, { is: 'value', column, values }, weight, when)
  const ways = spelled.flatMap(([key, values]) =>
    [...new Map(values.map(value => [basesIn(value).join(' '), value] as const))].map(
      ([, value]) => ({ key, values, value, words: basesIn(value) }),
    ),
  )
  return ways.flatMap(({ key, values, value, words }) => {
    const tail = words.findIndex(each => /\d/.test(each))
    const bare = tail > 0 ? words.slice(0, tail) : []
    const isOnly = (part: readonly string[]) =>
      ways.every(
        other => other.key === key || !` ${other.words.join(' ')} `.includes(` ${part.join(' ')} `),
      )
    const last = words.at(-1)!
    const small = /(?<!\S)\p{Ll}\S*$/u.test(value)
    // `in April` is no `Rent April`
    const telling = words.filter(each => monthNumber(each) === undefined || isOfPersons(column))
    const parts = words.length < 2 || denying.test(value) ? [] : telling
    // "A" or "IT" are words of any sentence unless they are written alike
    // `the longest stay` is none of those who `stayed`
    const isNoun = ({ token, tokens, at }: Here) =>
      /^\w+ed$/.test(value) &&
      !isDone(token.word) &&
      (nouns.includes(token.sense) ||
        /^(?:an?|the|each|every|per|\w+est)$/.test(tokens[at - 1]?.word ?? ''))
    const isAlike = (here: Here) => (value.length > 2 || here.token.text === value) && !isNoun(here)
    // `the pool` is the Indoor Pool, but what fell is no Cold Fell
    // of the whole trip the boat trip is a part
    const isBare = (here: Here) =>
      !isCapital(here) &&
      (small || here.tokens[here.at - 1]?.word === 'the') &&
      !/^(?:whole|entire|full)$/.test(here.tokens[here.at - 1]?.word ?? '')
    const isNamed = [...nouns, ...columns.flatMap(each => each.words)].includes(senseOf(last))
    const isTelling = parts.length > 0 && last.length > 2 && isOnly([last]) && !isNamed
    return [
      meant(words, values, 3 * words.length, isAlike),
      ...sexOf(value, column, table)
        .filter(noun => noun !== key)
        .map(noun => meant([noun], values, 3)),
      ...(words.length === 2 && value.includes(',') ? [meant(words.toReversed(), values, 6)] : []),
      ...(bare.length > 0 && isOnly(bare) ? [meant(bare, values, 3 * bare.length)] : []),
      ...parts.map(part => meant([part], values, 2, isCapital)),
      ...(isTelling ? [meant([last], values, 2, isBare)] : []),
    ]
  })
}

// --- internal ---

/** `no receipt` is not spoken of as `receipt`. */
const denying = /\b(?:no|not|without)\b/i

/** Girls and boys are among these, and not among any persons. */
const young = new Set('pupil child kid school class grade youth camp'.split(' ').map(senseOf))
const sexes = ['woman lady girl female f w', 'man gentleman boy male m'].map(said =>
  said.split(' ').map(word => baseOf(word)),
)

/** Other words for `male` or `F` in a column: a girl is none of those who are called women there. */
function sexOf(value: string, column: Column, table: Table): readonly string[] {
  const { persons, isOfPeople, about, columns } = table
  const sideOf = (said: string) => sexes.find(side => side.includes(said))
  const own = keyOf(value)
  const [adult, lady, child, sex] = sideOf(own) ?? []
  const all = [...new Set((column.values ?? []).map(keyOf))]
  const isPair = all.length === 2 && sexes.every(side => all.some(each => side.includes(each)))
  const isOfSex = isPair && (persons !== undefined || isOfPeople || own.length > 1)
  const isYoung = [...about, ...columns.flatMap(({ words }) => words)].some(each => young.has(each))
  if (!adult || !lady || !child || !sex) return []
  if (own === child) return [sex]
  if (own === adult || own === lady) return [adult, lady, sex]
  if (/^(?:sex|gender)\b/i.test(column.name) || isOfSex)
    return [adult, lady, sex, ...(isYoung ? [child] : [])]
  return own === sex ? [adult] : []
}

/** Of what is not returned. */
const away = [
  'on',
  'lent',
  'hired',
  'rented',
  'checked',
  'still',
  'out on',
  'still on',
  'still out on',
].flatMap(how =>
  /on$/.test(how) ? ['loan', 'hire', 'rent'].map(what => `${how} ${what}`) : `${how} out`,
)

/** `approved is no`: behind the name of the column. */
function flagsOf(column: Column, table: Table): readonly Entry[] {
  const isBehind = ({ tokens, at }: Here) => {
    const name = tokens
      .slice(0, at)
      .findLast(({ word }) => !/^(?:is|are|was|were|not|equals|says)$/.test(word))
    return name?.sense === column.words.at(-1)
  }
  const meant = (yes: boolean, said: readonly string[]) =>
    said.map(each =>
      entry([baseOf(each)], { is: 'value', column, values: saying(column, yes) }, 3, isBehind),
    )
  return [
    ...meant(true, ['yes', 'y', 'true']),
    ...meant(false, ['no', 'n', 'false']),
    ...(saying(column, false).length > 0 ? undoneIn(column, saying(column, false), table) : []),
  ]
}

/** `unpaid` of a column `Paid`, `still open` of the days when it was closed: those are empty. */
function undoneIn(column: Column, values: readonly string[], table: Table): readonly Entry[] {
  const done =
    column.written.findLast(isDone) ?? (values.length > 0 ? column.written.at(-1) : undefined)
  // a person is outstanding among others
  const opposite = opposites.get(done ?? '') ?? ''
  const isPraise = opposite === 'outstanding' && table.isOfPeople
  const isRows = table.nouns.includes(senseOf(opposite))
  const not = [`un${done}`, ...(opposite && !isPraise && !isRows ? [opposite] : [])]
  const isValue = (base: string) =>
    table.columns.some(each => each.values?.some(value => keyOf(value) === base))
  const isDoing = ({ word }: Token) => /^(?:do|does|did|to)$/.test(word)
  const meant = (said: string) =>
    entry([baseOf(said)], { is: 'value', column, values }, 3, ({ tokens, token, at }) => {
      const isSo = token.word === said && !tokens.slice(0, at).some(isDoing)
      return tokens[at + 1]?.word !== 'to' && (isSo || /ed$/.test(said))
    })
  const isNow = ({ tokens, at }: Here) => {
    const before = tokens.slice(0, at).map(({ word }) => word)
    return (
      before.some(word => /^(?:is|are|still|currently)$/.test(word)) &&
      !before.some(word => /^(?:was|were)$/.test(word))
    )
  }
  const out = done === 'returned' ? away : []
  return done === undefined
    ? []
    : [
        ...not.filter(said => !isValue(baseOf(said))).map(meant),
        ...out.map(said =>
          entry(said.split(' ').map(baseOf), { is: 'value', column, values }, 6, isNow),
        ),
      ]
}
