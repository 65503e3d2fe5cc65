// Programs of AgentSpeak(L) in the features that Jason's manual describes. What each is to print follows from
// the semantics: the first plan that is relevant and applicable, its body in order, failure to whoever asked.
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'

async function printed(program: string): Promise<readonly string[]> {
  const lines: string[] = []
  const agent = await createAgent({
    agent: 'agentspeak',
    model: 'offline',
    tools: [],
    onEvent: event => {
      if (event.type !== 'step-finished' || !event.verdict.passed) return
      const plan = agent.state().intentions.get(event.intention)?.plan
      const step = agent
        .state()
        .planLibrary.plans.get(plan ?? '')
        ?.steps.find(({ id }) => id === event.step)
      if (step?.description.startsWith('.print')) lines.push(event.result.summary)
    },
  })
  await agent.ask({ kind: 'goal', text: '', data: { program }, source: 'user' })
  await agent.idle()
  agent.close()
  return lines
}

test.each([
  [
    'the first applicable plan',
    '!a. +!a : b <- .print(no). +!a <- .print(yes). +!a <- .print(late).',
    ['yes'],
  ],
  ['a body in order', '!a. +!a <- .print(1); .print(2); .print(3).', ['1', '2', '3']],
  [
    'unification of the trigger',
    '!go(home, 2). +!go(work, N) <- .print(work). +!go(P, N) <- .print(P, N).',
    ['home2'],
  ],
  ['a context that binds', 'at(3). !a. +!a : at(X) & X > 2 <- .print(X).', ['3']],
  ['negation', 'b(1). !a. +!a : not b(2) & not c <- .print(none).', ['none']],
  [
    'strong negation',
    '~b. !a. +!a : b <- .print(b). +!a : ~b <- .print(known_not).',
    ['known_not'],
  ],
  ['a disjunction', 'c. !a. +!a : b | c <- .print(one).', ['one']],
  [
    'a sub-goal that gives back',
    '!a. +!a <- !double(4, X); .print(X). +!double(N, M) <- M = N * 2.',
    ['8'],
  ],
  [
    'recursion',
    '!n(3). +!n(0) <- .print(end). +!n(N) : N > 0 <- .print(N); !n(N - 1).',
    ['3', '2', '1', 'end'],
  ],
  ['a test goal', 'p(5). !a. +!a <- ?p(X); .print(X).', ['5']],
  ['a test goal answered by a plan', '!a. +!a <- ?q(X); .print(X). +?q(Y) <- Y = 7.', ['7']],
  ['an added belief', '!a. +!a <- +b(1); ?b(X); .print(X).', ['1']],
  [
    'a removed belief',
    'b(1). !a. +!a <- -b(1); !c. +!c : b(1) <- .print(there). +!c <- .print(gone).',
    ['gone'],
  ],
  [
    'a replaced belief',
    'n(1). !a. +!a : n(X) <- -+n(X + 1); ?n(Y); .count(n(_), C); .print(Y, "/", C).',
    ['2/1'],
  ],
  ['an event of an added belief', '!a. +!a <- +b(2). +b(X) <- .print("came ", X).', ['came 2']],
  [
    'an event of a removed belief',
    'b(2). !a. +!a <- -b(2). -b(X) <- .print("went ", X).',
    ['went 2'],
  ],
  ['initial beliefs as events', 'b(9). +b(X) <- .print(X).', ['9']],
  [
    'a failure plan',
    '!a. +!a <- !b; .print(on). +!b <- .fail. -!b <- .print(mended).',
    ['mended', 'on'],
  ],
  ['a failure plan that sees why', '!a. +!a <- !b. -!a[error(E)] <- .print(E).', ['no_plan']],
  [
    'what failed deep below',
    '!a. +!a <- !b. +!b <- !c. +!c <- ?d. -!a[error_msg(M)] <- .print(M).',
    ['there is no plan for +?d/0'],
  ],
  [
    'a failing failure plan',
    '!a. +!a <- !b. +!b <- .fail. -!b <- .fail. -!a <- .print(outer).',
    ['outer'],
  ],
  ['a goal without a plan', '!a. +!a <- !b. -!b <- .print(nothing_to_do).', ['nothing_to_do']],
  ['a comparison that fails', '!a. +!a <- 1 > 2; .print(no). -!a <- .print(caught).', ['caught']],
  ['a goal of its own', '!a. +!a <- !!b. +!b <- .print(b).', ['b']],
  ['several initial goals', '!a. !b. +!a <- .print(x). +!b <- .print(x).', ['x', 'x']],
  [
    'lists',
    '!a. +!a <- !sum([1, 2, 3], S); .print(S). +!sum([], 0). +!sum([H|T], S) <- !sum(T, R); S = H + R.',
    ['6'],
  ],
  [
    'findall and length',
    'p(1). p(2). !a. +!a <- .findall(X * 10, p(X), L); .length(L, N); .print(L, N).',
    ['[10, 20]2'],
  ],
  ['texts', '!a. +!a <- .concat("a", "b", X); .print(X, "c").', ['abc']],
  ['annotations', 'b[cost(3)]. !a. +!a : b[source(self)] <- .print(own).', ['own']],
  [
    'a rule',
    'e(a, b). e(b, c). r(X, Y) :- e(X, Y). r(X, Y) :- e(X, Z) & r(Z, Y). !a. +!a : r(a, c) & not r(c, a) <- .print(reached).',
    ['reached'],
  ],
])('%s', async (_name, program, expected) => {
  expect(await printed(program)).toEqual(expected)
})

test('whoever asks is told what came of the goal, with the data and the priority it was given', async () => {
  const agent = await createAgent({ agent: 'agentspeak', tools: [] })
  const goal = { kind: 'goal', source: 'user', priority: 3 } as const
  const data = { program: '+!rest(N) : N > 1. +!rest(0) <- .fail("awake").' }
  expect(await agent.ask({ ...goal, text: 'rest(2)', data })).toMatchObject({ satisfied: true })
  expect(await agent.ask({ ...goal, text: 'rest(0)' })).toMatchObject({
    satisfied: false,
    reason: 'awake',
  })
  expect(agent.goals().map(({ text, priority }) => [text, priority])).toEqual([
    ['rest(2)', 3],
    ['rest(0)', 3],
  ])
  agent.close()
})
