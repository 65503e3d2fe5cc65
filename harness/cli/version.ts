// The version of intend, as package.json has it.
import { readFileSync } from 'node:fs'

/** Such as `0.1.0`. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
