// Small changes to a source file, each of which a test should notice.
import { parseAst } from 'vitest/node'

/** One change: `before` becomes `after`, and by that the whole `node` the text `changed`. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly before: string
  readonly after: string
  readonly node: Part
  readonly changed: string
  readonly kind: 'expression' | 'statement' | 'method'
}

interface Part {
  readonly start: number
  readonly end: number
}

/** Every mutant of a TypeScript source: one operator, constant, condition, `await` or statement changed. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found: Mutant[] = []
  walk(parseAst(source, { lang: 'ts' }) as unknown as Node, node => {
    for (const { part, after, kind = 'expression', ...rest } of changesTo(node, source)) {
      const { node: whole = part, changed = after } = rest
      const line = source.slice(0, part.start).split('\n').length
      const before = source.slice(part.start, part.end)
      found.push({ file, line, before, after, node: whole, changed, kind })
    }
  })
  return found
}

/** The source with one mutant in it. */
export function mutated(source: string, { node, changed }: Mutant): string {
  return source.slice(0, node.start) + changed + source.slice(node.end)
}

/** The source with all these mutants of it, none at work but the one for whose number `isOn` is true. */
export function withSwitches(source: string, mutants: readonly Switched[], active: string): string {
  // a statement that would begin with a bracket is taken for the end of the line before
  const starts = new Set(mutants.map(({ node }) => node.start))
  const braced = mutantsOf('', source)
    .filter(({ kind, node }) => kind === 'statement' && starts.has(node.start))
    .map(each => ({ ...each, id: 0 }))
  const outerFirst = [...mutants, ...braced].sort(
    (a, b) =>
      a.node.start - b.node.start ||
      b.node.end - a.node.end ||
      Number(b.kind === 'statement') - Number(a.kind === 'statement'),
  )
  const text = switched(source, { start: 0, end: source.length }, outerFirst)
  return `import { isOn as $on } from '${active}'; ${text}`
}

/** A mutant with its number. */
export interface Switched extends Mutant {
  readonly id: number
}

/** A mutant by what it does, whatever stands around it: `file:line before => after`. */
export function nameOf({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70)
  return `${file}:${line} ${short(before)} => ${short(after) || '(nothing)'}`
}

// --- internal ---

/** One part of the source in which these mutants are, the outer before the inner. */
function switched(source: string, { start, end }: Part, mutants: readonly Switched[]): string {
  let text = ''
  let at = start
  for (const [index, mutant] of mutants.entries()) {
    const { node } = mutant
    if (node.start < at) continue
    const inner = mutants.slice(index + 1).filter(each => each.node.start < node.end)
    text += source.slice(at, node.start) + switchOf(source, mutant, inner)
    at = node.end
  }
  return text + source.slice(at, end)
}

function switchOf(source: string, mutant: Switched, inner: readonly Switched[]): string {
  const { id, node, kind, before, after, changed } = mutant
  const usual = switched(source, node, inner)
  switch (kind) {
    case 'statement':
      return `{ if ($on(${id})) {} else { ${usual} } }`
    case 'method':
      return `${source[node.start] === '?' ? '?.' : ''}[$on(${id}) ? '${after}' : '${before}']`
    case 'expression':
      return `($on(${id}) ? ${changed} : ${usual})`
  }
}

/** What of a node is changed; `node` and `changed` are left out when they are `part` and `after`. */
interface Change {
  readonly part: Part
  readonly after: string
  readonly node?: Part
  readonly changed?: string
  readonly kind?: Mutant['kind']
}

interface Node extends Part {
  readonly type: string
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every node that has an effect when the program runs; types have none. */
function walk(node: Node, visit: (node: Node) => void): void {
  const valued = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']
  if (node.type === 'ImportDeclaration') return
  if (node.type.startsWith('TS') && !valued.includes(node.type)) return
  visit(node)
  for (const [field, value] of Object.entries(node)) {
    if (node.type === 'Property' && field === 'key' && node.computed !== true) continue
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit)
  }
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
}

const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['indexOf', 'lastIndexOf'],
])

function changesTo(node: Node, source: string): readonly Change[] {
  const text = ({ start, end }: Part) => source.slice(start, end)
  const child = (field: string) => node[field] as Node
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const operator = String(node.operator)
      const [left, right] = [child('left'), child('right')]
      const start = source.indexOf(operator, left.end)
      const part = { start, end: start + operator.length }
      // an operator that binds more or less must not take other operands
      const whole = (after: string) =>
        node.type === 'AssignmentExpression'
          ? `${text(left)} ${after} ${text(right)}`
          : `((${text(left)}) ${after} (${text(right)}))`
      return (operators[operator] ?? []).map(after => ({
        part,
        after,
        node,
        changed: whole(after),
      }))
    }
    case 'Literal':
      if (typeof node.value === 'boolean') return [{ part: node, after: String(!node.value) }]
      return typeof node.value === 'number' ? [{ part: node, after: String(node.value + 1) }] : []
    case 'UnaryExpression':
      if (!['!', '-'].includes(String(node.operator))) return []
      return [{ part: node, after: text(child('argument')) }]
    case 'AwaitExpression':
      return [{ part: node, after: text(child('argument')) }]
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return [{ part: child('test'), after: `!(${text(child('test'))})` }]
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return [{ part: node, after: '{}', kind: 'statement' }]
    case 'MemberExpression': {
      const property = child('property')
      const after = node.computed === true ? undefined : methods.get(text(property))
      if (after === undefined) return []
      // with its dot, as a switch puts brackets there
      const dot = source.startsWith('?.', property.start - 2) ? 2 : 1
      const whole = { start: property.start - dot, end: property.end }
      const changed = (dot === 2 ? '?.' : '.') + after
      return [{ part: property, after, node: whole, changed, kind: 'method' }]
    }
    default:
      return []
  }
}
