// The version of intend, as package.json has it.
import { createRequire } from 'node:module'

/** Such as `0.1.0`. */
export function version(): string {
  const require = createRequire(import.meta.url)
  return (require('intend/package.json') as { readonly version: string }).version
}
