// What goes on with a task when no rule is left, by name.
import { learned } from '../../phases/deliberate/rules/learned.ts'
import { offered } from '../../phases/deliberate/rules/offered.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Policy } from '../contract.ts'

const fallbacks: Readonly<Record<string, Policy['fallback']>> = {
  none: () => undefined,
  model: offered,
  learned,
}

/** The names there are. */
export const fallbackNames = Object.keys(fallbacks)

/** The fallback called `name`. Throws a ConfigurationError that lists those there are. */
export function fallbackNamed(name: string): Policy['fallback'] {
  const found = Object.hasOwn(fallbacks, name) ? fallbacks[name] : undefined
  if (found) return found
  throw new ConfigurationError(
    `there is no fallback "${name}"; known are: ${fallbackNames.join(', ')}`,
  )
}
