// Sites that mirror the answers of benchmarks: what is measured on a question must not find its
// answer ready made.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Sites = z.object({
  dated: z.iso.date(),
  about: z.string(),
  sites: z.array(z.object({ site: z.string().min(4), why: z.string().min(4) })),
  names: z.array(z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
})

const list = Sites.parse(
  JSON.parse(readFileSync(new URL('./blocked-sites.json', import.meta.url), 'utf8')),
)

/** The day the list of sites is from: `2026-11-22`. */
export const blockedSitesDated: string = list.dated

/**
 * True when `address` belongs to a site that mirrors a benchmark's answers, or to one of `own`: hosts
 * with an optional path, subdomains and everything below the path included (`example.org/data`). An
 * address wrapped in another, as archives and translators do, counts as well.
 */
export function isBlocked(address: string, own: readonly string[] = []): boolean {
  const place = spelled(address)
  if ([...list.sites.map(({ site }) => site), ...own].some(site => stands(site, place))) return true
  const words = `-${place.replace(/[^a-z0-9]+/g, '-')}-`
  return list.names.some(name => words.includes(`-${name}-`))
}

// --- internal ---

/** Without what leaves an address the same: scheme, case, port, percent signs, doubled slashes. */
function spelled(address: string): string {
  let text = address.slice(0, 4000)
  // an address inside an address is escaped once more
  for (let turn = 0; turn < 3 && text.includes('%'); turn++) text = unescaped(text)
  return text
    .toLowerCase()
    .replace(/\\/g, '/')
    .replace(/\b([a-z0-9-]+)\.translate\.goog/g, (_, host: string) =>
      host.replace(/--/g, '\n').replace(/-/g, '.').replace(/\n/g, '-'),
    )
    .replace(/([a-z])\.?(?::\d+)?\//g, '$1/')
    .replace(/\/(?:\.?\/)+/g, '/')
}

function unescaped(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, code =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  )
}

/** Whether `site` stands in `place` as a host or the end of one, and its path as whole segments. */
function stands(site: string, place: string): boolean {
  const wanted = spelled(site.replace(/^[a-z]+:\/\//i, '')).replace(/\/+$/, '')
  if (wanted === '') return false
  for (let at = place.indexOf(wanted); at !== -1; at = place.indexOf(wanted, at + 1)) {
    const before = place[at - 1] ?? '/'
    const after = place[at + wanted.length] ?? '/'
    if (!/[a-z0-9-]/.test(before) && !/[a-z0-9_.-]/.test(after)) return true
  }
  return false
}
