// What words and phrases mean over one table: its columns and their values, what its rows are called, and
// what any table may be asked with.
import { dimensionOf } from '../../../../../plans/expressions/expression.ts'
import { singular } from '../../../../../plans/text/words.ts'
import { type Column, isIn, type Table, wordsOf } from '../table.ts'
import { type Entry, entry, isAim, isCapital, type Way } from './meanings.ts'
import { isDuration } from './places.ts'
import { valuesOf } from './values.ts'
import {
  anyRow,
  containers,
  figures,
  type Here,
  irregular,
  isDone,
  otherwise,
  type Property,
  properties,
  recorded,
  senseOf,
  spent,
  things,
  totals,
  vehicles,
} from './vocabulary.ts'

/** Entries by their first word: values by bases, all else by senses. */
export interface Lexicon {
  readonly values: ReadonlyMap<string, readonly Entry[]>
  readonly names: ReadonlyMap<string, readonly Entry[]>
}

/** The sheets of a workbook, each with the words that mean it and nothing else. */
export type Sheets = ReadonlyMap<string, readonly string[]>

export function lexiconOf(table: Table, sheets: Sheets): Lexicon {
  const byFirst = (entries: readonly Entry[]) => Map.groupBy(entries, ({ words }) => words[0]!)
  const named = [...sheets].flatMap(([sheet, own]) =>
    [wordsOf(sheet).map(senseOf), ...own.map(each => [each])].map(words =>
      entry(words, { is: 'sheet', sheet }, 3.5 * words.length),
    ),
  )
  return {
    values: byFirst(table.columns.flatMap(column => valuesOf(column, table))),
    names: byFirst([
      ...named,
      ...table.columns.flatMap(column =>
        besideSheets(namesOf(column, table), column, [...sheets.keys()]),
      ),
      ...rowsOf(table),
      ...spokenOf(table),
    ]),
  }
}

/** The columns of amounts, years or dates that hold a property: those called so, else those in such a unit. */
export function holding({ columns, nouns, about }: Table, { columns: names, dimension }: Property) {
  const isDated = columns.some(({ kind }) => kind === 'date')
  const able = columns.filter(
    column => /^(?:amount|year|date)$/.test(column.kind) || (!isDated && isDuration(column)),
  )
  const called = (list: readonly string[]) => (column: Column) =>
    list.some(name => column.words.includes(senseOf(name)))
  if (dimension !== 'money') {
    const named = able.filter(
      column => (dimension === '' || !column.isMoney) && called(names)(column),
    )
    // what is in km/h is a speed, but not all that is in km a distance
    const isOwn = /current|\/time|^temperature$/.test(dimension)
    const measured = ({ unit = '', name }: Column) =>
      (isOwn || unit === name) && dimensionOf(unit) === dimension
    return named.length > 0 || dimension === '' ? named : able.filter(measured)
  }
  const money = able.filter(({ isMoney }) => isMoney)
  const [costs, income] = properties as readonly [Property, Property]
  const out = money.filter(({ flow = '' }) => /^(?:out|debit)$/.test(flow))
  if (out.length === 1 && names === costs.columns) return out
  const named = money.filter(called(names))
  // what something costs is no income, nor what is spent
  const contrary = names === costs.columns ? income.columns : names === income.columns ? spent : []
  const isOf = (list: readonly string[]) =>
    [...nouns, ...about].some(each => list.map(senseOf).includes(each))
  const others = isOf(contrary) ? [] : money.filter(column => !called(contrary)(column))
  const all = named.length > 0 ? named : others
  const whole = all.filter(
    column => !column.isPerUnit && column.words.some(each => totals.has(each)),
  )
  return whole.length === 1 ? whole : all
}

/** `did it rain` asks what was done. */
export const isDoing = ({ tokens, at }: Here) =>
  /^(?:i|we|you|he|she|it|they)$/.test(tokens[at - 1]?.word ?? '') &&
  /^(?:do|does|did)$/.test(tokens[at - 2]?.word ?? '')

// --- internal ---

/** `In stock` where a sheet is called `Stock`: what is spelled like that, or holds rows, is the sheet. */
function besideSheets(entries: readonly Entry[], { name }: Column, sheets: readonly string[]) {
  return entries.map(each => {
    const twins = sheets.filter(sheet => {
      const own = wordsOf(sheet).map(senseOf)
      return each.words.slice(-own.length).join() === own.join()
    })
    const isSheet = ({ tokens, at }: Here) =>
      twins.some(sheet => {
        const end = at + each.words.length
        const from = end - wordsOf(sheet).length
        const said = tokens.slice(from, end).map(({ text }) => text)
        const before = tokens.slice(0, from).findLast(({ word }) => !inside.test(word))
        const isSpelled = said.join(' ') === sheet && !name.includes(sheet)
        return isSpelled || anyRow.has(singular(before?.word ?? ''))
      })
    const when: Entry['when'] = here => !isSheet(here) && (each.when?.(here) ?? true)
    return twins.length === 0 ? each : { ...each, when }
  })
}

