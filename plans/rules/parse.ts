// Rules in words, as one text: `IF your task is to G CONSIDERING c1 AND c2 THEN a, b, PLAN TO h`, parted by
// lines of dashes. The keywords are in capitals; a line that begins with # is a remark.
import type { PlanDraft } from '../plan.ts'
import { draftOf, faultsOf, type Rule } from './rule.ts'

/** The plans that a text holds, or what is wrong with it: one sentence a fault, with line and way out. */
type ParsedRules = { readonly plans: readonly PlanDraft[] } | { readonly faults: readonly string[] }

/** Whether a text looks like rules, or like the remarks of such a file alone, rather than like something else. */
export function looksLikeRules(text: string): boolean {
  if (/^\s*IF\b/m.test(text)) return !/^\s*[{[]/.test(text)
  return text.trim() !== '' && text.split('\n').every(line => /^\s*(?:#|$)/.test(line))
}

/**
 * Reads rules. Where a rule says `your goal is to`, as in the first libraries of this kind, a step that
 * is word for word the task of a rule of the text is a PLAN TO. Commas and ends of lines part steps; a
 * text in double quotes, written as in JSON, stands for itself. Never throws.
 */
export function parseRules(text: string): ParsedRules {
  const read = blocksOf(text).map(parseBlock)
  const faults = read.flatMap(each => ('faults' in each ? each.faults : []))
  if (faults.length > 0) return { faults }
  const found = read.flatMap(each => ('rule' in each ? [each] : []))
  const tasks = new Set(found.map(({ rule }) => rule.task))
  const plans = found.map(({ rule, code }) => {
    const body = rule.body.map(step =>
      code && tasks.has(step.text) ? { ...step, plan: true } : step,
    )
    return draftOf({ ...rule, body })
  })
  return { plans }
}

// --- internal ---

interface Block {
  readonly text: string
  /** The number of its first line. */
  readonly line: number
}

type ParsedBlock =
  | { readonly rule: Rule; readonly code: boolean }
  | { readonly faults: readonly string[] }

/** The texts between lines of dashes; a line that begins with IF begins a rule, also where the dashes were forgotten. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { text: string; line: number }[] = []
  let open = false
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const ends = /^\s*-{2,}\s*$/.test(line)
    const shown = ends || /^\s*#/.test(line) ? '' : line
    if (ends) open = false
    else if (open && !/^\s*IF\b/.test(line)) blocks.at(-1)!.text += `\n${shown}`
    else if (shown.trim() !== '') {
      blocks.push({ text: shown, line: at + 1 })
      open = true
    }
  }
  return blocks
}

/** A fault of the text at `at`. */
class Fault extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

function parseBlock({ text, line }: Block): ParsedBlock {
  const lineAt = (at: number) => line + (text.slice(0, at).match(/\n/g)?.length ?? 0)
  const said = (at: number, message: string) => `line ${lineAt(at)}: ${message}.`
  try {
    const { rule, code, places } = parseRule(text)
    const faults = faultsOf(rule).map(({ text: about, message }) =>
      said(places.get(about) ?? 0, message),
    )
    return faults.length > 0 ? { faults } : { rule, code }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { faults: [said(error.at, error.message)] }
  }
}

interface Cursor {
  readonly text: string
  at: number
  /** Where each text begins. */
  readonly places: Map<string, number>
}

function parseRule(text: string) {
  const cursor: Cursor = { text, at: 0, places: new Map() }
  if (!take(cursor, /\s*IF\b/uy))
    throw new Fault(cursor.at, 'a rule begins with IF in capitals; write "IF your task is to ..."')
  const said = take(cursor, /\s*your\s+(task|goal)\s+is\s+to\b/iuy)
  const task = piece(cursor, 'the task', /\s(?=\s*(?:CONSIDERING|THEN)\b)/uy)
  const considering: string[] = []
  if (take(cursor, /\s*CONSIDERING\b/uy))
    do {
      const denied = take(cursor, /\s*NOT(?=\s)/uy) ? 'NOT ' : ''
      considering.push(denied + piece(cursor, 'a statement', /\s(?=\s*(?:AND|THEN)\b)/uy))
    } while (take(cursor, /\s*AND\b/uy))
  if (!take(cursor, /\s*THEN\b\s*:?/uy))
    throw new Fault(cursor.at, 'THEN is missing; write it in capitals before the steps')
  const body = []
  for (take(cursor, separators); cursor.at < text.length; take(cursor, separators)) {
    const plan = take(cursor, /PLAN\s+TO(?=\s)/uy) !== undefined
    body.push({ plan, text: piece(cursor, 'a step', /\s*(?:[,\n]|$)/uy) })
  }
  return {
    rule: { task, considering, body },
    code: /goal/i.test(said ?? ''),
    places: cursor.places,
  }
}

const separators = /[\s,]*/uy
const keyword = /\b(?:IF|CONSIDERING|AND|THEN|PLAN\s+TO)\b/u

/** The text up to where `end` matches, or the text that stands there in quotes. */
function piece(cursor: Cursor, what: string, end: RegExp): string {
  take(cursor, /[^\S\n]*/uy)
  if (what !== 'a step') take(cursor, /\s*/uy)
  const from = cursor.at
  const quoted = take(cursor, /"(?:[^"\\\n]|\\.)*"/uy)
  const text = quoted === undefined ? upTo(cursor, end) : unquote(quoted, from)
  if (quoted !== undefined && !ends(cursor, end))
    throw new Fault(
      from,
      `${what} in quotes goes on after ${quoted}; put the whole of it in quotes`,
    )
  const stray = quoted === undefined ? keyword.exec(text) : undefined
  if (stray) throw new Fault(from, strayIn(what, text, stray[0]))
  cursor.places.set(text, from)
  return text
}

function strayIn(what: string, text: string, word: string): string {
  const way =
    what === 'a step'
      ? 'part steps by commas and rules by a line of --'
      : 'the order is IF, CONSIDERING, AND, THEN, each once but AND'
  return `${word} stands within ${what} ("${text}"); ${way}, or put the text in double quotes`
}

function upTo(cursor: Cursor, end: RegExp): string {
  const from = cursor.at
  while (!ends(cursor, end)) cursor.at++
  return cursor.text.slice(from, cursor.at).trim().replace(/\s+/gu, ' ')
}

function ends({ text, at }: Cursor, end: RegExp): boolean {
  end.lastIndex = at
  return end.test(text) || at >= text.length
}

function unquote(quoted: string, at: number): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw new Fault(at, `${quoted} is not quoted as in JSON; write \\" for a quote in it`)
  }
}

/** Moves over what `pattern` matches here, which it gives back. */
function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)
  if (!found) return undefined
  cursor.at += found[0].length
  return found[0]
}
