// Entailment decided by a natural language inference service over HTTP. It answers in the format of a
// Hugging Face text-classification endpoint, or in a simple one of our own.
import { z } from 'zod'
import type { Entail, Entailed } from './entail.ts'
import { byPairs, type Pair } from './entail-pairs.ts'

/** Where the service is and how it speaks. */
export interface EntailmentService {
  /** An http or https address. */
  readonly address: string
  /**
   * `hugging-face` (the default): pairs of text and text_pair in, labels with scores out. `simple`:
   * `{ premises, hypotheses }` in, `{ verdicts: [{ entailed, premise }] }` out, one verdict for each
   * hypothesis, `premise` the position of the premise from 0.
   */
  readonly form?: 'hugging-face' | 'simple'
  /** Sent as a bearer token. */
  readonly token?: string
  /** Seconds after which a request is given up. Default: 20. */
  readonly seconds?: number
  /** The score from which on a premise entails a hypothesis. Default: 0.5. */
  readonly threshold?: number
  /** The label that means entailment, where it does not begin with "entail". */
  readonly label?: string
}

/** The service as a way of deciding. Throws one sentence when the configuration cannot work. */
export function serviceEntailment(service: EntailmentService): Entail {
  const { address, threshold = 0.5, form = 'hugging-face' } = service
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new Error(
      `"${address}" is no address of an entailment service; give one such as http://127.0.0.1:8080/predict.`,
    )
  if (!(threshold >= 0 && threshold <= 1))
    throw new Error(`the threshold ${threshold} is no score; give a number from 0 to 1.`)
  if (form === 'hugging-face')
    return byPairs('the service', (pairs, signal) => scoresOf(service, pairs, signal), threshold)
  return async (premises, hypotheses, signal) =>
    hypotheses.length > 0 && premises.length > 0
      ? inSimpleForm(service, premises, hypotheses, signal)
      : hypotheses.map(() => ({ entailed: false, why: 'there is no premise' }))
}

// --- internal ---

const longestReply = 5_000_000

const Scores = z.array(z.object({ label: z.string(), score: z.number() }))
type Scores = z.infer<typeof Scores>

const SimpleReply = z.object({
  verdicts: z.array(
    z.object({ entailed: z.boolean(), premise: z.number().int().nonnegative().nullish() }),
  ),
})

async function inSimpleForm(
  service: EntailmentService,
  premises: readonly string[],
  hypotheses: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Entailed[]> {
  const reply = SimpleReply.safeParse(await post(service, { premises, hypotheses }, signal))
  const verdicts = reply.data?.verdicts
  if (verdicts?.length !== hypotheses.length)
    throw fault(service, `did not give one verdict for each of ${hypotheses.length} hypotheses`)
  return verdicts.map(({ entailed, premise }): Entailed => {
    const named = premises[premise ?? -1]
    const why = entailed
      ? 'the service finds it in a premise'
      : 'the service finds it in no premise'
    return { entailed, ...(entailed && named !== undefined && { premise: named }), why }
  })
}

async function scoresOf(
  service: EntailmentService,
  pairs: readonly Pair[],
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  const reply = await post(service, { inputs: pairs, parameters: { top_k: 3 } }, signal)
  return rowsOf(service, reply, pairs.length).map(row => scoreOf(service, row))
}

/** One row of scores for each pair; a service that tells only the best label gives rows of one. */
function rowsOf(service: EntailmentService, reply: unknown, pairs: number): readonly Scores[] {
  const rows = z.array(Scores).safeParse(reply)
  if (rows.success && rows.data.length === pairs) return rows.data
  const flat = Scores.safeParse(reply)
  if (flat.success && pairs === 1) return [flat.data]
  if (flat.success && flat.data.length === pairs) return flat.data.map(one => [one])
  throw fault(service, `did not give labels with scores for each of ${pairs} pairs`)
}

/** The score of entailment; 0 where another label is all the service tells. */
function scoreOf(service: EntailmentService, row: Scores): number {
  const { label } = service
  const means = (name: string) =>
    label === undefined ? /^entail/i.test(name) : name.toLowerCase() === label.toLowerCase()
  const found = row.find(one => means(one.label))
  if (found) return found.score
  if (label === undefined && row.some(one => /^label_?\d+$/i.test(one.label)))
    throw fault(
      service,
      `names its labels ${row.map(one => one.label).join(', ')}; say which of them means entailment`,
    )
  return 0
}

async function post(
  service: EntailmentService,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { address, token, seconds = 20 } = service
  const limit = AbortSignal.timeout(seconds * 1000)
  let text: string
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      // an address that leads elsewhere would hand the token on
      redirect: 'error',
    })
    text = await shortText(response)
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) throw fault(service, `did not answer within ${seconds} s`)
    throw fault(service, `could not be reached (${causeOf(error)})`)
  }
  if (!response.ok) throw fault(service, `answered ${response.status}: ${said(text)}`)
  try {
    return JSON.parse(text)
  } catch {
    throw fault(service, `answered what is no JSON: ${said(text)}`)
  }
}

async function shortText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestReply)
      throw new Error(`its reply is longer than ${longestReply} characters`)
  }
  return text + decoder.decode()
}

function fault({ address }: EntailmentService, what: string): Error {
  return new Error(
    `The entailment service at ${address} ${what}; mend it, or decide entailment by words or by a model instead.`,
  )
}

function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown }
  const deepest = cause instanceof Error ? cause : error
  return deepest instanceof Error ? deepest.message || deepest.name : String(deepest)
}

/** The words of an error, short enough for a sentence. */
function said(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 160)} ...` : line || 'nothing'
}
