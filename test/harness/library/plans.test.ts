// Looking into a plan library with `intend plans`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { identify } from '../../../plans/identify.ts'
import { printLibrary } from '../../../plans/library/file.ts'
import { contentOf } from '../../../plans/library/merge.ts'
import { noStats, type PlanDraft } from '../../../plans/plan.ts'
import { byCode, question } from '../../phases/replies/replies.ts'
import { folder, inProcess, removeFolders } from '../intend.ts'
import { run } from './plans-run.ts'

afterAll(removeFolders)

const { steps, ...rest } = JSON.parse(byCode)
const draft: PlanDraft = {
  ...rest,
  intentionType: 'divide_quantity_by_rate',
  steps: steps.map(({ expression, ...step }: { expression: string }) => ({
    ...step,
    action: { expression },
  })),
}
const origin = {
  agent: 'self-aware',
  model: 'm',
  createdAt: '2026-11-21T10:00:00.000Z',
  seenQuestions: [question],
}
const stats = {
  ...noStats,
  useCount: 3,
  successCount: 2,
  failureCount: 1,
  judgedRight: 1,
  judgedWrong: 1,
}
const good = identify(draft, origin, { 'run-1': stats, 'run-2': stats })
const hostile = '\u001b[31mred\u001b[0m\u202e'
const bad = identify(
  {
    ...draft,
    intentionType: 'about_one_courier',
    goal: `${hostile} find the hours`,
    steps: draft.steps.map((step, index) =>
      index === 0 ? { ...step, description: 'Divide 54 by the speed.' } : { ...step, deps: [] },
    ),
  },
  origin,
)

function libraryIn(cwd: string, plans = [good, bad]): string {
  writeFileSync(join(cwd, 'p.json'), printLibrary(contentOf(plans, [['gone-1', 'it misled']])))
  return readFileSync(join(cwd, 'p.json'), 'utf8')
}

const look = (cwd: string, ...words: string[]) => run(cwd, ...words, '--plans', 'p.json')

