// The picture in README.md: a session that tmux holds, driven by keys, its cells drawn as an SVG for light and for
// dark. `node test/harness/cli/picture.ts` makes it anew.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { columnsOf } from '../../../harness/terminal/plain-text.ts'
import { windowOf } from './tmux.ts'

const samples = fileURLToPath(new URL('../../../harness/samples/', import.meta.url))
// more rows than it takes, lest what a slow question shows meanwhile scrolls the first ones away
const [columns, rows, cellWidth, cellHeight, margin] = [96, 40, 8.4, 18, 16]

/** A session in an empty folder with the sample table, as it then stands on the terminal. */
export async function picture(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'intend-picture-'))
  copyFileSync(join(samples, 'sales.csv'), join(folder, 'sales.csv'))
  const window = windowOf('--model offline', folder, { columns, rows })
  const ask = (text: string) => {
    window.type(text)
    window.press('Enter')
  }
  try {
    await window.sees(/^> *\noffline · /m)
    ask('What is the total quantity sold in the North region? @sales.csv')
    await window.sees(/new plan.*\/why\n/)
    ask('/why')
    await window.sees(/result = 93: [\s\S]*\n> *\noffline/)
    ask('And in the South region?')
    await window.sees(/known plan.*\/why\n─+\n> *\noffline/)
    window.type('/pla')
    await window.sees(/^> \/pla\n {2}\/plan[\s\S]*offline/m)
    return drawn(window.cells())
  } finally {
    window.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

// --- internal ---

/** What switches a colour on that the screen uses, and what switches it off. */
const codes: readonly (readonly [style: string, on: string, off: string])[] = [
  ...([
    ['dim', '2', '22'],
    ['red', '31', '39'],
    ['green', '32', '39'],
    ['cyan', '36', '39'],
  ] as const),
]

const restyled = (style: string, code: string): string =>
  codes.find(([, on]) => on === code)?.[0] ??
  (code === '' || code === '0' || codes.some(([name, , off]) => name === style && off === code)
    ? ''
    : style)

/** The lines of a screen as rows of an SVG, each piece of one style at its column; a style lasts over lines. */
function rowsOf(lines: readonly string[]): readonly string[] {
  let style = ''
  return lines.map((line, row) => {
    let column = 0
    const spans = line.split('\x1b[').map((part, at) => {
      const [, set, text] = at === 0 ? [undefined, '', part] : /^([\d;]*)m(.*)$/s.exec(part)!
      if (at > 0) style = set!.split(';').reduce(restyled, style)
      const x = margin + column * cellWidth
      column += columnsOf(text!)
      if (text!.trim() === '') return ''
      return `<tspan x="${x.toFixed(1)}"${style && ` class="${style}"`}>${escaped(text!)}</tspan>`
    })
    return `<text y="${margin + (row + 0.75) * cellHeight}">${spans.join('')}</text>`
  })
}

function drawn({ lines, cursor }: ReturnType<ReturnType<typeof windowOf>['cells']>): string {
  const width = Math.ceil(columns * cellWidth + 2 * margin)
  const height = lines.length * cellHeight + 2 * margin
  const [x, y] = [margin + cursor.x * cellWidth, margin + cursor.y * cellHeight]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="a session of intend: a question about a table, why its answer is what it is, and a second question by the plan of the first">
<style>
  text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; fill: #24292f }
  .screen { fill: #f6f8fa } .cyan { fill: #0a6c8a } .green { fill: #1a7f37 } .red { fill: #b3261e } .dim { fill: #6e7781 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .screen { fill: #0d1117 }
    .cyan { fill: #56d4dd } .green { fill: #56d364 } .red { fill: #ff7b72 } .dim { fill: #8b949e }
  }
</style>
<rect class="screen" width="100%" height="100%" rx="8"/>
<rect class="dim" x="${x.toFixed(1)}" y="${y}" width="${cellWidth}" height="${cellHeight}"/>
${rowsOf(lines).join('\n')}
</svg>
`
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, each => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[each]!)

if (import.meta.main) writeFileSync(join(samples, 'session.svg'), await picture())
