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

/** The text without any of the secrets. */
export const masked = (text: string, secrets: readonly string[]) =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '[key]'), text)
