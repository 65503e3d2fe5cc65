#!/usr/bin/env node
// The `intend` command, for whatever Node runs it. The package holds JavaScript for Node 22.12 and newer; a
// clone runs its sources, for which it brings Node 24 along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
const sources = pathOf('cli/main.ts')
const isClone = existsSync(sources)

if (isClone && major < 24) withOwnNode()
else if (major < 22 || (major === 22 && minor < 12))
  refuse('Node 22.12 or newer', 'install Node 24')
else {
  if (isClone) {
    // where withOwnNode has started it: whoever kills that process means this one
    process.on('disconnect', () => process.exit(137))
    process.channel?.unref()
  }
  module.enableCompileCache() // does nothing where it cannot write
  await import(pathToFileURL(isClone ? sources : pathOf('../dist/harness/cli/main.js')).href)
}

function pathOf(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}

function refuse(needed, wayOut) {
  process.stderr.write(`intend needs ${needed} and this is ${process.version}; ${wayOut}\n`)
  process.exitCode = 3
}

/** Runs the sources with the Node in node_modules and ends as it does. */
function withOwnNode() {
  const { platform, arch } = process
  const places = [`node-${platform}-${arch}/bin/node`, `node-win-${arch}/bin/node.exe`, '.bin/node']
  const node = places.map(place => pathOf(`../node_modules/${place}`)).find(existsSync)
  if (!node) {
    refuse('Node 24', 'run npm install in its folder to bring Node 24 along, or install Node 24')
    return
  }
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(node, [pathOf('bin.js'), ...process.argv.slice(2)], { stdio })
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
