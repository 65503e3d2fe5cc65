// A slot of a plan as prompts describe it to a model that writes one.
import { BeliefName, Role } from '../plans/plan.ts'

/** `Role` with, for each field, what it is and which machine consumes it. */
export const WrittenRole = Role.extend({
  role: BeliefName.describe('role-based name, lower_snake_case'),
  type: Role.shape.type.meta({ description: 'the kind of value', consumer: 'checked by code' }),
  unit: Role.shape.unit.meta({
    description: 'unit it must be in; left out for a value whose source gives its unit',
    consumer: 'checked by code',
  }),
})
