// Permission for the tool of an MCP server, asked and given on a real terminal.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startChatServer } from '../../support/chat-server.ts'
import { started } from '../../support/mcp.ts'
import { folder, removeFolders } from '../intend.ts'
import { noTmux, windowOf } from './tmux.ts'

afterAll(removeFolders)

test.skipIf(noTmux)(
  "an MCP server's tool is permitted once, then as a rule that asks no more",
  async () => {
    const cwd = folder()
    const file = join(cwd, 'calls')
    const policy = join(cwd, '.config/intend/policy.json')
    mkdirSync(join(cwd, '.config/intend'), { recursive: true })
    const mcpServers = { s: { ...started.hostile(), env: { CALLS: file } } }
    writeFileSync(join(cwd, '.config/intend/config.json'), JSON.stringify({ mcpServers }))
    const calls = () =>
      existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
    // every question makes one call, and then has its answer; a rule holds for the same arguments
    let at = 0
    const server = await startChatServer(() => {
      at += 1
      const input = { a: 200, b: 3000, sidenote: at === 1 ? 'heron 1' : 'heron 2' }
      return at % 2 === 1 ? { calls: [{ name: 's__add', input }] } : 'FINAL ANSWER: done'
    })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const window = windowOf('--agent react --model openai:m', cwd, { env })
    const ask = (text: string) => {
      window.type(text)
      window.press('Enter')
    }
    try {
      await window.sees(/^> *\nopenai:m · /m)
      ask('Add 200 and 3000.')
      await window.sees(
        /s__add[\s\S]*needs your permission[\s\S]*heron 1[\s\S]*Permit it\? y: this once/,
      )
      expect(calls()).toBe(0)
      ask('y')
      await window.sees(/(\n {2}done\n[\s\S]*){1}/)
      expect([calls(), existsSync(policy)]).toEqual([1, false])
      ask('Add 200 and 3000 again.')
      await window.sees(/(needs your permission[\s\S]*){2}Permit it\?/)
      ask('a')
      await window.sees(/(\n {2}done\n[\s\S]*){2}/)
      expect(readFileSync(policy, 'utf8')).toContain('s__add')
      ask('Add 200 and 3000 once more.')
      await window.sees(/(\n {2}done\n[\s\S]*){3}/)
      expect(calls()).toBe(3)
      expect(window.seen().match(/needs your permission/g)).toHaveLength(2)
    } finally {
      window.close()
      await server.close()
    }
  },
  240_000,
)
