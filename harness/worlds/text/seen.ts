// What ScienceWorld shows, sentence by sentence: its lists of lists are told apart, so that each thing is a
// sentence of its own, with where it is.

/** One sentence for the place, for each thing seen and for each thing within another one, for each door and for what is carried. */
export function sentencesSeen(look: string, inventory: string): readonly string[] {
  const [head = '', ...lines] = look.split('\n')
  const place = /^This (?:room|outside location) is called the (.*?)\.|^You are (.*?)\./.exec(head)
  return [
    ...(place ? [`You are in the ${place[1] ?? place[2]}.`] : [head.trim()].filter(Boolean)),
    ...lines.flatMap(line =>
      line.startsWith('\t') ? sentencesOf(line.trim(), 'see', place?.[1] ?? place?.[2]) : [],
    ),
    ...inventory
      .split('\n')
      .flatMap(line => (line.startsWith('\t') ? sentencesOf(line.trim(), 'have') : [])),
  ]
}

/** What an action came to, sentence by sentence; nothing where that only repeats what is seen. */
export function sentencesSaid(observation: string, look: string): readonly string[] {
  const said = observation.trim()
  if (said === '' || said === look.trim()) return []
  return said
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

// --- internal ---

type Verb = 'see' | 'have'

/** What stands in the room by itself, without anything more to be said of it, is said to be there. */
function sentencesOf(text: string, verb: Verb, room?: string): readonly string[] {
  if (/^the agent\b/.test(text)) return []
  const { name, contents, where } = thingIn(text)
  const whole = `You ${verb} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  const plain = room !== undefined && !/[.,(]|^a door/i.test(text)
  const there = plain ? `, in the ${room}` : ''
  return [
    ended(whole.replace(/\ba substance called /g, '') + there),
    ...contents.flatMap(each => within(each, `${where} ${bare(name)}`, verb)),
  ]
}

/** What is in or on another thing: a sentence that says so. */
function within(text: string, place: string, verb: Verb): readonly string[] {
  const { name, contents, where } = thingIn(text)
  if (name === '' || name === 'nothing') return []
  return [
    `You ${verb} ${name}, ${place}.`,
    ...contents.flatMap(each => within(each, `${where} ${bare(name)}`, verb)),
  ]
}

/** `a bowl (containing a pear, a fork)`, `a table. On the table is: a cup (containing nothing), a key.` */
function thingIn(text: string) {
  const plain = text.trim().replace(/\.$/, '')
  const list = /^(?<name>[^.(]*?)\..*?\b(?<where>On|In) the [^:]*? is:(?<contents>.*)$/.exec(plain)
  const inside = /^(?<name>[^(]*?) \(containing (?<contents>.*)\)$/.exec(plain)
  const { name = plain, contents = '', where } = (list ?? inside)?.groups ?? {}
  return {
    name: nameOf(name),
    contents: itemsOf(contents),
    where: where === 'On' ? 'on the' : 'in the',
  }
}

/** A name without its state: `a stove, which is turned off. The ...` is a stove. */
const nameOf = (text: string) =>
  text
    .replace(/\ba substance called /, '')
    .replace(/(?:\.|, (?:which|currently)| \().*$/, '')
    .trim()

const bare = (name: string) => name.replace(/^(?:an?|the|some) /, '')

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

/** The items of a list: commas part them where no bracket is open, unless a state follows. */
function itemsOf(list: string): readonly string[] {
  const items: string[] = []
  let depth = 0
  let item = ''
  for (const [at, char] of [...list].entries()) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0 && !/^, (?:which|currently)/.test(list.slice(at))) {
      items.push(item)
      item = ''
    } else item += char
  }
  return [...items, item].map(each => each.trim().replace(/\.$/, '')).filter(each => each !== '')
}
