// Builds the package into dist/: JavaScript of all rooms, the types that what it exports leads to, and the files that
// they read.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rooms = ['agent', 'harness', 'phases', 'plans', 'tools']
/** What the rooms hold beside code and yet no running program reads. */
const unread = /^harness\/(samples\/|package\/|bin\.js$|report\/page\/tsconfig\.json$)/

rmSync(join(root, 'dist'), { recursive: true, force: true })
const compiler = join(root, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
for (const room of rooms)
  for (const file of filesIn(room))
    if (!file.endsWith('.ts') && !unread.test(file)) cpSync(join(root, file), inDist(file))
for (const file of filesIn('dist')) if (/\.(js|d\.ts)$/.test(file)) finish(join(root, file))
const typed = reachedFrom(filesIn('dist/harness/exports').filter(file => file.endsWith('.d.ts')))
for (const file of filesIn('dist'))
  if (file.endsWith('.d.ts') && !typed.has(file)) rmSync(join(root, file))

/** The paths of all files below a folder of the repository, from its root. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
}

function inDist(file: string): string {
  return join(root, 'dist', file)
}

/** tsc renames the modules that code imports, not those it starts by their address, nor those that types import. */
function finish(file: string): void {
  const compiled = readFileSync(file, 'utf8')
  const finished = file.endsWith('.d.ts')
    ? compiled.replace(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js')
    : compiled.replace(/(new URL\('[^']*)\.ts(?=', import\.meta\.url\))/g, '$1.js')
  for (const [, path = ''] of finished.matchAll(/new URL\(['"]([^'"]+)['"], import\.meta\.url\)/g))
    if (!existsSync(join(dirname(file), path))) throw new Error(`${file} asks for ${path}`)
  if (finished !== compiled) writeFileSync(file, finished)
}

/** The files of types that these lead to, themselves included. */
function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files)
  // the set grows as it is gone through
  for (const file of reached) {
    const types = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of types.matchAll(/(?:from|import\()\s*['"](\.[^'"]*)\.js['"]/g))
      reached.add(join(dirname(file), `${path}.d.ts`))
  }
  return reached
}
