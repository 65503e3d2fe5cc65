// The command line as a person starts it: a real process in a folder of its own, and a model server
// that answers at a given pace.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Surroundings } from '../../harness/cli/command.ts'
import { invoke } from '../../harness/cli/invoke.ts'
import { type ChatBody, type ChatServer, startChatServer } from '../support/chat-server.ts'

const home = process.cwd()
export const main = fileURLToPath(new URL('../../harness/bin.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  /** What has been written so far. */
  readonly output: { stdout: string; stderr: string }
  readonly ended: Promise<Ended>
}

export interface Starting {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Piped in and closed; without it stdin is /dev/null. */
  readonly stdin?: string | Uint8Array
}

/** Starts `intend` with these words; models and colours of the tester's own environment are left out. */
export function start(words: readonly string[], { cwd, env, stdin }: Starting): Started {
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.on('error', () => undefined) // a process that refuses its input closes it
  child.stdin?.end(stdin)
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', piece => {
    output.stdout += piece
  })
  child.stderr?.setEncoding('utf8').on('data', piece => {
    output.stderr += piece
  })
  const ended = new Promise<Ended>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal, ...output })),
  )
  return { child, output, ended }
}

/** Runs `intend` to its end. */
export function intend(words: readonly string[], starting: Starting): Promise<Ended> {
  return start(words, starting).ended
}

/**
 * The same without a process of its own, with pipes for its streams. For what hangs on neither
 * signals nor a terminal; names inside `--model` are absolute.
 */
export async function inProcess(
  words: readonly string[],
  { cwd, env, stdin }: Starting,
): Promise<Omit<Ended, 'signal'>> {
  const [stdout, stderr] = [pipe(), pipe()]
  const around: Surroundings = {
    folder: cwd,
    env: { HOME: cwd, ...env },
    interrupted: new AbortController().signal,
    stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  }
  const code = await invoke(words, around)
  process.chdir(home) // commands that go on with something work in its folder
  return { code, stdout: stdout.written(), stderr: stderr.written() }
}

function pipe() {
  let text = ''
  const stream = new Writable({
    write(piece, _encoding, done) {
      text += String(piece)
      done()
    },
  })
  return { stream, written: () => text }
}

/** A fresh folder; `removeFolders` leaves and removes all of them. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'intend-harness-'))
  folders.push(path)
  return path
}

export function removeFolders(): void {
  process.chdir(home)
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
}

const folders: string[] = []

/** Names of the runs begun in `cwd`, the earliest first. */
export function runsOf(cwd: string): readonly string[] {
  const runs = join(cwd, '.intend', 'runs')
  // one killed before it was asked for leaves its folder, and is no run
  return globSync('*/run.json', { cwd: runs }).map(dirname).sort()
}

/** A model server that replies to each purpose with what `replies` has for it, after `delayMs`. */
export async function serveReplies(
  replies: Readonly<Record<string, string>>,
  delayMs = 0,
): Promise<ChatServer & { readonly env: Readonly<Record<string, string>> }> {
  const server = await startChatServer(body => ({ text: replies[purposeOf(body)] ?? '', delayMs }))
  return { ...server, bodies: server.bodies, env: { OPENAI_BASE_URL: server.baseURL } }
}

/** What a request is for. Only steps are carried out with tools, and then no format is asked for. */
export function purposeOf({ response_format }: ChatBody): string {
  const format = response_format as { readonly json_schema: { readonly name: string } } | undefined
  return format?.json_schema.name ?? 'execute'
}

/** Resolves when `holds` does; looks now and then. */
export async function until(holds: () => boolean, ms = 120_000): Promise<void> {
  for (const end = Date.now() + ms; !holds(); await new Promise(r => setTimeout(r, 20)))
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain`)
}
