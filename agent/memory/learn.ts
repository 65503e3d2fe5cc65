// What a finished question leaves behind: the beliefs whose origin code has established, each with
// what it was taken from and what it depends on. Never a guess, never a key, never a whole file.

import { canonical, fingerprint } from '../../plans/canonical.ts'
import { names as namesIn, sameQuantity } from '../../plans/expressions/expression.ts'
import { textOrder } from '../../plans/given.ts'
import { show } from '../../plans/show.ts'
import { slots } from '../../plans/template.ts'
import { quoteOccurs } from '../../plans/text/evidence.ts'
import { inPlanOrder } from '../beliefs/beliefs.ts'
import { shownAddress } from '../llm/secrets.ts'
import {
  type AttachedFile,
  type Belief,
  type Intention,
  type State,
  type StoredCall,
  stepBy,
  stepsIn,
} from '../state.ts'
import { type Fact, factId, type SourceFile } from './fact.ts'
import {
  type Editions,
  filesRead,
  headBefore,
  isPrivate,
  namedDays,
  pathsIn,
  shortened,
} from './sources.ts'

/**
 * The facts that the root intention `id` of the run `run` established, each after those it rests on;
 * none when it was not satisfied. Files are read once more, for their hash; one that cannot be read or
 * has changed since leaves nothing behind.
 */
export async function learnedFrom(state: State, id: string, run: string): Promise<readonly Fact[]> {
  const intention = state.intentions.get(id)
  if (intention?.status !== 'satisfied') return []
  const scene = sceneOf(state, intention, run)
  const beliefs = [...scene.beliefs.values()].filter(belief => isKept(belief, scene))
  const editions: Editions = new Map()
  const facts = beliefs
    .toSorted((a, b) => depth(a, scene) - depth(b, scene))
    .map(belief => factOf(belief, scene, editions))
  return (await Promise.all(facts)).filter(fact => fact !== undefined)
}

// --- internal ---

/** The intention at its end, and how its beliefs hang together. */
interface Scene {
  readonly state: State
  readonly intention: Intention
  readonly run: string
  readonly files: readonly AttachedFile[]
  /** The newest under each name. */
  readonly beliefs: ReadonlyMap<string, Belief>
}

function sceneOf(state: State, intention: Intention, run: string): Scene {
  const steps = stepsIn(state, intention.plan)
  const newest = [...(state.groundBeliefs.get(intention.id) ?? [])].map(
    ([name, versions]) => [name, inPlanOrder(versions, steps, intention.cycle).at(-1)!] as const,
  )
  const files = state.perceptions.get(intention.root)?.perception.files ?? []
  return { state, intention, run, files, beliefs: new Map(newest) }
}

/** The calls of the step that established a belief; they are numbered from 1. */
function callsOf({ by }: Belief, { state, intention }: Scene): readonly StoredCall[] {
  const calls: StoredCall[] = []
  if (!by) return calls
  for (;;) {
    const id = `${intention.id}/${by.cycle}.${by.step}.c${calls.length + 1}`
    const call = state.toolCalls.get(id)
    if (!call) return calls
    calls.push(call)
  }
}

const evidenceOf = ({ evidence }: Belief, { state }: Scene) =>
  evidence && state.toolCalls.get(evidence.call)

/** Longer values are texts of their own, and a memory of facts is no place for them. */
const longestValue = 500

function isKept(belief: Belief, scene: Scene): boolean {
  const { name, value, unit, provenance, by, derivation = '' } = belief
  if (provenance === 'assumed' || provenance === 'implied' || String(value).length > longestValue)
    return false
  // what a question brings along is a circumstance, unless it is a quantity of something
  if (!by) return provenance === 'given' && unit !== undefined
  if (provenance === 'given') return false
  // what was recalled is in the memory already, and does not become newer by being used
  if (evidenceOf(belief, scene)?.tool === 'recall') return false
  const wording = scene.beliefs.has(derivation.trim()) || slots(derivation).length > 0
  return !(name === 'final_answer' && wording)
}

async function factOf(belief: Belief, scene: Scene, editions: Editions): Promise<Fact | undefined> {
  const { name, value, unit, provenance, derivation, at } = belief
  const { intention, run } = scene
  const calls = callsOf(belief, scene)
  const files = await filesRead(calls, scene.files, { at, editions })
  const call = evidenceOf(belief, scene)
  if (provenance === 'assumed' || provenance === 'implied' || !files) return undefined
  const quote = shortened(belief.evidence?.quote)
  const rests = groundsOf(belief, scene)
  const asked = call?.computes && call.value !== undefined && files.length > 0
  const fact: Fact = {
    id: factId(run, intention.id, name),
    name,
    value,
    provenance,
    ...(unit !== undefined && { unit }),
    source: sourceOf(belief, call, scene),
    by: saidBy(belief, scene),
    ...(files.length > 0 && { files }),
    ...(asked && { asked: askedOf(call, files) }),
    ...(quote !== undefined && { quote }),
    ...(derivation !== undefined && { derivation }),
    about: shortened(intention.goal) ?? '',
    ...(isAnswer(belief, scene) && { answers: true }),
    given: circumstancesOf(belief, scene),
    ...(rests.length > 0 && { rests: [...rests] }),
    learnedAt: new Date(at).toISOString(),
    ...namedDays(quote ?? ''),
    run,
  }
  return isPrivate(fact) ? undefined : fact
}

