import { describe, expect, test } from 'vitest'
import {
  constantsOf,
  inQuery,
  isForm,
  isNameIn,
  isQuery,
  ordinary,
  quoteAt,
  spelledQuery,
} from '../../../plans/text/query.ts'

test.each([
  ['select 1', true],
  [' WITH x AS (SELECT 1) SELECT 2', true],
  ['with recursive "a b"(n) as not materialized (select 1) from x', true],
  ['with x as(select 1) select 2', true],
  ['With x as long as it (or y) lasts', false],
  ['With notice given now', false],
  ['selected', false],
  ['drop t', false],
])('%j is a query: %s', (text, is) => {
  expect(isQuery(text)).toBe(is)
})

test('words of SQL, of functions and single letters are ordinary, digits and names are not', () => {
  expect('a ö SELECT Total'.split(' ').map(ordinary)).toEqual([true, true, true, true])
  expect('1 ab berlin'.split(' ').map(ordinary)).toEqual([false, false, false])
})

test.each([
  ['select month from t', 'month', true],
  ['select ab from t', 'ab', true],
  ['select month(x)', 'month', false],
  ['select month (x)', 'month', false],
  ["select 'month' from t", 'month', false],
  ['month is up', 'month', false],
  ['select from t', 'from', false],
  ['select m from t', 'm', false],
])('%s: %s is a name: %s', (query, word, is) => {
  expect(isNameIn(query, word, query.indexOf(word) + word.length)).toBe(is)
})

test.each([
  ["a'b", 1, undefined],
  ["a'b", 2, "'"],
  ["a'b'c", 4, undefined],
  [`a"b'c`, 4, '"'],
  [`'a"'b`, 4, undefined],
  ['`x', 2, '`'],
  ["select a -- b's", 15, undefined],
  ["select a -- b's\n, 'c", 19, "'"],
  ["select /* b's */ 'c", 19, "'"],
  ["select '-- c", 12, "'"],
  ["grep -- 'c", 10, "'"],
])('the quote open in %s at %d is %s', (text, at, quote) => {
  expect(quoteAt(text, at)).toBe(quote)
})

describe('a value in a query', () => {
  test.each([
    ["where a = '{x}'", "it's", "where a = 'it''s'"],
    ["where a in ('{x}')", ['a', "b'c"], "where a in ('a', 'b''c')"],
    ["where a like '%{x}'", ['a', 'b'], "where a like '%a, b'"],
    ["where a like '{x}%'", ['a', 'b'], "where a like 'a, b%'"],
    ['select "{x}"', 'a"b', 'select "a""b"'],
    ['where a = {x}', 'two words', "where a = 'two words'"],
    ['where a = {x}', 'word', 'where a = word'],
    ['where a = {x}', '-12.5e3', 'where a = -12.5e3'],
    ['where a = {x}', '12x', "where a = '12x'"],
    ['where a = {x}', true, 'where a = true'],
    ['select {x}', 'two words', 'select "two words"'],
    ['order by {x}', 'a"b c', 'order by "a""b c"'],
    ['where a in ({x})', ['a', 'b c', 3], "where a in ('a', 'b c', 3)"],
    ['where a in {x}', ['a', "b'c", 3], "where a in ('a', 'b''c', 3)"],
    ['where a not in {x}', [1, 2], 'where a not in (1, 2)'],
    ['where a in {x} and b', 'word', "where a in ('word') and b"],
    ['select min {x}', ['a', 'b'], "select min 'a', 'b'"],
    ['between {x}', 'a b', "between 'a b'"],
    ['between 1 and {x}', 'a b', "between 1 and 'a b'"],
    ['where a > {x}', "o'b c", "where a > 'o''b c'"],
    ['a like {x}', 'a%', "a like 'a%'"],
    ['x in (1, {x})', 'a b', "x in (1, 'a b')"],
  ])('%s with %j: %s', (query, value, whole) => {
    const at = query.indexOf('{x}')
    const written = inQuery(query, at, 3, value)
    expect(query.slice(0, at) + written + query.slice(at + 3)).toBe(whole)
  })
})

test.each([
  ['select  a,b from t where x=1;', 'SELECT a, b FROM t WHERE x = 1'],
  ['Select a -- x', 'Select a -- x'],
  ['select /* a */ b', 'select /* a */ b'],
  [`select "Order By" , 'a  b' from [my  t]`, `SELECT "Order By", 'a  b' FROM [my  t]`],
  ['a<=b<>c!=d==e->f->>g', 'a <= b <> c != d == e -> f ->> g'],
  ['sum( x )', 'sum(x)'],
  ['select_x {select} t.from select2', 'select_x {select} t.from select2'],
  ['a;b ; ', 'a;b'],
])('%s is spelled %s', (query, spelled) => {
  expect(spelledQuery(query)).toBe(spelled)
  expect(spelledQuery(spelled)).toBe(spelled)
})

test('constants stand between single quotes', () => {
  expect(constantsOf(`a = 'b' and c = 'd''e' or f = '' or "x"`)).toEqual(['b', "d''e", ''])
})

test.each([
  ['%Y-%m,+1 day,start of month,weekday 0,utc,-10 days,%'.split(','), true],
  ['x,%Y x,+ day,12,weekday 10,localtime2'.split(','), false],
])('%j only say how something is read: %s', (constants, is) => {
  for (const each of constants) expect(isForm(each), each).toBe(is)
})
