// The charts that tools drew for a question, as the page shows them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A chart: its file's name, and the file as an address that holds all of it. */
export interface PictureView {
  readonly name: string
  readonly address: string
}

const most = { files: 20, bytes: 1_000_000 }

/** The SVG files of the question `root`, whose journal lies beside the folder of its files or one below. */
export function picturesOf(journal: string, root: string): readonly PictureView[] {
  const beside = [dirname(journal), dirname(dirname(journal))]
  return beside
    .map(folder => join(folder, 'files', root))
    .flatMap(folder => chartsIn(folder).map(name => join(folder, name)))
    .filter(path => statSync(path).size <= most.bytes)
    .slice(0, most.files)
    .map(path => ({
      name: path.slice(dirname(path).length + 1),
      // an image runs no script and asks for nothing
      address: `data:image/svg+xml;base64,${readFileSync(path).toString('base64')}`,
    }))
}

// --- internal ---

function chartsIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .filter(each => each.isFile() && each.name.endsWith('.svg'))
      .map(each => each.name)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}
