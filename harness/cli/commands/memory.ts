// `intend memory`: what a memory holds, and withdrawing a fact from it. Looking never changes the file.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { byAge, type Fact, parseMemory } from '../../../agent/memory/fact.ts'
import { openMemory } from '../../../agent/memory/memory.ts'
import { createShelf, type Shelf, type Standing } from '../../../agent/memory/shelf.ts'
import { show } from '../../../plans/show.ts'
import { readKept } from '../../library/read.ts'
import { type Found, harmless, printFound, shortened } from '../../terminal/plain-text.ts'
import { actionOf, type Command, exit, usage } from '../command.ts'

export const memory: Command = {
  name: 'memory',
  about: 'show or remove what --memory has kept: list FILE, show FILE ID, forget FILE ID',
  arguments: {
    what: 'list, show or forget',
    file: 'the memory file',
    id: 'a fact: its id, or the beginning of it',
  },
  options: {
    '--reason <text>': 'forget: why, for those who share the file',
    '--json': 'as one line of JSON',
  },
  async run([what = '', name, id], options, around) {
    const view = actionOf(views, what, { name: 'memory', thing: 'memory' })
    if (name === undefined) throw usage(`name the memory file: intend memory ${what} FILE`)
    const file = resolve(around.folder, name)
    const found = await view(readShelf(file), { file, id, reason: options.reason })
    printFound(around.stdout, options.json, found)
    return exit.satisfied
  },
}

// --- internal ---

interface Viewing {
  readonly file: string
  readonly id: string | undefined
  /** Why a fact is forgotten; undefined unless given. */
  readonly reason: unknown
}

type View = (shelf: Shelf, viewing: Viewing) => Found | Promise<Found>

const views: Readonly<Record<string, View>> = {
  list: shelf => {
    const facts = [...shelf.content().facts.values()].sort(byAge)
    const lines = facts.map(fact => listLine(fact, standing(shelf, fact)))
    const data = facts.map(fact => ({ ...fact, standing: standing(shelf, fact) }))
    return { lines: lines.length > 0 ? lines : ['nothing is remembered'], data }
  },
  show: (shelf, viewing) => {
    const fact = chosen(shelf, viewing, 'show')
    const stands = standing(shelf, fact)
    const lines = factLines(fact, stands, shelf.versions(fact))
    return { lines, data: { ...fact, standing: stands } }
  },
  forget: async (shelf, viewing) => {
    const fact = chosen(shelf, viewing, 'forget')
    const reason = (viewing.reason as string | undefined) ?? 'withdrawn by a person'
    const opened = await openMemory(viewing.file)
    const ids = await opened.forget(fact.id, reason)
    const versions = ids.length > 1 ? ` and ${ids.length - 1} older of the same source` : ''
    return { lines: [`forgot ${listLine(fact, undefined)}${versions}`], data: { ids } }
  },
}

const standing = (shelf: Shelf, fact: Fact) => shelf.standing(fact, Date.now())

function readShelf(file: string): Shelf {
  if (!existsSync(file))
    throw usage(
      `there is no memory ${file}; it comes to be when a question is answered with --memory`,
    )
  const parse = (text: string) => parseMemory(text, file)
  const shelf = createShelf()
  shelf.put(readKept(file, { noun: 'memory', parse, option: '' }))
  return shelf
}

function chosen(shelf: Shelf, { id, file }: Viewing, what: string): Fact {
  const { facts, forgotten } = shelf.content()
  if (id === undefined)
    throw usage(`name the fact: intend memory ${what} FILE ID; intend memory list FILE has the ids`)
  const found = [...facts.values()].filter(fact => fact.id.startsWith(id))
  const [only] = found
  if (only && (found.length === 1 || only.id === id)) return only
  if (only) throw usage(`${id} begins ${found.length} ids; write more of the one that is meant`)
  const gone = forgotten.get(id)
  if (gone !== undefined) throw usage(`the fact ${id} was withdrawn: ${harmless(gone)}`)
  throw usage(`${file} has no fact ${id}; intend memory list FILE has the ids`)
}

function listLine(fact: Fact, stands: Standing | undefined): string {
  const { id, name, source, learnedAt, about } = fact
  const parts = [
    `${harmless(id)}  ${shortened(`${name} = ${show(fact)}`, 40).padEnd(40)}`,
    ...(stands ? [wordOf(stands).padEnd(10)] : []),
    learnedAt.slice(0, 10),
    shortened(source, 24).padEnd(24),
    shortened(about, 72),
  ]
  return parts.join('  ').trimEnd()
}

function wordOf(stands: Standing): string {
  if (!stands.current) return stands.why
  return stands.conflicts.length > 0 ? 'disputed' : 'current'
}

function factLines(fact: Fact, stands: Standing, versions: readonly Fact[]): readonly string[] {
  const given = Object.entries(fact.given).map(([role, value]) => `${role} = ${value}`)
  const others = stands.current ? stands.conflicts : []
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['fact', `${fact.name} = ${show(fact)}`],
    [
      'stands',
      stands.current || stands.by === undefined ? wordOf(stands) : `${stands.why} by ${stands.by}`,
    ],
    ...others.map(other => ['against', `${other.id}: ${show(other)} (${other.source})`] as const),
    ['about', fact.about],
    ...given.map(each => ['given', each] as const),
    ['provenance', fact.provenance],
    ['source', fact.source],
    ['said by', fact.by ?? 'tool'],
    ['quote', fact.quote],
    ['derivation', fact.derivation],
    ...(fact.rests ?? []).map(id => ['rests on', id] as const),
    ['as of', fact.asOf],
    ['until', fact.validUntil],
    ['learned', `${fact.learnedAt} in run ${fact.run}`],
    ...versions
      .filter(other => other !== fact)
      .map(other => ['before', `${other.id}: ${show(other)} (${other.learnedAt})`] as const),
  ]
  const shown = rows.flatMap(([label, text]) =>
    text === undefined ? [] : [`${label.padEnd(12)}${harmless(text)}`],
  )
  return [harmless(fact.id), ...shown]
}
