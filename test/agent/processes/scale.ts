// A real process that measures the loop at a size, so that memory can be limited from outside.
// Arguments: `nested`, `closed` or `resume`, how many, and a journal file when there is to be one. Prints
// what came out, the seconds it took and the megabytes it needed, as JSON.
import type { Phases } from '../../../agent/contract.ts'
import { createLoop } from '../../../agent/loop.ts'
import { noJournal, openJournal, readJournal } from '../../../agent/runs/journal.ts'
import { view } from '../../../agent/view.ts'
import { surroundings } from '../miniatures/drive.ts'
import * as kit from '../miniatures/kit.ts'

const [kind, count, file] = process.argv.slice(2)
const size = Number(count)

const total = [{ role: 'total' }]
const below = kit.plan('sum', [
  kit.step('less', 'compute', { reads: ['n'], writes: [{ role: 'rest' }] }),
  kit.step('again', 'achieve', {
    deps: ['less'],
    reads: ['rest'],
    writes: [{ role: 'subtotal' }],
    action: { achieve: 'sum' },
    bind: { n: 'rest', total: 'subtotal' },
  }),
  kit.step('add', 'compute', { deps: ['again'], reads: ['n', 'subtotal'], writes: total }),
])
const bottom = kit.plan('sum', [kit.step('add', 'compute', { reads: ['n'], writes: total })])

const phases: Phases = {
  perceive: async received =>
    kit.perceived(received, {
      desire: received.perception.text,
      beliefs: [kit.believe('n', received.perception.data as number, 'user')],
    }),
  formalize: async id => kit.formed(id, 'sum', 'ground_belief(total) is known'),
  deliberate: async (id, state) =>
    kit.selected(id, Number(view(state, id).beliefs.n!.value) > 0 ? below : bottom),
  execute: async (_id, step, { beliefs }) => {
    const number = (name: string) => Number(beliefs[name]?.value ?? 0)
    return step.id === 'less'
      ? kit.result('', [kit.believe('rest', number('n') - 1, step.id)])
      : kit.result('', [kit.believe('total', number('n') + number('subtotal'), step.id)])
  },
  verify: async () => kit.passed('computed'),
  satisfy: async (id, state) =>
    kit.closed(id, 'satisfied', 'believed', String(view(state, id).beliefs.total!.value)),
  review: kit.noReview,
}

const journal = file === undefined ? noJournal : openJournal(file)
const limits = { cycles: 2, parallel: 4 }
const loop = createLoop({
  phases,
  surroundings: surroundings({ limits }),
  journal,
  run: 'scale',
  past: file === undefined ? [] : readJournal(file),
})

const began = performance.now()
const handle = (n: number) => loop.handle({ kind: 'goal', text: 'sum', data: n, source: 'user' })
if (kind === 'resume') await loop.resume()
else if (kind === 'nested') await handle(size)
else for (let n = 0; n < size; n++) await handle(0)
const seconds = (performance.now() - began) / 1000
journal.close()

const { intentions, intentionHistory } = loop.state()
console.log(
  JSON.stringify({
    seconds,
    megabytes: process.resourceUsage().maxRSS / 1024,
    closed: [...intentions.values()].filter(({ status }) => status === 'satisfied').length,
    records: intentionHistory.size,
    answer: intentionHistory.last()?.answer,
  }),
)
