// A message as the rules read it: short forms written out, and without words that a question means nothing by.

/** The message in full forms: `What's` is `What is`, `is Ann going to bake` is `will Ann bake`. */
export function plainWords(message: string): string {
  return forms.reduce((text, [form, full]) => text.replace(form, full), message)
}

// --- internal ---

const forms: readonly (readonly [RegExp, string])[] = [
  [/’/g, "'"],
  [/\b(can)(?:not|'t)\b/gi, '$1 not'],
  [/\b(w)on't\b/gi, '$1ill not'],
  [/\b(\w+)n't\b/gi, '$1 not'],
  [/\b(\w+)'re\b/gi, '$1 are'],
  [/\b(\w+)'ve\b/gi, '$1 have'],
  [/\b(\w+)'ll\b/gi, '$1 will'],
  [/\b(I)'m\b/g, '$1 am'],
  [/\b(wh(?:at|o|en|ere|y)|how|that|there|here|it|he|she)'s (been|got|had)\b/gi, '$1 has $2'],
  [/\b(wh(?:at|o|en|ere|y)|how|that|there|here|it|he|she)'s\b/gi, '$1 is'],
  [/\b(has|have) got\b(?! to)/gi, '$1'],
  // one is going to bake, and to a place
  [
    /\b(?:[Ii]s|[Aa]re|am)\b ([^?.,;]{0,60}?)\bgoing to (?=\p{Ll})(?!(?:the|an?|my|our|your|his|her|its|their|this|that|these|those)\b)/gu,
    'will $1',
  ],
  [
    /^what is the (?:deadline|last (?:day|date)|latest (?:day|date)|closing date) (for|to)\b/i,
    'By when $1',
  ],
  [/,? \b(?:actually|really|simply|basically|honestly|please)\b,?/gi, ''],
]
