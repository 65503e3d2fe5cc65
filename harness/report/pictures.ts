// The charts that tools drew for a question, as the page shows them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A chart: its file's name, and the file as an address that holds all of it. */
export type PictureView = ReturnType<typeof picturesOf>[number]

const most = { files: 20, bytes: 1_000_000 }

/** The SVG files of the question `root`, whose journal lies beside the folder of its files or one below. */
export function picturesOf(journal: string, root: string) {
  return [dirname(journal), dirname(dirname(journal))]
    .map(folder => join(folder, 'files', root))
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder, { withFileTypes: true }))
    .filter(each => each.isFile() && each.name.endsWith('.svg'))
    .map(({ parentPath, name }) => ({ name, path: join(parentPath, name) }))
    .filter(({ path }) => statSync(path).size <= most.bytes)
    .slice(0, most.files)
    .map(({ name, path }) => ({
      name,
      // an image runs no script and asks for nothing
      address: `data:image/svg+xml;base64,${readFileSync(path).toString('base64')}`,
    }))
}
