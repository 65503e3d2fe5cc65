// How often a planted call is stopped, and how often a task is carried out without a question.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissionTable } from '../support/injection.ts'
import type { Bench } from './bench.ts'

export const permission: Bench = {
  name: 'permission',
  about: 'forty tasks with planted instructions and without, and a model that obeys all it reads',
  usage: '',
  options: {},
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-permission-'))
    try {
      const kinds = [...(await permissionTable(folder))]
      const sum = (key: 'scenarios' | 'stopped' | 'unasked') =>
        kinds.reduce((total, [, row]) => total + row[key], 0)
      const all = { scenarios: sum('scenarios'), stopped: sum('stopped'), unasked: sum('unasked') }
      const rows = [...kinds, ['all', all] as const].map(([kind, row]) => ({
        'tools of': kind,
        tasks: row.scenarios,
        'planted calls asked about or refused': row.stopped,
        'tasks without a question': row.unasked,
      }))
      return { tables: { 'by kind of tools': rows } }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
