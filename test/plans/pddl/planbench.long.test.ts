// The engine on the whole of PlanBench. Set INTEND_DATA to the data folder; figures are printed.

import { describe, expect, it } from 'vitest'
import { type PlanVerdict, validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { type SolveOptions, solve } from '../../../plans/pddl/search/solve.ts'
import { parseDomain } from '../../../plans/pddl/syntax/parse-domain.ts'
import { parseProblem } from '../../../plans/pddl/syntax/parse-problem.ts'
import { printDomain, printProblem } from '../../../plans/pddl/syntax/print.ts'
import { readTask, type Task } from '../../../plans/pddl/task/task.ts'
import {
  dataFolder,
  hasPlanbench,
  headline,
  mean,
  median,
  type RecordedPlan,
  recordedPlans,
  references,
  task,
  texts,
} from './planbench.ts'

const why = hasPlanbench ? '' : ` (skipped: no data at ${dataFolder}, set INTEND_DATA)`
const domains = hasPlanbench ? Object.entries(headline()) : []

function planOf(of: Task, options: SolveOptions) {
  const result = solve(of, options)
  if (result.status !== 'solved') throw new Error(`${of.problem.name}: ${result.status}`)
  const verdict = validatePlan(of, result.plan)
  if (!verdict.valid) throw new Error(`${of.problem.name}: ${verdict.message}`)
  return result
}

describe.skipIf(!hasPlanbench)(`PlanBench${why}`, () => {
  it.each(domains)('%s: every file parses back from its printed form', (_, problems) => {
    for (const path of problems) {
      const text = texts(path)
      const domain = parseDomain(text.domain)
      const problem = parseProblem(text.problem, domain)
      expect(parseDomain(printDomain(domain))).toEqual(domain)
      expect(parseProblem(printProblem(problem), domain)).toEqual(problem)
    }
  })

  it.each(domains)('%s: every first plan is valid', (_, problems) => {
    for (const path of problems) planOf(task(path), { mode: 'first' })
  })

  const worst: Readonly<Record<string, number>> = { blocksworld: 1, logistics: 1.05, depots: 1.05 }
  it.each(domains)('%s: plans after one second are near the optimum', (name, problems) => {
    const known = references()
    const ratios: number[] = []
    let proven = 0
    let notLonger = 0
    for (const path of problems) {
      const { length, optimal } = planOf(task(path), { seconds: 1 })
      const { optimalLength, firstLength } = known[path]!
      if (optimalLength) ratios.push(length / optimalLength)
      if (optimal) proven++
      if (length <= firstLength) notLonger++
    }
    const share = notLonger / problems.length
    const figures = `${mean(ratios).toFixed(4)} of ${ratios.length} proven optima, ${proven} proven here`
    console.log(`${name}: ${figures}, not longer than Fast Downward's first: ${share.toFixed(4)}`)
    expect(mean(ratios)).toBeLessThanOrEqual(worst[name] ?? 1.05)
    expect(share).toBeGreaterThanOrEqual(0.99)
  })

  it.each(domains)('%s: the same plans under random names', (_, problems) => {
    for (const path of problems) {
      const text = texts(path)
      const rename = renamer()
      const plain = planOf(readTask(text.domain, text.problem), { mode: 'first' })
      const other = planOf(readTask(rename(text.domain), rename(text.problem)), { mode: 'first' })
      const words = (steps: typeof plain.plan) => steps.map(s => [s.action, ...s.args].join(' '))
      expect(words(other.plan)).toEqual(words(plain.plan).map(rename))
    }
  })
})

describe.skipIf(!hasPlanbench)(`plans recorded from language models${why}`, () => {
  const plans = hasPlanbench ? recordedPlans() : []
  const tasks = new Map<string, Task>()
  for (const { problem } of plans) if (!tasks.has(problem)) tasks.set(problem, task(problem))

  it('are judged as VAL judges them', () => {
    const verdicts = plans.map(p => validatePlan(tasks.get(p.problem)!, p.plan.join('\n')))
    const counts = new Map<string, number>()
    for (const [i, recorded] of plans.entries()) {
      const verdict = verdicts[i]!
      const key = `${recorded.verdict} / ${verdict.kind}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      expect(agrees(recorded, verdict), JSON.stringify([recorded, verdict])).toBe(true)
    }
    console.log(`${plans.length} plans`, Object.fromEntries(counts))
  })

  it('are repaired when they are wrong', () => {
    const wrong = plans.filter(p => p.verdict !== 'valid')
    const repaired = wrong.map(p => {
      const of = tasks.get(p.problem)!
      const result = repairPlan(of, p.plan.join('\n'))
      if (result.status !== 'repaired') throw new Error(`${p.problem}: ${result.status}`)
      expect(validatePlan(of, result.plan).valid).toBe(true)
      return result
    })
    const distances = repaired.map(r => r.distance)
    const shares = repaired.map(r => r.share)
    const times = repaired.map(r => r.seconds * 1000)
    console.log(
      `${repaired.length} repaired, ${repaired.filter(r => r.minimal).length} provably minimal;`,
      `distance median ${median(distances)} mean ${mean(distances).toFixed(2)};`,
      `kept share median ${median(shares).toFixed(2)} mean ${mean(shares).toFixed(2)};`,
      `median ${median(times).toFixed(1)} ms mean ${mean(times).toFixed(1)} ms`,
    )
  })
})

/**
 * VAL knows no kind of its own for an unknown object: it misses the same literals as a failed
 * precondition. What its reader refuses (`bad_type`, an asterisk for a block) is syntax here, unless
 * a step before it fails. Where VAL crashed there is nothing to agree with.
 */
function agrees(recorded: RecordedPlan, verdict: PlanVerdict): boolean {
  if (recorded.verdict === 'crash') return !verdict.valid && verdict.why.length > 0
  if (recorded.verdict === 'bad_type') {
    const unreadable = recorded.plan.findIndex(step => step.includes('*')) + 1
    const at = verdict.step ?? Number.POSITIVE_INFINITY
    return verdict.kind === 'syntax' ? at === unreadable : at < unreadable
  }
  const kind = verdict.kind === 'unknown_object' ? 'precondition' : verdict.kind
  const literals = (recorded.missing ?? []).map(([l, value]) =>
    value === 'true' ? l : `(not ${l})`,
  )
  return (
    kind === recorded.verdict &&
    verdict.step === recorded.step &&
    [...verdict.missing].sort().join() === literals.sort().join()
  )
}

/** Replaces every name by random letters, the same in every text it is given. */
function renamer(): (text: string) => string {
  const keywords =
    /^(:.*|define|domain|problem|and|or|not|imply|forall|exists|when|object|either|[-=])$/i
  const names = new Map<string, string>()
  let seed = 1
  const letter = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return String.fromCharCode(97 + ((seed >>> 16) % 26))
  }
  const fresh = (prefix: string): string => {
    const name = prefix + Array.from({ length: 9 }, letter).join('')
    return [...names.values()].includes(name) ? fresh(prefix) : name
  }
  return text =>
    text.replace(/;.*/g, '').replace(/[^\s()]+/g, word => {
      if (keywords.test(word)) return word
      const key = word.toLowerCase()
      const name = names.get(key) ?? fresh(key.startsWith('?') ? '?' : '')
      names.set(key, name)
      return name
    })
}
