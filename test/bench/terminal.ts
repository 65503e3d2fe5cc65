// What the screen of a session costs: a frame, memory beside plain lines, bytes beside drawing all anew, and the
// first prompt of the whole process.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export const terminal: Bench = {
  name: 'terminal',
  about: 'the screen of a session: time a frame, memory, bytes, the first prompt',
  usage: '',
  options: {},
  run: async () => {
    const runs = [
      ['plain', 2000],
      ['folded', 2000],
      ['unfolded', 2000],
      ['folded', 200],
      ['unfolded', 200],
    ] as const
    const rows = runs.map(([mode, events]) => {
      const { stdout } = spawnSync(
        process.execPath,
        [file('terminal-run.ts'), mode, String(events)],
        {
          encoding: 'utf8',
          env: { ...process.env, NODE_ENV: 'production' },
        },
      )
      const { frames, bytes, whole, cpuMs, rss } = JSON.parse(stdout)
      return {
        view: mode,
        events,
        frames,
        'ms of processor a frame, all included': frames === 0 ? '' : (cpuMs / frames).toFixed(1),
        'bytes written': bytes,
        'bytes, all drawn anew for each event': whole || '',
        'MB at most': Math.round(rss),
      }
    })
    const prompts: number[] = []
    for (let time = 0; time < 5; time++) prompts.push(await firstPrompt())
    const sorted = prompts.toSorted((a, b) => a - b)
    return {
      tables: {
        'a run with a plan of 60 steps': rows,
        'first prompt with offline, ms of the whole process': [
          {
            fastest: Math.round(sorted[0]!),
            median: Math.round(sorted[2]!),
            slowest: Math.round(sorted[4]!),
          },
        ],
      },
    }
  },
}

/** Milliseconds from the start of the process to its prompt, on a terminal that `script` supplies. */
async function firstPrompt(): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'bench-terminal-'))
  const began = performance.now()
  const words = `${process.execPath} ${file('../../harness/bin.js')} --model offline`
  const child = spawn('script', ['-qec', words, '/dev/null'], {
    cwd,
    env: { ...process.env, HOME: cwd },
  })
  try {
    return await new Promise(resolve => {
      let seen = ''
      child.stdout.on('data', piece => {
        seen += piece
        if (/>/.test(seen)) resolve(performance.now() - began)
      })
    })
  } finally {
    const ended = new Promise(resolve => child.on('close', resolve))
    child.stdin.write('\u0004')
    setTimeout(() => child.kill(), 5_000).unref()
    await ended
    rmSync(cwd, { recursive: true, force: true })
  }
}
