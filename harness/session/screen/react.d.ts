// What is used of react, in types. Those of @types/react declare a browser's elements to the whole program,
// where files that speak of pages know better.
declare module 'react' {
  export interface ReactElement {
    readonly type: unknown
  }
  export type ReactNode = ReactElement | string | undefined | null | readonly ReactNode[]
  export const Fragment: (props: { readonly children?: ReactNode }) => ReactNode
  export function createElement<Props extends object>(
    type: (props: Props) => ReactNode,
    props: (Props & { readonly key?: string | number }) | undefined,
    ...children: readonly ReactNode[]
  ): ReactElement
  export function useEffect(effect: () => (() => void) | undefined, on?: readonly unknown[]): void
  export function useState<Value>(
    first: Value | (() => Value),
  ): [Value, (next: Value | (() => Value)) => void]
  export function useState<Value>(): [
    Value | undefined,
    (next: Value | undefined | (() => Value)) => void,
  ]
  export function useSyncExternalStore<Value>(
    subscribe: (changed: () => void) => () => void,
    get: () => Value,
  ): Value
}
