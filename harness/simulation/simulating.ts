// What a simulation works on and with.
import type { Result } from '../bench/result.ts'
import type { Jobs, Suite, Watching, Working } from '../bench/work.ts'
import type { Round } from './round-result.ts'
import type { SimulationFolder } from './simulation-folder.ts'

/** What it takes to simulate. */
export interface Simulating extends Pick<Working, 'shared' | 'env' | 'stopping'> {
  readonly folder: SimulationFolder
  readonly suite: Suite
  readonly jobs: Jobs
  /** Watches a round of which these results are there already. */
  readonly watch: (before: readonly Result[], round: number) => Watching
  /** Is told what goes on between two rounds, and what came of each. */
  readonly onStatus: (text: string) => void
  readonly onRound: (round: Round) => void
}
