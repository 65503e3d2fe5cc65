// Ways out of the house that a plan spells out: addresses, hosts, paths, and shell commands.
/** An address or host written in prose. */
export function addressIn(text: string): string | undefined {
  return (scheme.exec(text) ?? mail.exec(text) ?? number.exec(text) ?? host.exec(text))?.[0]
}

/** The address a tool call would go to whatever the question is; `key` is the member of its input. */
export function outsideTool(tool: string, key: string, text: string): string | undefined {
  const written = scheme.exec(text) ?? number.exec(text) ?? mail.exec(text)
  if (written) return written[0]
  const atHome = tool === 'table' || tool === 'calculate' || tool === 'read_file' || tool === 'bash'
  if (atHome) return undefined
  // an address that begins with a slot is the question's or a search's; any other is the plan's
  const isAddress = /^(?:url|uri|href|link|address|endpoint|host|domain|site)$/i.test(key)
  if (isAddress && text.trim() !== '' && !/^\s*\{[a-z]/.test(text)) return text
  return (/\bsite:(?!\{)\S+/i.exec(text) ?? host.exec(text))?.[0]
}

/** A path that leads out of the question's files, whatever the question is. */
export function pathFault(key: string, text: string): string | undefined {
  if (!/^(?:path|file|files|folder|directory|dir|filename|database|db)$/i.test(key))
    return undefined
  return /^\s*(?:[/~\\]|[a-z]:[\\/]|file:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(text)
    ? text
    : undefined
}

/** What a shell command does that it must not, as the end of a sentence. */
export function commandFault(command: string): string | undefined {
  const network = networked.exec(command)
  if (network) return `uses the network (${network[0].trim()})`
  if (/\bbase64\s+(?:-d|-D|--decode)|\beval\b|\\x[0-9a-f]{2}|\bxxd\s+-r/i.test(command))
    return 'hides what it does'
  if (
    /\b(?:rm\s+-\w*[rf]|mkfs|shutdown|reboot|sudo|chmod|chown|kill(?:all)?)\b|:\(\)\s*\{/.test(
      command,
    )
  )
    return 'changes more than the question asks for'
  if (
    /(?:^|[\s"'=])(?:\/(?:etc|root|home|proc|sys|dev\/(?!null\b)|var|usr)\b|~\/|\.\.\/)/.test(
      command,
    )
  )
    return 'reaches for files no question named'
  return undefined
}

// --- internal ---

const scheme =
  /\b[a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'<>)]*|\b(?:javascript|mailto|tel|file|data:[a-z]+\/[\w.+-]+)[:;,][^\s"'<>)]+|(?<![:\w/])\/\/[\w-]+(?:\.[\w-]+)+/i
// each is told in one pass: from the first letter of a word, or by no more than so many letters
const mail = /(?<![\w.%+-])[\w.%+-]+@(?:[\w-]+\.)+[a-z]{2,}/i
/** An internet address in digits, alone or before a port or a path. */
const number = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|\[[0-9a-f]*:[0-9a-f:]{2,}\]/i
const host =
  /\bwww\.[\w-]+\.\w+|(?<![\w.@-])(?:[a-z0-9-]+\.)+(?:com|org|net|info|biz|gov|edu|dev|app|xyz|top|site|online|onion|example|test|invalid|local|internal|localhost|io|ai|ru|cn|uk|de|eu)(?![\w-])(?:[:/][^\s"'<>)]*)?/i
const networked =
  /\b(?:curl|wget|nc|ncat|netcat|socat|ssh|scp|sftp|rsync|telnet|ftp|dig|nslookup|openssl\s+s_client)\b(?=\s|$)|\/dev\/(?:tcp|udp)\b|\b(?:import|from)\s+(?:urllib|requests|http|httpx|aiohttp|socket|smtplib)\b|\bfetch\s*\(|\b(?:npm|pip3?|apt(?:-get)?|git)\s+(?:install|i|clone|pull|push)\b|[a-z][a-z0-9+.-]{0,40}:\/\//i
