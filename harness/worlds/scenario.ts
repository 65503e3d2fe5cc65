// The scenarios of the firefighter problem as data: who and what is there, what is true at first, which
// goals characters can have, and how facts are said in words.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Character, GoalClass } from '../../phases/planning/character.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import { PddlError } from '../../plans/pddl/syntax/reader.ts'
import { atomOf } from '../../plans/pddl/syntax/syntax.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { reasonOf } from '../../plans/writable.ts'

const Person = Character.pick({ name: true, type: true, personality: true, order: true }).extend({
  /** What is true of this person at first, as PDDL facts. */
  facts: z.array(z.string()).default([]),
})

const Table = z.strictObject({
  /** By predicate, how its facts are said; `{1}` is the first argument. One without is no memory. */
  phrases: z.record(z.string(), z.string()),
  goals: z.array(GoalClass),
  objects: z.array(z.object({ name: z.string(), type: z.string() })),
  facts: z.array(z.string()),
  people: z.record(z.string(), Person),
  scenarios: z.array(z.object({ name: z.string(), people: z.array(z.string()).min(1) })).min(1),
})
type Table = z.infer<typeof Table>

/** A scenario ready to be played. */
export type Scenario = ReturnType<typeof scenario>

/** The scenarios of the paper's Table I. */
export function paperScenarios(): readonly Scenario[] {
  return scenariosIn(local('scenarios.json'), 'scenarios.json')
}

/** Reads scenarios from JSON text; `file` names it in messages. Throws a ConfigurationError for what is none. */
export function scenariosIn(text: string, file: string): readonly Scenario[] {
  const wrong = (why: string) => new ConfigurationError(`${file} holds no scenarios: ${why}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw wrong(reasonOf(error))
  }
  // a file may name only what differs from the paper's
  const whole =
    json !== null && typeof json === 'object' && !Array.isArray(json)
      ? { ...(JSON.parse(local('scenarios.json')) as object), ...json }
      : json
  const parsed = Table.safeParse(whole)
  if (parsed.error) throw wrong(reasonOf(parsed.error))
  try {
    return parsed.data.scenarios.map(({ name, people }) => scenario(parsed.data, name, people))
  } catch (error) {
    throw error instanceof PddlError ? wrong(error.message) : error
  }
}

// --- internal ---

function local(name: string): string {
  return readFileSync(new URL(`firefighter/${name}`, import.meta.url), 'utf8')
}

function scenario(table: Table, name: string, codes: readonly string[]) {
  const people = codes.map(code => {
    const person = Object.hasOwn(table.people, code) ? table.people[code] : undefined
    if (person) return person
    const known = Object.keys(table.people).join(', ')
    throw new ConfigurationError(`scenario "${name}" names "${code}"; known people are ${known}`)
  })
  const domain = local('domain.pddl')
  const types = Object.fromEntries([...table.objects, ...people].map(o => [o.name, o.type]))
  const facts = [...table.facts, ...people.flatMap(person => person.facts)]
  const objects = Object.entries(types).map(([object, type]) => `${object} - ${type}`)
  const problem = `(define (problem now) (:domain firefighter) (:objects ${objects.join(' ')})
    (:init ${facts.join(' ')}) (:goal (and)))`
  const { goals } = table
  return {
    name,
    /** What each character is told about itself, in the order in which they act. */
    characters: people.map(({ facts: _, ...person }): Character => ({ ...person, domain, goals })),
    /** Everything there is and what is true at first; `self` is true of nobody yet. */
    task: readTask(domain, problem),
    /** The type that each object was declared with. */
    types,
    /** How a fact is said, `undefined` when it is not worth a memory. */
    say: (fact: string) => said(fact, table.phrases, types),
  }
}

function said(fact: string, phrases: Table['phrases'], types: Readonly<Record<string, string>>) {
  const { name, args } = atomOf(fact)
  const [object = ''] = args
  if (types[object] === name) return `There is a ${name} called "${object}"`
  if (!Object.hasOwn(phrases, name)) return undefined
  return phrases[name]!.replace(/\{(\d)\}/g, (_, place) => args[Number(place) - 1] ?? '')
}
