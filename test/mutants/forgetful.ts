// Stands in for `plans/memo.ts` in a copy: what is remembered of one run of a test must not stand in for
// the work of the next. The one that it stands in for is `memo-of-one-run.ts` there.
import type * as Memos from '../../plans/memo.ts'

/** Where this file stands in a copy. */
const beside = './memo-of-one-run.ts'
const usual = (await import(/* @vite-ignore */ beside)) as typeof Memos

// typed as a whole: what is missing here would fail every test that uses it, with a mutant or without
const perRun: typeof Memos = {
  memo: (...given) => anew(() => usual.memo(...given)),
  memoOf: (...given) => anew(() => usual.memoOf(...given)),
  // no proxy: what is made once is asked for in the innermost loops
  once: make => {
    let made = usual.once(make)
    let during: unknown
    return () => {
      const run = globalThis.mutantsInPlace?.run
      if (run !== during) [made, during] = [usual.once(make), run]
      return made()
    }
  },
}
export const { memo, memoOf, once } = perRun

// --- internal ---

function anew<F extends (of: never) => unknown>(make: () => F): F {
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
