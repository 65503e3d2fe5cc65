// Why a task has no plan at all.

/**
 * Goals that even delete relaxation does not reach, two goals that exclude each other (or one that
 * excludes itself), or every state the goal is not ruled out from was seen.
 */
export type Certificate =
  | { readonly kind: 'unreachable'; readonly facts: readonly string[] }
  | { readonly kind: 'mutex'; readonly facts: readonly string[] }
  | { readonly kind: 'exhausted'; readonly expanded: number }

/** Why no plan exists, in one sentence. */
export function unsolvable(certificate: Certificate): string {
  switch (certificate.kind) {
    case 'unreachable':
      return `no plan exists: no action can ever bring about ${certificate.facts.join(' and ')}`
    case 'mutex':
      return `no plan exists: ${certificate.facts.join(' and ')} exclude each other`
    case 'exhausted':
      return `no plan exists: none of the ${certificate.expanded} situations that can come about satisfies the goal`
  }
}
