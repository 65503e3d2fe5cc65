// The score of the offline reasoner, without a test runner:
//   node test/samples/score.ts                        the sample set
//   node test/samples/score.ts --family group         one family of it
//   node test/samples/score.ts --seed 7 --each 20     generated questions: --family, --without
// `--shared` keeps one library over all questions; `--keep DIR` keeps the generated files there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generate, generated } from './generate.ts'
import { report, run } from './run.ts'
import { type Question, sampleQuestions } from './sample-files.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    each: { type: 'string', default: '10' },
    family: { type: 'string' },
    without: { type: 'boolean', default: false },
    shared: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'samples-'))
const results = await run(await questionsOf(), {
  shared: values.shared,
  onScored: ({ outcome }) => process.stderr.write(outcome === 'right' ? '.' : outcome[0]!),
})
process.stdout.write(`\n${report(results)}\n`)
if (values.keep === undefined) rmSync(folder, { recursive: true })

async function questionsOf(): Promise<readonly Question[]> {
  const { seed, each, family, without } = values
  if (seed === undefined)
    return sampleQuestions().filter(question => (family ?? question.family) === question.family)
  const families = generated.filter(name => (family ?? name) === name)
  const pairs = await generate({ seed: Number(seed), each: Number(each), folder, families })
  return pairs.map(pair => (without ? pair.without : pair.whole))
}
