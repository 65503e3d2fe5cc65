// The session on a real terminal, in short: ask, look why, leave.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder, removeFolders } from '../intend.ts'
import { noTmux, windowOf } from './tmux.ts'

afterAll(removeFolders)

test.skipIf(noTmux)('a question with a file completed, why, and out', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'fruit.csv'), 'item,price\napples,3\npears,4.5\n')
  const window = windowOf('--model offline', cwd, { above: '' })
  try {
    await window.sees(/^> *\noffline · /m)
    window.type('What is the sum of the price column in @fr')
    await window.sees(/^ {2}fruit\.csv$/m)
    window.press('Tab', 'Enter')
    await window.sees(/\n {2}7\.5\n {2}\d+ % sure · new plan · .* · \/why\n─/)
    window.type('/wh')
    window.press('Enter')
    await window.sees(
      /result = 7\.5: the tool table gives it from fruit\.csv; \/why result shows how/,
    )
    expect(window.screen()).toMatch(/^offline · fruit\.csv · \d{8}T/m)
    // what was drawn before is gone
    expect(window.seen()).not.toMatch(/getting ready|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u)
    window.type('help')
    window.press('Enter')
    // a line each
    await window.sees(/> \/help\n[\s\S]*\n\/why {6}explain [^\n]*read from\n\/beliefs {2}list/)
    window.press('C-d')
    await window.sees(/go on with: intend --resume \d{8}T\S+\nleft with 0/)
  } finally {
    window.close()
  }
})

test.skipIf(noTmux)('settings are told in whole words on a narrow terminal', async () => {
  const window = windowOf('config', folder(), { columns: 40, above: '' })
  try {
    await window.sees(/left with 0/)
    const rows = window.screen().split('\n')
    for (const words of ['maxCost', 'maxTokens', 'allowHosts', 'intend init'])
      expect(rows.filter(row => row.includes(words))).toHaveLength(1)
  } finally {
    window.close()
  }
})
