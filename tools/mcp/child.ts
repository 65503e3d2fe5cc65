// An MCP server as a process of its own: lines of JSON through its pipes, ended with all that it has started.
import { type ChildProcess, spawn } from 'node:child_process'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Meter } from './meter.ts'
import type { Program } from './settings.ts'

/** The transport of a server that is a process; `ending` says how it ended, as the end of a sentence. */
interface Child extends Transport {
  ending(): string | undefined
}

/** Milliseconds that a server has to end by itself once its input has ended, and again once it was told to. */
const graceMs = 500

/** Milliseconds in which what a server wrote before its end is read. */
const lastWordsMs = 100

/** Lines that are no messages: some programs greet there, one that goes on speaks something else. */
const mostOddLines = 50

/** The transport of a server that is started when the client connects. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a process from its start to its end
export function childTransport(
  { command, args, env }: Required<Pick<Program, 'command' | 'args' | 'env'>>,
  meter: Meter,
): Child {
  let child: ChildProcess | undefined
  let said = ''
  let ended: string | undefined
  let odd = 0
  const buffer = new ReadBuffer({ maxBufferSize: meter.most })
  const kill = (signal: NodeJS.Signals) => {
    const { pid } = child ?? {}
    if (pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal)
    } catch {
      // it has ended
    }
  }
  const killed = () => kill('SIGKILL')
  const fail = (why: string) => {
    ended ??= why
    killed()
  }
  const take = () => {
    for (;;)
      try {
        const message = buffer.readMessage()
        if (message === null || ended !== undefined) return
        transport.onmessage?.(message)
      } catch {
        const much = meter.exceeded()
        if (much !== undefined) return fail(much)
        odd++
        if (odd > mostOddLines) return fail('what it writes is not MCP')
      }
  }
  const transport: Child = {
    ending: () => ended ?? (odd > 0 ? 'what it writes is not MCP' : undefined),
    start: () =>
      new Promise((resolve, reject) => {
        child = spawn(command, args, {
          env,
          stdio: ['pipe', 'pipe', 'pipe'],
          // a group of its own, so that what it starts ends with it
          detached: process.platform !== 'win32',
          shell: process.platform === 'win32',
          windowsHide: true,
        })
        process.once('exit', killed)
        child.on('spawn', resolve)
        child.on('error', (error: NodeJS.ErrnoException) => {
          ended ??= error.code === 'ENOENT' ? `there is no program ${command}` : error.message
          reject(error)
          transport.onclose?.()
        })
        child.on('exit', (code, signal) => {
          process.off('exit', killed)
          const last = said.trim().split('\n').at(-1)
          ended ??= `it ended (${signal ?? `exit code ${code}`}${last ? `: ${last.slice(-200)}` : ''})`
          // what it said last is still read, then the pipes go: what it has started may hold them
          setTimeout(() => {
            for (const pipe of child!.stdio) pipe?.destroy()
            killed()
            transport.onclose?.()
          }, lastWordsMs)
        })
        child.stdin?.on('error', () => undefined)
        child.stderr?.on('data', piece => {
          said = (said + String(piece)).slice(-2_000)
        })
        child.stdout?.on('data', (piece: Buffer) => {
          try {
            meter.bytes(piece.length)
            buffer.append(piece)
          } catch (error) {
            return fail((error as Error).message)
          }
          take()
        })
      }),
    send: message =>
      new Promise((resolve, reject) => {
        if (!child?.stdin?.writable) return reject(new Error('it has ended'))
        meter.reset()
        child.stdin.write(serializeMessage(message), error => (error ? reject(error) : resolve()))
      }),
    close: () =>
      new Promise(resolve => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return resolve()
        const steps = [
          setTimeout(kill, graceMs, 'SIGTERM'),
          setTimeout(killed, 2 * graceMs),
          setTimeout(resolve, 3 * graceMs),
        ]
        child.once('exit', () => {
          for (const step of steps) clearTimeout(step)
          resolve()
        })
        child.stdin?.end()
      }),
  }
  return transport
}
