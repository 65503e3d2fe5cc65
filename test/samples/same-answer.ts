// Whether an answer given is the answer expected, as a careful person would judge.

/**
 * Numbers are compared as numbers (`14.6` is `14.60`, `1,240 euros` is `1240`), within `tolerance`;
 * dates as days; words without regard to case, articles and punctuation. An empty `expected` is met by
 * no answer only.
 */
export function sameAnswer(expected: string, given: string | undefined, tolerance = 0): boolean {
  if (expected === '' || given === undefined) return expected === '' && given === undefined
  const number = numberIn(expected)
  if (number !== undefined) {
    const other = numberIn(given)
    return other !== undefined && Math.abs(number - other) <= tolerance + 1e-9 * Math.abs(number)
  }
  const day = dayIn(expected)
  if (day !== undefined) return day === dayIn(given)
  return plain(expected) === plain(given)
}

// --- internal ---

/** The number a text consists of, with at most a sign of money or percent before and a unit behind. */
function numberIn(text: string): number | undefined {
  const match = /^[$€£]?\s*(-?\d[\d,]*(?:\.\d+)?)[\s%\p{L}$€£²³°/]*\.?$/u.exec(text.trim())
  return match ? Number(match[1]!.replaceAll(',', '')) : undefined
}

const months =
  'january february march april may june july august september october november december'

function dayIn(text: string): string | undefined {
  const iso = /^\d{4}-\d\d-\d\d$/.exec(text.trim())
  if (iso) return iso[0]
  const words = /^(\d{1,2}) (\p{L}+) (\d{4})$/u.exec(text.trim())
  const month = words ? months.split(' ').indexOf(words[2]!.toLowerCase()) + 1 : 0
  if (!words || month === 0) return undefined
  return `${words[3]}-${String(month).padStart(2, '0')}-${words[1]!.padStart(2, '0')}`
}

function plain(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s]/gu, '')
  return letters
    .replace(/^\s*(?:the|a|an)\s/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
