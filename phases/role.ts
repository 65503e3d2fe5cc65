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
    description:
      'unit the value must be in, such as km/h. Leave it out for a value that is read or fetched from a source whose unit is not known yet: it is written as it stands there, and a compute step converts it',
    consumer: 'checked by code',
  }),
})