const inside = /^(?:in|on|of|are|is|there|the)$/

/** They name a column only together with others. */
const weak = /^(?:name|date|number|type|id|code|total|value|amount|day|days|time)$/

/** An order is bought by one and sold by another; `noted as open` asks for no note, as `what was noted` does. */
function isOther({ token: { word }, tokens }: Here, written: readonly string[]): boolean {
  const isBought = /^(?:buy|bought|purchase[sd]?)$/.test(word)
  const isNoted = recorded.test(word) && !written.includes(word) && tokens[0]!.word !== 'what'
  return isNoted || (isBought && written.some(each => /^(?:sold|sales?)$/.test(each)))
}

/** Nothing that is `open` is said to have been `opened`. */
const isState = ({ token, tokens, at }: Here, written: string) =>
  isDone(written) &&
  !isDone(token.word) &&
  /^(?:is|are|was|were|still|yet)$/.test(tokens[at - 1]?.word ?? '')

/** A column by all words of its name, bare or as written, and by single ones. */
function namesOf(column: Column, { key, nouns, about, columns }: Table): readonly Entry[] {
  const { words, written, head, kind, name, flow } = column
  const named = (
    senses: readonly string[],
    weight: number,
    by: 'name' | 'part',
    when?: Entry['when'],
  ) =>
    entry(
      senses,
      { is: 'column', columns: [column], by },
      weight,
      here => !isOther(here, written) && (when?.(here) ?? true),
    )
  // who asks for a `min` means no minute
  const bare = wordsOf(name.replace(/[([][^)\]]*[)\]]\s*$/u, '').replaceAll('_', ' ')).map(each =>
    each === 'min' ? each : senseOf(each),
  )
  // `paid in March` is no column `Paid in`
  const isWritten = ({ token, tokens, at }: Here) =>
    name.startsWith(token.text) || tokens.length === at + bare.length
  if (flow && bare.length > 1) return [named(bare, 3 * bare.length, 'name', isWritten)]
  const isRows = (sense: string) => column !== key && nouns.includes(sense)
  // fines are in the column `Fine`, but an order is no column `Ordered`
  const isAlike = (here: Here) =>
    !isState(here, written[0]!) &&
    (!isRows(words[0]!) || words.length > 1 || singular(here.token.word) === singular(written[0]!))
  const whole = [
    words,
    ...(bare.join() === words.join() ? [] : [bare]),
    ...(words.length === 2 ? [words.toReversed()] : []),
  ]
  // beside `Approved?` only who approved is in `Approved by`
  const twin = columns.find(each => each !== column && each.words.join() === words.join())
  const isDoer = /\bby$/i.test(name)
  const isSplit = twin !== undefined && isDoer !== /\bby$/i.test(twin.name)
  const isMeant = (here: Here) =>
    isAlike(here) && (!isSplit || isDoer === here.tokens.some(({ word }) => /^whom?$/.test(word)))
  const parts = words.map(sense => named([sense], 1, 'part'))
  const single = words.flatMap((sense, at) => {
    const isVerb = irregular.has(written[at]!) || /ed$/.test(written[at]!)
    const isNoun =
      sense === head || !(isVerb || things.has(written[at]!) || figures.has(written[at]!))
    const tells = isNoun && !weak.test(written[at]!)
    if (kind !== 'amount' && !(tells && sense === head)) return []
    const isSaid =
      ({ tokens }: Here) =>
      (each: string) =>
        tokens.some(t => t.sense === each)
    const all = (here: Here) => words.every(isSaid(here))
    // the `2020` of `Debt 2020`
    const some = (here: Here) => words.some(each => each !== sense && isSaid(here)(each))
    const when = /^\d/.test(sense) ? some : tells ? undefined : all
    return [named([sense], 2.5, 'name', when)]
  })
  return [
    ...whole.map(senses =>
      named(senses, 3 * senses.length, 'name', senses === words ? isMeant : isAlike),
    ),
    ...alsoCalled(column).map(senses => named(senses, 3 * senses.length, 'name')),
    ...about
      .filter(each => vehicles.has(each) && head === senseOf('vehicle'))
      .map(each => named([each], 2.5, 'name')),
    ...(words.length > 1 ? parts : []),
    ...(words.length > 1 ? single.filter(({ words: [sense] }) => !isRows(sense!)) : []),
  ]
}

