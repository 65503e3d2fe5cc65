// One page that needs nothing else: its style, its script and its data in one file. All text of a run is
// untrusted: it travels as JSON, and a policy allows no script but this one and no connection at all.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Report } from './report.ts'

/** The page as HTML; it opens from a file, without a server. */
export function reportPage({ data, details }: Report): string {
  const style = styles.map(part).join('\n')
  const script = `'use strict';(() => {\n${modules.map(name => bare(part(name))).join('\n')}\n})()`
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(`${data.title} · intend report`)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript>This report is drawn by a script of its own; please allow it.</noscript>',
    '<main id="page"></main>',
    block('data', data),
    `<script>${script}</script>`,
    // behind the script: the table need not wait for them
    ...details.map((detail, at) => block(`detail-${at}`, detail)),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

// --- internal ---

const styles = ['page.css', 'overview.css', 'detail.css', 'narrow.css']

/** The parts of the script, each behind those it uses. */
const modules = [
  'dom.js',
  'format.js',
  'charts.js',
  'overview.js',
  'plan-graph.js',
  'timeline.js',
  'detail.js',
  'filters.js',
  'table.js',
  'main.js',
]

const part = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/** A module as a part of one script: they share a scope, so that nothing is left to import. */
function bare(source: string): string {
  return source.replace(/^import [^']* from '[^']*'$/gm, '').replace(/^export /gm, '')
}

/** JSON that no HTML parser takes for markup. */
function block(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
