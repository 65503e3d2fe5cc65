// Which relations of a program run in circles: what tabling brings to an end.

/** The relations, as `name/arity`, that call themselves, directly or through others, and are not tabled. */
export function circularIn(rules: string): readonly string[] {
  const program = rules.replaceAll(/%[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '_')
  const calls = new Map<string, Set<string>>()
  const heads = new Map<string, string>()
  for (const clause of program.split(/\.(?=\s|$)/)) {
    const [, name, rest = ''] = /^\s*([a-z]\w*)\s*(\([\s\S]*)$/.exec(clause) ?? []
    if (name === undefined) continue
    const [head = '', ...body] = rest.split(':-')
    heads.set(name, `${name}/${arityOf(head)}`)
    const called = calls.get(name) ?? new Set()
    for (const [word] of body.join(' ').matchAll(/(?<!\w)[a-z]\w*(?=\s*\()/g)) called.add(word)
    calls.set(name, called)
  }
  const tabled = new Set(
    [...program.matchAll(/:-\s*table\b([^.]*)/g)].flatMap(
      ([, all = '']) => all.match(/[a-z]\w*/g) ?? [],
    ),
  )
  return [...heads].flatMap(([name, relation]) =>
    !tabled.has(name) && reaches(calls, name) ? [relation] : [],
  )
}

// --- internal ---

function arityOf(head: string): number {
  let depth = 0
  let commas = 0
  for (const sign of head) {
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else if (sign === ',' && depth === 1) commas++
  }
  return commas + 1
}

/** Whether a relation is called by what it calls. */
function reaches(calls: ReadonlyMap<string, ReadonlySet<string>>, name: string): boolean {
  const open = [...(calls.get(name) ?? [])]
  const seen = new Set(open)
  for (let next = open.pop(); next !== undefined && !seen.has(name); next = open.pop())
    for (const called of calls.get(next) ?? [])
      if (!seen.has(called)) {
        seen.add(called)
        open.push(called)
      }
  return seen.has(name)
}
