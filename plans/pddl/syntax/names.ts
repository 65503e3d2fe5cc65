// The way out of an unknown name, for messages.
import { nearest } from '../../text/nearest.ts'

/** `, did you mean "x"?`, or what there is when nothing is near. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const known = [...candidates]
  const closest = nearest(name, known)
  if (closest !== undefined) return `, did you mean "${closest}"?`
  if (known.length === 0) return ', and none is declared'
  return `; there is ${known.slice(0, 8).join(', ')}${known.length > 8 ? ', ...' : ''}`
}