function isAnswer(belief: Belief, { beliefs }: Scene): boolean {
  const final = beliefs.get('final_answer')
  if (!final || belief.name === 'final_answer') return final === belief
  return final.derivation?.trim() === belief.name && sameQuantity(final, belief)
}

/** The beliefs that a belief was worked out from: what its step reads and what its derivation names. */
function readsOf(belief: Belief, scene: Scene): readonly Belief[] {
  const { state, intention } = scene
  const { bind } = intention
  const derivation = belief.derivation ?? ''
  const named = namesIn(derivation, [...scene.beliefs.keys()]) ?? []
  const read = (belief.by && stepBy(state, intention, belief.by)?.reads) ?? []
  const roles = new Set([...read.map(role => bind[role] ?? role), ...named, ...slots(derivation)])
  return [...roles].flatMap(role => {
    const found = scene.beliefs.get(role)
    return found && found !== belief ? [found] : []
  })
}

/** Everything a belief hangs on, directly or not. */
function behind(belief: Belief, scene: Scene, found = new Set<Belief>()): ReadonlySet<Belief> {
  for (const each of readsOf(belief, scene))
    if (!found.has(each)) behind(each, scene, found.add(each))
  return found
}

const depth = (belief: Belief, scene: Scene) => behind(belief, scene).size

/** What was given that a belief depends on; all that was given, where no reading tells. */
function circumstancesOf(belief: Belief, scene: Scene): Record<string, string> {
  const said = (some: Iterable<Belief>) =>
    [...some].filter(
      each => !each.by && each !== belief && !scene.files.some(f => f.name === each.value),
    )
  const read = said(behind(belief, scene))
  const given = read.length > 0 ? read : said(scene.beliefs.values())
  const entries = given.map(
    each => [each.name, (shortened(show(each)) ?? '').slice(0, 200)] as const,
  )
  return Object.fromEntries(entries.sort(([a], [b]) => textOrder(a, b)))
}

/** Ids of the facts a belief rests on, those recalled for it included. */
function groundsOf(belief: Belief, scene: Scene): readonly string[] {
  const recalled = callsOf(belief, scene).filter(({ tool }) => tool === 'recall')
  // which of the lines a computation of the same step has used is not known
  const seen = recalled.flatMap(({ content }) => idsIn(content))
  const read = readsOf(belief, scene).flatMap(each => {
    if (isKept(each, scene)) return [factId(scene.run, scene.intention.id, each.name)]
    const call = evidenceOf(each, scene)
    if (call?.tool === 'recall') return idsIn(call.content, each.evidence?.quote)
    return each.by ? groundsOf(each, scene) : []
  })
  return [...new Set([...seen, ...read])]
}

/** Ids at the head of the lines that recall gave; with `quote`, of those that hold it. */
function idsIn(content: string, quote?: string): readonly string[] {
  return content
    .split('\n')
    .filter(line => quote === undefined || quoteOccurs(quote, line))
    .flatMap(line => /^\[(m[0-9a-f]+)\] /.exec(line)?.[1] ?? [])
}

function sourceOf(belief: Belief, call: StoredCall | undefined, scene: Scene): string {
  if (!belief.by) return belief.source
  if (!call) {
    const from = readsOf(belief, scene).map(each => sourceOf(each, evidenceOf(each, scene), scene))
    return [...new Set(from)].sort().join(', ').slice(0, 300) || belief.source
  }
  const { url } = call.input as { readonly url?: unknown }
  const paths = pathsIn(call, scene.files)
  if (paths.length > 0) return paths.map(path => path.split(/[/\\]/).at(-1)).join(', ')
  if (typeof url === 'string') return shownAddress(url)
  return headBefore(call.content, belief.evidence?.quote) ?? call.tool
}

/** What rests on one word of a tool is the tool's: a person who is asked has not said it. */
function saidBy(belief: Belief, scene: Scene): 'person' | 'tool' {
  const all = [belief, ...behind(belief, scene)]
  const isPersons = (each: Belief) =>
    callsOf(each, scene).length === 0 && (each.by !== undefined || each.source === 'user')
  return all.every(isPersons) ? 'person' : 'tool'
}

const askedOf = ({ tool, input }: StoredCall, files: readonly SourceFile[]) =>
  fingerprint([tool, canonical(input), files.map(file => file.place)], 16)
