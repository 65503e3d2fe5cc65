// Phase 1 of a non-player character: what the world shows becomes facts for the
// planner and memories in words for the reasoner; what has ended is remembered as no longer true.
import type { Ctx } from '../../agent/contract.ts'
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { NewBelief, Received, State } from '../../agent/state.ts'
import { notAnswered, nothingNew, stated } from '../outcomes.ts'
import { Character, memories, nameOfMemory } from '../planning/character.ts'
import { believedFacts, Change } from '../planning/planning.ts'

/**
 * An observation changes the facts and adds a memory for each change that is said in words: nothing
 * for what is believed already. A goal perception carries the character itself as its data.
 */
export async function perceive(
  received: Received,
  state: State,
  ctx: Pick<Ctx, 'agent'>,
): Promise<BeliefsPerceived> {
  const { id, perception } = received
  const event = nothingNew(received)
  if (perception.kind !== 'observation') {
    if (perception.kind === 'question')
      return { ...event, failure: notAnswered(ctx, 'plays a character in a world') }
    const { error } = Character.safeParse(perception.data)
    const [issue] = error?.issues ?? []
    if (!issue) return { ...event, desire: perception.text }
    const place = issue.path.join('.') || 'its data'
    return {
      ...event,
      failure: `npc takes a goal whose data are a character: ${place}: ${issue.message}`,
    }
  }
  const change = Change.safeParse(perception.data).data
  if (!change) return event
  const facts = believedFacts(state)
  const added = change.added.filter(fact => !facts.has(fact))
  const deleted = change.deleted.filter(fact => facts.has(fact))
  return {
    ...event,
    beliefs: [
      ...added.map(fact => stated(fact)),
      ...remembered({ added, deleted }, change.said ?? {}, memories(state).length, id),
    ],
    withdrawn: deleted,
  }
}

// --- internal ---

function remembered(
  { added, deleted }: Change,
  said: Readonly<Record<string, string>>,
  before: number,
  perception: string,
): readonly NewBelief[] {
  const isSaid = (fact: string) => Object.hasOwn(said, fact)
  const sentences = [
    ...deleted
      .filter(isSaid)
      .map(fact => ({ value: `${said[fact]}: is no longer true`, quote: `(not ${fact})` })),
    ...added.filter(isSaid).map(fact => ({ value: said[fact]!, quote: fact })),
  ]
  return sentences.map(({ value, quote }, place) => ({
    name: nameOfMemory(before + place + 1),
    value,
    source: 'world',
    provenance: 'given',
    evidence: { call: perception, quote },
  }))
}
