// What a world shows, sentence by sentence, and what templates make of sentences.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generalised } from '../../../plans/rules/generalise.ts'
import { matchClause, matchTask } from '../../../plans/rules/match.ts'
import { sentencesIn, taskIn } from '../../../plans/rules/sentences.ts'

test.each<[string, readonly string[]]>([
  ['', []],
  ['. \n ...', []],
  ['You are here.', ['You are here']],
  ['You win! What now?  Wait...', ['You win', 'What now', 'Wait']],
  ['One.\r\nOne.\nTwo', ['One', 'Two']],
  ['It  is\there', ['It is here']],
  ['In it, you see:\n  a table\n  a cup.', ['you see a table', 'you see a cup']],
  ['Here. You see:\n\ta cup. It is red.', ['Here', 'You see a cup', 'It is red']],
  ['You see:\n  a cup\nBye\n  a fork', ['You see a cup', 'Bye', 'a fork']],
  ['You see:\n  a box. In it:\n  a fork', ['You see a box', 'In it a fork']],
  ['  indented', ['indented']],
  [
    'In the room, on the table is: a bowl (red, big), a cup, and a fork.',
    ['on the table is a bowl (red, big)', 'on the table is a cup', 'on the table is a fork'],
  ],
  ['It is 10: late', ['It is 10: late']],
  ['You have: tin', ['You have tin']],
  ['The box contains: tin', ['The box contains tin']],
  ['Rooms: a, b', ['Rooms: a, b']],
])('%j says %j', (text, sentences) => expect(sentencesIn(text)).toEqual(sentences))

test.each([
  ['Your task is to boil water', 'boil water'],
  [' goal is to rest ', 'rest'],
  ['It is said: your task is to rest', 'It is said: your task is to rest'],
])('%j is the task %j', (text, task) => expect(taskIn(text)).toBe(task))

test.each<[string, string, object | undefined, object | undefined]>([
  // template, text, as the task, as a clause
  ['boil {it}', 'boil the water', { it: 'water' }, { it: 'water' }],
  ['boil {it}', 'Boil WATER.', { it: 'WATER' }, { it: 'WATER' }],
  ['boil {it}', 'boil water. Then rest', { it: 'water' }, { it: 'water' }],
  ['boil {it}', 'boil water, then rest', undefined, { it: 'water' }],
  ['boil {it}', 'then boil water', undefined, undefined],
  ['boil {it}', 'first: boil water', undefined, { it: 'water' }],
  ['boil {it}', 'boil', undefined, undefined],
  ['boil {it}', 'boil 10.5 litres, then rest', undefined, { it: '10.5 litres' }],
  ['boil {it}.', 'boil tea', { it: 'tea' }, { it: 'tea' }],
  ['put {it} on {it}', 'put cup on cup', { it: 'cup' }, { it: 'cup' }],
  ['put {it} on {it}', 'put cup on box', undefined, undefined],
  ['put {a} on {b}', 'put a cup on some box', { a: 'cup', b: 'box' }, { a: 'cup', b: 'box' }],
  ['put {a} on {b} by {a}', 'put x on y by x', { a: 'x', b: 'y' }, { a: 'x', b: 'y' }],
  ['put {a} on {b} by {b}', 'put x on y by x', undefined, undefined],
  ['see the cup', 'see cup', {}, {}],
  ['see cup', 'see the cup', {}, {}],
  ['see cup', 'see a cupboard', undefined, undefined],
  ['the', 'the', {}, {}],
  ['open pre-{x}!', 'open pre-set', { x: 'set' }, { x: 'set' }],
  ['is it (so)', 'is it (so)', {}, {}],
  ['{{x}} is {y}', '{x} is 2', { y: '2' }, { y: '2' }],
])('%j as a task and as a clause of %j', (template, text, task, clause) => {
  expect(matchTask(template, text)).toEqual(task)
  expect(matchClause(template, text)).toEqual(clause)
})

