// A slot of a plan as prompts describe it to a model that writes one.
import { BeliefName, Role } from '../plans/plan.ts'

/** `Role` with, for each field, what it is and which machine consumes it. */
export const WrittenRole = Role.extend({
  role: BeliefName.meta({
    description: 'role-based name, lower_snake_case',
    consumer: 'the same string is the belief name in the store',
  }),
  type: Role.shape.type.meta({
    description: 'the kind of value',
    consumer: 'checked by code against the value written',
  }),
  unit: Role.shape.unit.meta({
    description: 'unit the value must be in, such as km/h',
    consumer: 'checked by code',
  }),
})
