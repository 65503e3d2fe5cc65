// What people wrote for the explorer (Exploiting GenAI for Plan Generation in BDI Agents, 2025, listing 5.4):
// the reference beside which generated plans are seen.
import { toDraft } from '../../../plans/agentspeak/draft.ts'
import { planMeasures } from '../../../plans/agentspeak/judge/measures.ts'
import { parseProgram } from '../../../plans/agentspeak/program.ts'
import { printYamlPlans } from '../../../plans/agentspeak/yaml.ts'
import { explorerVocabulary } from './vocabulary.ts'

/** The plans that people wrote: the reference of the paper's tables. */
export const humanPlans = `
+!reach(Object) : there_is(Object, here).
+!reach(Object) : there_is(Object, Direction) <- move(Direction).
+!reach(Object) : not there_is(Object, _) <-
  getDirectionToMove(Direction); move(Direction); !reach(Object).
`

/** The same, to be carried out. */
export const humanClauses = () => parseProgram(humanPlans).clauses

/** The same in the form in which models write plans. */
export const humanYaml = () => printYamlPlans(humanClauses().map(toDraft))

/** The paper's optimal column, as far as it is counted of plans. */
export const humanMeasures = () =>
  planMeasures(
    { clauses: humanClauses(), invented: [] },
    { vocabulary: explorerVocabulary, believed: [], library: [] },
  )
