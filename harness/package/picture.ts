// The picture in README.md: what `intend ask` shows at a terminal, its own bytes drawn as cells of an SVG.
// `node harness/package/picture.ts` makes it anew.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ask } from '../cli/commands/ask.ts'

const samples = fileURLToPath(new URL('../samples/', import.meta.url))
const question = 'What is the total quantity sold in the North region?'
const [columns, cellWidth, cellHeight, margin] = [100, 8.4, 18, 16]

/** A piece of a line in one style. */
interface Piece {
  readonly text: string
  readonly style: string
}

/** The question asked in an empty folder, and what the terminal then shows, as an SVG. */
export async function picture(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'intend-picture-'))
  try {
    copyFileSync(join(samples, 'sales.csv'), join(folder, 'sales.csv'))
    let shown = ''
    const terminal = () =>
      Object.assign(
        new Writable({
          write(chunk, _, done) {
            shown += chunk
            done()
          },
        }),
        { isTTY: true, columns },
      )
    const options = { file: ['sales.csv'], model: 'offline', color: true }
    await ask.run([question], options, {
      stdin: Object.assign(new PassThrough(), { isTTY: true }),
      stdout: terminal(),
      stderr: terminal(),
      folder,
      env: { HOME: folder },
      interrupted: new AbortController().signal,
    })
    const typed = `\x1b[32m$\x1b[39m npx intend ask "${question}" -f sales.csv`
    return toSvg([typed, ...shown.trimEnd().split('\n')].map(piecesOf))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// --- internal ---

/** The colours that the screen uses, by the number that switches each on; another number switches off. */
const styles: Readonly<Record<string, string>> = { 2: 'dim', 31: 'red', 32: 'green', 36: 'cyan' }

/** A line as it stands in the end: what was written before it was last cleared is gone. */
function piecesOf(line: string): readonly Piece[] {
  let style = ''
  const [plain = '', ...painted] = line.split('\x1b[2K').at(-1)!.replaceAll('\r', '').split('\x1b[')
  const rest = painted.map(part => {
    const [code = '', ...text] = part.split('m')
    style = styles[code] ?? ''
    return { text: text.join('m'), style }
  })
  return [{ text: plain, style: '' }, ...rest].filter(({ text }) => text !== '')
}

function toSvg(lines: readonly (readonly Piece[])[]): string {
  const width = Math.ceil(columns * cellWidth + 2 * margin)
  const height = lines.length * cellHeight + 2 * margin
  const rows = lines.map((pieces, row) => {
    let column = 0
    const spans = pieces.map(({ text, style }) => {
      const x = (margin + column * cellWidth).toFixed(1)
      column += text.length
      return `<tspan x="${x}"${style && ` class="${style}"`}>${escaped(text)}</tspan>`
    })
    return `<text y="${margin + (row + 0.75) * cellHeight}">${spans.join('')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="intend answers a question about a table">
<style>
  text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; fill: #24292f }
  rect { fill: #f6f8fa } .cyan { fill: #0a6c8a } .green { fill: #1a7f37 } .red { fill: #b3261e } .dim { fill: #6e7781 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } rect { fill: #0d1117 }
    .cyan { fill: #56d4dd } .green { fill: #56d364 } .red { fill: #ff7b72 } .dim { fill: #8b949e }
  }
</style>
<rect width="100%" height="100%" rx="8"/>
${rows.join('\n')}
</svg>
`
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, each => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[each]!)

if (import.meta.main) writeFileSync(join(samples, 'ask.svg'), await picture())
