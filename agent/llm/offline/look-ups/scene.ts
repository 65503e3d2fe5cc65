// A value in its sentence, as all that may speak against it looks at it.
import type { Found } from '../values.ts'
import type { Want } from '../wanted.ts'
import type { Fit } from './fit.ts'

/** A value where it stands, and what else stands there. */
export interface Scene {
  readonly text: string
  readonly found: Found
  /** What else may be meant: of any kind, and of the kind that is asked for. */
  readonly rivals: { readonly all: readonly Found[]; readonly fitting: readonly Found[] }
  readonly fit: Fit
  readonly want: Want
}

/** Whether a unit is one of time. */
export const isTime = (unit: string) =>
  /^(s|sec|min|h|d|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/i.test(unit)
