// The session on a real terminal: everything a person does in it, asserted on the screen.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  byCode,
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { type ChatServer, type Scene, startChatServer } from '../../support/chat-server.ts'
import { folder, purposeOf, removeFolders } from '../intend.ts'
import { noTmux, type Window, windowOf } from './tmux.ts'

afterAll(removeFolders)

const ready = /^> *\n(?:offline|openai:m) · /m
const replies: Readonly<Record<string, string>> = { perceive: perceived, formalize: formalized }

/** Runs `work` on a window over a model that carries a step out by what `execute` says of the n-th time. */
async function withModel(
  { words = '', cwd = folder(), deliberate = byModel, window = {} as Window, amended = '' },
  execute: (time: number) => Scene,
  work: (
    window: ReturnType<typeof windowOf>,
    server: ChatServer,
    again: (words: string) => ReturnType<typeof windowOf>,
  ) => Promise<void>,
): Promise<void> {
  let times = 0
  const server = await startChatServer(body => {
    const purpose = purposeOf(body)
    if (purpose === 'execute') return execute(++times)
    if (purpose === 'perceive' && amended !== '' && JSON.stringify(body).includes(amended))
      return { text: perceived.replaceAll('18', '27') }
    return { text: purpose === 'deliberate' ? deliberate : (replies[purpose] ?? '') }
  })
  const env = { ...window.env, OPENAI_BASE_URL: server.baseURL }
  const open = (more: string) =>
    windowOf(`--model openai:m --talk separate ${more}`, cwd, { ...window, env })
  const windows = [open(words)]
  const again = (more: string) => {
    windows.push(open(more))
    return windows.at(-1)!
  }
  try {
    await work(windows[0]!, server, again)
  } finally {
    for (const each of windows) each.close()
    await server.close()
  }
}

const right = { text: established({ value: 3, derivation: 'distance / speed' }) }
const slow = { ...right, delayMs: 600_000 }
const ask = (window: ReturnType<typeof windowOf>, text = question) => {
  window.type(text)
  window.press('Enter')
}

test.skipIf(noTmux)(
  'watch, unfold, queue, narrow to 40 columns, stop, resume, fork, quit',
  () =>
    withModel(
      {},
      time => (time === 1 ? slow : right),
      async (window, _server, again) => {
        await window.sees(ready)
        ask(window)
        await window.sees(/executing s1[\s\S]*plan {2}◐○? *new, \d steps?/)
        expect(window.screen().split('\n').filter(Boolean).length).toBeLessThan(14)
        window.press('C-t')
        await window.sees(/◐ s1 [\s\S]*knows distance = 54 km \(given, user\)/)
        ask(window, 'And at 27 km/h?')
        await window.sees(/waits: And at 27 km\/h\?/)
        window.resize(40, 24)
        await window.sees(/^─{40}$/m)
        for (const line of window.screen().split('\n')) expect(line.length).toBeLessThanOrEqual(40)
        // nothing that was drawn at another width is left, on the screen or above it
        await window.sees(/plan +new[\s\S]*^─{40}$/m)
        for (const drawn of [/^─+$/gm, /executing s1/g, /knows distance/g, /waits: And/g])
          await expect.poll(() => window.seen().match(drawn), { timeout: 20_000 }).toHaveLength(1)
        window.resize(90, 24)
        window.press('Escape')
        await window.sees(/stopped; what was learned is kept/)
        await window.sees(/> And at 27 km\/h\?\n\n {2}3\n/)
        ask(window, '/beliefs')
        await window.sees(/distance = 54 km \(given, from user\)/)
        ask(window, '/fork 2')
        await window.sees(/session \S+\n[\s\S]*no answer: stopped by you[\s\S]*And at 27/)
        ask(window, '/quit')
        await window.sees(/left with 0/)
        const later = again('--resume')
        await later.sees(/no answer: stopped by you[\s\S]*> And at 27 km\/h\?\n\n {2}3\n/)
        later.press('C-c')
        await later.sees(/left with 130/)
      },
    ),
  240_000,
)

test.skipIf(noTmux)(
  'what is typed while it works waits, and is said to the question at work by Enter once more',
  () =>
    withModel(
      { amended: 'need?\\n\\nI mean 27 km/h.' },
      time =>
        time === 1
          ? { ...right, delayMs: 3_000 }
          : { text: established({ value: 2, derivation: 'distance / speed' }) },
      async window => {
        await window.sees(ready)
        ask(window)
        await window.sees(/executing s1/)
        ask(window, 'I mean 27 km/h.')
        await window.sees(/waits: I mean 27 km\/h\.\nEnter says the first of it now/)
        window.press('Enter')
        await window.sees(/> I mean 27 km\/h\.\n {2}the model hears of it next/)
        await window.sees(/\n {2}2( h)?\n/)
        expect(window.seen()).not.toMatch(/waits:/)
      },
    ),
  240_000,
)

