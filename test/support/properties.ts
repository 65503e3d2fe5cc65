// Every property draws the same cases in every run, so that a red run speaks of the change and not of
// chance; another INTEND_SEED draws others.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.INTEND_SEED ?? 1) })
