// Wrong plans of pushing boxes: valid ones of random rooms, broken in the ways in which language models
// break them.
import { solve } from '../../../plans/pddl/search/solve.ts'
import type { Step } from '../../../plans/pddl/syntax/syntax.ts'
import { readTask, type Task } from '../../../plans/pddl/task/task.ts'
import { sokobanDomain } from './domains.ts'
import { type Random, random } from './hard-tasks.ts'

/** A task with a plan that is not valid for it. */
export interface WrongPlan {
  readonly task: Task
  readonly plan: readonly Step[]
}

/** 60 wrong plans in rooms with walls, from 6 by 6 to 10 by 10 cells and 2 to 5 boxes, by seed. */
export function wrongPlans(seed: number): readonly WrongPlan[] {
  const next = random(seed)
  const found: WrongPlan[] = []
  while (found.length < 60) {
    const size = found.length
    const task = room(6 + (size % 5), 2 + Math.floor(size / 15), next)
    const result = solve(task, { mode: 'first', expansions: 2000 })
    if (result.status !== 'solved' || result.length < 8) continue
    found.push({ task, plan: broken(result.plan, task, next) })
  }
  return found
}

// --- internal ---

/** A room with pillars; some boxes have to go somewhere else. */
function room(width: number, boxes: number, next: Random): Task {
  const cells = Array.from({ length: width * width }, (_, i) => [i % width, Math.floor(i / width)])
  const name = ([x, y]: readonly number[]) => `c${x}-${y}`
  const open = new Set(cells.filter(() => next(7) > 0).map(name))
  const inner = cells
    .filter(([x = 0, y = 0]) => x > 0 && y > 0 && x < width - 1 && y < width - 1)
    .map(name)
    .filter(cell => open.has(cell))
  const draw = (from: string[]) => from.splice(next(from.length), 1)[0] ?? 'c0-0'
  const starts = Array.from({ length: boxes }, () => draw(inner))
  const goals = Array.from({ length: boxes }, () => draw(inner))
  const free = [...open].filter(cell => !starts.includes(cell))
  const me = free[next(free.length)]!
  const ways = [...['e', 1, 0], ...['s', 0, 1], ...['w', -1, 0], ...['n', 0, -1]]
  const steps = cells.flatMap(cell =>
    [0, 3, 6, 9].flatMap(i => {
      const to = name([cell[0]! + Number(ways[i + 1]), cell[1]! + Number(ways[i + 2])])
      return open.has(name(cell)) && open.has(to) ? [`(step ${name(cell)} ${to} ${ways[i]})`] : []
    }),
  )
  return readTask(
    sokobanDomain,
    `(define (problem p) (:domain push) (:objects ${[...open].join(' ')} - cell n e s w - dir)
    (:init (me ${me}) ${starts.map(b => `(box ${b})`).join(' ')} ${steps.join(' ')}
      ${free
        .filter(cell => cell !== me)
        .map(cell => `(empty ${cell})`)
        .join(' ')})
    (:goal (and ${goals.map(g => `(box ${g})`).join(' ')})))`,
  )
}

/** A few steps left out, doubled, swapped or with another cell. */
function broken(plan: readonly Step[], task: Task, next: Random): readonly Step[] {
  let wrong = [...plan]
  const faults = 2 + next(Math.max(2, Math.floor(plan.length / 6)))
  for (let fault = 0; fault < faults; fault++) {
    const at = next(wrong.length - 1)
    const [step, after] = [wrong[at]!, wrong[at + 1]!]
    const cells = task.range({ name: '?c', types: ['cell'] })
    const args = step.args.map((arg, i) => (i === 1 ? cells[next(cells.length)]! : arg))
    const pieces = [[], [step, step], [after, step], [{ ...step, args }]][next(4)]!
    wrong = wrong.toSpliced(at, pieces[0] === after ? 2 : 1, ...pieces)
  }
  // now and then only the beginning is there
  return next(4) === 0 ? wrong.slice(0, Math.ceil(wrong.length / 2)) : wrong
}
