// ScienceWorld's lists, as sentences. The texts are the simulator's own.
import { expect, test } from 'vitest'
import { sentencesSaid, sentencesSeen } from '../../../../harness/worlds/text/seen.ts'

const look = `This room is called the workshop. In it, you see: 
	the agent
	a substance called air
	a table. On the table is: a battery, a blue light bulb, which is off, a paper cup (containing a substance called lead).
	a cupboard. The cupboard door is open. In the cupboard is: a drawer, a tin cup (containing nothing).
	a stopwatch, which is deactivated. 
You also see:
	A door to the hallway (that is open)
`

test('each thing is a sentence, and what is in another thing says where it is', () => {
  const inventory =
    'In your inventory, you see:\n\ta metal pot (containing a substance called ice)\n'
  expect(sentencesSeen(look, inventory)).toEqual([
    'You are in the workshop.',
    'You see air, in the workshop.',
    'You see a table. On the table is: a battery, a blue light bulb, which is off, a paper cup (containing lead).',
    'You see a battery, on the table.',
    'You see a blue light bulb, on the table.',
    'You see a paper cup, on the table.',
    'You see lead, in the paper cup.',
    'You see a cupboard. The cupboard door is open. In the cupboard is: a drawer, a tin cup (containing nothing).',
    'You see a drawer, in the cupboard.',
    'You see a tin cup, in the cupboard.',
    'You see a stopwatch, which is deactivated.',
    'You see a door to the hallway (that is open).',
    'You have a metal pot (containing ice).',
    'You have ice, in the metal pot.',
  ])
})

test('an answer that only repeats the scene says nothing new', () => {
  expect(sentencesSaid(look, look)).toEqual([])
  expect(sentencesSaid('The door is now open.', look)).toEqual(['The door is now open.'])
})
