// What several results of tools hold, such as a passage that two searches find, is sent once.
import type { Message } from './provider.ts'

/** So many characters of a passage are worth a word where they stand. */
const long = 200

/**
 * The messages as they are sent: a passage of a tool's result, the lines below the first of a paragraph, that a
 * result before it holds is named by that one. Nothing is lost: both stand in the conversation.
 */
export function withoutRepeats(messages: readonly Message[]): readonly Message[] {
  const seen = new Map<string, string>()
  return messages.map(message => {
    if (message.role !== 'tool' || message.failed) return message
    const [, label] = /^\[(\w+)\]\n/.exec(message.content) ?? []
    const here = label ?? message.call
    const paragraphs = message.content.split('\n\n').map(paragraph => {
      const below = paragraph.indexOf('\n') + 1
      const passage = paragraph.slice(below)
      if (below === 0 || passage.length < long) return paragraph
      const place = seen.get(passage) ?? here
      seen.set(passage, place)
      const told = label === undefined ? 'a result above' : place
      return place === here
        ? paragraph
        : `${paragraph.slice(0, below)}(the words that stand in ${told})`
    })
    return { ...message, content: paragraphs.join('\n\n') }
  })
}
