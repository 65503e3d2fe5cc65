// Paces and distances that sentences state: a speed, or a length and the time it took.
import { sameQuantity } from '../../../../plans/expressions/expression.ts'
import { answerFrom, margin, type Outcome, stating } from '../look-ups/answering.ts'
import { closeness, fitOf } from '../look-ups/fit.ts'
import type { Sentence } from '../look-ups/texts/documents.ts'
import { nearness } from '../nearness.ts'
import { contentTerms, isAmong, stem, stems } from '../stems.ts'
import { type Found, numbersFor } from '../values.ts'
import type { Want } from '../wanted.ts'

export type Part = 'distance' | 'speed' | 'record_distance' | 'record_duration'

/** The length of the path that `path` describes. */
export function distanceFrom(sentences: readonly Sentence[], path: string): Outcome {
  const terms = contentTerms(path).map(({ stem }) => stem)
  const around = /\b(?:around|round|circumference)\b/i.test(path) ? 'circumferenc' : undefined
  const along = /\b(?:along|length|whole|entire|end to end)\b/i.test(path) ? 'long' : undefined
  const property = around ?? along
  return answerFrom(sentences, {
    ...asked,
    dimensions: ['length'],
    ...(property !== undefined && { property: stem(property) }),
    core: terms.filter(term => !pathWords.has(term)),
    soft: lengthWords,
  })
}

/** The pace of `mover`, in the words of the question: its speed, or one part of its record. */
export function paceFrom(
  sentences: readonly Sentence[],
  mover: string,
  pace: string,
  part: Part,
): Outcome {
  const core = [...new Set(contentTerms(`${mover} ${pace}`).map(({ stem }) => stem))].filter(
    term => !paceWords.has(term),
  )
  if (part === 'speed')
    return answerFrom(sentences, { ...asked, dimensions: ['length/time'], core, soft: speedWords })
  const pairs = sentences.flatMap(sentence =>
    pairsIn(sentence, core, numbersFor(pace, { dimensions: ['length'] })),
  )
  const [best, ...others] = pairs.sort((a, b) => b.score - a.score)
  if (!best) return { missing: 'no sentence states the time of the pace asked about' }
  const rival = others.find(other => other.score > best.score - margin && !samePair(other, best))
  if (rival)
    return {
      missing: `two sentences fit equally well: "${best.sentence.text}" and "${rival.sentence.text}"`,
    }
  const meant = part === 'record_duration' ? best.time : best.length
  return meant ? { found: stating(best.sentence, meant, best.score) } : eventLength(sentences, pace)
}

// --- internal ---

const asked: Pick<Want, 'kind' | 'role' | 'around' | 'names' | 'turns' | 'said' | 'soft'> = {
  turns: [],
  said: [],
  kind: 'number',
  role: 'is',
  around: [],
  names: [],
  soft: [],
}

const pathWords = stems(
  'distance length whole entire once way full complete route approach point journey trip along across over through around round',
)
const lengthWords = [...stems('long measure distance away cover apart')]
const speedWords = [...stems('speed pace travel reach run walk fly swim move go drive ride crawl')]
const paceWords = stems('pace speed rate tempo velocity keep own personal')

interface Pair {
  readonly time: Found
  /** Absent when the sentence names the event only. */
  readonly length: Found | undefined
  readonly score: number
  readonly sentence: Sentence
}

/** The times of a sentence that speaks of the pace, each with the length that belongs to it. */
function pairsIn(
  sentence: Sentence,
  core: readonly string[],
  stated: readonly Found[],
): readonly Pair[] {
  const fits = fitOf(sentence, { ...asked, core, dimensions: [] })
  if (!fits || fits.terms.length === 0) return []
  const { text } = sentence
  const times = numbersFor(text, { dimensions: ['time'] })
  const lengths = numbersFor(text, { dimensions: ['length'] }).filter(length =>
    stated.every(one => sameQuantity(one, length)),
  )
  const score = (time: Found) => closeness(text, fits.terms, time) + 0.3 * fits.context
  const paired = times.flatMap(time =>
    lengths.map((length): Pair => {
      const [end, start] = [Math.min(time.to, length.to), Math.max(time.from, length.from)]
      const near = nearness(text, end, start)
      return { time, length, score: score(time) + 2 * near, sentence }
    }),
  )
  if (paired.length > 0) return paired
  return stated.length > 0
    ? []
    : times.filter(isClock).map(time => ({ time, length: undefined, score: score(time), sentence }))
}

/** A time as races are run: to the second. */
const isClock = ({ value }: Found) => /:\d\d:\d\d|second/.test(String(value))

function samePair(a: Pair, b: Pair): boolean {
  const same = (x: Found | undefined, y: Found | undefined) =>
    x === y || (x !== undefined && y !== undefined && sameQuantity(x, y))
  return same(a.time, b.time) && same(a.length, b.length)
}

/** `The marathon is a road race over 42.195 km`: what an event named by the pace measures. */
function eventLength(sentences: readonly Sentence[], pace: string): Outcome {
  const events = contentTerms(pace).map(({ stem }) => stem)
  const defined = sentences.flatMap(sentence => {
    const named = /^(?:An?|The)\s+((?:[\p{L}-]+\s+){1,3}?)(?:is|measures|covers)\b/u.exec(
      sentence.text,
    )?.[1]
    const core = contentTerms(named ?? '').map(({ stem }) => stem)
    const meant = core.length > 0 && core.every(term => isAmong(term, events))
    return meant ? [{ sentence, core }] : []
  })
  const [first] = defined
  if (!first) return { missing: 'the length of what was run is not stated' }
  return answerFrom(
    defined.map(({ sentence }) => sentence),
    { ...asked, dimensions: ['length'], core: first.core },
  )
}
