// What a simulation works on and with.
import type { Result } from '../bench/result.ts'
import type { Jobs, Shared, Suite, Watching } from '../bench/work.ts'
import type { Round } from './round-result.ts'
import type { SimulationFolder } from './simulation-folder.ts'

/** What it takes to simulate. */
export interface Simulating {
  readonly folder: SimulationFolder
  readonly suite: Suite
  readonly shared: Shared
  readonly jobs: Jobs
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborting it ends the simulation; it is aborted here when the model cannot be asked at all. */
  readonly stopping: AbortController
  /** Watches a round of which these results are there already. */
  readonly watch: (before: readonly Result[], round: number) => Watching
  /** Is told what goes on between two rounds, and what came of each. */
  readonly onStatus: (text: string) => void
  readonly onRound: (round: Round) => void
}
