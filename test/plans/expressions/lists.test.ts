import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derive } from '../../../plans/expressions/derive.ts'
import {
  evaluate,
  functionTable,
  names,
  notations,
  type Quantity,
} from '../../../plans/expressions/expression.ts'
import { fill, fillInput, slots } from '../../../plans/template.ts'

const scope: Readonly<Record<string, Quantity>> = {
  labels: { value: ['Gill', 'Osk', 'Pram, Ltd.'] },
  others: { value: ['osk', 'Quill'] },
  scores: { value: [12, 40, 7] },
  times: { value: ['2:01:09', '1:59:00'] },
  p: { value: 5.27e-26 },
  share: { value: 41.5, unit: '%' },
  month: { value: '2021-05' },
  big: { value: 1234567.891 },
}

it.each([...functionTable, ...notations])(
  '$signature: $example gives $gives',
  ({ example, gives }) => {
    expect(evaluate(example, {})).toMatchObject({ ok: true, text: gives })
  },
)

describe('an expression over lists gives', () => {
  it.each<[string, unknown]>([
    ['labels[1]', 'Gill'],
    ['labels[-1]', 'Pram, Ltd.'],
    ['labels[2:3]', ['Osk', 'Pram, Ltd.']],
    ['labels[:-2]', ['Gill', 'Osk']],
    ['labels[2:1]', []],
    ['labels[index(scores, max(scores))]', 'Osk'],
    ['intersect(labels, others)', ['Osk']],
    ['item(intersect(labels, others), 1)', 'Osk'],
    ['except(labels, others)', ['Gill', 'Pram, Ltd.']],
    ['union(labels, others)', ['Gill', 'Osk', 'Pram, Ltd.', 'Quill']],
    ['filter(labels, it != "Gill" and scores[at] > 10)', ['Osk']],
    ['filter(filter(scores, it > 10), it < 20)', [12]],
    ['sum(filter(scores, it > mean(scores)))', 40],
    ['length(labels)', 3],
    ['times[2]', '1:59:00'],
    ['times[1] - times[2]', 129],
    ['if(scores[1] > scores[2], labels[1], labels[2])', 'Osk'],
    ['scores[1] > 10 ? "many" : "few"', 'many'],
    ['join(labels[:2], " & ")', 'Gill & Osk'],
    ['date(month, "MMMM YYYY")', 'May 2021'],
    ['date("May 2021")', '2021-05'],
    ['date("3 May 2021", "dddd, D MMM YY")', 'Monday, 3 May 21'],
    ['date(scores[3], "MMMM")', 'July'],
    ['month(month) + 1', 6],
    ['p * 1e26', 5.27],
    ['signif(p, 2)', 5.3e-26],
    ['fixed(p, 4)', '0.0000'],
    ['round(p, 4)', 0],
  ])('%s = %j', (expression, value) => {
    expect(evaluate(expression, scope)).toMatchObject({ ok: true, value })
  })

  it.each([
    ['labels[0]', 'items are counted from 1 (the last is -1); there is no item 0'],
    ['labels[4]', 'there is no item 4: the list has 3'],
    ['p[1]', 'item takes a list, not 5.27e-26'],
    ['index(labels, "Nobody")', 'Nobody is not in the list'],
    ['labels + 1', 'labels is the text "Gill" where a number is needed'],
    ['filter(labels)', 'the expression is not understood at ")"; expected ","'],
    ['date("soon", "MMMM")', '"soon" is no date'],
    ['date(month, "D MMMM")', '2021-05 is a month and has no day'],
    ['it + 1', 'it is not known'],
  ])('%s: %s', (expression, error) => {
    expect(evaluate(expression, scope)).toEqual({ ok: false, error })
  })

  it('with the names of the beliefs alone, not of what a filter looks at', () => {
    expect(names('filter(labels, it != other and scores[at] > 1)')).toEqual([
      'labels',
      'other',
      'scores',
    ])
  })
})

