// Time zones for Python, which looks for a compiled file of each: made of what Node knows, when one is asked for.

/** Where Python looks for them. */
export const zoneFolder = '/usr/share/zoneinfo'

/** Names in use that Node knows and does not list. */
const unlisted = `UTC GMT Etc/UTC Etc/GMT US/Eastern US/Central US/Mountain US/Arizona US/Pacific US/Alaska US/Hawaii
  Asia/Kolkata Asia/Kathmandu Asia/Ho_Chi_Minh Asia/Yangon Europe/Kyiv America/Nuuk Atlantic/Faroe
  America/Argentina/Buenos_Aires America/Indiana/Indianapolis America/Kentucky/Louisville`

/** Names of all zones there is a file for. */
export const zoneNames = (): readonly string[] => [
  ...Intl.supportedValuesOf('timeZone'),
  ...unlisted.split(/\s+/),
]

/** The file of a zone (TZif, RFC 9636) with its changes from 1900 to 2100. */
export function zoneFile(timeZone: string): Uint8Array {
  const { times, kinds } = spansOf(timeZone)
  const distinct = [...new Map(kinds.map(kind => [Object.values(kind).join(), kind])).values()]
  const names = distinct.map(({ name }) => `${name}\0`)
  const about = distinct.flatMap(({ offset, summer }, at) => {
    const bytes = [24, 16, 8, 0].map(bits => (offset >> bits) & 255)
    return [...bytes, summer ? 1 : 0, names.slice(0, at).join('').length]
  })
  const places = kinds.map(({ offset, summer, name }) =>
    distinct.findIndex(
      each => each.offset === offset && each.summer === summer && each.name === name,
    ),
  )
  const seconds = new DataView(new ArrayBuffer(8 * times.length))
  for (const [at, time] of times.entries()) seconds.setBigInt64(8 * at, BigInt(time))
  return Buffer.concat([
    // the same in 32 bits, which nobody reads any more
    header(0, 0, 0),
    header(times.length, distinct.length, names.join('').length),
    new Uint8Array(seconds.buffer),
    // the first is what was before any change
    Buffer.from(places.slice(1)),
    Buffer.from(about),
    Buffer.from(`${names.join('')}\n\n`),
  ])
}

// --- internal ---

function header(...counts: number[]): Uint8Array {
  const bytes = Buffer.alloc(44)
  bytes.write('TZif2')
  for (const [at, count] of counts.entries()) bytes.writeInt32BE(count, 32 + 4 * at)
  return bytes
}

/** The seconds at which the offset changes, and how the clock stands before, between and after them. */
function spansOf(timeZone: string) {
  const offset = saying('en-US', timeZone, 'longOffset')
  const end = Date.UTC(2100) / 1000
  // changes are no nearer to each other, and fall on whole or half minutes
  const [step, exact] = [10 * 86_400, 30]
  const times: number[] = []
  for (let at = Date.UTC(1900) / 1000; at < end; ) {
    const now = offset(at)
    let after = at + step
    if (offset(after) !== now) {
      while (after - at > exact) {
        const middle = at + Math.floor((after - at) / exact / 2) * exact
        if (offset(middle) === now) at = middle
        else after = middle
      }
      times.push(after)
    }
    at = after
  }
  const kindAt = kindsOf(timeZone, offset)
  // names of today reach back some decades only, so the end of a span is asked
  return { times, kinds: [...times, end].map(time => kindAt(time - 1)) }
}

/** Where a zone is called by letters of its own, such as CEST or EDT. */
const places = ['en-GB', 'en-US', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'ja']

/** How the clock stands at a second, and what that is called. */
function kindsOf(timeZone: string, offset: (at: number) => string) {
  const long = saying('en-US', timeZone, 'long')
  const short = places.map(place => saying(place, timeZone, 'short'))
  return (at: number) => {
    const [, sign = '+', ...digits] = /([+-])(\d\d):(\d\d):?(\d\d)?/.exec(offset(at)) ?? []
    const [hours = '00', minutes = '00', seconds = '00'] = digits
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    const say = short.find(each => /^[A-Z]+$/.test(each(at)))
    return {
      offset: sign === '-' ? -size : size,
      summer: /Summer|Daylight/.test(long(at)),
      name: say?.(at) ?? `${sign}${hours}${minutes === '00' ? '' : minutes}`,
    }
  }
}

/** What a place calls the time of a zone at a second. */
function saying(place: string, timeZone: string, timeZoneName: 'short' | 'long' | 'longOffset') {
  const format = new Intl.DateTimeFormat(place, { timeZone, timeZoneName })
  return (at: number) => format.format(at * 1000).replace(/^[\d/.-]+,? /, '')
}
