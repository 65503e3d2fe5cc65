// What choosing among rules costs a step: every rule for the task, every sentence against every statement.
import { identify } from '../../plans/identify.ts'
import { lexicalEntailment } from '../../plans/retrieval/entail.ts'
import { createMatrix } from '../../plans/retrieval/matrix.ts'
import { applicableRules } from '../../plans/rules/applicable.ts'
import { chooseRule } from '../../plans/rules/choose.ts'
import { draftOf } from '../../plans/rules/rule.ts'
import { type Bench, type Given, type Measured, rounded } from './bench.ts'

const origin = { agent: 'person', model: '', createdAt: '', seenQuestions: [] }

export const rules: Bench = {
  name: 'rules',
  about: 'choosing among rules in sentences by entailment, decided by words',
  usage: '[--rules N] [--sentences N] [--steps N]',
  options: {
    rules: { type: 'string', default: '200' },
    sentences: { type: 'string', default: '60' },
    steps: { type: 'string', default: '200' },
  },
  missing: ({ flags }) =>
    [flags.rules, flags.sentences, flags.steps].every(text => /^[1-9]\d*$/.test(String(text)))
      ? undefined
      : '--rules, --sentences and --steps take whole numbers above zero',
  run: measure,
}

// --- internal ---

async function measure({ flags }: Given): Promise<Measured> {
  const [count, size, steps] = [flags.rules, flags.sentences, flags.steps].map(Number) as [
    number,
    number,
    number,
  ]
  const plans = Array.from({ length: count }, (_, at) =>
    identify(
      draftOf({
        task: 'go to the {room}',
        considering: [
          `you see a door to the chamber ${at % 40}`,
          ...(at % 2 ? ['you see a {thing} on the table'] : [`NOT the lamp ${at} is on`]),
        ],
        body: [{ text: `open door ${at}`, plan: false }],
      }),
      origin,
    ),
  )
  const scene = (place: number, came: number) => [
    `you did step ${came}`,
    ...Array.from({ length: size - 1 }, (_, at) =>
      at % 3 === 0
        ? `you see a door to the chamber ${(place + at) % 60}`
        : `you see a thing ${place} ${at} on the table`,
    ),
  ]
  const matrix = createMatrix()
  const step = async (place: number, came: number) => {
    const situation = { task: 'go to the hall', sentences: scene(place, came) }
    const begun = performance.now()
    const found = await applicableRules(plans, situation, (all, statements) =>
      matrix.judge(lexicalEntailment, all, statements),
    )
    chooseRule(found, { against: () => undefined, lift: () => 0 })
    return { ms: performance.now() - begun, ...found.count }
  }
  for (let at = 0; at < 20; at++) await step(0, -at - 1)
  const same = []
  for (let at = 0; at < steps; at++) same.push(await step(0, at))
  const other = []
  for (let at = 0; at < Math.min(steps, 50); at++) other.push(await step(at + 1, at))
  const row = (scene: string, all: readonly { ms: number; pairs: number; judged: number }[]) => {
    const times = all.map(({ ms }) => ms).sort((a, b) => a - b)
    const pairs = Math.max(...all.map(each => each.pairs))
    const mean = all.reduce((sum, { judged }) => sum + judged, 0) / all.length
    return {
      scene,
      rules: count,
      sentences: size,
      pairs,
      'judged anew': rounded(mean),
      median: rounded(times[Math.floor(times.length / 2)]!),
      p90: rounded(times[Math.floor(times.length * 0.9)]!),
    }
  }
  return {
    unit: 'ms a step',
    tables: {
      'choosing a rule': [row('one sentence is new', same), row('all but one are new', other)],
    },
  }
}
