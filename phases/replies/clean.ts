// What of a model's reply was said to us: without its thoughts, other channels and control tokens.
// Marks inside a whole JSON value are part of that value and are left alone.
import type { Span } from '../../plans/text/passages.ts'

/** The spoken part of a reply, and the thought that was begun and never closed, if there is one. */
interface Spoken {
  readonly text: string
  readonly unclosedThought?: string
}

const kinds =
  'think(?:ing)?|thoughts?|reason(?:ing)?|scratchpad|analysis|reflection|inner_monologue|chain_of_thought|cot|plan(?:ning)?'
const thoughtOpens = new RegExp(
  `<(?:antml:|seed:)?(?:${kinds})>|<\\|(?:think(?:ing)?|start_thinking|begin_of_thought)\\|>|◁think▷|\\[THINK\\]|<unused94>|<\\|?channel\\|?>\\s*(?:thought|analysis|commentary)\\b`,
  'gi',
)
const thoughtCloses = new RegExp(
  `</(?:antml:|seed:)?(?:${kinds})>|<\\|/(?:think(?:ing)?)\\|>|<\\|(?:end_thinking|end_of_thought)\\|>|◁/think▷|\\[/THINK\\]|<unused95>|<channel\\|>|<\\|end\\|>`,
  'gi',
)
const finalChannel = /<\|channel\|>\s*final[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/gi
const bareFinalChannel = /^(?:analysis|commentary)[\s\S]*?assistant\s*final/i
const control =
  /<\|?(?:im_end|eot_id|end|endoftext|end_of_text|eom_id|return|end_of_turn|im_sep|eos|call|end_of_solution|END_RESPONSE)\|?>|<\/s>|<｜end▁of▁sentence｜>|<\|(?:user|im_start|start_header_id|start)\|>|\[\/?INST\]|<start_of_turn>/gi
const leading =
  /^(?:\s|\ufeff|\u200b|<\|[^|<>]{1,40}\|>|<s>|\[\/?INST\]|<start_of_turn>|<｜[^｜]{1,40}｜>|(?:assistant|model)\s*\n)+/i

/** Takes the spoken part of `text`; `values` are the places of whole JSON values in it. */
export function spokenOf(text: string, values: (firstMark: number) => readonly Span[]): Spoken {
  if (!/[<[◁]|^\W*(?:analysis|commentary)|^\s*(?:assistant|model)\s*\n/i.test(text))
    return { text: text.replace(leading, '') }
  const firstMark = text.search(/<[|/\w｜]|\[\/?(?:THINK|INST)|◁/i)
  const spans = values(firstMark)
  const outside = (mark: RegExpExecArray) =>
    !spans.some(({ start, end }) => start <= mark.index && mark.index < end)
  const marks = (pattern: RegExp) => [...text.matchAll(pattern)].filter(outside)

  const final = marks(finalChannel).at(-1)
  const bare = bareFinalChannel.exec(text)
  const closed = marks(thoughtCloses).at(-1)
  let from = final ? final.index + final[0].length : bare ? bare[0].length : 0
  if (!final && closed) {
    // a reply that ends with its thought has been spoken before it
    const after = closed.index + closed[0].length
    if (hasContent(text.slice(after))) from = Math.max(from, after)
  }
  const open = marks(thoughtOpens).find(mark => mark.index >= from)
  const until = open?.index ?? text.length
  const stop = marks(control).find(
    ({ index }) => index > from && index < until && hasContent(text.slice(from, index)),
  )
  const said = text.slice(from, stop?.index ?? until).replace(leading, '')
  if (!open || stop || /[{[:]/.test(said)) return { text: said }
  return { text: said, unclosedThought: text.slice(open.index + open[0].length) }
}

const hasContent = (text: string) => /[\p{L}\p{N}{[]/u.test(text.replace(/<[^<>]{1,40}>/g, ''))
