// The arrows between the rooms: who may import whom. A new import against an arrow fails here.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const rooms = ['agent', 'api', 'phases', 'tools', 'plans', 'harness'] as const

interface Arrow {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const arrows: readonly Arrow[] = rooms.flatMap(room =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .flatMap(name => importsOf(`${room}/${name.replaceAll('\\', '/')}`)),
)

function importsOf(from: string): readonly Arrow[] {
  const source = readFileSync(join(root, from), 'utf8')
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  )
  return [...statements].map(([, type, named, dynamic]) => ({
    from,
    to: relative(root, resolve(root, dirname(from), named ?? dynamic!)).replaceAll('\\', '/'),
    typeOnly: type !== undefined,
  }))
}

function against(arrow: Arrow): string | undefined {
  const { from, to, typeOnly } = arrow
  const into = (...places: string[]) => places.some(place => to === place || to.startsWith(place))
  const own = (depth: number) => to.split('/').slice(0, depth).join('/')
  if (to.startsWith('test/')) return 'nothing uses test/'
  if (to.startsWith('harness/') && !from.startsWith('harness/')) return 'nothing uses harness/'
  if (to.startsWith('api/')) return 'nothing uses api/'
  if (from.startsWith('plans/')) return into('plans/') ? undefined : 'plans/ stands alone'
  if (from.startsWith('tools/'))
    return into('tools/', 'plans/expressions/expression.ts', 'plans/text/')
      ? undefined
      : 'tools/ may use plans/expression and plans/text'
  if (from.startsWith('agent/llm/offline/'))
    return into('agent/llm/', 'plans/', 'tools/tool.ts') || typeOnly
      ? undefined
      : 'offline uses plans/, tools/tool and types'
  if (from.startsWith('agent/llm/'))
    return into('agent/llm/', 'tools/tool.ts', 'agent/configuration.ts', 'plans/canonical.ts')
      ? undefined
      : 'agent/llm/ uses tools/tool and canonical spelling'
  if (from.startsWith('phases/')) {
    const room = own(2)
    const shared = /^phases\/(?:[^/]+\.ts$|(?:planning|replies|symbolic)\/)/.test(to)
    const allowed = ['plans/', 'tools/tool.ts', 'agent/state.ts', 'agent/event.ts', 'agent/view.ts']
    return shared ||
      to.startsWith(`${from.split('/').slice(0, 2).join('/')}/`) ||
      into(...allowed, 'agent/contract.ts', 'agent/llm/provider.ts')
      ? undefined
      : `a phase never uses ${room}`
  }
  if (from === 'agent/loop.ts')
    return to.startsWith('phases/') ? 'the loop knows phases by their type only' : undefined
  return undefined
}

describe('the rooms', () => {
  test('are found', () => {
    expect(arrows.length).toBeGreaterThan(100)
  })

  test('import each other only along the arrows', () => {
    const faults = arrows.flatMap(arrow => {
      const reason = against(arrow)
      return reason ? [`${arrow.from} imports ${arrow.to}: ${reason}`] : []
    })
    expect(faults).toEqual([])
  })
})
