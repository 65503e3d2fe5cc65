// What is told while a bench goes on: a line for each question as it ends and, on a terminal, how far
// it is and how well it goes.
import { count, type Result } from './bench-result.ts'
import { percent } from './measures.ts'
import { harmless, shortened } from './plain-text.ts'
import type { Question } from './question-set.ts'
import type { Screen } from './screen.ts'
import { wilson } from './statistics.ts'

export interface BenchWatch {
  readonly onStart: (question: Question) => void
  readonly onResult: (question: Question, result: Result) => void
}

/** Watches a bench of `total` questions of which those of `before` have a result already. */
export function createBenchWatch(
  screen: Screen,
  { total, before }: { readonly total: number; readonly before: readonly Result[] },
): BenchWatch {
  const results = [...before]
  const working = new Set<string>()
  const began = Date.now()
  const status = () => {
    const { correct, wrong, declined, failed } = count(results)
    const [low, high] = wilson(correct, results.length).map(percent)
    const counts = `${correct} right, ${wrong} wrong, ${declined} declined${failed > 0 ? `, ${failed} failed` : ''}`
    const score =
      results.length > 0 ? `${percent(correct / results.length)} (${low} to ${high})` : ''
    const done = results.length - before.length
    const left = done > 0 ? ((Date.now() - began) / done) * (total - results.length) : undefined
    const time = left === undefined ? '' : `${duration(left / 1000)} left`
    const parts = [`${results.length}/${total}`, counts, score, time, [...working].join(', ')]
    screen.status(parts.filter(part => part !== '').join(' · '))
  }
  return {
    onStart: ({ id }) => {
      working.add(id)
      status()
    },
    onResult: ({ id }, result) => {
      working.delete(id)
      results.push(result)
      screen.show([resultLine(result, screen)])
      status()
    },
  }
}

// --- internal ---

const marks = {
  right: { mark: '✓', tone: 'good' },
  wrong: { mark: '✗', tone: 'bad' },
  declined: { mark: '○', tone: 'faint' },
  failed: { mark: '✗', tone: 'bad' },
} as const

function resultLine(result: Result, { paint, width }: Screen): string {
  const { mark, tone } = marks[result.verdict]
  const seconds = `  ${result.seconds.toFixed(1)} s`
  const name = `${result.verdict.padEnd(8)}  ${shortened(result.id, 36).padEnd(14)}  `
  const room = Math.max(20, width - 2 - name.length - seconds.length)
  return `${paint[tone](mark)} ${name}${shortened(said(result), room)}${paint.faint(seconds)}`
}

function said({ verdict, miss, answer, expected, reason }: Result): string {
  const wanted = expected === '' ? 'no answer' : shortened(harmless(expected), 30)
  switch (verdict) {
    case 'right':
      return answer ?? 'no answer, as expected'
    case 'wrong':
      return `${shortened(answer ?? '', 30)}, expected ${wanted}${miss === 'near' ? ' (near)' : miss === 'form' ? ' (only the form)' : ''}`
    case 'declined':
      return `expected ${wanted}: ${reason}`
    case 'failed':
      return reason
  }
}

/** `40 s`, `3 min`, `2 h 5 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
