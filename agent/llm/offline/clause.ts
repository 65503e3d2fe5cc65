// A question split into its interrogative words and the rest; where the answer stands is no part of it.

/** Words of a question, as they were written. */
export interface Clause {
  /** The interrogative words: `On what date`, `How many litres of water`. */
  readonly wanted: string
  /** The rest: `was the bridge opened`. */
  readonly subject: string
}

/** Splits one interrogative sentence; `undefined` when it is none. */
export function clauseOf(sentence: string): Clause | undefined {
  const text = imperative(sentence.trim().replace(/[?.!\s]+$/, ''))
  const { lead, rest } = withoutLead(text)
  const found = interrogative.exec(rest)
  if (!found) return undefined
  const wanted = found[0].trim()
  const subject = `${rest.slice(found[0].length)}${lead ? `, ${lead}` : ''}`
  return { wanted, subject: withoutSource(subject).trim() }
}

// --- internal ---

const preposition =
  '(?:about|roughly|approximately|for|in|on|at|by|after|within|of|with|from|to|over|under|through|since|until|every|before|during|up to)\\s+'

const interrogative = new RegExp(
  `^(?:and\\s+)?(?:${preposition}){0,2}(?:how\\s+(?:many|much|long|high|tall|deep|wide|broad|thick|far|heavy|fast|old|hot|cold|warm|large|big|expensive|often|late)\\b|why\\b|who(?:m|se)?\\b|when\\b|where\\b|(?:what|which)\\b)|^(?:is|are|was|were|do|does|did|can|may|must|has|have|will|should)(?=\\s)`,
  'i',
)

const documentWord =
  /\b(file|documents?|attached|attachment|manual|handbook|instructions|minutes|log|notes|report|text|letter|contract|article|guide|leaflet|brochure|pages?|pdf|sheet|source|table)\b|\.\w{2,4}\b/i

/** `According to the handbook, ...`: where it stands is no part of what is asked. */
function withoutLead(text: string): { readonly lead: string; readonly rest: string } {
  const found =
    /^([^,]{3,80}),\s+(?=(?:\w+\s+){0,2}(?:how|who|whom|whose|when|where|why|what|which)\b)/i.exec(
      text,
    )
  if (!found) return { lead: '', rest: text }
  const [whole, lead = ''] = found
  const source =
    /^(according to|based on|as stated in|as per)\b/i.test(lead) ||
    (/^(in|from|using|see)\b/i.test(lead) && documentWord.test(lead))
  return { lead: source ? '' : lead, rest: text.slice(whole.length) }
}

function withoutSource(subject: string): string {
  return subject
    .replace(/,?\s*\b(according to|as stated in|based on)\b.*$/i, '')
    .replace(/\s+in the end$/i, '')
    .replace(/,?\s*\b(in|from) the (attached|given|enclosed) \w+$/i, '')
}

/** `Give the name of the captain` asks what it is. */
function imperative(text: string): string {
  const asked = text.replace(
    /^(please\s+)?((can|could) you\s+)?(tell me|say|find out|look up|find|state|give|name|report|determine)\s+(me\s+)?/i,
    '',
  )
  if (asked === text || interrogative.test(asked)) return asked
  return /^(the|its|his|her|their)\s/i.test(asked) ? `What is ${asked}` : text
}
