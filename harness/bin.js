#!/usr/bin/env node
// The `intend` command for whatever Node runs it: main.ts needs Node 24, which npm brings along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('cli/main.ts', import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= 24) await import('./cli/main.ts')
else {
  const { platform, arch } = process
  const places = [`node-${platform}-${arch}/bin/node`, `node-win-${arch}/bin/node.exe`, '.bin/node']
  const node = places
    .map(place => fileURLToPath(new URL(`../node_modules/${place}`, import.meta.url)))
    .find(file => existsSync(file))
  if (node) carryOutWith(node)
  else {
    process.stderr.write(
      `intend needs Node 24 and this is ${process.version}; run npm install in its folder to bring Node 24 along, or install Node 24\n`,
    )
    process.exitCode = 3
  }
}

/** Runs main.ts with another Node and ends as it does. */
function carryOutWith(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  // the child decides what an interruption means, and may get it twice
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    process.stderr.write(`intend cannot run ${node}: ${error.message}; run npm install again\n`)
    process.exitCode = 3
  })
  child.on('exit', (code, signal) => {
    if (signal) process.exit(128 + { SIGINT: 2, SIGKILL: 9, SIGTERM: 15, SIGHUP: 1 }[signal] || 1)
    process.exitCode = code ?? 1
  })
}
