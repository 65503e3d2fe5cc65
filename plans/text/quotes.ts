// One spelling for the marks and blanks that texts write in many.

/** Quotation marks, dashes and blanks as a keyboard has them; what cannot be seen is left out. */
export function plainMarks(text: string): string {
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
}