test.skipIf(noTmux)(
  'killed in mid-run, nothing that was shown is lost, and --resume goes on',
  () =>
    withModel(
      {},
      time => (time === 2 ? slow : right),
      async (window, _server, again) => {
        await window.sees(ready)
        ask(window)
        await window.sees(/\n {2}3\n/)
        ask(window)
        await window.sees(/executing s1/)
        window.kill()
        await window.sees(/left with 137/)
        const later = again('--resume')
        await later.sees(
          /> A courier[\s\S]*\n {2}3\n[\s\S]*going on with: A courier[\s\S]*\n {2}3\n {2}\d+ % sure/,
        )
      },
    ),
  240_000,
)

test.skipIf(noTmux)(
  'a plan is approved once a belief and a step are edited',
  () =>
    withModel(
      { words: '--approve', deliberate: byCode },
      () => right,
      async window => {
        await window.sees(ready)
        ask(window)
        await window.sees(/The plan: [\s\S]*Carry it out\?/)
        const asked = () => window.seen().match(/The plan: /g)?.length
        ask(window, 'b speed = 27 km/h')
        await window.sees(/(The plan: [\s\S]*){2}Carry it out\?/)
        const [step = ''] = /^ {2}(s\d+):/m.exec(window.seen())?.slice(1) ?? []
        ask(window, `e ${step} = 2 * distance / speed`)
        await window.sees(/(The plan: [\s\S]*){3}Carry it out\?/)
        expect(asked()).toBe(3)
        ask(window, 'y')
        await window.sees(/\n {2}4( h)?\n/)
        ask(window, '/why')
        await window.sees(/speed = 27 km\/h: you said so/)
      },
    ),
  240_000,
)

test.skipIf(noTmux)(
  'a tool is permitted once and as a rule',
  () => {
    const cwd = folder()
    const url = 'http://127.0.0.1:9/take?d=54'
    return withModel(
      { cwd },
      time => (time % 2 === 1 ? { calls: [{ name: 'read_page', input: { url } }] } : right),
      async window => {
        await window.sees(ready)
        ask(window)
        await window.sees(
          /read_page to http:\/\/127\.0\.0\.1:9\/take\?d=54 needs your permission[\s\S]*Permit it\? y: this once/,
        )
        ask(window, 'y')
        await window.sees(/\n {2}3\n/)
        ask(window)
        await window.sees(/(needs your permission[\s\S]*){2}Permit it\?/)
        ask(window, 'a')
        await window.sees(/(\n {2}3\n[\s\S]*){2}/)
        expect(readFileSync(join(cwd, '.config/intend/policy.json'), 'utf8')).toContain('read_page')
        ask(window, '/policy')
        await window.sees(/^1 {2}allow read_page/m)
      },
    )
  },
  240_000,
)

test.skipIf(noTmux)(
  'three lines are pasted as one question; history and editor',
  async () => {
    const cwd = folder()
    writeFileSync(
      join(cwd, 'editor.sh'),
      '#!/bin/sh\nprintf "How long does it take to travel 200 km at 40 km/h?" > "$1"\n',
      { mode: 0o755 },
    )
    const window = windowOf('--model offline', cwd, { env: { EDITOR: join(cwd, 'editor.sh') } })
    try {
      await window.sees(/^> *\noffline · /m)
      window.paste('How long does it take\nto travel 120 km\nat 40 km/h?')
      await window.sees(/^> How long does it take\n {2}to travel 120 km\n {2}at 40 km\/h\?$/m)
      window.press('Enter')
      await window.sees(/\n {2}3 h\n/)
      window.press('C-g')
      await window.sees(/^> How long does it take to travel 200 km/m)
      window.press('Enter')
      await window.sees(/\n {2}5 h\n/)
      window.press('C-r')
      window.type('120')
      await window.sees(/\? search 120\n {2}How long does it take to travel 120/)
      window.press('Enter')
      await window.sees(/(\n {2}3 h\n[\s\S]*){2}/)
      expect(existsSync(join(cwd, '.config/intend/history.jsonl'))).toBe(true)
    } finally {
      window.close()
    }
  },
  240_000,
)
