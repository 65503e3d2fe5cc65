// What is believed in sentences.

import type { Intention, State } from '../../../agent/state.ts'

/** The sentences believed of the world, of the session, and of the task itself. */
export function sentencesOf(state: State, { root }: Intention): readonly string[] {
  return sentencesIn(state, ['world', 'memory', 'session', root])
}

/** What can be seen in the world, without what the last action came to, and with the points that are reached. */
export function sentencesSeen(state: State): readonly string[] {
  const world = state.groundBeliefs.get('world')
  const said = world?.get('said')?.at(-1)?.value ?? []
  return sentencesIn(state, ['world']).filter(each => !(said as readonly unknown[]).includes(each))
}

// --- internal ---

function sentencesIn(state: State, scopes: readonly string[]): readonly string[] {
  const said = scopes.flatMap(scope =>
    [...(state.groundBeliefs.get(scope) ?? [])].flatMap(([name, versions]) =>
      versions.at(-1)?.value === true && /\s/.test(name) ? [name] : [],
    ),
  )
  return [...new Set(said)]
}
