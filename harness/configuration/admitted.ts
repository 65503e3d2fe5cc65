// Whether what lies in a folder may be gone on with: a run, a session, a bench may have come with the folder.
import { join } from 'node:path'
import { refuseLink, refuseLinks } from '../../plans/writable.ts'
import { linkOut } from '../../tools/files/links.ts'
import type { Options } from '../cli/command.ts'
import { confine, type Saying } from './confine.ts'
import { type Around, settingsFrom } from './file.ts'
import { isSealed } from './own.ts'

/**
 * The options to go on with, once it is certain that this may be gone on with: the person began it, or its
 * description keeps within what a folder may say, the person trusts the folder, and her own limits hold.
 * Throws a ConfigurationError otherwise.
 */
export function admitted(
  { path, name: _, ...held }: { readonly path: string; readonly name: string },
  options: Options,
  around: Around,
): Options {
  refuseLinks(path)
  const link = linkOut(path)
  if (link !== undefined) refuseLink(link)
  const [[noun, said] = ['', {}]] = Object.entries(held)
  const file = join(path, `${noun}.json`)
  if (isSealed(file, around.env)) return options
  confineAll(said as object, { ...around, file })
  return settingsFrom(options, around)
}

// --- internal ---

/** A description holds further ones, whose members are of the same names. */
function confineAll(said: object, saying: Saying): void {
  const entries = Object.entries(said)
  const inner = entries.filter(([name]) => ['bench', 'settings', 'train', 'on'].includes(name))
  for (const [, each] of inner) confineAll(each as object, saying)
  confine(Object.fromEntries(entries.filter(entry => !inner.includes(entry))), saying)
}
