// The library file as several processes update it.

import type { Plan } from '../plan.ts'
import { parseLibrary, printLibrary } from './file.ts'
import { contentOf, type LibraryContent, sameContent } from './merge.ts'
import { openVersionedFile, type StoreOptions, type VersionedFile } from './versioned-file.ts'

/** Opens and reads a library file; see `openLibrary`. */
export async function openStore(
  file: string,
  options: StoreOptions,
): Promise<VersionedFile<LibraryContent>> {
  const printed = new WeakMap<Plan, string>()
  const format = {
    noun: 'plan library',
    option: '--plans FILE',
    empty: contentOf([]),
    parse: parseLibrary,
    print: (content: LibraryContent) => printLibrary(content, printed),
    same: sameContent,
  }
  return openVersionedFile(file, format, options)
}
