// Small changes to a source file, each of which a test should notice.
import { parseAst } from 'vitest/node'

/** One change: what stands from `from` to `to` becomes `after`. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly from: number
  readonly to: number
  readonly before: string
  readonly after: string
}

/** Every mutant of a TypeScript source: one operator, constant, condition, `await` or statement changed. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found: Mutant[] = []
  walk(parseAst(source, { lang: 'ts' }) as unknown as Node, node => {
    for (const [part, after] of changesTo(node, source)) {
      const line = source.slice(0, part.start).split('\n').length
      const before = source.slice(part.start, part.end)
      found.push({ file, line, from: part.start, to: part.end, before, after })
    }
  })
  return found
}

/** The source with one mutant in it. */
export function mutated(source: string, { from, to, after }: Mutant): string {
  return source.slice(0, from) + after + source.slice(to)
}

/** A mutant by what it does, whatever stands around it: `file:line before => after`. */
export function nameOf({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70)
  return `${file}:${line} ${short(before)} => ${short(after) || '(nothing)'}`
}

// --- internal ---

interface Part {
  readonly start: number
  readonly end: number
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
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit)
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

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
}

function changesTo(node: Node, source: string): readonly (readonly [Part, string])[] {
  const text = ({ start, end }: Part) => source.slice(start, end)
  const child = (field: string) => node[field] as Node
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const operator = String(node.operator)
      const start = source.indexOf(operator, child('left').end)
      return (operators[operator] ?? []).map(
        other => [{ start, end: start + operator.length }, other] as const,
      )
    }
    case 'Literal':
      if (typeof node.value === 'boolean') return [[node, String(!node.value)]]
      return typeof node.value === 'number' ? [[node, String(node.value + 1)]] : []
    case 'UnaryExpression':
      return ['!', '-'].includes(String(node.operator)) ? [[node, text(child('argument'))]] : []
    case 'AwaitExpression':
      return [[node, text(child('argument'))]]
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return [[child('test'), `!(${text(child('test'))})`]]
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return [[node, '{}']]
    case 'MemberExpression': {
      const other = methods[text(child('property'))]
      return other === undefined ? [] : [[child('property'), other]]
    }
    default:
      return []
  }
}
