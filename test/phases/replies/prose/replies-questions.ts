// Replies in free prose that read a question.
import type { Said } from './replies.ts'

const rate = {
  schemaBeliefs: ['task requires dividing a quantity by a rate'],
  groundBeliefs: [
    { name: 'distance', value: 54, unit: 'km' },
    { name: 'speed', value: 18, unit: 'km/h' },
  ],
  desire: 'Find the hours needed.',
  answerContract: { kind: 'number', unit: 'h' },
}

export const perceiving: readonly Said[] = [
  {
    name: 'bold labels with bullets below them',
    text: `**Schema beliefs**
- task requires dividing a quantity by a rate

**Ground beliefs**
- distance: 54 km
- speed: 18 km/h

**Desire:** Find the hours needed.

**Answer contract**
- kind: number
- unit: h`,
    value: rate,
  },
  {
    name: 'Markdown headings and an introduction',
    text: `Sure! Here is how I read the message.

## Schema Beliefs
* task requires dividing a quantity by a rate

## Ground Beliefs
1. **distance** = 54 km
2. **speed** = 18 km/h

## Desire
Find the hours needed.

## Answer Contract
Kind: number
Unit: h

Let me know if you need anything else!`,
    value: { ...rate, answerContract: { kind: 'number', unit: 'h' } },
  },
  {
    name: 'everything in one line each',
    text: `Schema beliefs: task requires dividing a quantity by a rate
Ground beliefs: distance = 54 km, speed = 18 km/h
Desire: Find the hours needed.
Answer contract: kind: number, unit: h`,
    value: rate,
  },
  {
    name: 'a table of values',
    text: `schemaBeliefs: task requires dividing a quantity by a rate

groundBeliefs:

| name | value | unit |
|------|-------|------|
| distance | 54 | km |
| speed | 18 | km/h |

desire: Find the hours needed.
answerContract: number (unit: h)`,
    value: rate,
  },
  {
    name: 'a nested list',
    text: `- Schema beliefs:
  - task requires dividing a quantity by a rate
- Ground beliefs:
  - name: distance
    value: 54
    unit: km
  - name: speed
    value: 18
    unit: km/h
- Desire: Find the hours needed.
- Answer contract:
  - Kind: number
  - Unit: h`,
    value: rate,
  },
  {
    name: 'numbered headings and units in brackets',
    text: `1. Schema beliefs:
   - "task requires dividing a quantity by a rate"
2. Ground beliefs:
   - distance: 54 (km)
   - speed: 18 (km/h)
3. Desire: "Find the hours needed."
4. Answer contract: kind = number; unit = h`,
    value: rate,
  },
  {
    name: 'thinking before a terse answer',
    text: `<think>Goal? The distance is 54. Ground beliefs: none yet? wait.</think>
SCHEMA BELIEFS: task requires dividing a quantity by a rate
GROUND BELIEFS:
• distance — 54 km
• speed — 18 km/h
DESIRE: Find the hours needed.
ANSWER CONTRACT: kind number, unit h`,
    value: rate,
  },
  {
    name: 'values that are words, lists, times and quoted',
    text: `Schema beliefs: task requires filtering a table
Ground beliefs:
- file: "orders.csv"
- filter_column: region
- Filter Value: \`North\`
- start time: 07:40
- years: [2019, 2021]
- address: 18 Main Street
- amount: $1,200.50
- insured: true
Desire: Count the orders.
Answer contract: kind: list; order: alphabetical; note: names only`,
    value: {
      schemaBeliefs: ['task requires filtering a table'],
      groundBeliefs: [
        { name: 'file', value: 'orders.csv' },
        { name: 'filter_column', value: 'region' },
        { name: 'filter_value', value: 'North' },
        { name: 'start_time', value: '07:40' },
        { name: 'years', value: [2019, 2021] },
        { name: 'address', value: '18 Main Street' },
        { name: 'amount', value: 1200.5, unit: 'USD' },
        { name: 'insured', value: true },
      ],
      desire: 'Count the orders.',
      answerContract: { kind: 'list', order: 'alphabetical', note: 'names only' },
    },
  },
  {
    name: 'no ground beliefs, and several schema beliefs in one line',
    text: `Schema beliefs: task requires looking up a date; task requires naming a weekday
Ground beliefs: (none)
Desire: Name the weekday of the event.
Answer contract: text`,
    value: {
      schemaBeliefs: ['task requires looking up a date', 'task requires naming a weekday'],
      groundBeliefs: [],
      desire: 'Name the weekday of the event.',
      answerContract: { kind: 'text' },
    },
  },
  {
    name: 'explanations in brackets and a sentence before the details',
    text: `Okay, let's break this down.

**Schema beliefs:**
1. Task requires reading a table.
2. Task requires summing a column with a filter.

**Ground beliefs:**
- **file**: \`orders.csv\`
- **filter_value**: "North" (no unit)
- **price_limit**: 25 EUR

**Desire:** The total of the orders that cost more than 25 EUR.

**Answer contract:** The answer is a number in EUR, with 2 decimals.
- Kind: number
- Unit: EUR
- Decimals: 2`,
    value: {
      schemaBeliefs: [
        'Task requires reading a table.',
        'Task requires summing a column with a filter.',
      ],
      groundBeliefs: [
        { name: 'file', value: 'orders.csv' },
        { name: 'filter_value', value: 'North' },
        { name: 'price_limit', value: 25, unit: 'EUR' },
      ],
      desire: 'The total of the orders that cost more than 25 EUR.',
      answerContract: { kind: 'number', unit: 'EUR', decimals: 2 },
    },
  },
  {
    name: 'whole sentences',
    text: `The schema beliefs are: task requires converting a duration; task requires rounding.
The ground beliefs are: duration = 90 min.
The desire is to know the duration in hours.
The answer contract: kind is number, unit is h, round to: 0.5.`,
    value: {
      schemaBeliefs: ['task requires converting a duration', 'task requires rounding'],
      groundBeliefs: [{ name: 'duration', value: 90, unit: 'min' }],
      desire: 'to know the duration in hours',
      answerContract: { kind: 'number', unit: 'h', roundTo: 0.5 },
    },
  },
]
