// What a person at a terminal is asked about a cloned folder: once, with what its files name, and again only
// where the answer was not understood.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { atTerminal, noTerminal as why } from '../cli/terminal-talk.ts'
import { inProcess, removeFolders } from '../intend.ts'
import { cloned } from './cloned.ts'

afterAll(removeFolders)

test('a folder that is gone can be taken from the list, and what is not on it is named', async () => {
  const { cwd, env } = cloned({ 'a/text': '', 'b/text': '' })
  const trust = (...words: string[]) => inProcess(['trust', ...words], { cwd, env })
  await trust('a')
  rmSync(join(cwd, 'a'), { recursive: true })
  expect(await trust('--remove', 'b')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/b is not trusted/),
  })
  expect(await trust('--remove', 'a')).toMatchObject({ code: 0, stdout: 'no folder is trusted\n' })
})

describe.skipIf(why)(`a person at a terminal${why ? ` (${why})` : ''}`, () => {
  test('is asked whether a folder is trusted, and what was said is kept', async () => {
    const config = { '.intend/config.json': JSON.stringify({ corpus: 'docs' }), 'docs/a.txt': 'a' }
    const { cwd, env } = cloned(config)
    const question = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'
    const ask = () => atTerminal(`ask '${question}' --quiet`, cwd, env)
    const trusted = async () => (await inProcess(['trust', '--list'], { cwd, env })).stdout

    const refused = ask()
    await refused.sees(
      /names\s+corpus[\s\S]*may have\s+come with[\s\S]*Trust\s+whoever\s+made\s+this\s+folder/,
    )
    refused.type('maybe\r')
    await refused.sees(/(?:Trust\s+whoever\s+made\s+this\s+folder[\s\S]*){2}/)
    refused.type('n\r')
    expect(await refused.code).toBe(3)
    expect(refused.seen()).toMatch(/intend\s+trust/)
    expect(await trusted()).not.toContain(cwd)

    const given = ask()
    await given.sees(/Trust\s+whoever\s+made\s+this\s+folder/)
    given.type('y\r')
    expect(await given.code).toBe(0)
    expect(given.seen()).toMatch(/^90$/m)
    expect(await trusted()).toContain(cwd)

    const again = ask()
    expect(await again.code).toBe(0)
    expect(again.seen()).not.toMatch(/Trust/)
    expect(again.seen()).toMatch(/^90$/m)
  })
})
