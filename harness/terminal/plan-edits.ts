// A step of a plan as a person changes it at the terminal, before it is carried out.
import type { Commitment } from '../../agent/contract.ts'
import { view } from '../../agent/view.ts'
import { accept } from '../../plans/accept.ts'
import { identify } from '../../plans/identify.ts'
import { Action, type Plan, type Step } from '../../plans/plan.ts'

/**
 * Reads `STEP WORDS` (what to do instead, which is then for the model), `STEP = EXPRESSION` or
 * `STEP {"name": value}` (what its tool is given) and changes the step. `problem` is a sentence for the person.
 */
export function changedPlan(
  { intention, plan, state }: Commitment,
  said: string,
): { readonly plan: Plan } | { readonly problem: string } {
  const [, id = '', rest = ''] = /^\s*(\S+)\s+([\s\S]+)$/.exec(said) ?? []
  const step = plan.steps.find(each => each.id === id)
  const known = plan.steps.map(each => each.id).join(', ')
  if (!step)
    return { problem: id === '' ? usage : `there is no step ${id}; the steps are ${known}` }
  const changed = changedStep(step, rest.trim())
  if ('problem' in changed) return changed
  const steps = plan.steps.map(each => (each === step ? changed.step : each))
  const { openParameters, satisfactionCondition, bind } = intention
  const given = Object.keys(view(state, intention.id).beliefs)
  const needs = { openParameters, satisfactionCondition, given, bind }
  const accepted = accept({ ...plan, steps }, needs)
  const [issue] = accepted.issues
  if (issue !== undefined) return { problem: `that plan could not be carried out: ${issue}` }
  return { plan: identify(accepted.plan, { ...plan.origin, agent: 'person', seenQuestions: [] }) }
}

// --- internal ---

const usage = 'say which step and what it is to do: e s1 WORDS, or e s1 = EXPRESSION'

function changedStep(
  step: Step,
  said: string,
): { readonly step: Step } | { readonly problem: string } {
  const { action, ...rest } = step
  if (said.startsWith('='))
    return { step: { ...step, action: { expression: said.slice(1).trim() } } }
  if (!said.startsWith('{')) return { step: { ...rest, description: said } }
  if (!action || !('tool' in action))
    return { problem: `${step.id} calls no tool; say in words what it is to do` }
  try {
    const input = { ...action.input, ...JSON.parse(said) }
    return { step: { ...step, action: Action.parse({ tool: action.tool, input }) } }
  } catch {
    return { problem: 'what a tool is given is written as JSON, such as e s1 {"file": "a.csv"}' }
  }
}
