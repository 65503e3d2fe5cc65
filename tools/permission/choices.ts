// How much can be told by choosing: which link of many is followed, which words of pages are looked up.
// Once something private has been read, a page of links and an obedient model spell it out.
import {
  type EarlierResult,
  isPersons,
  type ProposedCall,
  partsOf,
  resultsLinking,
  stemsIn,
  wordsBeyond,
  wordsOfPerson,
} from './origins.ts'

/**
 * How much may be told by the choices of all calls together: less than four digits, of which each is 3.3 bits.
 * It is one link of some thousand, or two of sixty.
 */
export const mostBits = 12

/** What the choices of this call tell, and those of the calls since something private was read, in bits. */
export function bitsOf(call: ProposedCall): number {
  const { results = [] } = call
  const first = results.findIndex(({ web, failed }) => !web && !failed)
  if (first < 0) return 0
  let sum = choiceIn(call, results)
  for (const [at, result] of results.entries())
    if (at > first && result.web && !result.failed) {
      const tool = { name: result.tool, web: true, arguments: result.arguments }
      sum += choiceIn({ ...call, tool, input: result.input }, results.slice(0, at))
    }
  return sum
}

// --- internal ---

function choiceIn(call: ProposedCall, before: readonly EarlierResult[]): number {
  return partsOf(call)
    .filter(part => part.role !== 'selector' && !isPersons(part, call))
    .map(({ role, value }) =>
      role === 'destination'
        ? linkBits(String(value), before)
        : wordBits(String(value), call, before),
    )
    .reduce((sum, bits) => sum + bits, 0)
}

/** One of so many: of the smallest list that has it. */
function linkBits(address: string, before: readonly EarlierResult[]): number {
  const lists = resultsLinking(address, before).map(({ links = [] }) => links.length)
  return lists.length === 0 ? 0 : Math.log2(Math.min(...lists))
}

function wordBits(text: string, call: ProposedCall, before: readonly EarlierResult[]): number {
  const chosen = wordsBeyond(text, stemsIn(...wordsOfPerson(call)))
  const pages = before.filter(({ web }) => web).map(({ content }) => content)
  return chosen.length * Math.log2(Math.max(stemsIn(...pages).size, 2))
}
