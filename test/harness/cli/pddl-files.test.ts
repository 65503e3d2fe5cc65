// PDDL files that lack something: what is judged all the same, and what is told.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder, inProcess, removeFolders } from '../intend.ts'

afterAll(removeFolders)

const domain = `(define (domain lamp) (:predicates (on) (off))
(:action light :parameters () :precondition (off) :effect (and (on) (not (off)))))`
const problem = (of: string) => `(define (problem p) (:domain ${of}) (:init (off)) (:goal (on)))`

function workspace(): string {
  const cwd = folder()
  writeFileSync(join(cwd, 'd.pddl'), domain)
  writeFileSync(join(cwd, 'p.pddl'), problem('LAMP'))
  return cwd
}

test('a line of a batch that cannot be judged is told by its number, and the others are judged', async () => {
  const cwd = workspace()
  const good = JSON.stringify({ domain: 'd.pddl', problem: 'p.pddl', plan: ['(light)'] })
  const lines = [good, good.replace('p.pddl', 'none.pddl'), '', good.slice(0, 30), '{}', good]
  const file = join(cwd, 'batch.jsonl')
  writeFileSync(file, lines.join('\n'))
  const { code, stdout, stderr } = await inProcess(['validate', '--batch', file], { cwd })
  const told = stdout.trim().split('\n')
  expect(told.map(line => JSON.parse(line))).toMatchObject([
    { valid: true },
    { line: 2, error: 'there is no file none.pddl' },
    { line: 4, error: expect.stringMatching(/^it is not JSON.*; write { "domain": FILE/) },
    { line: 5, error: expect.stringMatching(/^domain: it is missing; write { "domain": FILE/) },
    { valid: true },
  ])
  const others = '; 2 more lines could not be judged'
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `intend: ${file}, line 2: there is no file none.pddl${others}\n`,
  })
})

test('a problem of another domain is taken, with a warning; the same name in capitals is no other', async () => {
  const cwd = workspace()
  writeFileSync(join(cwd, 'other.pddl'), problem('stove'))
  const warning =
    'other.pddl is for the domain stove, and d.pddl is the domain lamp; see whether they belong together\n'
  const solved = await inProcess(['solve', 'd.pddl', 'other.pddl', '--first'], { cwd })
  expect(solved).toMatchObject({ code: 0, stdout: '(light)\n' })
  expect(solved.stderr.startsWith(warning)).toBe(true)
  const quiet = await inProcess(['solve', 'd.pddl', 'other.pddl', '--quiet'], { cwd })
  expect(quiet).toEqual({ code: 0, stdout: '(light)\n', stderr: '' })
  const judged = (name: string) =>
    inProcess(['validate', 'd.pddl', name], { cwd, stdin: '(light)\n' })
  expect(await judged('other.pddl')).toMatchObject({ code: 0, stderr: warning })
  expect(await judged('p.pddl')).toMatchObject({ code: 0, stderr: '' })
})
