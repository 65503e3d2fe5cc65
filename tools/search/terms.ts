// The words of a text as the search index knows them: without case, accents, endings and the words that
// stand in every sentence.

const common = new Set(
  'a an and are as at be been being but by did do does for from had has have he her his how i if in into is it its of on or she that the their them they this to was we were what when where which who whom whose why will with you your'.split(
    ' ',
  ),
)

/** The words of a text that tell it from others, in order, English endings taken off. */
export function terms(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && word.length <= 60 && !common.has(word))
    .map(stem)
}

// --- internal ---

/** Takes off plural and the commonest endings of verbs; words that differ in more stay apart. */
function stem(word: string): string {
  let end = singular(word)
  if (end.length > 5 && end.endsWith('ing')) end = end.slice(0, -3)
  else if (end.length > 4 && end.endsWith('ed')) end = end.slice(0, -2)
  else if (end.length > 5 && end.endsWith('ly')) end = end.slice(0, -2)
  if (end.length > 3 && end.endsWith('e')) return end.slice(0, -1)
  const doubled = end.length > 3 && /([^aeioulsz])\1$/.test(end)
  return doubled ? end.slice(0, -1) : end
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1)
}
