// How much a server may say to one request: what never ends is cut off before it fills the memory or the time.

/** Bytes and messages that a server may send for each request. */
const [mostBytes, mostMessages] = [8_000_000, 10_000]

export type Meter = ReturnType<typeof createMeter>

/** A meter that calls `stop` as soon as it is too much. */
export function createMeter(stop: () => void) {
  let [bytes, messages] = [0, 0]
  let exceeded: string | undefined
  const check = () => {
    if (bytes <= mostBytes && messages <= mostMessages) return
    const first = exceeded === undefined
    exceeded ??= `it said more than ${bytes > mostBytes ? `${mostBytes / 1e6} MB` : `${mostMessages} things`} at once`
    if (first) stop()
    throw new Error(exceeded)
  }
  return {
    most: mostBytes,
    /** What was too much, as the end of a sentence; undefined as long as nothing was. */
    exceeded: () => exceeded,
    /** Throws when it has become too much since the last request. */
    bytes(count: number): void {
      bytes += count
      check()
    },
    message() {
      messages++
      check()
    },
    reset() {
      bytes = 0
      messages = 0
    },
  }
}

/** `fetch` with a meter on what comes back. */
export function metered(meter: Meter): typeof fetch {
  return async (input, init) => {
    meter.reset()
    const response = await fetch(input, init)
    if (!response.body) return response
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          meter.bytes(piece.length)
          controller.enqueue(piece)
        },
      }),
    )
    const { status, statusText, headers } = response
    return new Response(counted, { status, statusText, headers })
  }
}
