// What the library reads into a variable (`read`, `mapfile`) are bytes, a character each: `ü` is two of them.
import type { IFileSystem } from 'just-bash'

/** Whether a command reads into variables: in others what looks like bytes is what stands there. */
export const readsBytes = (command: string) => /\b(?:read|mapfile|readarray)\b/.test(command)

/** With the characters in place of such bytes; what is text stays as it is. */
export function textOf(said: string): string {
  return said.replace(/[\u00c2-\u00f4][\u0080-\u00bf]{1,3}/g, bytes => {
    const text = Buffer.from(bytes, 'latin1').toString()
    return text.includes('\ufffd') ? bytes : text
  })
}

/** `while read -r f; do cat "$f"`: what was read names a file as its text does. */
export function byNameAsRead<Files extends IFileSystem>(fs: Files): Files {
  const named = (path: unknown) => (typeof path === 'string' ? textOf(path) : path)
  const withTwo = /^(?:cp|mv|link|symlink|resolvePath)$/
  return new Proxy(fs, {
    get(files, name) {
      const value: unknown = Reflect.get(files, name)
      if (typeof value !== 'function') return value
      return (path: unknown, other: unknown, ...more: readonly unknown[]) =>
        value.call(files, named(path), withTwo.test(String(name)) ? named(other) : other, ...more)
    },
  })
}
