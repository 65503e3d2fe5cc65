// Objects whose members may be left out.

/** `T` without `undefined`: members that may be undefined may be absent instead. */
export type Given<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The members that are given: those that are undefined are left out. */
export function given<T extends object>(members: T): Given<T> {
  const known = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Given<T>
}
