// How good the verifier was, where the right answer is known: what each tier passed and failed of the
// values claimed as final answers, which tiers wrong answers got past, how steps and plans failed.
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'
import { tableOf } from '../terminal/plain-text.ts'
import { added, Modes, modesOf, modesTable, shareOf } from './measures.ts'
import { claimsOf, tierOrder, tiersPast } from './verified-answers.ts'

const Judged = z.object({
  passedRight: z.int(),
  passedWrong: z.int(),
  failedRight: z.int(),
  failedWrong: z.int(),
  /** How many of `failedRight` were of a question that then did not end right. */
  lost: z.int(),
})

/**
 * What each tier made of values claimed as final answers (`claimsOf`), right or wrong by their value and
 * not by their form. A value that got past provenance counts there, whatever the tier after it decided.
 */
const Verifier = z.record(z.string(), Judged)
type Verifier = z.infer<typeof Verifier>

export const Checked = z.object({
  verifier: Verifier.default({}),
  /** Of an answer with a wrong value: the tiers it got past (`tiersPast`); null of any other. */
  wrongPast: z.array(z.string()).nullable().default(null),
  failureModes: Modes.default({}),
})
export type Checked = z.infer<typeof Checked>

/** Of a question whose journal has not been read. */
export const unchecked: Checked = { verifier: {}, wrongPast: null, failureModes: {} }

export type Quality = ReturnType<typeof qualityOf>

interface Known {
  /** Whether an answer, in the form the question demands, has the right value. */
  readonly isRight: (answer: string) => boolean
  readonly verdict: 'right' | 'wrong' | 'declined' | 'failed' | 'unscored'
  /** The answer given; null for none. */
  readonly answer: string | null
}

/** What the journal `events` of a question tells about the verifier, now that it is known what is right. */
export function checkedOf(events: readonly Event[], { isRight, verdict, answer }: Known): Checked {
  const wrong = verdict === 'wrong' && answer !== null && !isRight(answer)
  return {
    verifier: inOrder(
      claimsOf(events)
        .flatMap(claim => {
          const right = isRight(claim.answer)
          return claim.checks.map(({ tier, passed }): Verifier => {
            const lost = right && !passed && verdict !== 'right'
            return { [tier]: { ...none, [cell(passed, right)]: 1, lost: Number(lost) } }
          })
        })
        .reduce(added, {}),
    ),
    wrongPast: wrong ? [...tiersPast(events)] : null,
    failureModes: modesOf(events),
  }
}

/** The sums over the questions of a bench. */
export function qualityOf(results: readonly (Checked & Pick<Known, 'verdict'>)[]) {
  const modesIn = (some: readonly Checked[]) =>
    some.map(({ failureModes }) => failureModes).reduce(added, {})
  return {
    verifier: inOrder(results.map(({ verifier }) => verifier).reduce(added, {})),
    /** Answers with a wrong value by the last check they got past; `none` for no tier at all. */
    wrongPast: results
      .flatMap(({ wrongPast }): Modes[] => (wrongPast ? [{ [wrongPast.at(-1) ?? 'none']: 1 }] : []))
      .reduce(added, {}),
    /** Failed verdicts by mode, and how many of them were on questions that were answered wrong. */
    failureModes: modesIn(results),
    failureModesOfWrong: modesIn(results.filter(({ verdict }) => verdict === 'wrong')),
  }
}

/** The tables of final answers by tier and of failures by mode; an empty one where there is nothing to tell. */
export function qualityTables(quality: Quality, width?: number): readonly (readonly string[])[] {
  const { verifier, wrongPast, failureModes, failureModesOfWrong } = quality
  const past = Object.entries(wrongPast).map(([tier, answers]) => `${tier} ${answers}`)
  return [
    [
      ...verifierTable(verifier, width),
      ...(past.length > 0
        ? [`wrong answers by the last check they got past: ${past.join(', ')}`]
        : []),
    ],
    modesTable(failureModes, failureModesOfWrong, width),
  ]
}

// --- internal ---

const none = { passedRight: 0, passedWrong: 0, failedRight: 0, failedWrong: 0, lost: 0 }

const cell = (passed: boolean, right: boolean) =>
  passed ? (right ? 'passedRight' : 'passedWrong') : right ? 'failedRight' : 'failedWrong'

/** In the order in which the tiers are tried. */
function inOrder(verifier: Verifier): Verifier {
  const tiers = [...new Set([...tierOrder, ...Object.keys(verifier)])]
  return Object.fromEntries(tiers.flatMap(tier => (verifier[tier] ? [[tier, verifier[tier]]] : [])))
}

function verifierTable(verifier: Verifier, width?: number): readonly string[] {
  const rows = Object.entries(verifier).map(([tier, of]) => {
    const passed = of.passedRight + of.passedWrong
    return { tier, passed, failed: of.failedRight + of.failedWrong, ...of }
  })
  if (rows.length === 0) return []
  const table = tableOf(
    rows,
    {
      'checked by': ({ tier }) => tier,
      answers: ({ passed, failed }) => passed + failed,
      'wrong of passed': ({ passedWrong, passed }) => shareOf(passedWrong, passed),
      'right of refused': ({ failedRight, failed }) => shareOf(failedRight, failed),
      lost: ({ lost }) => lost,
    },
    width,
  )
  return ['how final answers were checked; lost are right ones that no later plan gave', ...table]
}
