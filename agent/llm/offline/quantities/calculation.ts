// The plan for what is worked out from what a message gives: the message was read as expressions over roles, and
// these stand in the beliefs.
import { names } from '../../../../plans/expressions/expression.ts'
import { type Believed, computed, designWith } from '../method.ts'

/** The belief that a role is worked out so; of several the last one is the answer. */
export const worksOut = (role: string, expression: string) =>
  `task requires working out ${role} as ${expression}`

/** The belief that the answer counts only where one role is no less than another. */
export const needsEnough = (role: string, least: string) => `task requires ${role} >= ${least}`

/** The belief that holds the unit of the answer, where a message names none. */
export const chosenUnit = 'chosen_unit'

export function calculationDesign({ schemaBeliefs, groundBeliefs }: Believed) {
  const given = groundBeliefs.flatMap(({ name }) => (name === chosenUnit ? [] : [name]))
  const unit = groundBeliefs.find(({ name }) => name === chosenUnit)?.value
  const parts = schemaBeliefs.flatMap(belief => {
    const [, role, expression] = /^task requires working out (\w+) as (.+)$/.exec(belief) ?? []
    return role && expression ? [{ role, expression }] : []
  })
  const last = parts.at(-1)
  if (!last) return undefined
  const [, role, least] = schemaBeliefs.flatMap(each => enough.exec(each) ?? [])
  const steps = parts.map(part => {
    const reads = names(part.expression, [...given, ...parts.map(each => each.role)]) ?? []
    const deps = parts.filter(each => reads.includes(each.role)).map(each => each.role)
    const own = part === last && unit !== undefined ? { unit: String(unit) } : {}
    const step = computed(part.role, part.role, part.expression, { reads, deps, ...own })
    // a day, or the name of one, is no number
    if (/\b(?:today|\w+_date)\b/.test(part.expression))
      return { ...step, writes: [{ role: part.role }], postcondition: known(part.role) }
    return part === last && role !== undefined
      ? { ...step, postcondition: `ground_belief(${role}) >= ground_belief(${least})` }
      : step
  })
  return designWith({
    type: `work_out_${parts.map(({ expression }) => inWords(expression)).join('_then_')}`,
    goal: `what ${last.expression} gives`,
    contextConditions: schemaBeliefs,
    parameters: given.filter(name => steps.some(({ reads }) => reads.includes(name))),
    steps,
    answer: last.role,
  })
}

// --- internal ---

const enough = /^task requires (\w+) >= (\w+)$/

const known = (role: string) => `ground_belief(${role}) is known`

const signs: Readonly<Record<string, string>> = {
  '*': ' times ',
  '/': ' over ',
  '+': ' plus ',
  '-': ' minus ',
}

/** `distance / speed` as `distance_over_speed`; without the names of weekdays. */
const inWords = (expression: string) =>
  expression
    .replace(/"[^"]*"/g, '')
    .replace(/[-*/+]/g, sign => signs[sign]!)
    .replace(/\W+/g, '_')
    .replace(/^_|_$/g, '')
