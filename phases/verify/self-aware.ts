// Phase 5, the self-aware way: where each value comes from is checked first, then the postcondition,
// by the first tier that applies (A Self-Aware BDI Agent, 2026, section 4.5).
import type { Ctx } from '../../agent/contract.ts'
import type { FailureMode, StepResult, Verdict } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import type { Step } from '../../plans/plan.ts'
import { decide } from '../check.ts'
import { handedBack, weigh } from '../claims.ts'
import { refused } from '../outcomes.ts'

/** Judges a step by its result and the stored tool calls; the step's own claim is not looked at. */
export async function verify(
  id: string,
  step: Step,
  result: StepResult,
  seen: View,
  ctx: Ctx,
): Promise<Verdict> {
  if (result.error) return refused('structure', result.error.message, result.error.mode)
  if (result.lost)
    return refused('structure', 'begun before a crash; its outcome is not known', 'tool_error')
  const claims =
    step.kind === 'achieve' ? handedBack(step.writes, result.beliefs) : weigh(step, result, seen)
  const [unfounded] = claims.faults.filter(fault => fault.tier === 'provenance')
  if (unfounded) return unfounded
  const missing = step.writes.filter(role => !result.beliefs.some(b => b.name === role.role))
  if (missing.length > 0)
    return refused(
      'structure',
      `did not establish ${missing.map(({ role }) => role).join(', ')}: ${result.summary}`,
      why(step, result, seen),
    )
  const [misfit] = claims.faults
  if (misfit) return misfit
  const written = Object.fromEntries(result.beliefs.map(belief => [belief.name, belief]))
  const { question, schemaBeliefs } = seen
  const ground = { question, schemaBeliefs, beliefs: { ...seen.beliefs, ...written } }
  const asking = { ctx, intention: id, step: step.id }
  const verdict = await decide(step.postcondition, ground, why(step, result, seen), asking)
  if (!verdict.passed) return verdict
  const words = [verdict.why, ...claims.doubts.map(doubt => `in doubt: ${doubt}`)].join('; ')
  return { ...verdict, why: words, provenance: claims.provenance }
}

/** The failure mode that code can know from what the step did (A Self-Aware BDI Agent, 2026, section 7.3). */
function why(step: Step, { calls, beliefs }: StepResult, seen: View): FailureMode {
  const made = calls.map(call => seen.call(call)).filter(call => call !== undefined)
  if (made.length > 0 && made.every(call => call.failed)) return 'tool_error'
  const opened = [...made, ...seen.heard().calls].some(call =>
    ['read_file', 'table'].includes(call.tool),
  )
  if (seen.files.length > 0 && step.kind === 'read' && !opened) return 'avoided_file'
  if (beliefs.length > 0 && step.kind === 'compute') return 'incorrect_computation'
  return step.kind === 'fetch' || step.kind === 'read' ? 'bad_retrieval' : 'unsupported_value'
}
