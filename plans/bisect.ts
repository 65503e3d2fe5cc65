// Looking up a place in what is in order.

/** The first place below `count` where `holds`, or `count`; where it holds once it holds for all places behind. */
export function firstPlace(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
