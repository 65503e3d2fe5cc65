// Stands in for `plans/memo.ts` in a copy: what is remembered of one run of a test must not stand in for
// the work of the next. The one that it stands in for is `memo-of-one-run.ts` there.
import type * as Memos from '../../plans/memo.ts'

/** Where this file stands in a copy. */
const beside = './memo-of-one-run.ts'
const usual = (await import(/* @vite-ignore */ beside)) as typeof Memos

export const memo = ((...given: Parameters<typeof Memos.memo>) =>
  perRun(() => usual.memo(...given))) as typeof Memos.memo
export const memoOf = ((...given: Parameters<typeof Memos.memoOf>) =>
  perRun(() => usual.memoOf(...given))) as typeof Memos.memoOf

// --- internal ---

function perRun<F extends (of: never) => unknown>(make: () => F): F {
  let made = make()
  let during: unknown
  const now = () => {
    const run = globalThis.mutantsInPlace?.run
    if (run !== during) [made, during] = [make(), run]
    return made
  }
  return new Proxy(made, {
    apply: (_, __, [of]: [never]) => now()(of),
    get: (_, member) => Reflect.get(now(), member),
  })
}
