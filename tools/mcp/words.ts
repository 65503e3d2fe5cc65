// What a server says, as a model and a person may be shown it: bounded, and without what cannot be seen.

/** One paragraph of at most so many characters, of characters that can be seen. */
export function plain(text: unknown, most: number): string {
  const seen = String(text ?? '')
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .trim()
  return seen.length > most ? `${seen.slice(0, most - 1)}…` : seen
}

/** The value with other texts in the place of its own; `name` is that of the member that a text is. */
export function withTexts<Value>(
  value: Value,
  change: (text: string, name: string) => string,
  name = '',
): Value {
  if (typeof value === 'string') return change(value, name) as Value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(each => withTexts(each, change)) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withTexts(each, change, key)]),
  ) as Value
}

/** The text without any of the secrets. */
export const masked = (text: string, secrets: readonly string[]) =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '[key]'), text)
