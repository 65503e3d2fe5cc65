// Whether a result was replaced by a later one of the same call, where that says something else.
import { canonical } from '../../canonical.ts'
import type { Call, Ground } from '../claim.ts'

/** The id of the later result that `call`, stored as `id`, was replaced by and that lacks what was `taken` from it. */
export function replacement(
  call: Call,
  id: string,
  taken: string,
  { calls, call: find, read }: Ground,
): string | undefined {
  if (call.tool === undefined) return undefined
  const input = canonical(call.input ?? null)
  return calls.slice(calls.indexOf(id) + 1).find(each => {
    const other = find(each)
    return (
      other !== undefined &&
      other.tool === call.tool &&
      !other.failed &&
      canonical(other.input ?? null) === input &&
      read(other.content).find(taken).length === 0
    )
  })
}
