// Where the values of a call come from: each argument taken apart, and each part found again in what the
// person said, in what tools returned, or nowhere.
import { memo } from '../../plans/memo.ts'
import { folded, stem, stopWords } from '../../plans/text/words.ts'
import { normalAddress } from '../pages/addresses.ts'
import type { Said } from '../source.ts'
import { type ArgumentRole, argumentRoles, type Tool } from '../tool.ts'
import { isNamedIn } from './standing.ts'

/** What is to be known of a tool to judge a call of it. */
export type Declared = Pick<Tool, 'name' | 'effect' | 'web' | 'server' | 'arguments'>

/** What an earlier call gave. */
export interface EarlierResult {
  readonly tool: string
  readonly content: string
  readonly input?: unknown
  /** How people and models name it: `c1`. */
  readonly label?: string | undefined
  /** The web addresses that it gives as hits or links. */
  readonly links?: readonly string[] | undefined
  /** True for what anybody may read: a page, a search of the web. */
  readonly web?: boolean | undefined
  /** The MCP server that gave it. */
  readonly server?: string | undefined
  /** What the tool declares of its arguments. */
  readonly arguments?: Tool['arguments']
  readonly failed?: boolean | undefined
}

/**
 * A call before it is made. Only `tool`, `input` and `question` are needed; what is left out is not known.
 * @example
 * ```ts
 * import { decide, type ProposedCall } from 'intend/tools'
 *
 * const call: ProposedCall = {
 *   tool: { name: 'web_search', web: true, arguments: { query: 'content' } },
 *   input: { query: 'heron 4711' },
 *   question: 'Where do herons nest?',
 *   results: [{ tool: 'read_file', input: { path: 'notes.txt' }, content: 'The code is 4711.' }],
 * }
 * console.log(decide(call).reasons.join()) // query "heron 4711" comes from read_file notes.txt and not from you
 * ```
 */
export interface ProposedCall {
  readonly tool: Declared
  readonly input: unknown
  /** All that the person has said: the question, and those before it. */
  readonly question: string | readonly string[]
  /** The results in view, the oldest first. */
  readonly results?: readonly EarlierResult[]
  /**
   * Whether the call may follow words that are not the person's: true as soon as there are results. A plan
   * that was written before any of them says false.
   */
  readonly tainted?: boolean
  /**
   * Given where a plan makes the call as it was written: by the path of an argument, where the beliefs come from
   * that it is filled with.
   */
  readonly known?: Readonly<Record<string, readonly Origin[]>>
}

/** Who said a value, and whether anybody may know it. */
export interface Origin extends Said {
  readonly web?: boolean | undefined
}

/** A single value of a call: `to[0]`, `message.body`, or a web address that stands in a text. */
export interface Part {
  readonly name: string
  readonly value: string | number | boolean
  readonly role: ArgumentRole
  /** Set for an address within a text that is sent. */
  readonly within?: true
}

/** The values of a call, each with the role its argument has. */
export function partsOf({ tool, input }: Pick<ProposedCall, 'tool' | 'input'>): readonly Part[] {
  return [...valuesIn(input, '')].flatMap(({ name, value }): Part[] => {
    const role = roleOf(name, tool)
    if (value === '' || (typeof value === 'boolean' && !isDeclared(name, tool))) return []
    const part: Part = { name, value, role }
    // who reads a text that is sent goes where its addresses lead, and may be led there without asking
    const addresses =
      role === 'content' && tool.effect && typeof value === 'string' ? linksIn(value) : []
    return [
      part,
      ...addresses.map((each): Part => ({ name, value: each, role: 'destination', within: true })),
    ]
  })
}

/** Whether what the tool is called with goes to somebody else. */
export const leaves = ({ web, server }: Declared) => web === true || server !== undefined

/** The results as who gets the call knows them: what a server has given is public to itself. */
export const asKnownTo = ({ server }: Declared, results: readonly EarlierResult[]) =>
  server === undefined
    ? results
    : results.map(each => (each.server === server ? { ...each, web: true } : each))

/** Everything that the person has said. */
export const wordsOfPerson = ({ question }: Pick<ProposedCall, 'question'>): readonly string[] =>
  typeof question === 'string' ? [question] : question

/** Whether the person named the value. */
export function isPersons({ name, value }: Part, call: ProposedCall): boolean {
  if (typeof value === 'boolean') return false
  const argument = name.replace(/\[\d+\]/g, '')
  return wordsOfPerson(call).some(text => isNamedIn({ value, argument }, text))
}

