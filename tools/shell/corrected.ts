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
  corrected('awk', args => fieldsApart(args).map(reckoning).map(separators)),
  corrected('jq', args => args.map(querying)),
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
  const others: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const [, joined] = /^(?:-e|--regexp=)(.+)$/s.exec(args[at]!) ?? []
    if (args[at] === '-e' || args[at] === '--regexp') patterns.push(args[++at] ?? '')
    else if (joined !== undefined) patterns.push(joined)
    else others.push(args[at]!)
  }
  if (patterns.length < 2) return args
  const kind = others.find(arg => /^-\w*[EFP]/.test(arg)) ?? ''
  const between = kind.includes('F') ? '\n' : /[EP]/.test(kind) ? '|' : '\\|'
  return [
    ...others.filter(arg => arg.startsWith('-')),
    '-e',
    patterns.join(between),
    ...others.filter(arg => !arg.startsWith('-')),
  ]
}

/** `2i\text` without a line end. */
function editing(args: Arguments): Arguments {
  return args.map(arg => arg.replace(/^((?:\d+|\$|\/(?:[^/\\]|\\.)*\/)?[aic])\\(?=[^\n])/, '$1 '))
}

/** Single characters that are a pattern to the library part fields as they are. */
function separators(arg: string): string {
  return arg
    .replace(/^(-F)([.|+*?$()[{}])$/, '$1[$2]')
    .replace(/(\bFS\s*=\s*")([.|+*?$()[{}])(")/g, '$1[$2]$3')
}

/** `-v FS=,` is `-F,`. */
function fieldsApart(args: Arguments): Arguments {
  const isFields = (at: number) => args[at - 1] === '-v' && args[at]!.startsWith('FS=')
  return args.flatMap((arg, at) => {
    if (isFields(at)) return `-F${arg.slice(3)}`
    return at + 1 < args.length && isFields(at + 1) ? [] : arg
  })
}

/** `int` cuts off below zero too, and `length` alone is that of the line. */
function reckoning(arg: string): string {
  const put = arg.replace(
    /"(?:[^"\\]|\\.)*"|\bint(?=\s*\()|\blength\b(?!\s*\()/g,
    word => ({ int: 'cut_off', length: 'length($0)' })[word] ?? word,
  )
  return put.includes('cut_off(')
    ? `function cut_off(x) { return x < 0 ? -int(-x) : int(x) }\n${put}`
    : put
}

/** Groups and what is unique come in order, and the entries of a list are its items. */
function querying(arg: string): string {
  const [found] = arg.matchAll(
    /(?<![.$\w"])(?<![{,]\s*)(?:(group_by|unique_by)\(|(unique|to_entries)\b(?!\s*:|"))/g,
  )
  if (!found) return arg
  const [word, by, alone] = found
  const before = arg.slice(0, found.index)
  const rest = arg.slice(found.index + word.length)
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
