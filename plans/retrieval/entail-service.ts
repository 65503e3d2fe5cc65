// Entailment decided by a natural language inference service over HTTP, in the format of a Hugging Face
// text-classification endpoint: pairs of text and text_pair in, labels with scores out.
import { z } from 'zod'
import { jsonOf } from '../canonical.ts'
import { ConfigurationError } from '../configuration.ts'
import { reasonOf } from '../writable.ts'
import { byPairs, type Entail, type Pair } from './entail.ts'

/**
 * The service at an http or https address as a way of deciding; a request is given up after so many
 * `seconds`. Throws one sentence for what is no such address.
 */
export function serviceEntailment(address: string, seconds = 20): Entail {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new ConfigurationError(
      `entailment is lexical, model, local:FOLDER or the address of a service, such as http://127.0.0.1:8080/predict, not "${address}"`,
    )
  const service = { address, seconds }
  return byPairs('the service', (pairs, signal) => scoresOf(service, pairs, signal))
}

// --- internal ---

interface Service {
  readonly address: string
  readonly seconds: number
}

const longestReply = 5_000_000

const Score = z.object({ label: z.string(), score: z.number() })
const Rows = z.array(z.union([z.array(Score), Score.transform(score => [score])])).min(1)
type Row = z.infer<typeof Rows>[number]

async function scoresOf(
  service: Service,
  pairs: readonly Pair[],
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  const reply = await post(service, { inputs: pairs, parameters: { top_k: 3 } }, signal)
  return rowsOf(service, reply, pairs.length).map(row => scoreOf(service, row))
}

/** One row of scores for each pair; a service that tells only the best label gives rows of one. */
function rowsOf(service: Service, reply: unknown, pairs: number): readonly Row[] {
  const rows = Rows.safeParse(reply).data
  if (rows?.length === pairs) return rows
  if (rows && pairs === 1 && rows.every(row => row.length === 1)) return [rows.flat()]
  throw fault(service, `did not give labels with scores for each of ${pairs} pairs`)
}

/** The score of entailment; 0 where another label is all the service tells. */
function scoreOf(service: Service, row: Row): number {
  const found = row.find(({ label }) => /^entail/i.test(label))
  if (found) return found.score
  if (row.some(({ label }) => /^label_?\d+$/i.test(label)))
    throw fault(
      service,
      `names its labels ${row.map(({ label }) => label).join(', ')}; say which of them means entailment`,
    )
  return 0
}

async function post(
  service: Service,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { address, seconds } = service
  const limit = AbortSignal.timeout(seconds * 1000)
  let text: string
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      // whoever named the address did not name where it leads
      redirect: 'error',
    })
    text = await shortText(response)
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) throw fault(service, `did not answer within ${seconds} s`)
    throw fault(service, `could not be reached (${reasonOf((error as Error).cause ?? error)})`)
  }
  if (!response.ok) throw fault(service, `answered ${response.status}: ${said(text)}`)
  const json = jsonOf(text)
  if (json === undefined) throw fault(service, `answered what is no JSON: ${said(text)}`)
  return json
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

function fault({ address }: Service, what: string): Error {
  return new Error(
    `The entailment service at ${address} ${what}; mend it, or decide entailment by words or by a model instead.`,
  )
}

/** The words of an error, short enough for a sentence. */
function said(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 160)} ...` : line || 'nothing'
}
