// Names resolved for a connection: what is private is refused on the very address that it is made to.
import type { LookupFunction } from 'node:net'
import { isPublic, notPublic, type Resolve } from './addresses.ts'

/** Resolves names for a connection and refuses every name that leads, even in part, to what is not public. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    const answer = async () => {
      const found = await resolve(host)
      const refused = found.find(({ address }) => !isPublic(address))
      if (refused) throw notPublic(host, refused.address)
      return found
    }
    answerLookup(answer(), host, options.all === true, callback)
  }
}

/** Resolves names for a connection, whatever they lead to. */
export function anyLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) =>
    answerLookup(resolve(host), host, options.all === true, callback)
}

// --- internal ---

function answerLookup(
  answer: ReturnType<Resolve>,
  host: string,
  all: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  answer.then(
    found => {
      const [first] = found
      if (!first) callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), '')
      else if (all) callback(null, [...found])
      else callback(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, ''),
  )
}
