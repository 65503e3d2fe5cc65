// Whether what a call is directed to stands in what a person said: whole, and as somebody to be reached.
// Whoever is not sure is asked, so every doubt here is a no.
import { digitNumbers } from '../../plans/text/numerals.ts'
import { asPattern, singular, stopWords } from '../../plans/text/words.ts'
import { normalAddress } from '../pages/addresses.ts'

/** What is looked for, and the name of the argument it is the value of: `email_id` says what `13` counts. */
interface Named {
  readonly value: string | number
  readonly argument: string
}

/**
 * Whether `text` names the value: as a whole (not as a piece of a word or of a longer address), and by
 * something that tells it from the words around it. Of a list written as one text, each part has to stand.
 * The singular of a word of the text is the text's: who says bolts has named the bolt.
 */
export function isNamedIn({ value, argument }: Named, text: string): boolean {
  const wanted = String(value).normalize('NFC').trim()
  if (wanted.length > longest) return false
  if (normalAddress(wanted) !== undefined) return isAddressIn(wanted, text)
  if (stands(wanted, argument, text) || isOneOf(wanted, argument, text)) return true
  if (isNumeral(wanted) && isAmountIn(Number(wanted), text)) return true
  const shown = /^[^<>]*<([^<>]+)>$/.exec(wanted)?.[1]
  if (shown !== undefined) return isNamedIn({ value: shown, argument }, text)
  const parts = wanted.split(/[,;\n]+/).filter(part => part.trim() !== '')
  return parts.length > 1 && parts.every(part => isNamedIn({ value: part, argument }, text))
}

/** Whether `text` gives this web address, with its scheme or without: path and query letter by letter. */
export function isAddressIn(address: string, text: string): boolean {
  const wanted = normalAddress(address)
  return wanted !== undefined && addressesIn(text).some(given => normalAddress(given) === wanted)
}

/** Every web address in a text; one without a scheme as `http` and as `https`. */
function addressesIn(text: string): readonly string[] {
  const whole = text.match(/https?:\/\/[^\s<>"']+/gi) ?? []
  const short = [...text.matchAll(schemeless)].flatMap(([found]) => [
    `http://${found}`,
    `https://${found}`,
  ])
  // a sentence may go on behind an address
  return [...whole, ...short].flatMap(each => [each, each.replace(/[.,;:!?)\]}]+$/, '')])
}

/** True of a text that cannot be read as it is shown: it holds characters that are not to be seen. */
export function isDisguised(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(text.replace(/[\t\n\r]/g, ''))
}

// --- internal ---

/** Nobody is named by more characters. */
const longest = 2000

const schemeless =
  /(?<![\p{L}\p{N}@/._-])(?:(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|localhost|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?![\p{L}\p{N}@])(?:[/?#][^\s<>"']*)?/giu

const isNumeral = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)

function stands(wanted: string, argument: string, text: string): boolean {
  const spelled = asPattern(wanted).replace(/\s+/g, '\\s+')
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}_./\\\\+%=&?~-])(?<![\\p{L}\\p{N}._%+-]@)${spelled}(?![\\p{L}\\p{N}_@/\\\\%+=~-]|[.:?&#]\\S*[\\p{L}\\p{N}])`,
    'giu',
  )
  const places = text.normalize('NFC').matchAll(whole)
  return [...places].some(({ 0: found, index }) => {
    const before = text.slice(Math.max(0, index - 60), index)
    const after = text.slice(index + found.length, index + found.length + 1)
    if (isOrigin(before, text.slice(index + found.length)) && !/from|source|sender/i.test(argument))
      return false
    return tells(wanted) || isQuoted(before, after) || isCalled(before, argument)
  })
}

/** Whether a word, or the last of several, stands in the text in the plural: a name of signs and numbers has none. */
function isOneOf(wanted: string, argument: string, text: string): boolean {
  if (!/^\p{L}+(?: \p{L}+)*$/u.test(wanted)) return false
  const ahead = wanted.slice(0, wanted.lastIndexOf(' ') + 1)
  const one = wanted.slice(ahead.length).toLowerCase()
  const words = new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
  const plurals = [...words].filter(word => word !== one && singular(word) === one)
  return plurals.some(plural => stands(`${ahead}${plural}`, argument, text))
}

/** Whether a value says by itself who is meant: no small word, no small number, which may count anything. */
function tells(wanted: string): boolean {
  const signs = wanted.replace(/[^\p{L}\p{N}]/gu, '')
  if (/^\d*$/.test(signs)) return signs.length > 3
  return signs.length > 2 && wanted.split(/\s+/).some(word => !stopWords.has(word.toLowerCase()))
}

const isQuoted = (before: string, after: string) =>
  /['"“”‘’«»„]$/.test(before) && /['"“”‘’«»]/.test(after)

/** Whether the words before say what is counted: `#13`, `id 13`, and for `file_id` also `file 13`. */
function isCalled(before: string, argument: string): boolean {
  const words = argument.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(word => word.length > 1)
  const names = ['id', 'no', 'nr', 'number', ...words].map(word => word.replace(/s$/, ''))
  return new RegExp(`(?:#|\\b(?:${names.join('|')})s?\\b[.:]?\\s*(?:is|=)?\\s*)$`, 'i').test(before)
}

/** Whether the words around say that something comes from there: who wrote is not who is written to. */
const isOrigin = (before: string, behind: string) =>
  /\b(?:from|by)\s+["'“‘<(]*$/i.test(before) || /^['’]s(?!\p{L})/u.test(behind)

/** A number that the text writes otherwise: `1,200.00` is 1200. Small ones may count anything. */
function isAmountIn(value: number, text: string): boolean {
  if (Math.abs(value) < 1000) return false
  return [...digitNumbers(text)].some(({ values }) => values.includes(Math.abs(value)))
}
