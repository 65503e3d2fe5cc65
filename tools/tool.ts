// What a step may use. A tool is a plain object; a world's actions and an MCP server's tools are
// wrapped into the same shape.
import { z } from 'zod'
import type { Json } from '../plans/template.ts'
import { faultOf, listener, text, things, truth } from './checked.ts'

export type { Json }

/**
 * What a call came to: words for the model, and values for code.
 * @example
 * ```ts
 * import type { ToolResult } from 'intend/tools'
 *
 * const result: ToolResult = { content: '1200 bolts in box 7', value: 1200, unit: 'bolts' }
 * console.log(result.value) // 1200
 * ```
 */
export interface ToolResult {
  /** What the model reads. A truncation says here what to ask for next. */
  readonly content: string
  /** The same as data (rows, hits), for a program that calls the tool itself: no agent reads it. */
  readonly details?: Json
  /** The one value the call was made for, when there is one: it becomes the belief of an executable step. */
  readonly value?: string | number | boolean | readonly (string | number)[]
  readonly unit?: string
  /** What was printed or listed, item by item, where it is no one value: the belief of a step that is to hold a list. */
  readonly list?: readonly (string | number)[]
  /** What was found by column, of the only row its cell, of several all of them: the beliefs of a step that writes a role for each. */
  readonly cells?: Readonly<
    Record<string, string | number | boolean | readonly (string | number)[]>
  >
  /** Pictures, for a model that sees; `content` has to do for one that does not. */
  readonly images?: readonly Picture[]
  /**
   * True when what was called says that it did not succeed, as a command does by another exit code than 0: its
   * words can be quoted for what was read, but are no value by themselves and no sign that anything was done.
   */
  readonly unsuccessful?: boolean
  /** What a person should know of the value, a sentence each, such as rows that are not counted in it; `content` says it too. */
  readonly notes?: readonly string[]
  /** Web addresses that the result itself gives as hits or links: they are not put together from data. */
  readonly links?: readonly string[]
}

/** A picture handed to a model that sees. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  /** Base64. */
  readonly data: string
}

/**
 * What an argument is to a call: the `destination` that gets something (an address, a recipient, an account, a
 * URL, a path to write to), `content` that is handed on, a `selector` of what is worked on.
 */
export type ArgumentRole = (typeof argumentRoles)[number]

export const argumentRoles = ['destination', 'content', 'selector'] as const

/**
 * What a call may use, and how it is stopped.
 * @example
 * ```ts
 * import { calculate, type ToolContext } from 'intend/tools'
 *
 * const ctx: ToolContext = { roots: [], signal: AbortSignal.timeout(60_000) }
 * console.log((await calculate.execute({ expression: '6 * 7' }, ctx)).value) // 42
 * ```
 */
export interface ToolContext {
  /** Folders (or single files) the tool may read; absolute, symbolic links resolved. */
  readonly roots: readonly string[]
  readonly signal: AbortSignal
  /**
   * The folder for files that belong to this question alone: made when first asked for, among what
   * later steps of the question may read. Left out where there is none.
   */
  readonly workspace?: () => Promise<string>
  /** Whether the question or an earlier result of it gives this web address, letter by letter. */
  readonly isNamed?: (address: string) => boolean
}

/**
 * Contract: `execute` receives input that has passed the schema. It may throw: the message becomes
 * text for the model (tool loop) or a `tool_error` (executable step), so it names the thing and the
 * way out in one sentence.
 * @example
 * ```ts
 * import { calculate, type Tool, table } from 'intend/tools'
 *
 * const tools: readonly Tool[] = [calculate, table]
 * console.log(tools.map(tool => tool.name).join()) // calculate,table
 * ```
 */
