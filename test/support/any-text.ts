import fc from 'fast-check'

/** Any text; `fc.string({ unit: 'binary' })` gives the same and takes a second to prepare. */
export function anyText(maxLength = 100): fc.Arbitrary<string> {
  const first = 0xd800
  const surrogates = 0x800
  const character = fc
    .integer({ min: 0, max: 0x10ffff - surrogates })
    .map(code => String.fromCodePoint(code < first ? code : code + surrogates))
  return fc.array(character, { maxLength }).map(characters => characters.join(''))
}
