// What the claims of a step come to, for tests: a step, what it sees and its calls, made of the parts given.

import type { Call, Claim, Known, Support } from '../../../plans/claims/claim.ts'
import { supportStep } from '../../../plans/claims/step.ts'
import type { Step } from '../../../plans/plan.ts'

/** What a claim is judged by: parts of a step, what it sees, and its calls. */
export interface Case {
  readonly step?: Partial<Step>
  readonly beliefs?: Readonly<Record<string, Known>>
  readonly calls?: Readonly<Record<string, Partial<Call>>>
  readonly question?: string
}

/** What each claim rests on. */
export function supports(
  claims: readonly Claim[],
  { step, beliefs = {}, calls = {}, question }: Case,
): readonly Support[] {
  const outcomes = supportStep(
    {
      kind: 'read',
      description: '',
      reads: Object.keys(beliefs),
      writes: claims.map(({ name }) => ({ role: name })),
      ...step,
    },
    claims,
    {
      call: id => calls[id] && { content: '', computes: false, failed: false, ...calls[id] },
      calls: Object.keys(calls),
      beliefs,
      question: question ?? '',
    },
  )
  return claims.map(({ name }) => outcomes.get(name)!)
}

/** What each claim comes to: its provenance, or the sentence that refuses it. */
export const judged = (claims: readonly Claim[], given: Case) =>
  supports(claims, given).map(each => ('fault' in each ? each.why : each.provenance))

/** The same for one claim. */
export const judgedOne = (claim: Claim, given: Case) => judged([claim], given)[0]!
