// What is done with quantities that are given: an expression over roles.

interface Operation {
  /** In the order in which the quantities are picked; without them, roles by dimension. */
  readonly roles?: readonly string[]
  readonly expression: (roles: readonly string[]) => string
}

/** An operation whose roles have names of their own. */
const named = (roles: string, expression: string): Operation => ({
  roles: roles.split(' '),
  expression: () => expression,
})

const onAlike = (expression: Operation['expression']): Operation => ({ expression })

export const operations = {
  share: named('share whole', 'whole * share'),
  more: named('share base', 'base + base * share'),
  less: named('share base', 'base - base * share'),
  undiscounted: named('share outcome', 'outcome / (1 - share)'),
  unraised: named('share outcome', 'outcome / (1 + share)'),
  part: named('part whole', 'part / whole'),
  apart: named('earlier later', 'abs(later - earlier) / earlier'),
  rest: named('stock taken', 'stock - taken'),
  gap: onAlike(([a, b]) => `abs(${a} - ${b})`),
  sum: onAlike(roles => roles.join(' + ')),
  mean: onAlike(roles => `mean(${roles.join(', ')})`),
} satisfies Record<string, Operation>

export type Kind = keyof typeof operations

/** Those whose result is a percentage. */
export const portions: ReadonlySet<Kind> = new Set(['part', 'apart'])
