// Numbers given after an option.
import { usage } from '../command.ts'

/** Which numbers an option takes: in words, and by form, least and greatest. */
export interface Numbers {
  readonly what: string
  readonly form?: RegExp
  readonly least?: number
  readonly most?: number
}

/** The number in `text`, which was given after `flag`; undefined without one. Throws a CommandError for another text. */
export function numberOf(flag: string, text: unknown, numbers: Numbers): number | undefined {
  if (text === undefined) return undefined
  const { what, form = decimal, least = Number.NEGATIVE_INFINITY, most = Infinity } = numbers
  const number = Number(text)
  if (typeof text === 'string' && form.test(text) && number >= least && number <= most)
    return number
  throw usage(`${flag} takes ${what}, not "${text}"`)
}

export const wholeFrom = (least: number, most: number): Numbers => ({
  what: `a whole number from ${least} to ${most}`,
  form: /^\d+$/,
  least,
  most,
})
/** Enough for what is counted in ones. */
export const upToThousand = wholeFrom(1, 1000)
export const fromOneOn: Numbers = { what: 'a whole number from 1 on', form: /^[1-9]\d{0,11}$/ }
export const aShare: Numbers = { what: 'a share from 0 to 1, such as 0.8', least: 0, most: 1 }
/** `what` with its bounds; a number so small that it is none is none. */
export const amount = (what: string): Numbers => ({
  what: `${what}, above 0 and up to 1000000`,
  least: Number.MIN_VALUE,
  most: 1_000_000,
})

// --- internal ---

const decimal = /^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i
