// How a question about a journey splits: who moves, at what pace, and along which path.

/** Who moves how and where, as it stands there, a pace or a path that is not named empty; `undefined` when no mover is named. */
export function travelIn(text: string) {
  const { pace, rest } = paceIn(text.replace(/\s+/g, ' '))
  const path = pathIn(rest)
  const mover = moverIn(path === '' ? rest : rest.replace(path, ' … '))
  return mover === undefined ? undefined : { mover, pace, path }
}

// --- internal ---

const paceWord = '(?:pace|speed|rate|tempo|velocity)'
const owner =
  "(?:the|his|her|its|their|that|this|top|full|maximum|average|normal|usual|[\\p{L}’']+['’]s)"
const pacePhrase = `${owner}\\s+(?:(?!(?:if|when|while|kept|went|on|at|to|in|for|he|she|it|they)\\s)[^\\s,.?]+\\s+){0,6}?${paceWord}s?\\b(?:\\s+(?:of|for|in|from|over)\\s+(?:his|her|its|their|the|an?)\\s+[^,.?]{1,60}?(?=\\s+(?:for ever|forever|without|all|how|to|would|could|she|he|it|they)\\b|[,.?]|$))?`

/** Words that say how long a pace is kept add nothing. */
const everWords =
  '(?:\\s+(?:for ever|forever|indefinitely|all the way|throughout|without (?:a|any)?\\s?(?:rests?|pauses?|stops?|stopping|resting)))?'

const paces: readonly RegExp[] = [
  new RegExp(`\\b(?:at|with)\\s+(${pacePhrase})${everWords}`, 'iu'),
  new RegExp(
    `\\b(?:keep|keeps|kept|keeping|hold|holds|held|holding|maintain|maintains|maintained|maintaining|sustain|sustained)(?:\\s+up)?\\s+(${pacePhrase})${everWords}`,
    'iu',
  ),
  /\b(in (?:level|horizontal) flight|in a dive|at a (?:walk|trot|gallop|sprint|crawl))\b/iu,
]

function paceIn(text: string): { readonly pace: string; readonly rest: string } {
  for (const pattern of paces) {
    const found = pattern.exec(text)
    if (!found) continue
    const pace = found[1]!.trim()
    const rest = `${text.slice(0, found.index)} … ${text.slice(found.index + found[0].length)}`
    return { pace, rest }
  }
  return { pace: '', rest: text }
}

const motion =
  '(?:run|walk|swim|fly|crawl|cross|travel|cover|drive|go|cycle|ride|row|sail|hop|race|march|skate|ski|creep|slither|move|traverse|circle|get|glide|paddle|swims|runs|walks|flies|crawls|crosses|travels|covers|goes|rides|rows|sails|hops|creeps)'
const pathEnd = '(?=\\s+(?:if|when|while|without|provided|assuming|supposing)\\b|\\s*…|[,.?;]|$)'

/** `run the distance from ...`, `cross the ... from east to west`, `for the distance ...`. */
function pathIn(text: string): string {
  const found =
    new RegExp(
      `\\b${motion}\\s+((?:once\\s+|right\\s+|all the way\\s+)*(?:along|across|around|round|over|through|down|up|from|between|the|a|an|as far as|to)\\s+[^,.?;…]+?)${pathEnd}`,
      'iu',
    ).exec(text) ??
    new RegExp(
      `\\bfor\\s+(the\\s+(?:distance|way|length|route|journey|trip)\\s+[^,.?;…]+?)${pathEnd}`,
      'iu',
    ).exec(text)
  const path = found?.[1]?.trim() ?? ''
  // a goal alone does not say how far it is
  return /^to\s/i.test(path) && (path.match(/(?<![\p{L}])\p{Lu}/gu)?.length ?? 0) < 2 ? '' : path
}

const moverEnd =
  '(?=\\s+(?:could|can|were|was|kept|keeps|keep|went|goes|needs?|need|takes?|take|requires?|require|have|walks?|runs?|swims?|flies|fly|crawls?|crosses|travels?|covers?|to|would|had|cycles?|rides?|hops?|moves?|skied|skated|cycled|rowed|sailed|walked|ran|swam|flew|drove|raced|marched|crawled|rode|travelled|continued|continues|maintained|held|sustained|spend|be)\\b|\\s*[…?]|,\\s+(?:how|would))'
const isPronoun =
  /^(?:it|he|she|they|that|this|one|someone|somebody|you|we|i|the journey|the trip)$/i

const movers: readonly RegExp[] = [
  new RegExp(
    `\\b(?:if|suppose|supposing|imagine|assume|assuming|provided)\\s+(?:that\\s+)?(?:the\\s+|an?\\s+)?([^.?…]{2,120}?)${moverEnd}`,
    'iu',
  ),
  new RegExp(
    `\\b(?:would|does|do|will|did|must)\\s+(?:the\\s+|an?\\s+)?([^.?…]{2,120}?)${moverEnd}`,
    'iu',
  ),
  /\btake\s+(?:the\s+|an?\s+)?([^.?…]{2,120}?)\s+to\b/iu,
  new RegExp(`^(?:the\\s+|an?\\s+)?(\\p{L}[^.?…]{1,120}?)${moverEnd}`, 'iu'),
]

function moverIn(text: string): string | undefined {
  for (const pattern of movers) {
    const mover = pattern.exec(text)?.[1]?.trim().replace(/,$/, '')
    if (mover && !isPronoun.test(mover) && !/\bhow (?:many|long|much)\b/i.test(mover)) return mover
  }
  return undefined
}
