// Plans for the explorer of Exploiting GenAI for Plan Generation in BDI Agents (2025), listing 5.4.
/** The plans that people wrote: the reference of the paper's tables. */
export const humanPlans = `
+!reach(Object) : there_is(Object, here).
+!reach(Object) : there_is(Object, Direction) <- move(Direction).
+!reach(Object) : not there_is(Object, _) <-
  getDirectionToMove(Direction); move(Direction); !reach(Object).
`
