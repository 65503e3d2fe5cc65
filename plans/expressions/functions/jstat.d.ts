// What is used of jStat, which brings no types.
declare module 'jstat' {
  interface Curve {
    cdf(x: number, ...parameters: number[]): number
    inv(p: number, ...parameters: number[]): number
  }
  const jStat: {
    readonly normal: Curve
    readonly chisquare: Curve
    readonly studentt: Curve
    /** The logarithm of the gamma function, to the last digits; `gammaln` has only nine. */
    loggam(x: number): number
    ibeta(x: number, a: number, b: number): number
    sum(list: readonly number[]): number
    mean(list: readonly number[]): number
    rank(list: number[]): number[]
  }
  export default jStat
}
