// The package as a program imports it (`intend`, `intend/tools`, ...), standing on the sources instead of
// what `npm run build` makes of them.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

/** What may stand behind `intend` in an import, with the source behind each. */
export function entries(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  return new Map(
    Object.entries((JSON.parse(text) as Manifest).exports).flatMap(([name, to]) =>
      typeof to === 'string'
        ? []
        : [[name, to.default.replace('./dist/', root).replace(/js$/, 'ts')] as const],
    ),
  )
}

/** Puts `intend` and the packages beside it into the node_modules of a folder. */
export function install(folder: string): void {
  const place = join(folder, 'node_modules/intend')
  mkdirSync(place, { recursive: true })
  for (const name of ['zod', '@types']) link(name, folder)
  const exports: Record<string, string> = {}
  for (const [name, source] of entries()) {
    const file = `./${source.split('/').at(-1)!.replace(/ts$/, 'js')}`
    exports[name] = file
    writeFileSync(join(place, file), `export * from ${JSON.stringify(source)}\n`)
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module', exports }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
}

function link(name: string, folder: string): void {
  const to = join(folder, 'node_modules', name)
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), to)
}
