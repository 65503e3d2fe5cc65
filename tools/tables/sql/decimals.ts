// Numbers as they are written in decimal digits, and the double nearest to an exact result.

/** `digits / 10 ** scale`. */
export interface DecimalNumber {
  readonly digits: bigint
  readonly scale: number
}

/** The number with the digits that it is written with; `undefined` for infinity and what is not a number. */
export function decimalOf(value: number): DecimalNumber | undefined {
  const [, whole, fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) return undefined
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(power) }
}

/** The digits of the number with `scale` of them after the point; `scale` is not less than its own. */
export function digitsAt({ digits, scale }: DecimalNumber, wanted: number): bigint {
  return wanted === scale ? digits : digits * 10n ** BigInt(wanted - scale)
}

/** The double nearest to `digits / 10 ** scale`. */
export function toDouble(digits: bigint, scale: number): number {
  return Number(`${digits}e${-scale}`)
}

/** A double for the quotient, right to its last digits however large both are. */
export function quotient(dividend: bigint, divisor: bigint): number {
  const missing = 40 + String(divisor).length - String(dividend).length
  const scale = Math.max(0, missing)
  return toDouble((dividend * 10n ** BigInt(scale)) / divisor, scale)
}
