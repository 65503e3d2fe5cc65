// The statistics of the table tool against published values.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { table } from '../../tools/table.ts'
import { type Folder, openFolder } from '../support/folder.ts'

// Anscombe, "Graphs in Statistical Analysis" (1973)
const anscombe = `x,y1,y2,y3,x4,y4
10,8.04,9.14,7.46,8,6.58
8,6.95,8.14,6.77,8,5.76
13,7.58,8.74,12.74,8,7.71
9,8.81,8.77,7.11,8,8.84
11,8.33,9.26,7.81,8,8.47
14,9.96,8.10,8.84,8,7.04
6,7.24,6.13,6.08,8,5.25
4,4.26,3.10,5.39,19,12.50
12,10.84,9.13,8.15,8,5.56
7,4.82,7.26,6.42,8,7.91
5,5.68,4.74,5.73,8,6.89
`

// NIST Statistical Reference Datasets, linear regression: Norris
const norris = `y,x
0.1,0.2\n338.8,337.4\n118.1,118.2\n888.0,884.6\n9.2,10.1\n228.1,226.5\n668.5,666.3\n998.5,996.3
449.1,448.6\n778.9,777.0\n559.2,558.2\n0.3,0.4\n0.1,0.6\n778.1,775.5\n668.8,666.9\n339.3,338.0
448.9,447.5\n10.8,11.6\n557.7,556.0\n228.3,228.1\n998.0,995.8\n888.8,887.6\n119.6,120.2\n0.3,0.3
0.6,0.3\n557.6,556.8\n339.3,339.1\n888.0,887.2\n998.5,999.0\n778.9,779.0\n10.2,11.1\n117.6,118.3
228.9,229.2\n668.4,669.1\n449.2,448.9\n0.2,0.5
`

// NIST Statistical Reference Datasets, univariate: NumAcc4, where naive sums of squares lose all digits
const numAcc4 = ['v', '10000000.2', ...Array(500).fill('10000000.1\n10000000.3')].join('\n')

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  await folder.write('anscombe.csv', anscombe)
  await folder.write('norris.csv', norris)
  await folder.write('numacc4.csv', numAcc4)
  // the data of the examples of Excel's SKEW and KURT
  await folder.write(
    'shape.csv',
    `v,kind\n${[3, 4, 5, 2, 3, 4, 5, 6, 4, 7].map(v => `${v},${v % 2 ? 'odd' : 'even'}`).join('\n')}`,
  )
})
afterAll(() => folder.remove())

const query = (file: string, sql: string) =>
  table.execute(table.input.parse({ file, sql }), folder.context)
const row = async (file: string, columns: string) =>
  ((await query(file, `SELECT ${columns} FROM t`)).details as { rows: unknown[][] }).rows[0]

describe("Anscombe's quartet", () => {
  test.each([
    ['x', 'y1', 4.127269, 0.8164205, 3.000091, 0.5000909],
    ['x', 'y2', 4.127629, 0.8162365, 3.000909, 0.5],
    ['x', 'y3', 4.12262, 0.8162867, 3.002455, 0.4997273],
    ['x4', 'y4', 4.123249, 0.8165214, 3.001727, 0.4999091],
  ])('%s and %s', async (x, y, variance, corr, intercept, slope) => {
    const found = await row(
      'anscombe.csv',
      `var_samp(${x}), var_samp(${y}), corr(${x}, ${y}), regr_intercept(${y}, ${x}), regr_slope(${y}, ${x})`,
    )
    const rounded = found!.map(value => Number((value as number).toPrecision(7)))
    expect(rounded).toEqual([11, variance, corr, intercept, slope])
  })

  test('the quartiles are those of R and NumPy, and sample and population differ', async () => {
    expect(
      await row(
        'anscombe.csv',
        'quantile(y1, 0.25), median(y1), quantile(y1, 0.75), quantile(y1, 0), quantile(y1, 1)',
      ),
    ).toEqual([6.315, 7.58, 8.57, 4.26, 10.84])
    expect(
      await row('anscombe.csv', 'var_pop(x), covar_samp(x, y1), covar_pop(x, y1), mode(x4)'),
    ).toEqual([10, 5.501, 5.00090909090909, 8])
  })

  test('z-scores of a window have mean 0 and deviation 1', async () => {
    const scored = 'SELECT (y1 - avg(y1) OVER ()) / stddev_samp(y1) OVER () AS z FROM t'
    const result = await query(
      'anscombe.csv',
      `WITH s AS (${scored}) SELECT round(avg(z), 12) + 0, round(stddev_samp(z), 12), round(max(z), 6) FROM s`,
    )
    expect(result.details).toMatchObject({ rows: [[0, 1, 1.643603]] })
  })
})

test("NIST's certified values", async () => {
  const [mean, deviation] = (await row('numacc4.csv', 'avg(v), stddev_samp(v)')) as number[]
  expect(mean).toBe(10000000.2)
  // no double holds 10000000.1: R and NumPy have as many digits
  expect(deviation).toBeCloseTo(0.1, 8)
  const found = await row('norris.csv', 'regr_slope(y, x), regr_intercept(y, x)')
  expect(found!.map(value => Number((value as number).toPrecision(12)))).toEqual([
    1.00211681802, -0.262323073774,
  ])
})

test('the shape of a sample is that of SKEW and KURT', async () => {
  const found = await row('shape.csv', 'skewness(v), kurtosis(v), mode(v), mode(kind)')
  const rounded = found!.map(value =>
    typeof value === 'number' ? Number(value.toFixed(9)) : value,
  )
  expect(rounded).toEqual([0.359543071, -0.151799637, 4, 'even'])
})

test('too few numbers, or none that differ, have no spread, shape or line', async () => {
  const one = 'FROM t WHERE x = 10'
  const sql = `SELECT stddev_samp(x), stddev_pop(x), skewness(x), corr(x, y1), regr_slope(y1, x), median(x) ${one}`
  expect((await query('anscombe.csv', sql)).details).toMatchObject({
    rows: [[null, 0, null, null, null, 10]],
  })
  const none =
    'SELECT var_pop(x), quantile(x, 0.5), mode(x), regr_intercept(y1, x) FROM t WHERE x > 99'
  expect((await query('anscombe.csv', none)).details).toMatchObject({
    rows: [[null, null, null, null]],
  })
})

test.each([
  ['stddev(x)', /of a sample or of a population: say stddev_samp or stddev_pop/],
  ['skew(x)', /no function skew\. Did you mean .*skewness/],
  ['uper(x)', /Did you mean upper/],
  ['corr(x)', /'corr\(BIGINT\)'.*corr\(x, y\)/],
  ['quantile(x, 95)', /takes a p from 0 to 1/],
])('%s is told what there is', async (call, says) => {
  await expect(query('anscombe.csv', `SELECT ${call} FROM t`)).rejects.toThrow(says)
})