describe('properties', () => {
  const list = fc.array(fc.oneof(fc.integer(), fc.stringMatching(/^[a-z][a-z ]{0,5}[a-z]$/)), {
    maxLength: 12,
  })
  const value = (expression: string, given: Readonly<Record<string, unknown>>) => {
    const beliefs = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, { value }]),
    ) as Record<string, Quantity>
    const result = evaluate(expression, beliefs)
    return result.ok ? result.value : undefined
  }

  it('items counted from the end are those counted from the beginning', () => {
    fc.assert(
      fc.property(list, fc.nat(11), (xs, n) => {
        fc.pre(n < xs.length)
        expect(value(`xs[${n + 1}]`, { xs })).toEqual(value(`xs[${n - xs.length}]`, { xs }))
        expect(String(value(`xs[${n + 1}]`, { xs }))).toBe(String(xs[n]))
      }),
    )
  })

  it('two slices that meet are the whole list; a filter and its opposite share it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 12 }), fc.nat(12), (xs, n) => {
        const parts = [value(`xs[1:${n}]`, { xs, n }), value(`xs[${n + 1}:]`, { xs, n })]
        if (n > 0) expect(parts.flat()).toEqual(xs)
        const kept = value('filter(xs, it > 0)', { xs }) as number[]
        expect(kept).toEqual(xs.filter(x => x > 0))
        expect((value('filter(xs, not it > 0)', { xs }) as number[]).length).toBe(
          xs.length - kept.length,
        )
      }),
    )
  })

  it('intersect, except and union are those of sets', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const both = value('intersect(a, b)', { a, b }) as unknown[]
        const only = value('except(a, b)', { a, b }) as unknown[]
        const sorted = (xs: readonly unknown[]) => xs.map(String).sort()
        expect(sorted([...both, ...only])).toEqual(sorted([...new Set(a)]))
        expect(sorted(both)).toEqual(sorted(value('intersect(b, a)', { a, b }) as unknown[]))
        expect((value('union(a, b)', { a, b }) as unknown[]).length).toBe(
          new Set([...a, ...b]).size,
        )
      }),
    )
  })

  it('a number written with fixed decimals is the number rounded', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.nat(6), (x, places) => {
        const text = (fill(`{x:${places}}`, { x }) as { filled: string }).filled
        expect(text.split('.')[1]?.length ?? 0).toBe(places)
        expect(Math.abs(Number(text) - x)).toBeLessThanOrEqual(0.5000001 * 10 ** -places)
        expect(fill(`{x:.${places}f}`, { x })).toEqual({ filled: text })
      }),
    )
  })

  it('scientific notation is written and read again', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 1e-300, max: 1e300 }), x => {
        const text = (fill('{x:.15e}', { x }) as { filled: string }).filled
        expect(Math.abs((value(text, {}) as number) / x - 1)).toBeLessThan(1e-14)
      }),
    )
  })
})

describe('a text with slots', () => {
  it.each([
    ['{share:1} %', '41.5 %'],
    ['p = {p:.2e}, {p:4}, {p:.3g}, {p}', 'p = 5.27e-26, 0.0000, 5.27e-26, 5.27e-26'],
    ['{big:,.2f} and {big:,0}', '1,234,567.89 and 1,234,568'],
    ['{scores:.1f}', '12.0, 40.0, 7.0'],
    ['{labels:2}', 'Gill, Osk, Pram, Ltd.'],
  ])('%s is %s', (text, filled) => {
    expect(derive(text, scope)).toMatchObject({ ok: true, value: filled })
  })

  it('has no slot where the form is none', () => {
    expect(slots('{a:b} {a: 2} {a:.f} {{a:2}} {a:123}')).toEqual([])
  })
})

describe('in a query', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t ("a col" TEXT, n REAL); INSERT INTO t VALUES (\'x\', 5)')
  const run = (query: string, values: Record<string, string | number | string[]>) => {
    const { filled } = fillInput(query, values) as { filled: string }
    return database.prepare(filled).get() as Record<string, unknown>
  }

  it('any value stays one value between quotes', () => {
    fc.assert(
      fc.property(
        fc.string().filter(text => !text.includes('\0')),
        name => {
          expect(run("SELECT 'x{name}' AS said", { name })).toEqual({ said: `x${name}` })
        },
      ),
    )
  })

  it('a number in scientific notation, a column with a blank, a text that is compared, and lists', () => {
    expect(run('SELECT {p} * 2 AS twice FROM t', { p: 5.27e-26 })).toEqual({ twice: 1.054e-25 })
    expect(run('SELECT {column} AS c FROM t', { column: 'a col' })).toEqual({ c: 'x' })
    expect(run('SELECT n FROM t WHERE "a col" = {v}', { v: "x' OR 1=1" })).toBeUndefined()
    expect(run('SELECT n FROM t WHERE "a col" IN ({v})', { v: ['y z', 'x'] })).toEqual({ n: 5 })
    expect(run(`SELECT n FROM t WHERE "a col" IN ('{v}')`, { v: ["o'", 'x'] })).toEqual({ n: 5 })
  })
})
