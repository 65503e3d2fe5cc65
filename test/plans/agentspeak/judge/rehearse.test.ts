// Plans carried out in thought, in a world of three actions: what is believed on the way, what becomes of a
// goal that fails, and after how much of nothing it is given up.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { PracticeWorld } from '../../../../plans/agentspeak/judge/mind.ts'
import { rehearse } from '../../../../plans/agentspeak/judge/rehearse.ts'
import { parseProgram } from '../../../../plans/agentspeak/program.ts'
import { parseTerm } from '../../../../plans/agentspeak/reader.ts'
import type { Structure } from '../../../../plans/agentspeak/term.ts'

/** `step` counts, `ask(X)` gives red and blue in turn, `wait` shows nothing; anything else is refused. */
function counting(): PracticeWorld & { readonly keys: readonly string[] } {
  const shown: { data?: unknown }[] = [{ data: { added: ['n(0)', 'n(0)', 'here[sure]'] } }, {}]
  const keys: string[] = []
  let [n, asked] = [0, 0]
  return {
    keys,
    observations: async after => {
      await setImmediate() // a world may take its time
      return shown.slice(after)
    },
    act: async (action, _args, key) => {
      keys.push(key)
      if (action === 'wait') return { accepted: true, text: 'waited' }
      if (action === 'ask')
        return {
          accepted: true,
          text: '',
          data: { args: [['red', 'blue'][asked++ % 2]] as string[] },
        }
      if (action !== 'step') return { accepted: false, text: `nobody can ${action}` }
      shown.push({ data: { added: [`n(${n + 1})`], deleted: [`n(${n})`] } })
      n += 1
      return { accepted: true, text: 'stepped' }
    },
  }
}

async function tried(source: string, { holds = 'true', limit = 100 } = {}) {
  const world = counting()
  const { clauses } = parseProgram(source)
  const goal = parseTerm('go') as Structure
  const found = await rehearse({ clauses, goal, holds: parseTerm(holds), world, limit })
  expect(world.keys).toEqual(Array.from({ length: found.acts }, (_, at) => `practice-${at}`))
  return found
}

describe('comes to its end', () => {
  test.each<[plans: string, holds: string, acts: number]>([
    ['+!go.', 'n(0)', 0],
    ['+!go <- step; step.', 'n(2)', 2],
    ['+!go <- step.', 'not n(0)', 1],
    ['+!go <- wait; .print(n).', 'n(0) & here[sure]', 1],
    // what is added is there once, what is taken away gone, and an update leaves one
    ['+!go <- +a(1); +a(1); +a(2).', '.findall(X, a(X), [1, 2])', 0],
    ['+!go <- +a(1); +a(2); -a(1).', '.findall(X, a(X), [2])', 0],
    ['+!go <- +a(1); +a(2); -a(_).', 'not a(_)', 0],
    ['+!go <- +a(1, 2); +a(1); -+a(3, 4).', '.findall(X, a(X, _), [3]) & a(1)', 0],
    ['+!go : n(N) <- +m(N + 1).', 'm(1)', 0],
    ['+!go <- ?n(N); X = N + 4; +m(X).', 'm(4)', 0],
    ['+!go <- -here; wait; step.', 'not here & n(1)', 2],
    // what an action gives
    ['+!go <- ask(X); ask(Y); +pair(X, Y).', 'pair(red, blue)', 2],
    ['+!go <- ask(red); ask(blue).', 'true', 2],
    // the first plan that applies, by its event and its context
    ['+!go : n(7) <- step. +!go <- wait. +!go <- step; step.', 'n(0)', 1],
    ['-!go <- step. +go <- step. +?go <- step. +!go <- wait.', 'n(0)', 1],
    ['+!go : 1 < X <- step. +!go <- wait.', 'n(0)', 1],
    // what a sub-goal finds, its variables its own
    ['+!go <- !find(X); +found(X). +!find(Y) <- ask(Y).', 'found(red)', 1],
    ['+!go <- X = a; !find(Y); +found(X, Y). +!find(X) <- X = b.', 'found(a, b)', 0],
    ['+!go <- !find(f(X, 1)); +found(X). +!find(f(Y, Z)) <- Y = Z.', 'found(1)', 0],
    ['+!go <- !find([Y]); +found(Y). +!find([Z]) <- Y = b; Z = c.', 'found(c)', 0],
    ['+!go <- !a(X); !a(Y); +both(X, Y). +!a(Z) <- ask(Z).', 'both(red, blue)', 2],
    // a goal of its own is another root
    ['+!go <- !!rest; step.', 'n(1)', 1],
    // what fails goes to the nearest plan for a failure, and the rest of the plan that failed is left
    ['+!go <- .fail; step. -!go <- wait.', 'n(0)', 1],
    ['+!go <- !sub; step. +!sub <- .fail. -!sub <- wait.', 'n(1)', 2],
    ['+!go <- !sub; step. +!sub <- .fail. -!go <- wait.', 'n(0)', 1],
    ['+!go <- !sub(3); step. +!sub(X) <- fly. -!sub(X) <- +got(X).', 'got(3) & n(1)', 2],
  ])('%s', async (plans, holds, acts) => {
    expect(await tried(plans, { holds })).toMatchObject({ acts })
    expect((await tried(plans, { holds })).fault).toBeUndefined()
  })

  test('by the plan for the failure of a sub-goal', async () => {
    const plans = '+!go <- !sub. +!go <- .fail. +!sub <- .fail. -!sub <- !end. +!end <- step.'
    expect(await tried(plans)).toEqual({ acts: 1 })
  })
})

