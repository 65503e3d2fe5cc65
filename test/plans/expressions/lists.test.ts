import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derive } from '../../../plans/expressions/derive.ts'
import {
  evaluate,
  functionNames,
  names,
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

const examples: readonly (readonly [string, string])[] = [
  ['round(2.345, 2)', '2.35'],
  ['roundTo(17.3, 5)', '15'],
  ['signif(5.2749e-26, 3)', '5.27e-26'],
  ['fixed(2.5, 2)', '2.50'],
  ['floor(-1.5)', '-2'],
  ['ceil(1.2)', '2'],
  ['trunc(-1.5)', '-1'],
  ['abs(-3 km)', '3 km'],
  ['sign(-3)', '-1'],
  ['mod(17, 5)', '2'],
  ['pow(2, 10)', '1024'],
  ['sqrt(16 m^2)', '4 m'],
  ['cbrt(27)', '3'],
  ['exp(0)', '1'],
  ['ln(e)', '1'],
  ['log(8, 2)', '3'],
  ['log10(1000)', '3'],
  ['log2(8)', '3'],
  ['sin(30 deg)', '0.5'],
  ['cos(0)', '1'],
  ['tan(0)', '0'],
  ['asin(0)', '0'],
  ['acos(1)', '0'],
  ['atan(0)', '0'],
  ['factorial(5)', '120'],
  ['gcd(12, 18)', '6'],
  ['lcm(4, 6)', '12'],
  ['min(3, 1, 2)', '1'],
  ['max([3, 1, 2])', '3'],
  ['sum([1, 2] * [3, 4])', '11'],
  ['product([2, 3])', '6'],
  ['mean(1, 2, 6)', '3'],
  ['median(4, 1, 3, 2)', '2.5'],
  ['var_samp(1, 3)', '2'],
  ['var_pop(1, 3)', '1'],
  ['stddev_samp(1, 3, 5)', '2'],
  ['stddev_pop(2, 4, 4, 4, 5, 5, 7, 9)', '2'],
  ['quantile([1, 2, 3, 4], 0.25)', '1.75'],
  ['corr([1, 2, 3], [6, 4, 2])', '-1'],
  ['round(corr_p([1, 2, 3, 4], [1, 2, 3, 5]), 6)', '0.017292'],
  ['spearman([1, 2, 3], [1, 8, 27])', '1'],
  ['round(spearman_p([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]), 6)', '0.104088'],
  ['slope([2, 4, 6], [1, 2, 3])', '2'],
  ['intercept([3, 5, 7], [1, 2, 3])', '1'],
  ['round(t_test([1, 2, 3], [2, 4, 6]), 6)', '-1.549193'],
  ['round(t_test_p([1, 2, 3], [2, 4, 6]), 6)', '0.220881'],
  ['round(t_test_equal_p([1, 2, 3], [2, 4, 6]), 6)', '0.196261'],
  ['round(t_test_paired_p([1, 2, 3], [2, 4, 6]), 6)', '0.07418'],
  ['round(t_test_one_p([1, 2, 3], 4), 6)', '0.07418'],
  ['anova([1, 2, 3], [2, 3, 4], [6, 7, 8])', '21'],
  ['round(anova_p([1, 2, 3], [2, 3, 4], [6, 7, 8]), 6)', '0.001953'],
  ['round(chi_square([10, 20], [15, 15]), 6)', '3.333333'],
  ['round(chi_square_p([10, 20], [15, 15]), 6)', '0.067889'],
  ['round(independence_p([10, 20, 30, 40], 2), 6)', '0.372998'],
  ['mann_whitney([1, 2, 5], [3, 4, 6])', '2'],
  ['round(mann_whitney_p([1, 2, 5], [3, 4, 6]), 6)', '0.382733'],
  ['round(normality_p([1, 2, 3, 4, 10]), 6)', '0.580026'],
  ['round(skewness([1, 2, 6]), 6)', '1.457863'],
  ['zscore(7, [1, 3, 5])', '2'],
  ['normal_cdf(0)', '0.5'],
  ['round(normal_quantile(0.975), 6)', '1.959964'],
  ['t_cdf(0, 5)', '0.5'],
  ['chi_square_cdf(0, 2)', '0'],
  ['outliers_iqr([1, 2, 3, 4, 90])', '[90]'],
  ['outliers_z([1, 2, 3, 4, 90], 1.5)', '[90]'],
  ['count(["a", "b"])', '2'],
  ['length("abc")', '3'],
  ['item(["a", "b"], -1)', 'b'],
  ['slice([5, 6, 7], 2, 3)', '[6, 7]'],
  ['index(["a", "b"], "b")', '2'],
  ['contains([1 km], 1000 m)', 'true'],
  ['filter([3, 8, 5], it > 4)', '[8, 5]'],
  ['intersect(["a", "b"], ["B", "c"])', '["b"]'],
  ['union([1, 2], [2, 3])', '[1, 2, 3]'],
  ['except([1, 2], [2, 3])', '[1]'],
  ['unique([1, 2, 1])', '[1, 2]'],
  ['join(["a", "b"], " and ")', 'a and b'],
  ['if(2 > 1, "more", "less")', 'more'],
  ['date("2021-05", "MMMM YYYY")', 'May 2021'],
  ['year("May 3, 2021")', '2021'],
  ['month("2021-05")', '5'],
  ['day("2021-05-03")', '3'],
  ['months_between("2021-05-03", "2022-06-02")', '12 months'],
  ['weekday("2026-11-22")', '7'],
  ['networkdays("2026-04-01", "2026-04-30", ["2026-04-03", "2026-04-06"])', '20'],
  ['workday("2026-02-26", 7, ["2026-03-06"])', '2026-03-10'],
  ['clock("22:10") - clock("18:25")', '3.75 h'],
  ['at_zone("2026-03-12T18:25", "New York", "Berlin")', '2026-03-12T23:25'],
  ['at_zone("2026-03-12 9:05", "New York", "Berlin")', '2026-03-12T14:05'],
  ['years_between("2021-05-03", "2022-06-02")', '1 years'],
  ['60 km/h * 30 min', '30 km'],
  ['1 < 2 < 3 and not (2 == 3)', 'true'],
  ['100 km/h to m/s', '27.7777777777778 m/s'],
  ['20 % of 50', '10'],
  ['3 > 2 ? "first" : "second"', 'first'],
  ['sum([1, 2])', '3'],
  ['[5, 6, 7][-1]', '7'],
  ['[5, 6, 7][2:]', '[6, 7]'],
  ['5.27e-26 * 2', '1.054e-25'],
  ['round(pi, 2)', '3.14'],
]

it.each(examples)('%s gives %s', (expression, gives) => {
  expect(evaluate(expression, {})).toMatchObject({ ok: true, text: gives })
})

it('each function has an example', () => {
  const shown = examples.map(([expression]) => expression).join(' ')
  expect(functionNames.filter(name => !shown.includes(`${name}(`))).toEqual([])
})

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
    expect(run('SELECT n FROM t WHERE "a col" IN {v}', { v: ['y z', 'x'] })).toEqual({ n: 5 })
    expect(run(`SELECT n FROM t WHERE "a col" IN ('{v}')`, { v: ["o'", 'x'] })).toEqual({ n: 5 })
  })
})
