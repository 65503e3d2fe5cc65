// Which test files can notice a change to a source file: those that import it, the nearest first.
import { dirname, join } from 'node:path'

/**
 * Test files that import `file`, directly or through others: those of its folder first, then by how many imports.
 * Of the long ones those of its own folder, which try that alone.
 */
export function testsOf(file: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const steps = new Map([[file, 0]])
  for (const [each, distance] of steps)
    for (const importer of importers.get(each) ?? [])
      if (!steps.has(importer)) steps.set(importer, distance + 1)
  const folders = file.split('/')
  const shared = (test: string) => test.split('/').filter(part => folders.includes(part)).length
  const isOwn = (test: string) => file.startsWith(`${dirname(test).replace('test/', '')}/`)
  return [...steps.keys()]
    .filter(each => (each.endsWith('.long.test.ts') ? isOwn(each) : each.endsWith('.test.ts')))
    .sort((a, b) => shared(b) - shared(a) || steps.get(a)! - steps.get(b)! || (a < b ? -1 : 1))
}

/** For each file, the files that name it: in an import or in the address of a script. */
export function importersOf(
  files: readonly string[],
  read: (file: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const [, named] of read(file).matchAll(/['"]([^'"\s]+\.ts)['"]/g)) {
      const path = join(dirname(file), named!)
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  return importers
}