describe('fails', () => {
  const then = '; believed then: n(0), here[sure]'
  test.each([
    ['+!stay.', `no plan applies to go${then}`],
    ['+!go <- step; !find(X).', 'no plan applies to find(X); believed then: n(1), here[sure]'],
    ['+!go <- X = 1; !find(X).', `no plan applies to find(1)${then}`],
    ['+!go <- .fail.', `the plan gives up${then}`],
    ['+!go <- fly(far).', `fly(far) was refused: nobody can fly${then}`],
    ['+!go <- ask(green).', `ask(green) gave red instead${then}`],
    ['+!go <- ?n(3).', `?n(3) does not hold${then}`],
    ['+!go <- ?(n(X) & X > 3).', `?(n(X) & X > 3) does not hold${then}`],
    ['+!go : n(N) <- N > 3.', `N > 3 does not hold${then}`],
    ['+!go <- X > 3.', `X > 3 does not hold${then}`],
    ['+!go <- -n(_); -here; .fail.', 'the plan gives up; believed then: nothing'],
    ['+!go <- X = "a text"; +X; .fail.', `the plan gives up${then}`],
    ['+!go <- !a. +!a <- .fail. -!go : n(1) <- step.', `the plan gives up${then}`],
    // what went wrong last is told
    [
      '+!go <- .fail. -!go : n(0) <- step; fly.',
      'fly was refused: nobody can fly; believed then: n(1), here[sure]',
    ],
    ['+!go <- !go.', 'nothing is done any more: go leads to itself'],
    [
      '+!go <- !a(1). +!a(X) <- !b(X). +!b(X) <- !go.',
      'nothing is done any more: b(1) and go and a(1) lead to each other',
    ],
  ])('%s', async (plans, fault) => {
    expect((await tried(plans)).fault).toBe(fault)
  })

  test('when what it was for does not hold', async () => {
    const { fault } = await tried('+!go <- step.', { holds: 'n(2)' })
    expect(fault).toBe(
      'the plans come to their end, and n(2) does not hold; believed then: n(1), here[sure]',
    )
  })

  test('after more actions than it may do, and not before', async () => {
    const plans = '+!go : n(3). +!go <- step; !go.'
    expect((await tried(plans, { limit: 3 })).fault).toBeUndefined()
    const { acts, fault } = await tried(plans, { limit: 2 })
    expect({ acts, fault }).toEqual({ acts: 3, fault: 'the goal is not reached after 2 actions' })
  })

  test('after more than a thousand operations and ends of plans without an action', async () => {
    // three of them for each number that is counted, one for the end, and those of `last` and of the beginning
    const counted = (to: number, first: string, last: string) =>
      tried(`${first} +!count : n(N) & N < ${to} <- -+n(N + 1); !count. +!count${last}.`)
    expect((await counted(332, '+!go <- +a; !count.', '')).fault).toBeUndefined()
    expect((await counted(332, '+!go <- +a; !count.', ' <- +b')).fault).toMatch(/^nothing is done/)
    // what was before an action does not count
    expect((await counted(332, '+!go <- +a; +a; wait; !count.', ' <- +b')).fault).toBeUndefined()
    expect((await counted(332, '+!go <- wait; +a; !count.', ' <- +b')).fault).toMatch(
      /^nothing is done/,
    )
  })
})
