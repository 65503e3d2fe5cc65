// Worked examples for planning prompts: real problems with valid plans, whatever the domain.
import { describe, expect, test } from 'vitest'
import { printProse } from '../../phases/contract-prompt.ts'
import { Compiled } from '../../phases/deliberate/compile-contract.ts'
import { type Example, workedExample } from '../../phases/deliberate/example.ts'
import { readSteps } from '../../phases/deliberate/read-steps.ts'
import { parseProse } from '../../phases/replies/prose/parse.ts'
import { validateGraph } from '../../plans/pddl/judge/deorder.ts'
import { printProblem } from '../../plans/pddl/syntax/print.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { problems } from '../agent/agents/planning-problems.ts'
import { samples } from '../plans/pddl/domains.ts'

const all = Object.entries({ ...problems, ...samples })
const made = all.flatMap(([name, { domain, problem }]) => {
  const task = readTask(domain, problem)
  const example = workedExample(task)
  return example ? [{ name, task, example }] : []
})

const graphOf = ({ reply, task }: Example) => readSteps(Compiled.parse(reply).steps, task)

describe('a worked example', () => {
  test('is found for most domains', () => {
    const names = new Set(made.map(({ name }) => name))
    const without = all.map(([name]) => name).filter(name => !names.has(name))
    expect(without).toEqual(['lamps', 'blocks in a circle', 'lights', 'no way out'])
  })

  test.each(made)(
    'of $name has a plan that is valid in every order, in its own names',
    ({ example }) => {
      const { graph, notes } = graphOf(example)
      expect(notes).toEqual([])
      expect(validateGraph(example.task, graph)).toMatchObject({ valid: true })
    },
  )

  test.each(made)(
    'of $name has other objects and another goal than the problem',
    ({ task, example }) => {
      const constants = task.domain.constants.map(({ name }) => name)
      const shared = example.task.objects.filter(name => task.objects.includes(name))
      expect(shared.filter(name => !constants.includes(name))).toEqual([])
      const theirs = JSON.stringify(example.task.problem.goal).replaceAll('"e-', '"')
      expect(theirs).not.toBe(JSON.stringify(task.problem.goal))
    },
  )

  test.each(made)('of $name is understood when its reply is written in prose', ({ example }) => {
    const read = parseProse(printProse(example.reply), Compiled)
    const reasoning = example.reply.reasoning.replace(/\.$/, '') // its full stop is not kept
    expect(read).toEqual({ ok: true, value: { ...example.reply, reasoning }, parsed: 'prose' })
  })

  test.each(made)('of $name is the same every time', ({ task, example }) => {
    const again = workedExample(task)!
    expect(again.reply).toEqual(example.reply)
    expect(printProblem(again.task.problem)).toBe(printProblem(example.task.problem))
  })
})
