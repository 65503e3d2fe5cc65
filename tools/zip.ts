// What a ZIP archive says it will unpack to, read from its directory before anything is unpacked.

const endMark = 0x06054b50
const entryMark = 0x02014b50
/** Longest comment an archive may carry behind its directory. */
const longestComment = 65_535

/**
 * The unpacked bytes that the directory of the archive declares; `undefined` when `data` has no such
 * directory. An entry that does not say (ZIP64) counts as 4 GB.
 */
export function declaredSize(data: Buffer): number | undefined {
  const end = endOf(data)
  if (end === undefined) return undefined
  let at = data.readUInt32LE(end + 16)
  let size = 0
  while (at + 46 <= end && data.readUInt32LE(at) === entryMark) {
    size += data.readUInt32LE(at + 24)
    at += 46 + data.readUInt16LE(at + 28) + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
  return size
}

// --- internal ---

function endOf(data: Buffer): number | undefined {
  const last = data.length - 22
  for (let at = last; at >= 0 && at >= last - longestComment; at--)
    if (data.readUInt32LE(at) === endMark) return at
  return undefined
}
