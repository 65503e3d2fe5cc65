// Tests of samples against published values: Student's sleep data, PlantGrowth (both as in the manuals of
// R), Mendel's peas, Anscombe's first set.
import { expect, test } from 'vitest'
import { evaluate } from '../../../plans/expressions/expression.ts'

const first = '[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]'
const second = '[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]'
const plants = [
  '[4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14]',
  '[4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69]',
  '[6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26]',
].join(', ')
const x = '[10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]'
const y = '[8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]'

test.each([
  [`t_test(${first}, ${second})`, -1.8608],
  [`t_test_p(${first}, ${second})`, 0.07939],
  [`t_test_equal_p(${first}, ${second})`, 0.07919],
  [`t_test_paired_p(${first}, ${second})`, 0.002833],
  [`anova(${plants})`, 4.846],
  [`anova_p(${plants})`, 0.01591],
  ['chi_square([315, 108, 101, 32], [312.75, 104.25, 104.25, 34.75])', 0.47],
  ['chi_square_p([315, 108, 101, 32], [312.75, 104.25, 104.25, 34.75])', 0.9254],
  [`corr_p(${x}, ${y})`, 0.00217],
  [`slope(${y}, ${x})`, 0.5001],
  [`intercept(${y}, ${x})`, 3.0001],
  ['normal_quantile(0.975)', 1.96],
])('%s is %d', (expression, published) => {
  const result = evaluate(expression, {})
  const digits = String(published).replace(/^-?0?\.?0*|\./g, '').length
  expect(Number(Number((result as { value: number }).value).toPrecision(digits))).toBe(published)
})

test.each([
  ['t_test([1], [2, 3])', 'at least two numbers'],
  ['spearman([1, 2], [1, 2, 3])', 'different lengths'],
  ['anova([1, 1], [1, 1])', 'all values are the same'],
])('%s is refused', (expression, says) => {
  expect(evaluate(expression, {})).toMatchObject({
    ok: false,
    error: expect.stringContaining(says),
  })
})
