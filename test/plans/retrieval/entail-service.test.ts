import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serviceEntailment } from '../../../plans/retrieval/entail-service.ts'

type Answer = (body: Body, response: ServerResponse) => void

interface Body {
  readonly inputs: readonly { readonly text: string; readonly text_pair: string }[]
}

let address = ''
let answer: Answer = () => undefined
let asked: { readonly body: Body }[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  asked.push({ body })
  answer(body, response)
})
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/predict`
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json =
  (reply: (body: Body) => unknown, status = 200): Answer =>
  (body, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(reply(body)))

const scored = (entailment: number, names = ['ENTAILMENT', 'NEUTRAL', 'CONTRADICTION']) => [
  { label: names[1], score: (1 - entailment) * 0.7 },
  { label: names[0], score: entailment },
  { label: names[2], score: (1 - entailment) * 0.3 },
]
const knows = ({ text, text_pair }: Body['inputs'][number]) =>
  text === 'a spaniel barks' && text_pair === 'a dog barks' ? 0.97 : 0.02

const service = (seconds?: number) => serviceEntailment(address, seconds)
const premises = ['the lamp is lit', 'a spaniel barks']

describe('a service in the format of Hugging Face', () => {
  test.each([
    ['rows of all labels', ({ inputs }: Body) => inputs.map(pair => scored(knows(pair)))],
    [
      'the best label of each pair',
      ({ inputs }: Body) =>
        inputs.map(pair =>
          knows(pair) > 0.5
            ? { label: 'entailment', score: knows(pair) }
            : { label: 'neutral', score: 0.9 },
        ),
    ],
  ])('is understood when it gives %s', async (_, reply) => {
    answer = json(reply)
    expect(await service()(premises, ['a dog barks', 'it rains'])).toMatchObject([
      { entailed: true, premise: 'a spaniel barks', why: 'the service scores a premise 0.97' },
      { entailed: false },
    ])
    expect(asked[0]?.body.inputs[1]).toEqual({ text: 'a spaniel barks', text_pair: 'a dog barks' })
  })

  test('is understood when it gives one pair without a row', async () => {
    answer = json(() => scored(0.8))
    expect(await service()(['a spaniel barks'], ['a dog barks'])).toMatchObject([
      { entailed: true },
    ])
    answer = json(() => scored(0.5))
    expect(await service()(['a spaniel barks'], ['a dog barks'])).toMatchObject([
      { entailed: true, scores: [0.5] },
    ])
    answer = json(() => scored(0.4))
    expect(await service()(['a spaniel barks'], ['a dog barks'])).toMatchObject([
      { entailed: false },
    ])
  })

  test('has to name the label of entailment', async () => {
    for (const [first, ...others] of [
      ['LABEL_2', 'LABEL_1', 'LABEL_0'],
      ['LABEL_2', 'neutral', 'LABEL_0'],
    ]) {
      answer = json(({ inputs }) => inputs.map(() => scored(0.8, [first!, ...others])))
      await expect(service()(premises, ['a dog barks'])).rejects.toThrow(
        `names its labels ${others[0]}, ${first}, ${others[1]}; say which of them means entailment`,
      )
    }
    answer = json(() => [[scored(0.8)[0]], scored(0.8)])
    await expect(service()(['a spaniel barks'], ['a dog barks'])).rejects.toThrow(
      'did not give labels with scores for each of 1 pairs',
    )
  })

  test('is asked for many pairs in several requests', async () => {
    answer = json(({ inputs }) => inputs.map(pair => scored(knows(pair))))
    const many = [
      ...Array.from({ length: 69 }, (_, i) => `stone ${i} lies there`),
      'a spaniel barks',
    ]
    const found = await service()(many, ['it rains', 'a dog barks'])
    expect(found.map(each => each.premise)).toEqual([undefined, 'a spaniel barks'])
    expect(asked.map(({ body }) => body.inputs.length)).toEqual([64, 64, 12])
  })
})

describe('a failure is one sentence', () => {
  test.each<[string, Answer, string]>([
    [
      'a status',
      json(() => ({ error: 'model is loading' }), 503),
      'answered 503: {"error":"model is loading"}',
    ],
    [
      'a status without a word',
      (_, response) => response.writeHead(500).end(),
      'answered 500: nothing; mend it',
    ],
    [
      'a status in many words',
      json(() => 'x'.repeat(158), 500),
      `answered 500: "${'x'.repeat(158)}"; mend it`,
    ],
    [
      'a status in more',
      json(() => 'x'.repeat(159), 500),
      `answered 500: "${'x'.repeat(159)} ...; mend it`,
    ],
    [
      'no JSON',
      (_, response) => response.end('<html>hello</html>'),
      'answered what is no JSON: <html>',
    ],
    [
      'another shape',
      json(() => ({ labels: ['entailment'] })),
      'did not give labels with scores for each of 2 pairs',
    ],
    [
      'too few rows',
      json(() => [scored(0.9)]),
      'did not give labels with scores for each of 2 pairs',
    ],
    ['a broken connection', (_, response) => response.destroy(), 'could not be reached'],
    [
      'a redirection',
      (_, response) => response.writeHead(302, { location: '/other' }).end(),
      'could not be reached (unexpected redirect)',
    ],
    ['silence', () => undefined, 'did not answer within 0.2 s'],
  ])('about %s', async (_, way, says) => {
    answer = way
    const failure = await service(0.2)(premises, ['a dog barks']).catch(
      (error: Error) => error.message,
    )
    expect(failure).toContain(`The entailment service at ${address} ${says}`)
    expect(failure).not.toMatch(/\n/)
  })

  test('about an address that is none, before anything is asked', () => {
    expect(() => serviceEntailment('nli')).toThrow('the address of a service, such as')
    expect(() => serviceEntailment('file:///etc/passwd')).toThrow('not "file:///etc/passwd"')
  })

  test('unless the caller gave up: then it is the reason for that', async () => {
    answer = () => undefined
    const reason = new Error('no longer needed')
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 20)
    await expect(service()(premises, ['a dog barks'], controller.signal)).rejects.toBe(reason)
  })
})

test('without hypotheses or premises nothing is asked', async () => {
  expect(await service()(premises, [])).toEqual([])
  expect(await service()([], ['a dog barks'])).toMatchObject([{ entailed: false }])
  expect(asked).toEqual([])
})