test.each<[string, readonly string[], string, string]>([
  // task, others, the task of the rule, its step `take red cup` with the words that differ
  ['find red cup', [], 'find red cup', 'take red cup'],
  ['find red cup', ['find red cup'], 'find red cup', 'take red cup'],
  ['find a red cup', ['find a blue cup'], 'find a {it} cup', 'take {it} cup'],
  ['find the red cup', ['find the blue box'], 'find the red cup', 'take red cup'],
  ['go find the red cup', ['go find the blue box'], 'go find the {it}', 'take {it}'],
  ['find the red cup now', ['find the red box now'], 'find the red {it} now', 'take red {it}'],
  [
    'find the red cup here, now',
    ['find the blue cup here, now', 'find the red cup there, now'],
    'find the {it} cup {it2}, now',
    'take {it} cup',
  ],
  [
    'so find the {x} red cup',
    ['so find the {x} blue cup'],
    'so find the {{x}} {it} cup',
    'take {it} cup',
  ],
  [
    'by red find a red cup',
    ['by blue find a blue cup'],
    'by {it} find a {it} cup',
    'take {it} cup',
  ],
  [
    // what is matched the other way is no slot
    'by ann put x on red on z in the big box now',
    ['by bob put q on r in the big box now'],
    'by ann put x on red on z in the big box now',
    'take red cup',
  ],
  ['find some red', ['find some red cup'], 'find some red', 'take red cup'],
  ['find very very red cup', ['find very red cup'], 'find very {it} red cup', 'take red cup'],
])('%j beside %j is a rule for %j', (task, others, goal, step) => {
  const draft = generalised(
    { task, actions: ['take red cup'], considering: ['you see RED'] },
    others,
  )
  expect(draft?.goal).toBe(goal)
  expect(draft?.steps.map(({ description }) => description)).toEqual([step])
})

test('the longest of the words that differ is the one that is said', () => {
  const others = ['put blue beside green hat on the table']
  const draft = generalised(
    { task: 'put red beside red cup on the table', actions: ['take red cup', 'take red'] },
    others,
  )
  expect(draft?.goal).toBe('put {it} beside {it2} on the table')
  expect(draft?.steps.map(({ description }) => description)).toEqual(['take {it2}', 'take {it}'])
})

test('words that are no rule give none', () => {
  expect(generalised({ task: 'rest', actions: [] }, [])).toBeUndefined()
  expect(generalised({ task: 'rest', actions: [' '] }, [])).toBeUndefined()
})

/** The length of a longest common sequence, as it is defined. */
const shared = ([a, ...as]: readonly string[], [b, ...bs]: readonly string[]): number =>
  a === undefined || b === undefined
    ? 0
    : a === b
      ? 1 + shared(as, bs)
      : Math.max(shared([a, ...as], bs), shared(as, [b, ...bs]))

test('of a task as much stays as it shares with another of its kind, and it is still that task', () => {
  const alphabet = ['put', 'two', 'red', 'box', 'cup', 'on', 'by', 'door']
  const own = fc.uniqueArray(fc.constantFrom(...alphabet), { minLength: 3, maxLength: 7 })
  const edit = fc.constantFrom('keep', 'keep', 'keep', 'drop', 'other', 'more', 'before', 'again')
  const edits = fc.array(edit, { minLength: 7, maxLength: 7 })
  const edited = (words: readonly string[], how: readonly string[]) =>
    words.flatMap((word, at) => {
      switch (how[at]) {
        case 'drop':
          return []
        case 'other':
          return ['blue']
        case 'more':
          return ['old', word]
        case 'before':
          return [words[(at + 1) % words.length]!, word]
        case 'again':
          return [words[0]!, word, words.at(-1)!]
        default:
          return [word]
      }
    })
  fc.assert(
    fc.property(own, edits, (words, how) => {
      const task = words.join(' ')
      const others = edited(words, how)
      const goal = generalised({ task, actions: ['wait'] }, [others.join(' ')])!.goal
      const common = shared(words, others)
      const kept = goal.split(' ').filter(word => !word.startsWith('{')).length
      expect(kept).toBe(common < 0.6 * words.length ? words.length : common)
      expect(matchTask(goal, task)).toBeDefined()
    }),
    { numRuns: 300 },
  )
})
