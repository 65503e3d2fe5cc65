// An answer as a person reads it: no more digits than say something.

/**
 * `answer`, with each number that has all the digits a computer keeps rounded to four that count, and to no
 * fewer than two after the point. Left as it is where the question speaks of digits itself.
 */
export function readable(answer: string, question = ''): string {
  if (/\b(?:decimals?|digits?|exact(?:ly)?|significant)\b/i.test(question)) return answer
  return answer.replace(/(?<![\d.,])-?\d+\.\d+(?![\d.,]*\d|e)/gi, text =>
    text.replace(/\D|^-?0+\.?0*/g, '').length < all ? text : rounded(Number(text)),
  )
}

// --- internal ---

/** Digits that nobody wrote down: as many as a quotient that does not end has. */
const all = 13

const rounded = (value: number) =>
  String(Number(value.toFixed(Math.max(2, 3 - Math.floor(Math.log10(Math.abs(value)))))))
