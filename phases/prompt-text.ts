// What prompts are put together from: blocks, lines, lists, beliefs, tools.

import type { Ctx } from '../agent/contract.ts'
import type { AttachedFile } from '../agent/state.ts'
import type { NamedQuantity } from '../plans/expressions/quantity.ts'
import { BeliefName, Role } from '../plans/plan.ts'
import { show } from '../plans/show.ts'
import type { Tool } from '../tools/tool.ts'
import { fieldLines, fieldOf } from './fields.ts'

/** A piece of a prompt; `false` or nothing where it is left out. */
type Part = string | false | undefined

/** The pieces that are there. */
export const present = (...parts: readonly Part[]): readonly string[] =>
  parts.filter(part => part !== false && part !== undefined)

/** What is there of the pieces, an empty line between them. */
export const blocks = (...parts: readonly Part[]): string => present(...parts).join('\n\n')

/** What is there of the pieces, each on a line of its own. */
export const lines = (...parts: readonly Part[]): string => present(...parts).join('\n')

/** A list, a dash before each item; `none` where there is no item. */
export const bullets = (items: readonly string[], none = ''): string =>
  items.map(item => `- ${item}`).join('\n') || none

/** A list, a number before each item. */
export const numbered = (items: readonly string[]): string =>
  items.map((item, at) => `${at + 1}. ${item}`).join('\n')

/** A name and what is believed under it. */
export const belief = (each: NamedQuantity): string => `${each.name} = ${show(each)}`

/** Beliefs as a list. */
export const beliefs = (all: readonly NamedQuantity[]): string => bullets(all.map(belief), '(none)')

/** A belief with where it comes from. */
export const sourced = (each: NamedQuantity & { readonly source: string }): string =>
  `${belief(each)} (from ${each.source})`

/** A tool that a step of a plan may use, with its input; `more` is what else is to be known of it. */
export const toolText = ({ name, description, input }: Tool, more = ''): string =>
  lines(`- ${name}: ${description}${more}`, '  input:', ...fieldLines(fieldOf(input), '  '))

/** How the tools are used well, where they say so. */
export function guidanceOn(tools: readonly Tool[]): string | false {
  const told = tools.flatMap(({ name, guidance }) => (guidance ? [`${name}: ${guidance}`] : []))
  return told.length > 0 && `# On the tools\n${told.join('\n')}`
}

/** What was wrong with each of the replies that were refused just now. */
export const attempts = (refused: readonly (readonly string[])[]): string =>
  refused
    .map((issues, at) => `- attempt ${at + 1}:\n${issues.map(each => `  - ${each}`).join('\n')}`)
    .join('\n')

/** `Role` with, for each field, what it is and which machine consumes it. */
export const WrittenRole = Role.extend({
  role: BeliefName.describe('role-based name, lower_snake_case'),
  type: Role.shape.type.meta({ description: 'the kind of value', consumer: 'checked by code' }),
  unit: Role.shape.unit.meta({
    description: 'unit it must be in; left out for a value whose source gives its unit',
    consumer: 'checked by code',
  }),
})

/** A section for each file. What code describes of a file is a preview, and is labelled as one. */
export function attached(files: readonly AttachedFile[]): readonly string[] {
  return files.map(
    ({ name, description, otherRows }) =>
      `# Attached file: ${name}\nA preview; what stands in the file is to be had from a tool that reads it.\n${description}${otherRows === undefined ? '' : `\nThe other rows:\n${otherRows}`}`,
  )
}

/**
 * The files that a conversation begins with, whole: documents so short that to be asked for one, with all
 * that was said before sent again, costs more than its text does.
 */
export function opened(
  files: readonly AttachedFile[],
  { talk, environment }: Pick<Ctx, 'talk' | 'environment'>,
): readonly AttachedFile[] {
  if (!talk || !environment.tools.some(({ opening }) => opening)) return []
  return files.filter(({ columns, characters = Infinity }) => !columns && characters <= 6000)
}

/** The files that a contract tells of itself: a conversation has told of them. */
export const untold = (files: readonly AttachedFile[], { talk }: Pick<Ctx, 'talk'>) =>
  talk ? [] : files
