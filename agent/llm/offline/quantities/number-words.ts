// Numbers written as words, up to the thousands.
import { numberWords } from '../../../../plans/text/numerals.ts'

/** The number that begins at `words[0]`, and how many words it takes; hyphens count as words. */
export function readNumberWords(
  words: readonly string[],
): { readonly value: number; readonly length: number } | undefined {
  const first = numberWords.get(words[0] ?? '')
  if (first === undefined) return undefined
  let value = first
  let length = 1
  const hyphen = words[1] === '-' ? 2 : 1
  const second = numberWords.get(words[hyphen] ?? '')
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
