// How a library tells what its owner wrote from what came along with a folder.

/** Signs texts with a key that lies outside every folder. */
export interface Seal {
  /** The seal of a text, for nobody without the key to make; undefined where there can be no key. */
  of(text: string): string | undefined
  /** Whether `seal` is that of the text. */
  isOf(seal: string, text: string): boolean
}
