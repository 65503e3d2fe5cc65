// The baseline with tools: one free tool loop over the question, as in ReAct. No plan, no contract, no
// verification: what planning is worth is measured against it.
import { inOneStep } from '../../phases/deliberate/free.ts'
import { execute } from '../../phases/execute/free.ts'
import type { Agent } from '../contract.ts'
import { direct } from './direct.ts'

const task = 'Answer the question with any tool, in any order, as often as needed.'

/** Answers a question with every tool in one loop of the model's turns (`maxTurns`, 12 unless given). */
export const react: Agent = {
  ...direct,
  name: 'react',
  phases: { ...direct.phases, execute, deliberate: inOneStep(task, { tools: true }) },
}
