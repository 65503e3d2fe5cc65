// Replies in free prose about what was done, decided or judged, and about what no agent speaks of.
import { z } from 'zod'
import type { Said } from './replies.ts'

/** Nothing of this house: a schema for what no agent speaks of. */
export const Recipe = z.object({
  dishName: z.string(),
  servings: z.int(),
  vegetarian: z.boolean(),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  ingredients: z.array(
    z.object({ item: z.string(), amount: z.number(), measure: z.string().optional() }),
  ),
  cookingSteps: z.array(z.string()),
  oven: z.object({ degrees: z.number(), minutes: z.number().optional() }).optional(),
})

const pancakes = {
  dishName: 'Pancakes',
  servings: 4,
  vegetarian: true,
  difficulty: 'easy',
  ingredients: [
    { item: 'flour', amount: 200, measure: 'g' },
    { item: 'milk', amount: 0.3, measure: 'l' },
    { item: 'eggs', amount: 2 },
  ],
  cookingSteps: ['Mix everything, then let it rest.', 'Fry on both sides.'],
}

const found = {
  newGroundBeliefs: [{ name: 'duration', value: 3, unit: 'h', derivation: 'distance / speed' }],
  postconditionMet: true,
  summary: 'Divided the distance by the speed.',
}

export const judging: readonly Said[] = [
  {
    name: 'labels',
    text: 'Holds: yes\nReason: the duration is three hours.',
    value: { holds: true, reason: 'the duration is three hours' },
  },
  {
    name: 'one sentence that says so',
    text: 'The condition holds, because the duration is believed to be 3 h.',
    value: {
      holds: true,
      reason: 'The condition holds, because the duration is believed to be 3 h.',
    },
  },
  {
    name: 'one sentence that denies it',
    text: 'It does not hold: nothing is believed about the price.',
    value: { holds: false, reason: 'It does not hold: nothing is believed about the price.' },
  },
  {
    name: 'a contraction',
    text: "I checked every belief. The condition doesn't hold.",
    value: { holds: false, reason: "I checked every belief. The condition doesn't hold." },
  },
  {
    name: 'a verdict after the reason',
    text: '**Reason:** No belief names a year.\n\n**Holds:** No.',
    value: { holds: false, reason: 'No belief names a year.' },
  },
]

export const choosing: readonly Said[] = [
  {
    name: 'the number first',
    text: 'Choice: 2. Put out the fire\nReason: It is my duty.',
    value: { choice: 2, reason: 'It is my duty.' },
  },
  {
    name: 'the item of the list in an object',
    text: 'I think of Peter.\n{"reason": "Peter is hurt.", "choice": "2. Take \\"peter\\" to safety."}',
    value: { choice: 2, reason: 'Peter is hurt.' },
  },
  {
    name: 'a sentence',
    text: 'My choice is option 3, because Peter is hurt.',
    value: { choice: 3, reason: 'My choice is option 3, because Peter is hurt.' },
  },
  {
    name: 'a number somewhere',
    text: 'I must save Peter before anything else, so I go for option 1.',
    value: { choice: 1, reason: 'I must save Peter before anything else, so I go for option 1.' },
  },
]

export const executing: readonly Said[] = [
  {
    name: 'a line with a derivation',
    text: `New ground beliefs:
- duration = 3 h; derivation: distance / speed
Postcondition met: yes
Summary: Divided the distance by the speed.`,
    value: found,
  },
  {
    name: 'a block of labels for the only value',
    text: `### New ground beliefs
Name: duration
Value: 3
Unit: h
Derivation: \`distance / speed\`

### Postcondition met
Yes

### Summary
Divided the distance by the speed.`,
    value: found,
  },
  {
    name: 'evidence with a quotation',
    text: `New ground beliefs:
1. total_price: 12.5 USD (evidence: c2, "the total is 12.50 dollars")
Postcondition met: true
Summary: Read the total.`,
    value: {
      newGroundBeliefs: [
        {
          name: 'total_price',
          value: 12.5,
          unit: 'USD',
          evidence: { call: 'c2', quote: 'the total is 12.50 dollars' },
        },
      ],
      postconditionMet: true,
      summary: 'Read the total.',
    },
  },
  {
    name: 'evidence with labels of its own',
    text: `New ground beliefs
- name: total_price
  value: 12.5
  evidence:
    call: c1
    quote: sum of price: 12.50
Postcondition met: The postcondition is met.
Summary: Read the total.`,
    value: {
      newGroundBeliefs: [
        {
          name: 'total_price',
          value: 12.5,
          evidence: { call: 'c1', quote: 'sum of price: 12.50' },
        },
      ],
      postconditionMet: true,
      summary: 'Read the total.',
    },
  },
  {
    name: 'nothing established',
    text: `New ground beliefs: none.
Postcondition met: no
Summary: The page could not be opened.`,
    value: {
      newGroundBeliefs: [],
      postconditionMet: false,
      summary: 'The page could not be opened.',
    },
  },
  {
    name: 'a list of JSON inside prose',
    text: `New ground beliefs: [{"name": "duration", "value": 3, "unit": "h", "derivation": "distance / speed"}]
Postcondition met: yes
Summary: Divided the distance by the speed.`,
    value: found,
  },
]

export const cooking: readonly Said[] = [
  {
    name: 'labels and lists',
    text: `Dish name: Pancakes
Servings: 4
Vegetarian: yes
Difficulty: easy
Ingredients:
- flour: 200 g
- milk: 0.3 l
- eggs: 2
Cooking steps:
1. Mix everything, then let it rest.
2. Fry on both sides.`,
    value: pancakes,
  },
  {
    name: 'headings, sentences and a table',
    text: `# Dish name
Pancakes

# Servings
4 people

# Vegetarian
Yes, it is.

# Difficulty
I would call it easy.

# Ingredients
| Item | Amount | Measure |
|:-----|-------:|---------|
| flour | 200 | g |
| milk | 0.3 | l |
| eggs | 2 | - |

# Cooking steps
* Mix everything, then let it rest.
* Fry on both sides.

# Oven
180 degrees, minutes: 12`,
    value: { ...pancakes, oven: { degrees: 180, minutes: 12 } },
  },
  {
    name: 'JSON after all',
    text: `Here you go: ${JSON.stringify(pancakes)}`,
    value: pancakes,
  },
]