/** `second round` and `round two` of `round_2_score`, `pick up` of `Collected`, `in stock` of `Qty on hand`. */
function alsoCalled({ words, head, kind, name }: Column): readonly (readonly string[])[] {
  const at = words.findIndex(each => /^[1-3]$/.test(each))
  const [nth, number] = [' first second third', ' one two three'].map(
    all => all.split(' ')[Number(words[at])],
  )
  const noun = words[at - 1]
  const verbs = [...otherwise].flatMap(([said, verb]) =>
    senseOf(verb) === head ? [said.replace('-', ' ')] : [],
  )
  return [
    ...(noun ? [`${nth} ${noun}`, `${noun} ${number}`, `${noun} ${words[at]}`] : []),
    ...(words.length === 1 || kind === 'date' ? verbs : []),
    ...(words.some(each => /^(?:birth|dob)/.test(each)) ? ['born'] : []),
    ...(/\bon[ _]hand\b|\bin[ _]stock\b/i.test(name) ? ['in stock'] : []),
  ].map(said => said.split(' ').map(senseOf))
}

const schools = new Set('class grade mark exam school'.split(' ').map(senseOf))

/** What rows and persons are called, and the other words in the names of file and sheet. */
function rowsOf({ nouns, about, persons, isOfPeople, columns }: Table): readonly Entry[] {
  const isRows = (sense: string) => nouns.includes(sense)
  // of a class each is one who has a birthday
  const isClass =
    /^(?:full )?name$/i.test(persons?.name ?? '') &&
    columns.some(({ name }) => /\b(?:birth\w*|born|dob)\b/i.test(name)) &&
    about.some(each => schools.has(each))
  const people = isOfPeople
    ? [entry([senseOf('person')], { is: 'rows' }, 2)]
    : persons
      ? ['person', ...(isClass ? ['student'] : [])].map(noun =>
          entry([senseOf(noun)], { is: 'column', columns: [persons], by: 'name' }, 2),
        )
      : []
  return [
    ...[...new Set(nouns)].map(noun => entry([noun], { is: 'rows' }, 2, here => !isDoing(here))),
    ...people,
    ...[...anyRow]
      .map(senseOf)
      // the lines of a table of trams are no rows of it
      .filter(noun => !isRows(noun) && !columns.some(({ words }) => words.join() === noun))
      .map(noun => entry([noun], { is: 'rows' }, 1.5, here => !isDoing(here))),
    ...about
      .filter(noun => !isRows(noun))
      // of the file itself only `the stock value` speaks
      .map(noun =>
        entry(
          [noun],
          { is: 'about' },
          0.5,
          ({ tokens, at }) =>
            !containers.has(noun) ||
            figures.has(tokens[at + 1]?.word ?? '') ||
            tokens.some(({ word }) => /^(?:worth|values?)$/.test(word)),
        ),
      ),
  ]
}

/** Whether a column may be in the currency that a word names, if it names one. */
const isPaidIn = (said: string) => {
  const currency = { euro: 'EUR', dollar: 'USD', pound: 'GBP' }[said]
  return (column: Column) => !currency || column.unit === undefined || isIn(column, currency)
}

/** Words for what columns hold: `weigh`, `heavy`, `heavier`, `heaviest`. */
function spokenOf(table: Table): readonly Entry[] {
  // `collected orders` are some of them
  const isOfRows = ({ token, tokens, at }: Here) => {
    const next = tokens[at + 1]?.sense ?? ''
    return /ed$/.test(token.word) && [...table.nouns, ...table.about].includes(next)
  }
  return properties.flatMap(property => {
    const columns = holding(table, property)
    const spoken = (said: string, weight: number, way?: Way) =>
      entry(
        [senseOf(said)],
        { is: 'column', columns: columns.filter(isPaidIn(said)), by: 'property', way },
        weight,
        here =>
          !isCapital(here) &&
          !isAim(here) &&
          here.token.word.startsWith(said.slice(0, -1)) &&
          !isOfRows(here) &&
          !(said === 'come' && here.tokens[here.at + 1]?.word !== 'to'),
      )
    const adjectives = [property.much, property.little].flatMap((list, little) =>
      list.flatMap(plain => {
        const stem = plain
          .replace(/e$/, '')
          .replace(/(?<=^[^aeiou]*[aeiou])([gt])$/, '$1$1')
          .replace(/y$/, 'i')
        const few = little === 1
        return [
          spoken(plain, 1.5, { degree: 'plain', few }),
          ...(['er', 'est'] as const).map(degree => spoken(stem + degree, 2, { degree, few })),
        ]
      }),
    )
    // "how large is the gap"
    const how = ({ tokens, at }: Here) => tokens[at - 1]?.word === 'how'
    const sizes = property.much.map(said => entry([senseOf(said)], { is: 'silent' }, 0, how))
    return [
      ...property.said.map(said => spoken(said, 1.5)),
      ...(columns.length > 0 ? adjectives : sizes),
    ]
  })
}
