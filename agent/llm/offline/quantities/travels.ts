// How a question about a journey splits: who moves, at what pace, and along which path.

/** The phrases of the question, as they stand in it. */
interface Travel {
  readonly mover: string
  /** Empty when the question names no pace. */
  readonly pace: string
  /** Empty when the question names none. */
  readonly path: string
}

/** Reads who moves how and where; `undefined` when no mover is named. */
export function travelIn(said: string): Travel | undefined {
  const text = said.replace(/\s+/g, ' ')
  const found = paces.map(each => each.exec(text)).find(each => each !== null)
  const pace = found?.[1] ?? ''
  const rest = found ? text.replace(found[0], ' … ') : text
  const path = pathIn(rest)
  const mover = moverIn(path === '' ? rest : rest.replace(path, ' … '))
  return mover === undefined ? undefined : { mover, pace, path }
}

// --- internal ---

const owner = "(?:the|his|her|its|their|top|full|maximum|average|[\\p{L}’']+['’]s)"
const paceOf =
  '(?:\\s+of\\s+(?:his|her|its|their|the|an?)\\s+[^,.?]{1,60}?(?=\\s+(?:without|all|how|to|would|could)\\b|[,.?]|$))?'
const pacePhrase = `${owner}\\s+(?:(?!(?:if|kept|went|at|to|in|for)\\s)[^\\s,.?]+\\s+){0,6}?(?:pace|speed)\\b${paceOf}`

const paces: readonly RegExp[] = [
  // how long it is kept adds nothing
  new RegExp(
    `\\b(?:at|with|(?:keep|kept|hold|held|maintain)\\w*(?: up)?)\\s+(${pacePhrase})(?: for ever| without (?:a|any) (?:rest|stop|pause))?`,
    'iu',
  ),
  /\b(in (?:level|horizontal) flight|in a dive|at a (?:walk|trot|gallop|sprint|crawl))\b/iu,
]

const motion =
  '(?:run|walk|swim|fl(?:y|ies)|crawl|cross|travel|cover|drive|go|cycle|ride|row|sail|move|circle)(?:e?s)?'

/** `run the distance from ...`, `cross the ... from east to west`, `for the distance ...`. */
function pathIn(text: string): string {
  const [, path = ''] =
    new RegExp(
      `\\b(?:${motion}\\s+(?:once\\s+)?(?=(?:along|across|around|round|from|the|to)\\s)|for\\s+(?=the\\s+(?:distance|way|length|route)\\s))([^,.?;…]+?)(?=\\s+(?:if|when|while|without)\\b|\\s*…|[,.?;]|$)`,
      'iu',
    ).exec(text) ?? []
  // a goal alone does not say how far it is
  return /^to\s/i.test(path) && (path.match(/(?<![\p{L}])\p{Lu}/gu)?.length ?? 0) < 2 ? '' : path
}

const moverEnd = `(?=\\s+(?:could|can|would|was|were|ke(?:ep|pt)s?|went|needs?|takes?|to|had|be|${motion})\\b|\\s*[…?]|,\\s+(?:how|would))`
const isPronoun = /^(?:it|he|she|they|that|this|one|someone|somebody|you|we|i)$/i

const movers: readonly RegExp[] = [
  '\\b(?:if|suppose|supposing|imagine)\\s+',
  '\\b(?:would|does|do|will)\\s+',
  '^',
].map(before => new RegExp(`${before}(?:the\\s+|an?\\s+)?(\\p{L}[^.?…]{1,120}?)${moverEnd}`, 'iu'))

function moverIn(text: string): string | undefined {
  return movers
    .flatMap(pattern => pattern.exec(text)?.[1]?.trim() ?? [])
    .find(mover => !isPronoun.test(mover) && !/\bhow (?:many|long|much)\b/i.test(mover))
}
