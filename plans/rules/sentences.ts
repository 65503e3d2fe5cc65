// The sentences of a text that a world shows: one thing said each.

/**
 * The sentences of a text, each once, without the point at the end. What is listed under a line that ends
 * in a colon, or behind a colon in a line, is said for each thing by itself: `In it, you see:` above `a
 * table` gives `you see a table`.
 */
export function sentencesIn(text: string): readonly string[] {
  const found: string[] = []
  let heading: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const listed = /^\s+\S/.test(line)
    if (!listed) heading = undefined
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\S)/u)) {
      const said = sentence.trim().replace(/[.!?]+$/u, '')
      if (said === '') continue
      if (said.endsWith(':')) heading = lastClause(said.slice(0, -1))
      else if (listed && heading !== undefined && sentence === line.split(/(?<=[.!?])\s+/u)[0])
        found.push(`${heading} ${said}`)
      else found.push(...listedIn(said))
    }
  }
  return [...new Set(found.map(each => each.replace(/\s+/gu, ' ').trim()))]
}

/** The task that a goal in words is, without the words that say so. */
export const taskIn = (text: string): string =>
  text.trim().replace(/^(?:your )?(?:task|goal) is to\s+/i, '')

// --- internal ---

const lastClause = (text: string) => text.split(/,\s+/u).at(-1)!.trim()

/** `On the table is: a bowl, a cup` is said of the bowl and of the cup. */
function listedIn(said: string): readonly string[] {
  const [, head, list] = /^([^:]*\b(?:is|are|see|have|contains?)):\s+(.+)$/u.exec(said) ?? []
  if (head === undefined || list === undefined) return [said]
  const things = list.split(/,\s+(?![^()]*\))/u)
  return things.map(thing => `${lastClause(head)} ${thing.replace(/^and\s+/u, '')}`)
}
