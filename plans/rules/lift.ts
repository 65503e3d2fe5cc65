// From a won episode to rules (explanation-based generalisation, as in `ways.ts`): what was needed for each rise
// of the score, under the smallest context that tells where it was done from where something else was.
import { canonical } from '../canonical.ts'
import type { PlanDraft } from '../plan.ts'
import { entailsByWords } from '../retrieval/entail.ts'
import { stemsOf } from '../text/words.ts'
import { generalised } from './generalise.ts'
import { statementOf } from './rule.ts'
import { type Deed, isSameScene, spokenOf, waysUp } from './ways.ts'

/**
 * The rules that `deeds` suggest for the task and those like it among `others`, each once. Every rise of the
 * score gives what could be done at once in the end, and the whole way to it where that is longer.
 */
export function liftedRules(
  { task, deeds }: { readonly task: string; readonly deeds: readonly Deed[] },
  others: readonly string[],
): readonly PlanDraft[] {
  const ways = waysUp(deeds).flatMap(({ needed }) => {
    const known = needed.flatMap(knownOf)
    return known.length === needed.length ? [known] : []
  })
  const scenes = ways.flat().map(({ seen }) => seen)
  const drafts = ways.flatMap(way =>
    [...new Set([straight(way), way])].flatMap(part => {
      const actions = part.map(({ action }) => action)
      return generalised({ task, actions, considering: contextOf(part, scenes) }, others) ?? []
    }),
  )
  return [...new Map(drafts.map(draft => [canonical(draft), draft])).values()]
}

// --- internal ---

/** A deed of which all is known, with what has to be so for it. */
interface Known {
  readonly action: string
  readonly seen: readonly string[]
  readonly needs: readonly string[]
}

const knownOf = ({ action, seen }: Deed): readonly Known[] =>
  action === undefined || seen === undefined ? [] : [{ action, seen, needs: needsOf(action, seen) }]

/** What is seen of the things that the action is done to, each said by one sentence, and no more of it than that. */
function needsOf(action: string, seen: readonly string[]): readonly string[] {
  const words = [...stemsOf(action)].slice(1)
  const saying = spokenOf(action, seen).map(sentence => {
    const said = stemsOf(sentence)
    return { sentence, told: words.filter(word => said.has(word)) }
  })
  const telling = saying.filter(one =>
    saying.every(other => other === one || !one.told.every(word => other.told.includes(word))),
  )
  return telling.map(({ sentence, told }) => upTo(sentence, told))
}

/** `You see a pot, containing tin` up to the pot; of another sentence its first clause. */
function upTo(sentence: string, told: readonly string[]): string {
  const clause = bare(sentence)
  if (!/^you\s/iu.test(clause)) return clause
  const words = clause.split(/\s+/u)
  const last = words.findLastIndex(word => [...stemsOf(word)].some(each => told.includes(each)))
  return words.slice(0, last + 1).join(' ')
}

/** A sentence up to what is only added, without the point. */
const bare = (sentence: string) => sentence.split(/[,;(]|\.$/u)[0]!.trim()

const holds = (scene: readonly string[], condition: string): boolean => {
  const { text, denied } = statementOf(condition)
  return scene.some(sentence => entailsByWords(sentence, text)) !== denied
}

/** The longest end of the way for which all was there when it was begun. */
function straight(way: readonly Known[]): readonly Known[] {
  const ready = (from: number) =>
    way.slice(from).every(({ needs }) => needs.every(each => holds(way[from]!.seen, each)))
  let from = way.length - 1
  while (from > 0 && ready(from - 1)) from--
  return from === 0 ? way : way.slice(from)
}

/**
 * What the part needs and had at its beginning; then, as long as that holds where something else was done, what
 * rules out most of these scenes: that the last action could be done already, or something that was seen.
 */
function contextOf(
  part: readonly Known[],
  scenes: readonly (readonly string[])[],
): readonly string[] {
  const began = part[0]!.seen
  const had = part.flatMap(({ needs }) => needs).filter(each => holds(began, each))
  const brought = part.at(-1)!.needs.filter(each => !holds(began, each))
  const context = [...new Set(had)]
  const also = [...brought.map(each => `NOT ${each}`), ...began.map(bare)]
  let open = scenes.filter(
    scene => !isSameScene(scene, began) && context.every(each => holds(scene, each)),
  )
  for (;;) {
    const choices = also.map(said => ({ said, left: open.filter(scene => holds(scene, said)) }))
    const [best] = choices.sort((a, b) => a.left.length - b.left.length)
    if (!best || best.left.length === open.length) return context
    context.push(best.said)
    open = best.left
  }
}