export interface Tool<Input = unknown> {
  readonly name: string
  /** For the model: what it does, when to use it, what its result looks like. */
  readonly description: string
  /** How to use it well, shown once in the prompt of a step that may; for what the description has no room for. */
  readonly guidance?: string
  readonly input: z.ZodType<Input>
  /** What has to be there for the tool to be of use: without a file or folder, one that reads them is not offered. */
  readonly needs?: 'files'
  /** The call that shows the whole of an attached file: code makes it before a model is asked, where the file is short. */
  readonly opening?: (file: string) => Input
  /** True when the result can be had again by running it again with the same input: it is evidence for a computed value. */
  readonly computes?: boolean
  /** True when a call changes something outside the question: who it reaches has to be the person's choice. */
  readonly effect?: boolean
  /**
   * True when a call asks the open web: what it is called with leaves this machine, and what it gives anybody
   * may read. What other tools give is taken as private.
   */
  readonly web?: boolean
  /**
   * The MCP server whose tool it is. Its description is a stranger's words, and what it is called with goes to
   * the server: nothing private but what the server itself has given may be in it unasked.
   */
  readonly server?: string
  /**
   * What each argument is, `message.to` for one within another. What is left out is a destination where the
   * tool has an effect, content where it asks the web, else a selector.
   */
  readonly arguments?: Readonly<Record<string, ArgumentRole>> | undefined
  readonly execute: (input: Input, ctx: ToolContext) => Promise<ToolResult>
}

/** Limits that no model comes near unless it is told in words; input beyond them is refused by the schema itself. */
const limits = [
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
] as const

/**
 * JSON Schema of a tool's input as models are shown it: without the fields whose `.meta` says
 * `unadvertised`, which are read where they are given and can be said by the others, and without limits.
 * @throws when it cannot be spelled as JSON Schema.
 */
export function shownInput(input: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const { properties = {}, additionalProperties: others } = jsonSchema
      for (const [name, field] of Object.entries(properties))
        if (typeof field === 'object' && field.unadvertised) delete properties[name]
      for (const limit of limits) delete jsonSchema[limit]
      // that other fields may be anything is what is meant without it
      if (JSON.stringify(others) === '{}') delete jsonSchema.additionalProperties
    },
  })
  return schema
}

/**
 * A tool with its input type checked where it is written, and forgotten where tools are listed.
 * @throws TypeError for a name that servers of models refuse, and, for callers whose types are not checked,
 * naming the member that is missing, unknown or cannot be.
 * @example
 * ```ts
 * import { defineTool } from 'intend/tools'
 * import { z } from 'zod'
 *
 * const dice = defineTool({
 *   name: 'roll_dice',
 *   description: 'Rolls dice and gives their sum.',
 *   input: z.object({ dice: z.number().int().positive() }),
 *   execute: async ({ dice }) => ({ content: `the sum is ${4 * dice}`, value: 4 * dice }),
 * })
 * console.log(dice.name) // roll_dice
 * ```
 */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  const { name } = tool
  const refuse = (wrong: string) => {
    throw new TypeError(`the tool ${name ? `"${name}" ` : ''}${wrong}`)
  }
  if (typeof name !== 'string' || name === '') refuse('needs a `name` that the model calls it by')
  if (!/^[\w-]{1,64}$/.test(name))
    refuse(
      'needs another `name`: servers of models take letters, digits, _ and -, at most 64 of them',
    )
  if (typeof tool.execute !== 'function')
    refuse(
      'has no `execute`: name its function so, `async execute(input, ctx) { return { content } }`',
    )
  if (typeof tool.description !== 'string')
    refuse('needs a `description` that tells the model its use')
  if (typeof tool.input?.safeParse !== 'function') refuse('needs a zod schema as its `input`')
  const fault = faultOf(Declared, tool, {
    unknown: 'has no member',
    wrong: 'has a wrong member:',
  })
  if (fault !== undefined) refuse(fault)
  return tool as Tool
}

// --- internal ---

/** A misspelled member would leave an effect undeclared, and so have it done unasked. */
const Declared = z.strictObject({
  name: text,
  description: text,
  guidance: text.optional(),
  input: things,
  needs: z.literal('files', '"files"').optional(),
  opening: listener.optional(),
  computes: truth.optional(),
  effect: truth.optional(),
  web: truth.optional(),
  server: text.optional(),
  arguments: z
    .record(
      z.string(),
      z.enum(argumentRoles, '"destination", "content" or "selector"'),
      'an object of roles',
    )
    .optional(),
  execute: listener,
} satisfies Record<keyof Tool, z.ZodType>)
