// A terminal made narrower while something is drawn on it: what was drawn at the old width is gone, and what was
// there before the session stays.
import { afterAll, expect, test } from 'vitest'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, removeFolders } from '../intend.ts'
import { noTmux, windowOf } from './tmux.ts'

afterAll(removeFolders)

const typed =
  'How long does it take to travel 120 km at 40 km/h when the train stops twice and 駅 is late'

test.skipIf(noTmux).each([
  { from: 120, by: [40] },
  { from: 120, by: [100, 80, 60, 40] },
  { from: 80, by: [79, 77, 74, 70, 65, 59, 52, 44, 40, 90, 41] },
])('from $from columns by $by', async ({ from, by }) => {
  // each time it breaks lines tmux moves them up, and what has left its screen nobody can erase
  const above = `${'\\n'.repeat(20)}$ intend\\n`
  const window = windowOf('--model offline', folder(), { columns: from, rows: 40, above })
  try {
    await window.sees(/^> *\noffline · /m)
    window.type('What is the sum of 3 and 4?')
    window.press('Enter')
    await window.sees(/\n {2}7\n[\s\S]*\/why\n/)
    window.type(typed)
    await window.sees(/is late/)
    // each is drawn before the next: tmux breaks its lines at once and says so up to a quarter of a second later
    for (const width of by) {
      window.resize(width, 40)
      await window.sees(new RegExp(`^─{${width}}\n> How long`, 'm'))
    }
    const last = by.at(-1)!
    await window.sees(/is late\noffline/)
    const seen = window.seen()
    expect(seen.match(/─/g)).toHaveLength(last)
    expect(seen.match(/How long/g)).toHaveLength(1)
    expect(seen.match(/\$ intend/g)).toHaveLength(1)
    expect(seen.match(/> What is the sum/g)).toHaveLength(1)
  } finally {
    window.close()
  }
})

// tmux drops what is below the cursor when it becomes less high, and keeps the rest
test.skipIf(noTmux).each([{ to: [60, 12] }, { to: [100, 12] }] as const)(
  'from 100 columns by 16 rows to $to, with an answer above',
  async ({ to: [columns, rows] }) => {
    const window = windowOf('--model offline', folder(), { columns: 100, rows: 16 })
    try {
      await window.sees(/^> *\noffline · /m)
      for (const sum of ['3 and 4', '3 and 5', '3 and 6']) {
        window.type(`What is the sum of ${sum}?`)
        window.press('Enter')
        await window.sees(new RegExp(`${sum}\\?\\n[\\s\\S]*\\/why\\n─+\\n> *\\noffline`))
      }
      window.resize(columns, rows)
      await window.sees(new RegExp(`\\/why\\n─{${columns}}\\n> *\\noffline`))
      expect(window.seen().match(/% sure · .* · \/why/g)).toHaveLength(3)
    } finally {
      window.close()
    }
  },
)

// tmux keeps what is erased from the first row of its screen on: in the first the rows that moved begin there. What
// moves is drawn eight times a second, also between a change and the word of it
test.skipIf(noTmux).each([
  { by: [38], rows: 24, above: '$ intend\\n' },
  { by: [44, 43, 42, 41, 40, 39, 38], rows: 40, above: `${'\\n'.repeat(20)}$ intend\\n` },
])('while it works, from 120 columns by $by', async ({ by, rows, above }) => {
  const server = await startChatServer(() => ({ text: '{}', delayMs: 600_000 }))
  const env = { OPENAI_BASE_URL: server.baseURL }
  const window = windowOf('--model openai:m', folder(), { columns: 120, rows, env, above })
  try {
    await window.sees(/^> *\nopenai:m · /m)
    window.type('What is the sum of 3 and 4?')
    window.press('Enter')
    await window.sees(/perceiving/)
    for (const width of by) {
      window.resize(width, rows)
      await window.sees(new RegExp(`perceiving · \\d+ s.*\n─{${width}}\n> *\nopenai:m`))
    }
    const seen = window.seen()
    expect(seen.match(/─/g)).toHaveLength(38)
    expect(seen.match(/perceiving/g)).toHaveLength(1)
    expect(seen.match(/\$ intend/g)).toHaveLength(1)
    expect(seen.match(/> What is the sum/g)).toHaveLength(1)
  } finally {
    window.close()
    await server.close()
  }
})
