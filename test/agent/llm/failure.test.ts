// What a server's failures become: one sentence with a way out, and whether waiting may help.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Connection, toFailure, unknownModel } from '../../../agent/llm/failure.ts'

const connection: Connection = {
  model: 'm1',
  server: 'http://box:1/v1',
  apiKey: 'sk-very-secret-key',
  keyVariable: 'BOX_KEY',
  addressVariable: 'BOX_URL',
  modelIds: async () => ['m1', 'm2'],
}
const failure = async (error: unknown, given: Partial<Connection> = {}) => {
  const { type: _, ...rest } = await toFailure(
    { ...connection, ...given },
    error,
    new AbortController().signal,
  )
  return rest
}

/** As the clients of the protocols throw. */
function apiError(status: number | undefined, message: string, members: object = {}): Error {
  const headers = status === undefined ? undefined : new Headers()
  return Object.assign(new Error(message), { status, headers, ...members })
}
const withCode = (code: string) => Object.assign(new Error('inner'), { code })
const wrapped = (cause: Error) => new Error('outer', { cause: new Error('middle', { cause }) })

test.each<[number, string, object, string, object]>([
  [
    401,
    'no',
    {},
    'http://box:1/v1 refused the key (401); set BOX_KEY to one that is valid there',
    { kind: 'unavailable', retryable: false },
  ],
  [
    403,
    'no',
    {},
    'http://box:1/v1 refused the key (403); set BOX_KEY to one that is valid there',
    { kind: 'unavailable', retryable: false },
  ],
  [
    402,
    'pay',
    {},
    'the account at http://box:1/v1 has no credit left: pay; add credit or use another model',
    { kind: 'unavailable', retryable: false },
  ],
  [
    429,
    'slow',
    {},
    'http://box:1/v1 limits the rate of requests (429): slow; wait a while or use another model',
    { kind: 'unavailable', retryable: true },
  ],
  [
    429,
    'x',
    { code: 'insufficient_quota' },
    'the account at http://box:1/v1 has no credit left: x; add credit or use another model',
    { kind: 'unavailable', retryable: false },
  ],
  [
    400,
    'Your credit balance is too low',
    {},
    'the account at http://box:1/v1 has no credit left: Your credit balance is too low; add credit or use another model',
    { kind: 'unavailable', retryable: false },
  ],
  [
    403.5,
    'x',
    { errorCode: 'org_spend_limit_reached' },
    'the account at http://box:1/v1 has no credit left: x; add credit or use another model',
    { kind: 'unavailable', retryable: false },
  ],
  [
    400,
    'bad',
    {},
    'http://box:1/v1 rejected the request (400): bad; check that it serves m1 with what was asked for',
    { retryable: false },
  ],
  [
    499,
    'bad',
    {},
    'http://box:1/v1 rejected the request (499): bad; check that it serves m1 with what was asked for',
    { retryable: false },
  ],
  [408, 'late', {}, 'http://box:1/v1 failed (408): late; try again later', { retryable: true }],
  [409, 'busy', {}, 'http://box:1/v1 failed (409): busy; try again later', { retryable: true }],
  [425, 'early', {}, 'http://box:1/v1 failed (425): early; try again later', { retryable: true }],
  [500, '500 oops', {}, 'http://box:1/v1 failed (500): oops; try again later', { retryable: true }],
  [
    413,
    'big',
    {},
    'the prompt does not fit the context of m1 at http://box:1/v1: big; use a model with a larger context or less input',
    { kind: 'overflow', retryable: false },
  ],
  [
    400,
    'x',
    { code: 'context_length_exceeded' },
    'the prompt does not fit the context of m1 at http://box:1/v1: x; use a model with a larger context or less input',
    { kind: 'overflow', retryable: false },
  ],
  [
    400,
    'exceeds the maximum context',
    {},
    'the prompt does not fit the context of m1 at http://box:1/v1: exceeds the maximum context; use a model with a larger context or less input',
    { kind: 'overflow', retryable: false },
  ],
  [
    404,
    'x',
    {},
    'http://box:1/v1 answers 404 for the model m1, although it lists the model; set BOX_URL to the address of the model server',
    { kind: 'unavailable', retryable: false },
  ],
  [
    400,
    'The model x does not exist',
    {},
    'http://box:1/v1 answers 400 for the model m1, although it lists the model; set BOX_URL to the address of the model server',
    { kind: 'unavailable', retryable: false },
  ],
  [
    301,
    'x',
    {},
    'http://box:1/v1 redirects to http://box:1/v1 (301); set BOX_URL to the address that answers itself',
    { kind: 'unavailable', retryable: false },
  ],
  [
    500,
    '<html><title> Down </title>',
    {},
    'http://box:1/v1 failed (500): an HTML page titled "Down"; try again later',
    { retryable: true },
  ],
  [
    500,
    '<!DOCTYPE x>',
    {},
    'http://box:1/v1 failed (500): an HTML page; try again later',
    { retryable: true },
  ],
  [
    500,
    'raw',
    { apiMessage: 'in words' },
    'http://box:1/v1 failed (500): in words; try again later',
    { retryable: true },
  ],
  [
    500,
    'the key sk-very-secret-key',
    {},
    'http://box:1/v1 failed (500): the key [key]; try again later',
    { retryable: true },
  ],
  [
    500,
    'x'.repeat(300),
    {},
    `http://box:1/v1 failed (500): ${'x'.repeat(300)}; try again later`,
    { retryable: true },
  ],
  [
    500,
    'x'.repeat(301),
    {},
    `http://box:1/v1 failed (500): ${'x'.repeat(300)}...; try again later`,
    { retryable: true },
  ],
])('a status of %d, %j %j: %s', async (status, message, members, sentence, rest) => {
  expect(await failure(apiError(status, message, members))).toEqual({ message: sentence, ...rest })
})

