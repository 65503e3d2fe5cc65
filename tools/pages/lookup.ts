// Names resolved for a connection. Apart from the addresses, so that the types of the package need none of Node.
import type { LookupFunction } from 'node:net'
import { isPublic, notPublic, type Resolve } from './addresses.ts'

/** Resolves names for a connection; one that leads, even in part, to what is not public has to be `allowed`. */
export function lookupBy(resolve: Resolve, allowed: boolean): LookupFunction {
  return (host, options, callback) =>
    resolve(host).then(
      found => {
        const [first] = found
        // refused on the very address that the connection would be made to
        const refused = allowed ? undefined : found.find(({ address }) => !isPublic(address))
        if (refused) callback(notPublic(host, refused.address), '')
        else if (!first) callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), '')
        else if (options.all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
}
