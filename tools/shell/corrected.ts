// Commands of the library that silently answer otherwise than those they are named after, with what they are asked put
// so that they answer alike; where nothing helps they are refused, which misleads nobody.
import { type Command, defineCommand } from 'just-bash'

/** The commands that take the place of the library's. */
export const correctedCommands: readonly Command[] = [
  corrected('sort', sorting),
  corrected('grep', searching),
  corrected('egrep', searching),
  corrected('fgrep', searching),
  corrected('sed', editing),
  corrected('awk', args => programOf(args, awkValues, reckoning, separating)),
  corrected('jq', args => programOf(args, jqValues, querying)),
  corrected('xargs', calling),
]

// --- internal ---

type Arguments = readonly string[]

function corrected(name: string, put: (args: Arguments) => Arguments): Command {
  return defineCommand(name, async (args, { origCommand }) => {
    const refused = refusals.find(
      each => each.of === name && args.some(arg => each.holds.test(arg)),
    )
    if (refused)
      return { stdout: '', stderr: `${name}: here ${refused.why}; use python3\n`, exitCode: 2 }
    return origCommand!([...put(args)])
  })
}

const refusals: readonly { readonly of: string; readonly holds: RegExp; readonly why: string }[] = [
  {
    of: 'sed',
    holds: /^s(.).*\1.*\\[ULEul].*\1\w*$/s,
    why: 'no \\U, \\L, \\u or \\l changes letters',
  },
  { of: 'awk', holds: /\bRS\s*=\s*"?(?:"|[^"\\][^"]|\\n\\n|\\n\+)/, why: 'RS is one character' },
]

/** Blanks before the first field are no field of their own: `uniq -c | sort -k1,1nr`. */
function sorting(args: Arguments): Arguments {
  const byField = args.some(arg => /^(?:-[a-su-z]*k|--key)/.test(arg))
  const separated = args.some(arg => /^(?:-[a-jl-su-z]*t|--field-separator)/.test(arg))
  return byField && !separated ? ['-b', ...args] : args
}

/** Of several patterns each counts, not the last alone. */
function searching(args: Arguments): Arguments {
  const patterns: string[] = []
  const put: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!
    const [, others = '', joined = ''] = /^-([a-zA-Z]*)e(.*)$/s.exec(arg) ??
      /^-()-regexp=(.*)$/s.exec(arg) ?? [arg]
    if (arg === '--') return args
    if (!/^-(?:[a-zA-Z]*e|-regexp=)/.test(arg)) {
      put.push(arg)
      continue
    }
    if (others !== '') put.push(`-${others}`)
    if (patterns.length === 0) put.push('-e', '')
    patterns.push(joined === '' ? (args[++at] ?? '') : joined)
  }
  if (patterns.length < 2) return args
  const kind = put.find(arg => /^-[a-zA-Z]*[EFP]/.test(arg)) ?? ''
  const between = kind.includes('F') ? '\n' : /[EP]/.test(kind) ? '|' : '\\|'
  return put.map((arg, at) => (put[at - 1] === '-e' && arg === '' ? patterns.join(between) : arg))
}

/** `2i\text` without a line end. */
function editing(args: Arguments): Arguments {
  return args.map(arg => arg.replace(/^((?:\d+|\$|\/(?:[^/\\]|\\.)*\/)?[aic])\\(?=[^\n])/, '$1 '))
}

/** The program put otherwise, the first argument that is no option and no value of one; its options too. */
function programOf(
  args: Arguments,
  values: (option: string) => number,
  put: (program: string) => string,
  option: (args: Arguments) => Arguments = each => each,
): Arguments {
  let at = 0
  while (args[at]?.startsWith('-') && args[at] !== '-') at += 1 + values(args[at]!)
  const isInFile = args.slice(0, at).some(arg => /^-(?:f|-from-file)$/.test(arg))
  const program = args[at]
  if (program === undefined || isInFile) return args
  return [...option(args.slice(0, at)), put(program), ...args.slice(at + 1)]
}

const awkValues = (option: string) => (/^-[Fvf]$/.test(option) ? 1 : 0)

const jqValues = (option: string) => {
  if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(option)) return 2
  return /^(?:-f|-L|--from-file|--indent)$/.test(option) ? 1 : 0
}