test.each([
  ['invalid_request_error', 'rejected the request (400)'],
  ['authentication_error', 'refused the key (401)'],
  ['permission_error', 'refused the key (403)'],
  ['billing_error', 'has no credit left'],
  ['not_found_error', 'answers 404'],
  ['request_too_large', 'does not fit the context'],
  ['rate_limit_error', 'limits the rate of requests (429)'],
  ['api_error', 'failed (500)'],
  ['timeout_error', 'failed (504)'],
  ['overloaded_error', 'failed (529)'],
  ['something_else', 'failed: x'],
])('in the middle of a reply %s: %s', async (type, words) => {
  const error = apiError(undefined, 'x', { headers: new Headers(), type })
  expect((await failure(error)).message).toContain(words)
})

test('without a key one is asked for', async () => {
  const { message } = await failure(apiError(401, 'no'), { apiKey: undefined })
  expect(message).toBe('http://box:1/v1 asks for a key (401); set BOX_KEY')
})

test.each([
  [{ 'retry-after-ms': '1500' }, 1500],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after-ms': '-1', 'retry-after': '3' }, 3000],
  [{}, undefined],
])('with %j a server asks to wait %s ms', async (headers: Record<string, string>, ms) => {
  for (const status of [429, 503])
    expect(
      (await failure(apiError(status, 'x', { headers: new Headers(headers) }))).retryAfterMs,
    ).toBe(ms)
  expect(
    (await failure(apiError(400, 'x', { headers: new Headers(headers) }))).retryAfterMs,
  ).toBeUndefined()
})

test('a redirection is named and not followed', async () => {
  const to = (location: string) =>
    failure(apiError(307, 'x', { headers: new Headers({ location }) }))
  expect((await to('https://other/v2?key=1')).message).toContain(
    'redirects to https://other/v2 (307)',
  )
  expect((await to('/v3')).message).toContain('redirects to http://box:1/v3 (307)')
})

test('a model that a server does not know is told with those it has', async () => {
  const { message } = await failure(apiError(404, 'x'), { model: 'm9' })
  expect(message).toBe('http://box:1/v1 does not know the model m9; it has: m1, m2')
  const silent = await failure(apiError(404, 'x'), { modelIds: () => Promise.reject(new Error()) })
  expect(silent.message).toContain('and does not list its models')
  const ids = Array.from({ length: 13 }, (_, at) => `m${at}`)
  expect(unknownModel(connection, ids.slice(0, 12))).toMatch(/m10, m11$/)
  expect(unknownModel(connection, ids)).toMatch(/m11 and 1 more$/)
  expect(unknownModel(connection, [])).toMatch(/it has: none$/)
})

test.each([
  ['ECONNREFUSED', 'connection refused', false],
  ['ENOTFOUND', 'no such host', false],
  ['EAI_AGAIN', 'the name of the host cannot be looked up', true],
  ['EHOSTUNREACH', 'no route to the host', false],
  ['ENETUNREACH', 'no network', false],
  ['ECONNRESET', 'connection reset', true],
  ['EPIPE', 'connection closed', true],
  ['ETIMEDOUT', 'connection timed out', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out', true],
  ['UND_ERR_SOCKET', 'connection closed', true],
  ['ESTRANGE', 'ESTRANGE', true],
])('%s is %s; may pass: %s', async (code, words, passing) => {
  const error = Object.assign(wrapped(withCode(code)), { status: undefined, headers: undefined })
  expect(await failure(error)).toEqual({
    message: `cannot reach http://box:1/v1: ${words}; start the server or set BOX_URL`,
    kind: 'unavailable',
    retryable: passing,
  })
  expect(await failure(wrapped(withCode(code)))).toEqual({
    message: `http://box:1/v1 broke off in the middle of the reply: ${words}; try again`,
    retryable: true,
  })
})

test('what is no reply may be asked for again; what the program did wrong may not', async () => {
  const invalid = z.object({ a: z.string() }).safeParse({}).error
  for (const error of [new SyntaxError('at 3'), invalid])
    expect(await failure(error)).toMatchObject({ retryable: true })
  expect((await failure(new SyntaxError('at 3'))).message).toBe(
    'http://box:1/v1 sent a piece of a reply that is not valid: at 3; try again',
  )
  expect(await failure('a\n text')).toEqual({
    message: 'the request to http://box:1/v1 failed: a text',
    retryable: false,
  })
  const unreached = Object.assign(wrapped(new Error('why')), {
    status: undefined,
    headers: undefined,
  })
  expect((await failure(unreached)).message).toContain('cannot reach http://box:1/v1: why;')
})
