// What the page of a report is given, as JSON: plain text, numbers and places in texts. The script of
// the page is checked against these types and against nothing else of the agent.

/** All of a report but the details of its questions. */
export interface ReportData {
  readonly title: string
  readonly kind: 'ask' | 'bench' | 'simulation' | 'trial'
  /** When the page was made, and by which version of intend. */
  readonly madeAt: string
  readonly version: string
  readonly runs: readonly RunView[]
  /** How confident answers fared, by like confidence; of a simulation, those of the last round. */
  readonly bins: readonly BinView[]
  /** One for each result, in the order of the runs; the n-th has its details in the n-th block. */
  readonly rows: readonly RowView[]
}

/** One run: the only one, a round or an arm. */
export interface RunView extends ShareView {
  readonly agent: string
  readonly model: string
  readonly begunAt: string
  readonly finished: boolean
  /** The questions by family, where there is more than one. */
  readonly families: readonly ShareView[]
  readonly plansAtStart: number
  /** Null as long as it is not known. */
  readonly plansAtEnd: number | null
  readonly failureModes: Readonly<Record<string, number>>
  readonly tiers: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>
  /** Beside the first run, on the questions of both; absent for the first. */
  readonly against?: AgainstView
}

/** What came of a run or a family of questions, and what it took. */
export interface ShareView {
  readonly name: string
  readonly questions: number
  /** Those of which somebody has said what is right. */
  readonly total: number
  readonly correct: number
  readonly wrong: number
  readonly declined: number
  readonly failed: number
  /** From 0 to 1, with Wilson's interval at 95 %. */
  readonly accuracy: number
  readonly interval: readonly [low: number, high: number]
  readonly usage: UsageView
  readonly seconds: number
}

export interface UsageView {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  /** US dollars; null when it is not known. */
  readonly cost: number | null
}

export interface BinView {
  readonly answers: number
  readonly right: number
  /** Mean confidence. */
  readonly confidence: number
  readonly interval: readonly [low: number, high: number]
}

export interface AgainstView {
  readonly newlyRight: readonly string[]
  readonly newlyWrong: readonly string[]
  readonly p: number
  readonly difference: number
  readonly interval: readonly [low: number, high: number]
}

/** One line of the table. */
export interface RowView {
  /** Place of the run among the runs. */
  readonly run: number
  readonly id: string
  readonly family: string
  readonly question: string
  readonly verdict: string
  /** How a wrong answer is wrong. */
  readonly miss: string
  readonly answer: string | null
  readonly expected: string
  readonly reason: string
  readonly confidence: number | null
  readonly cycles: number
  readonly plan: string | null
  readonly usage: UsageView
  readonly seconds: number
  /** The tiers that gave a verdict. */
  readonly tiers: readonly string[]
  readonly failureModes: readonly string[]
}

/** What is shown of one question when it is opened. */
export interface DetailView {
  /** Why the journal cannot be shown. */
  readonly problem?: string
  readonly question: readonly Piece[]
  readonly files: readonly { readonly name: string; readonly description: string }[]
  /** The form the answer must have, in words. */
  readonly form: string
  readonly schemaBeliefs: readonly string[]
  readonly intentions: readonly IntentionView[]
  readonly beliefs: readonly BeliefView[]
  readonly calls: readonly CallView[]
  readonly verdicts: readonly VerdictView[]
  /** Sources that disagree: what is believed first. */
  readonly conflicts: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** Milliseconds from the first event to the last. */
  readonly ms: number
}

/** A part of a text: words, with the beliefs that rest on them, or how many characters are left out. */
export type Piece =
  | { readonly text: string; readonly beliefs?: readonly number[]; readonly value?: true }
  | { readonly cut: number }

export interface IntentionView {
  readonly id: string
  readonly parent: string
  readonly type: string
  readonly goal: string
  readonly condition: string
  readonly status: string
  readonly reason: string
  readonly cycles: readonly CycleView[]
}

/** One plan as it was carried out. */
export interface CycleView {
  readonly cycle: number
  readonly plan: string
  readonly goal: string
  readonly from: string
  readonly candidates: readonly string[]
  readonly refused: readonly string[]
  readonly steps: readonly StepView[]
  /** Why the plan was set aside. */
  readonly setAside: string
}

/** `reopened`: it was done, and then what it rested on changed. `cut off`: begun and never ended. */
export type StepState = 'waiting' | 'done' | 'failed' | 'reopened' | 'cut off'

export interface StepView {
  readonly id: string
  readonly kind: string
  readonly description: string
  readonly deps: readonly string[]
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly postcondition: string
  /** The executable form. */
  readonly action: string
  readonly state: StepState
  /** How often it was begun. */
  readonly times: number
  readonly summary: string
  /** Why its executable form did not do. */
  readonly attempted: string
  readonly tier: string
  readonly why: string
  readonly mode: string
  /** Milliseconds from the first event; null when it was never begun or never ended. */
  readonly start: number | null
  readonly end: number | null
}

export interface BeliefView {
  readonly name: string
  readonly value: string
  readonly unit: string
  readonly scope: string
  readonly source: string
  /** `refused`: a claim of a step that did not pass. */
  readonly provenance: string
  readonly step: string
  readonly cycle: number | null
  readonly derivation: string
  /** Places among the beliefs of those that the derivation reads. */
  readonly uses: readonly number[]
  readonly quote: string
  /** The call it was taken from. */
  readonly call: string
  /** Where its words are marked: in the result of a call, by its id, or in the question. */
  readonly marked: string
  /** Why a claim was refused. */
  readonly why: string
}

/** A call of a model or of a tool. */
export interface CallView {
  readonly id: string
  readonly kind: 'model' | 'tool'
  /** The purpose, or the tool. */
  readonly name: string
  readonly model: string
  readonly step: string
  readonly intention: string
  /** Milliseconds from the first event. */
  readonly start: number
  readonly ms: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly cost: number | null
  readonly attempt: number
  readonly parsed: string
  readonly issues: readonly string[]
  /** What went wrong; of a tool, that its result is an error. */
  readonly error: string
  readonly input: string
  readonly content: readonly Piece[]
}

export interface VerdictView {
  readonly tier: string
  readonly passed: boolean
  readonly why: string
  readonly mode: string
  /** The step, the plan or the answer it is of. */
  readonly of: string
  readonly intention: string
  readonly cycle: number
}
