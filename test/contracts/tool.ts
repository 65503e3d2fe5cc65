// What every tool keeps to, whatever it does. A tool's test calls this with a few inputs.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Tool, ToolContext } from '../../tools/tool.ts'

export interface ToolCases {
  readonly tool: Tool
  /** Called before each case; may prepare files. */
  readonly context: () => Promise<ToolContext>
  /** Inputs that give a result. */
  readonly works: readonly unknown[]
  /** Inputs that pass the schema and still cannot be served, with words the complaint must hold. */
  readonly fails: readonly { readonly input: unknown; readonly says: RegExp }[]
  /** Inputs the schema refuses. */
  readonly refused: readonly unknown[]
}

export function toolContract({ tool, context, works, fails, refused }: ToolCases): void {
  test(`${tool.name} tells a model in plain words what it is for`, () => {
    expect(tool.name).toMatch(/^[a-z][a-z0-9_]{1,40}$/)
    expect(tool.description.length).toBeGreaterThan(40)
    expect(tool.description.length).toBeLessThan(1500)
    const schema = z.toJSONSchema(tool.input, { io: 'input' })
    expect(schema.type).toBe('object')
    expect(JSON.stringify(schema).length).toBeLessThan(6000)
  })

  test.each(works.map(input => ({ input })))(
    `${tool.name} answers $input with text, and JSON for the screen`,
    async ({ input }) => {
      const result = await tool.execute(tool.input.parse(input), await context())
      expect(result.content.trim()).not.toBe('')
      expect(result.content.length).toBeLessThan(60_000)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      if (typeof result.value === 'number') expect(Number.isFinite(result.value)).toBe(true)
      if (result.unit !== undefined) expect(result.value).toBeDefined()
    },
  )

  if (tool.computes)
    test(`${tool.name} gives the same result when it is run again`, async () => {
      for (const input of works) {
        const parsed = tool.input.parse(input)
        const first = await tool.execute(parsed, await context())
        expect(await tool.execute(parsed, await context())).toEqual(first)
      }
    })

  test.each(fails)(`${tool.name} says in one line why it cannot serve $input`, async each => {
    const parsed = tool.input.parse(each.input)
    const failure: unknown = await tool.execute(parsed, await context()).then(
      result => result,
      error => error,
    )
    expect(failure).toBeInstanceOf(Error)
    const { message } = failure as Error
    expect(message).toMatch(each.says)
    expect(message).not.toContain('\n')
    expect(message.length).toBeLessThan(1000)
  })

  test.each(refused.map(input => ({ input })))(
    `${tool.name} has a schema that refuses $input`,
    ({ input }) => {
      expect(tool.input.safeParse(input).success).toBe(false)
    },
  )
}