describe('plans', () => {
  test('list has one line a plan, with sums over all runs, and changes nothing', async () => {
    const cwd = folder()
    const before = libraryIn(cwd)
    const { code, stdout } = await look(cwd, 'list')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^id +type +uses +successes +failures +origin$/m)
    const line = new RegExp(
      `^${good.id} +divide_quantity_by_rate +6 +4 +2 +self-aware, m, 2026-11-21$`,
      'm',
    )
    expect(stdout).toMatch(line)
    const json = await look(cwd, 'list', '--json')
    expect(JSON.parse(json.stdout)).toContainEqual(
      expect.objectContaining({ id: good.id, useCount: 6, judgedRight: 2, questions: 1 }),
    )
    expect(readFileSync(join(cwd, 'p.json'), 'utf8')).toBe(before)
    expect(readdirSync(cwd)).toEqual(['p.json'])
  })

  test('show takes the beginning of an id and prints the plan as a tree', async () => {
    const cwd = folder()
    libraryIn(cwd)
    const { code, stdout } = await look(cwd, 'show', 'divide')
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe(good.id)
    expect(stdout).toMatch(
      /^steps +s1 compute → duration\n +Divide distance by speed\.\n += distance \/ speed\n +until ground_belief\(duration\) is a number\n +└ s2 synthesize → final_answer, after s1\n/m,
    )
    expect(stdout).toMatch(
      /^statistics +uses 6, successes 4, failures 2, in 2 runs\n.*judged right 2 of 4 \(50 %\)$/m,
    )
    const json = await look(cwd, 'show', good.id, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ ...good, totals: { useCount: 6 } })
    const other = await look(cwd, 'show', bad.id.slice(-12, -4))
    expect(other.stdout).toMatch(/^goal +red find the hours$/m)
    expect(other.stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
  })

  test('lint finds broken structure and literals of seen questions, with exit code 1', async () => {
    const cwd = folder()
    libraryIn(cwd)
    const { code, stdout } = await look(cwd, 'lint')
    expect(code).toBe(1)
    const lines = stdout.trim().split('\n')
    expect(lines.filter(line => line.startsWith(bad.id))).toHaveLength(lines.length)
    expect(stdout).toMatch(/Step s1's description holds "54"/)
    expect(stdout).toMatch(/Has to be mended: Step s2 now depends on s1/)
    expect(JSON.parse((await look(cwd, 'lint', '--json')).stdout)).toHaveLength(lines.length)
    const clean = await look(cwd, 'lint', good.id)
    expect(clean).toMatchObject({ code: 0, stdout: 'no faults in 1 plan\n' })
  })

  test('stats adds up all plans and gives the rates of each', async () => {
    const cwd = folder()
    libraryIn(cwd)
    const { stdout } = await look(cwd, 'stats')
    expect(stdout).toMatch(/^plans 2, removed 1\nuses 6, successes 4, failures 2; successful 67 %/)
    expect(stdout).toMatch(
      new RegExp(
        `^${good.id}\n  uses 6, .*judged right 2 of 4 \\(50 %\\)\n  lift 0 points \\(-\\d+ to \\+\\d+\\); 2 of 2 steps by code$`,
        'm',
      ),
    )
    expect(stdout).toMatch(new RegExp(`^${bad.id}\n  uses 0, .*never judged\n  lift unknown`, 'm'))
    expect(JSON.parse((await look(cwd, 'stats', '--json')).stdout)).toMatchObject({
      plans: 2,
      removed: 1,
      useCount: 6,
      judgedWrong: 2,
    })
  })

  test('stats names the model of the uses that one was asked for, and of no others', async () => {
    const cwd = folder()
    const rate = (km: number) => `How many hours does it take to travel ${km} km at 40 km/h?`
    for (const [km, model] of [
      [120, 'offline'],
      [200, 'ollama:never-asked'],
    ] as const)
      await inProcess(['ask', rate(km), '--model', model, '--plans', 'p.json', '--quiet'], { cwd })
    const { stdout } = await look(cwd, 'stats')
    expect(stdout).toMatch(/^ {2}no model: uses 1, .*\n {2}offline: uses 1, /m)
    expect(stdout).not.toContain('ollama')
  })

  const refused: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
    [[], /say what to do with the library: intend plans list\|show/],
    [['constructor'], /plans cannot "constructor"; it can list/],
    [['lst'], /did you mean list\?/],
    [['show'], /name the plan to show/],
    [['show', `${good.id.slice(0, -1)}z`], new RegExp(`did you mean ${good.id}\\?`)],
    [['show', 'gone-1'], /the plan gone-1 was removed: it misled/],
    [['stats', 'p.json', 'r.json'], /two libraries are named, p\.json and r\.json/],
    [['diff', 'p.json'], /name two libraries: intend plans diff FILE FILE/],
    [['merge', 'p.json'], /name the libraries to merge/],
    [['import', 'p.json'], /is the library itself/],
    [['quarantine', 'release', bad.id], /is not used: The plan's goal holds the invisible/],
    [['list', '--plans', 'q.json'], /there is no plan library \S+q\.json; did you mean p\.json\?/],
  ]
  for (const [words, sentence] of refused)
    test(`${words.join(' ') || 'nothing'} is refused with one sentence`, async () => {
      const cwd = folder()
      libraryIn(cwd)
      const given = words.includes('--plans') ? words : [...words, '--plans', 'p.json']
      const { code, stderr } = await run(cwd, ...given)
      expect(code).toBe(2)
      expect(stderr).toMatch(sentence)
      expect(stderr).not.toContain('\n')
    })

  test('a file that is no library is named, and left as it is', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'p.json'), '{ "plans": [')
    const { code, stderr } = await inProcess(['plans', 'list', '--plans', 'p.json'], { cwd })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^intend: \S+p\.json is not a plan library \(.*\); name another/)
    expect(readdirSync(cwd)).toEqual(['p.json'])
  })
})
