// What the call of a step's executable form gives for the roles that the step writes.
import type { NewBelief } from '../../agent/state.ts'
import { asList, type Role } from '../../plans/plan.ts'
import type { ToolResult } from '../../tools/tool.ts'

type Found = Pick<NewBelief, 'name' | 'value' | 'unit'> & { readonly quote?: string }

/**
 * What a call gives for the roles of a step: for one the value it was made for, or the words it read for a role that is
 * to hold a text; for several what its columns hold. What a computation says without a value, such as that no row was found,
 * is no text that stood anywhere.
 */
export function valuesIn(
  { value, unit, list, cells, content }: ToolResult,
  [role, ...others]: readonly Role[],
  computes?: boolean,
): readonly Found[] | undefined {
  if (!role) return undefined
  const name = role.role
  if (others.length > 0) return cells && byRole(cells, [role, ...others])
  const [only, ...rest] = Object.values(cells ?? {})
  const single = value ?? (rest.length === 0 ? only : undefined)
  const held = role.type === 'list' ? (single === undefined ? list : asList(single)) : single
  if (held !== undefined) return [{ name, value: held, ...(unit !== undefined && { unit }) }]
  const isText = role.type === 'text' && !computes
  return isText ? [{ name, value: content, quote: content }] : undefined
}

// --- internal ---

/** The columns that are called as the roles: by their places two could be taken for one another. */
function byRole(cells: NonNullable<ToolResult['cells']>, roles: readonly Role[]) {
  const found = roles.flatMap(({ role, type }) => {
    const cell = Object.hasOwn(cells, role) ? cells[role]! : undefined
    // of the only row there are no lists
    const value = cell !== undefined && type === 'list' ? asList(cell) : cell
    return value !== undefined && (type === 'list') === Array.isArray(value)
      ? [{ name: role, value }]
      : []
  })
  return found.length === roles.length ? found : undefined
}
