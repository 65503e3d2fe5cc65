// Names resolved for a connection: what is private is refused on the very address that it is made to.
import type { LookupFunction } from 'node:net'
import { isPublic, notPublic, type Resolve } from './addresses.ts'

/** Resolves names for a connection; one that leads, even in part, to what is not public has to be `allowed`. */
export function lookupBy(resolve: Resolve, allowed: boolean): LookupFunction {
  return (host, options, callback) =>
    resolve(host).then(
      found => {
        const [first] = found
        const refused = allowed ? undefined : found.find(({ address }) => !isPublic(address))
        if (refused) callback(notPublic(host, refused.address), '')
        else if (!first) callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), '')
        else if (options.all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
}
