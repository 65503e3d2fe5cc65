// Numbers written as words, up to the thousands.

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The value of a small number word, or `undefined`. */
export function numberWord(word: string): number | undefined {
  const one = ones.indexOf(word)
  if (one >= 0) return one
  const ten = tens.indexOf(word)
  return ten >= 0 ? (ten + 2) * 10 : undefined
}

/** The number that begins at `words[0]`, and how many words it takes; hyphens count as words. */
export function readNumberWords(
  words: readonly string[],
): { readonly value: number; readonly length: number } | undefined {
  const first = numberWord(words[0] ?? '')
  if (first === undefined) return undefined
  let value = first
  let length = 1
  const hyphen = words[1] === '-' ? 2 : 1
  const second = numberWord(words[hyphen] ?? '')
  if (first >= 20 && second !== undefined && second > 0 && second < 10) {
    value += second
    length = hyphen + 1
  }
  for (const [name, size] of [
    ['hundred', 100],
    ['thousand', 1000],
  ] as const)
    if (words[length] === name) {
      value *= size
      length += 1
    }
  return { value, length }
}