/** What parts fields, a single character as it is, be it told by `-F` or by `-v FS=`. */
function separating(options: Arguments): Arguments {
  return options.flatMap((arg, at) => {
    const before = options[at - 1]
    if (before === '-v' && arg.startsWith('FS=')) return ['-F', asItIs(arg.slice(3))]
    if (arg === '-v' && options[at + 1]?.startsWith('FS=')) return []
    if (before === '-F') return asItIs(arg)
    return arg.startsWith('-F') && arg.length > 2 ? ['-F', asItIs(arg.slice(2))] : arg
  })
}

/** A character that is a pattern to the library. */
const asItIs = (separator: string) => separator.replace(/^[.|+*?$()[{}]$/, '[$&]')

/**
 * `int` cuts off below zero too, `length` alone is that of the line, `a (b)` is no call but both in a row; texts and
 * patterns stay as they are.
 */
function reckoning(program: string): string {
  const put = program
    .replace(
      /(\bFS\s*=\s*")([^"\\])(")/g,
      (_, head, separator, end) => head + asItIs(separator) + end,
    )
    .replace(
      /"(?:[^"\\]|\\.)*"|(?<=(?:^|[~(,!&|{;\n])\s*)\/(?:[^/\\\n]|\\.)+\/|\bint(?=\s*\()|\blength\b(?!\s*\()|\b[A-Za-z_]\w*(?=[ \t]+\()/g,
      word => {
        const own = { int: 'cut_off', length: 'length($0)' }[word]
        if (own !== undefined || !/^\w/.test(word) || awkWords.test(word)) return own ?? word
        return new RegExp(`\\bfunc(?:tion)?\\s+${word}\\b`).test(program) ? word : `(${word})`
      },
    )
  return put.includes('cut_off')
    ? `function cut_off(x) { return x < 0 ? -int(-x) : int(x) }\n${put}`
    : put
}

/** What a bracket may follow: words of the language and what it can call. */
const awkWords =
  /^(?:if|while|for|do|else|switch|case|return|in|print|printf|getline|delete|exit|next|function|func|BEGIN|END|length|substr|index|split|g?sub|gensub|match|sprintf|sin|cos|atan2|exp|log|sqrt|int|s?rand|tolower|toupper|system|close|fflush|strftime|mktime|systime|and|or|xor|[lr]shift|compl|asorti?)$/

/** Groups and what is unique come in order, and the entries of a list are its items; plain texts stay as they are. */
function querying(program: string): string {
  const found = program
    .matchAll(
      /"(?:[^"\\]|\\[^(])*"|(?<![.$\w])(?<![{,]\s*)(?:(group_by|unique_by)\(|(unique|to_entries)\b(?!\s*:))/g,
    )
    .find(([word]) => !word.startsWith('"'))
  if (!found) return program
  const [word, by, alone] = found
  const before = program.slice(0, found.index)
  const rest = program.slice(found.index + word.length)
  if (by === undefined)
    return `${before}${alone === 'unique' ? '(unique | sort)' : entries}${querying(rest)}`
  const end = closing(rest)
  const key = querying(rest.slice(0, end))
  const first = by === 'group_by' ? '.[0] | ' : ''
  return `${before}(${by}(${key}) | sort_by(${first}(${key})))${querying(rest.slice(end + 1))}`
}

const entries =
  '(if type == "array" then . as $all | [range(length) as $k | {key: $k, value: $all[$k]}] else to_entries end)'

/** Where the bracket ends that begins before the text; its end where it does not. */
function closing(text: string): number {
  let open = 1
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[()]/g)) {
    if (sign === '(') open += 1
    if (sign === ')') open -= 1
    if (open === 0) return index
  }
  return text.length
}

/** Options and their values apart, `-n1`; what is put in the place of `{}` is a line, not a word. */
function calling(args: Arguments): Arguments {
  let end = 0
  while (args[end]?.startsWith('-')) end += /^-[nILPsd]$/.test(args[end]!) ? 2 : 1
  const options = args.slice(0, end).flatMap(arg => /^(-[nILPsd])(.+)$/s.exec(arg)?.slice(1) ?? arg)
  const isParted = options.some(arg => /^-(?:0|d|-null|-delimiter)/.test(arg))
  const lines = options.includes('-I') && !isParted ? ['-d', '\\n'] : []
  return [...lines, ...options, ...args.slice(end)]
}
