// The words of a text as claims are compared by them: folded, without endings and without the words
// that every text has.

/** The telling words of `text`, each once, folded to a stem: `Booked rooms` gives `book`, `room`. */
export function stemsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [word] of folded(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const stem = stemOf(word)
    if (stem !== undefined) found.add(stem)
  }
  return found
}

/** The stem of one word; `undefined` for a word that tells nothing, such as `the`. */
export function stemOf(word: string): string | undefined {
  if (common.has(word)) return undefined
  const plain = word.length > 4 ? word.replace(/(?:ations?|ions?|ing|ed|es|ly|s|e)$/, '') : word
  const stem = plain.length < 3 ? word : plain
  return stem.length < 2 && !/\d/.test(stem) ? undefined : stem
}

/** Without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

// --- internal ---

const common = new Set(
  (
    'a an the of and or in is are was were be been as it its to from with for at by on this that these those each ' +
    'which who whom whose what when where how many much there here than then not no into out up off over also only ' +
    'has have had do does did will would can may must shall should he she they his her their them we you i if so such ' +
    'but one any all both per between about after before same other another very'
  ).split(' '),
)
