// The library file as several processes update it.

import type { Plan } from '../plan.ts'
import { libraryBytes, parseLibrary } from './file.ts'
import { contentOf, type LibraryContent } from './merge.ts'
import type { Seal } from './trust.ts'
import { openVersionedFile, type StoreOptions, type VersionedFile } from './versioned-file.ts'

/** Opens and reads a library file; see `openLibrary`. */
export async function openStore(
  file: string,
  { seal, ...options }: StoreOptions & { readonly seal?: Seal | undefined },
): Promise<VersionedFile<LibraryContent>> {
  const printed = new WeakMap<Plan, Buffer>()
  const format = {
    noun: 'plan library',
    option: '--plans FILE',
    empty: contentOf([]),
    parse: (text: string, name: string) => parseLibrary(text, name, seal),
    print: (content: LibraryContent) => libraryBytes(content, printed, seal),
  }
  return openVersionedFile(file, format, options)
}
