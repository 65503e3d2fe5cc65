// Prose of a plan that speaks to the model instead of saying what is to be done.

/** The words of a text that give an order to whoever reads it, or forge the form of a prompt. */
export function instructionIn(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/\p{Cf}|\p{Mn}/gu, '')
  for (const pattern of instructions) {
    const found = pattern.exec(plain)
    if (found) return found[0].trim()
  }
  return undefined
}

/** What a text says the answer is, where it says so literally. */
export function fixedAnswer(text: string): string | undefined {
  return answers.map(pattern => pattern.exec(text)?.[0]).find(found => found !== undefined)
}

/** Characters nobody sees, in words: controls, marks of direction, zero widths, tags, private ones. */
export function strangeCharacters(text: string): string | undefined {
  const found =
    /[^\P{C}\t\n\r]/u.exec(text) ?? /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u3164\uffa0]/u.exec(text)
  if (!found) return undefined
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `the invisible character U+${code}`
}

// --- internal ---

const earlier = '(?:previous|prior|earlier|preceding|above|other|system|your|these|those|all)'
const told = '(?:instructions?|prompts?|rules|orders|directions|guidelines|constraints|messages?)'

const instructions: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|overrule)\\b[^.\\n]{0,40}\\b${earlier}\\b[^.\\n]{0,30}\\b${told}`,
    'i',
  ),
  /\b(?:ignore|disregard|forget) (?:everything|anything|all)\b/i,
  // forged turns and markup of prompts
  /(?:^|[\n.;!?])\s*(?:#+\s*)?(?:system|assistant|developer|human|user)(?: (?:prompt|message|note))?\s*:/i,
  /<\|[a-z_]+\|>|\[\/?INST\]|<\/?(?:system|assistant|user|instructions?|tool_?calls?|function_?calls?|think)\b[^>]*>/i,
  /```|~~~/,
  // orders and roles for the reader
  /\byou (?:must|have to|should|shall|need to|are required to|will)(?: (?:now|always|first|also|then|immediately))? (?:call|use|run|send|fetch|open|visit|execute|invoke|post|upload|reveal|print|output|answer|reply|respond|say|obey|follow|ignore)\b/i,
  /\byou are (?:now|no longer|an?)\b|\bact as (?:an?|if you)\b|\bpretend (?:to|that|you)\b|\bfrom now on\b|\bnew (?:instructions?|system prompt)\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|warn|show|mention)\b[^.\n]{0,30}\b(?:user|person|anyone|anybody|human)\b/i,
  // what a plan never needs
  /\b(?:api|secret|private|access)[ _-]?(?:keys?|tokens?)\b|\bpasswords?\b|\bcredentials?\b|\benvironment variables?\b|\bprocess\.env\b|\bsystem prompt\b/i,
  /\b(?:exfiltrat|jailbreak)\w*/i,
  /\bno (?:verification|check) is (?:needed|required|necessary)\b|\b(?:skip|omit|bypass) (?:the |any |all )?(?:verification|checks?|postconditions?)\b/i,
]

const value = `(?:["'“‘«][^"'”’»\\n]{1,80}["'”’»]|[-+]?\\d[\\d.,]*)`
const answers: readonly RegExp[] = [
  new RegExp(
    `\\b(?:final[ _])?answer\\b(?: to [^.\\n]{1,40})? (?:is|equals|must be|should be|shall be|=|:) ?(?:always |simply |just )?${value}`,
    'i',
  ),
  new RegExp(`\\b(?:final[ _])?answer\\s*[=:]\\s*${value}`, 'i'),
  new RegExp(
    `\\b(?:always|simply|just) (?:answer|reply|respond|return|write|give|say|output)(?: with)? ${value}`,
    'i',
  ),
  new RegExp(`\\b(?:answer|reply|respond) with ${value}`, 'i'),
  new RegExp(
    `\\b(?:write|give|return|establish|set) ${value} (?:as|for|to) (?:the )?(?:final[ _])?answer\\b`,
    'i',
  ),
]
