// The rules by which a claim is refused although it stands where it says: each guesses at what was meant,
// so each has to earn its lines. `npm run bench -- verifier` counts, over right claims of runs and the
// wrong ones made from them, what each alone catches and what it alone refuses wrongly.

/** Every rule with what it is for. What must be true of any claim (its quote occurs, its expression gives it) is no rule. */
export const rules = {
  outdated: 'a later result of the same call replaced the one that is named',
  asked: 'a computing call asked about the sibling of what the step reads',
  unit: 'the unit is another than the one beside the number, or nothing names it',
  row: 'the value stands in another row or column of its table than the step asks for',
  year: 'the words quoted speak of another year than the step asks for',
  number: 'a computing call or a derivation was fed a number that nobody gave',
  copy: 'a derivation uses what the step does not read, or is not the one that the plan gives',
  swap: 'two values stand under each other’s names, as the words quoted for them, or for one of them, say',
  rival: 'another source says another number of the same thing',
  list: 'an item stands outside the words quoted or in fewer rows than it is listed, or one between two others was left out',
} as const

export type RuleName = keyof typeof rules

/** The fault that `check` finds, unless the rule is left out. */
export function byRule(
  rule: RuleName,
  { without }: { readonly without?: ReadonlySet<RuleName> },
  check: () => string | undefined,
): string | undefined {
  return without?.has(rule) ? undefined : check()
}
