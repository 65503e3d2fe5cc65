// Who may import whom: the table in AGENTS.md, held against every file of the source folders. So the map
// cannot lie, and a new import against it fails here.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const folders = ['agent', 'phases', 'tools', 'plans', 'harness']
const mostFiles = 16

interface Arrow {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
  /** A script that is started rather than imported; it may import who starts it. */
  readonly started: boolean
}

interface Room {
  readonly name: string
  /** Files that the row speaks of. */
  readonly named: readonly string[]
  readonly imports: readonly { readonly place: string; readonly typeOnly: boolean }[]
}

const files = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(name => /\.tsx?$/.test(name) && !name.includes('node_modules')),
)
const arrows = files.flatMap(importsOf)
const rooms = roomsIn(readFileSync(join(root, 'AGENTS.md'), 'utf8'))

function importsOf(from: string): readonly Arrow[] {
  const source = readFileSync(join(root, from), 'utf8')
  const statements = source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?[^'";]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'|new URL\(\s*'([^']+\.ts)'|^import\s+'(\.[^']+)'/gm,
  )
  return [...statements].map(([, type, named, dynamic, script, bare]) => ({
    from,
    to: posix.join(posix.dirname(from), (named ?? dynamic ?? script ?? bare)!),
    typeOnly: type !== undefined,
    started: script !== undefined,
  }))
}

/** The rows of the table of rooms. A row with several rooms gives the same to each. */
function roomsIn(markdown: string): readonly Room[] {
  return markdown.split('\n').flatMap(line => {
    const [, names = '', about = '', allowed = ''] = line.split('|')
    if (!/^\| `\w+\//.test(line)) return []
    const imports = allowed.split(';').flatMap(part => {
      const typeOnly = part.trim().startsWith('types of')
      const below = /^\s*below/.test(part) ? ['plans/', 'tools/', 'phases/', 'agent/'] : []
      return [...below, ...quoted(part)].map(place => ({ place, typeOnly }))
    })
    const named = quoted(about).filter(each => each.endsWith('.ts'))
    return quoted(names).map(name => ({ name, named, imports }))
  })
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
}

/** The room with the longest name that the file lies in. */
const roomOf = (file: string) =>
  rooms.filter(({ name }) => file.startsWith(name)).sort((a, b) => b.name.length - a.name.length)[0]

function isIn(file: string, place: string): boolean {
  if (place.endsWith('/')) return file.startsWith(place)
  return place.endsWith('/*') ? `${posix.dirname(file)}/*` === place : file === `${place}.ts`
}

const isAllowed = ({ from, to, typeOnly }: Arrow) =>
  roomOf(to) === roomOf(from) ||
  roomOf(from)?.imports.some(each => isIn(to, each.place) && (typeOnly || !each.typeOnly)) === true

/** The files that can be reached from `file` and lead back to it; none when there is no circle. */
function circleOf(file: string, importsBy: ReadonlyMap<string, readonly string[]>) {
  const reached = new Map<string, string>()
  const open = [file]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of importsBy.get(at) ?? [])
      if (!reached.has(next)) {
        reached.set(next, at)
        open.push(next)
      }
  const circle: string[] = []
  for (let at = reached.get(file); at !== undefined && at !== file; at = reached.get(at))
    circle.unshift(at)
  return reached.has(file) ? [file, ...circle, file] : []
}

describe('the rooms', () => {
  test('are those of the table', () => {
    expect(arrows.length).toBeGreaterThan(1000)
    expect(files.filter(file => roomOf(file) === undefined)).toEqual([])
    expect(
      rooms.map(({ name }) => name).filter(name => !files.some(f => f.startsWith(name))),
    ).toEqual([])
  })

  test('hold the files that the table speaks of', () => {
    const lost = rooms.flatMap(({ name, named }) =>
      named.filter(each => !files.some(file => file.startsWith(name) && file.endsWith(`/${each}`))),
    )
    expect(lost).toEqual([])
  })

  test('import what the table lets them', () => {
    const faults = arrows.filter(arrow => !isAllowed(arrow))
    expect(faults.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('are let import only what exists', () => {
    const places = rooms.flatMap(({ imports }) => imports.map(({ place }) => place))
    expect(places.filter(place => !files.some(file => isIn(file, place)))).toEqual([])
  })

  test('hold no circle of files, types included', () => {
    const importsBy = Map.groupBy(
      arrows.filter(({ started }) => !started),
      ({ from }) => from,
    )
    const targets = new Map([...importsBy].map(([from, to]) => [from, to.map(each => each.to)]))
    expect(files.map(file => circleOf(file, targets)).filter(({ length }) => length > 0)).toEqual(
      [],
    )
  })

  test(`hold at most ${mostFiles} files beside folders`, () => {
    const byFolder = Map.groupBy(files, file => posix.dirname(file))
    const full = [...byFolder].filter(([, { length }]) => length > mostFiles)
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })
})