/** The results in which the value stands. */
export function resultsWith({ value }: Part, { results = [] }: ProposedCall) {
  const wanted = squeezed(String(value))
  return wanted.length < 2
    ? []
    : results.filter(({ content, failed }) => !failed && squeezed(content).includes(wanted))
}

/** The results that give the value as the address of a hit or a link. */
export function resultsLinking(value: string, results: readonly EarlierResult[] = []) {
  const wanted = normalAddress(value)
  if (wanted === undefined) return []
  return results.filter(({ links }) => links?.some(link => normalAddress(link) === wanted))
}

/** What is not the person's in view, by name, the first first. */
export function inView({ results = [] }: ProposedCall): readonly Origin[] {
  return [...new Map(results.map(each => [sourceName(each), originOf(each)])).values()]
}

/** A result as the source of a value. */
export const originOf = (result: EarlierResult): Origin => ({
  by: 'tool',
  where: sourceName(result),
  ...(result.web && { web: true }),
})

/** The telling words of a text that `known` holds in no form. What is no word at all is not known. */
export function wordsBeyond(text: string, known: ReadonlySet<string>): readonly string[] {
  return [...stemsIn(text)].filter(word => !known.has(word))
}

/** The telling words of texts as stems. */
export function stemsIn(...texts: readonly string[]): ReadonlySet<string> {
  return texts.length === 1 ? stems(texts[0]!) : new Set(texts.flatMap(text => [...stems(text)]))
}

// --- internal ---

/** The same results are looked through for every further call. */
const stems = memo(200, (text): ReadonlySet<string> => {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter(word => !stopWords.has(word)).map(stem))
})

function* valuesIn(
  value: unknown,
  name: string,
): Generator<{ readonly name: string; readonly value: Part['value'] }> {
  if (['string', 'number', 'boolean'].includes(typeof value))
    yield { name, value: value as Part['value'] }
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* valuesIn(item, `${name}[${at}]`)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      const inner = name === '' ? key : `${name}.${key}`
      // the name of a member may be a value in disguise
      if (!/^[a-z_$][\w$-]{0,39}$/i.test(key)) yield { name: inner, value: key }
      yield* valuesIn(item, inner)
    }
}

/**
 * The nearest declaration of `message.to[0]`: of `message.to`, else of `message`. A role that there is none of
 * is taken as the one that most is asked about.
 */
function declarationOf(
  name: string,
  { arguments: declared = {} }: Declared,
): ArgumentRole | undefined {
  const way = name.replace(/\[\d+\]/g, '').split('.')
  const above = way.map((_, at) => way.slice(0, way.length - at).join('.'))
  const found = above.find(each => Object.hasOwn(declared, each))
  const role = found === undefined ? undefined : declared[found]
  return role === undefined || argumentRoles.includes(role) ? role : 'destination'
}

const isDeclared = (name: string, tool: Declared) => declarationOf(name, tool) !== undefined

function roleOf(name: string, tool: Declared): ArgumentRole {
  const declared = declarationOf(name, tool)
  if (declared) return declared
  if (tool.effect) return 'destination'
  return leaves(tool) ? 'content' : 'selector'
}

/** What a reader of a text can follow, as it stands there. */
const linksIn = (text: string): readonly string[] => [
  ...new Set((text.match(link) ?? []).map(each => each.replace(/[.,;:!?)\]}]+$/, ''))),
]

const link =
  /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.|(?<![\w:/])\/\/(?=[\w-]+\.))[^\s<>"']+|(?<![\w@/.-])(?:[\w-]+\.)+(?:[a-z]{2,}(?=[/?]\w)|(?:com|org|net|info|biz|dev|app|xyz|top|site|online|io|ai|ru|cn)\b)(?!@)[^\s<>"']*/giu

/** Spaces and case differ where a text was laid out anew. */
const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** `read_file notes.txt`: the tool, and the first thing it was called with. */
function sourceName({ tool, input, label }: EarlierResult): string {
  const [first] = [...valuesIn(input, '')].filter(({ value }) => typeof value === 'string')
  const shown = first === undefined ? '' : ` ${String(first.value).replace(/\s+/g, ' ')}`
  const cut = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown
  return shown === '' && label !== undefined ? `${tool} ${label}` : `${tool}${cut}`
}
