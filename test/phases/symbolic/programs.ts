// Logic programs of the forms in which language models write them, with what they come to: word problems
// with and without constraints, rules over facts, kinship, puzzles, grammars, texts, local memory.

/** One program and its outcome; bindings are those that count. */
export interface LogicProgram {
  readonly about: string
  readonly rules: string
  /** Empty where the program asks by itself, in a directive. */
  readonly goal: string
  readonly holds: boolean
  readonly bindings?: Readonly<Record<string, string>>
  readonly output?: string
}

/** A program and what it comes to. */
export const program = (
  about: string,
  rules: string,
  goal: string,
  holds: boolean,
  bindings: Readonly<Record<string, string>> = {},
  output?: string,
): LogicProgram => ({
  about,
  rules,
  goal,
  holds,
  bindings,
  ...(output !== undefined && { output }),
})
