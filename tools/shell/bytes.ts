// What the library reads into a variable (`read`, `mapfile`) are bytes, a character each: `ü` is two of them.

/** With the characters in place of such bytes; what is text stays as it is. */
export function textOf(said: string): string {
  return said.replace(/[\u00c2-\u00f4][\u0080-\u00bf]{1,3}/g, bytes => {
    const text = Buffer.from(bytes, 'latin1').toString()
    return text.includes('\ufffd') ? bytes : text
  })
}
