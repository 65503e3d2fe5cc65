// What the default policy chooses, and which answers of a person are rules from then on.
import { List } from 'immutable'
import { expect, test } from 'vitest'
import { emptyState } from '../../agent/apply.ts'
import { defaultPolicy, remembering } from '../../agent/policy.ts'
import type { Permission } from '../../tools/permission/question.ts'
import type { Rule } from '../../tools/permission/rules.ts'
import { failed, passed } from './miniatures/kit.ts'

const allow = (tool: string): Rule => ({ tool, decision: 'allow' })
const asks = (tool: string) => ({ rule: allow(tool) }) as never

test('a passed step is gone on from, a failed one calls for another plan', async () => {
  const { reconsider } = defaultPolicy()
  const [intention, step] = [undefined as never, undefined as never]
  expect(await reconsider(intention, step, passed('so'), emptyState())).toBe('continue')
  expect(await reconsider(intention, step, failed('so', 'tool_error'), emptyState())).toBe('replan')
})

test('a review is due after three roots that no review has read', () => {
  const due = (finished: number, reviewed: number) =>
    defaultPolicy().reviewIsDue({
      ...emptyState(),
      intentionHistory: List(Array.from({ length: finished })) as never,
      reviewed,
    })
  expect([due(2, 0), due(3, 0), due(4, 2), due(5, 2), due(7, 2)]).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
})

test('where nobody is asked nothing is permitted, and there are no rules', async () => {
  const policy = defaultPolicy()
  expect(await policy.permission(asks('mail'))).toBe('nobody')
  expect(policy.rules()).toEqual([])
})

test('answers for the session or for ever are rules, behind those there are, and are not asked for again', async () => {
  const asked: string[] = []
  const answers: Record<string, Permission> = {
    mail: 'session',
    post: 'always',
    page: 'once',
    shell: 'no',
  }
  const policy = remembering(
    {
      ...defaultPolicy(),
      rules: () => [allow('theirs')],
      permission: async ({ rule: { tool } }) => {
        asked.push(tool)
        return answers[tool]!
      },
    },
    [allow('own')],
  )
  const tools = ['mail', 'page', 'mail', 'post', 'shell', 'page', 'mail', 'post', 'shell']
  const given = await Promise.all(tools.map(tool => policy.permission(asks(tool))))
  expect(given).toEqual(['session', 'once', 'once', 'always', 'no', 'once', 'once', 'once', 'no'])
  expect(asked).toEqual(['mail', 'page', 'post', 'shell', 'page', 'shell'])
  expect(policy.rules().map(({ tool }) => tool)).toEqual(['own', 'theirs', 'mail', 'post'])
})
