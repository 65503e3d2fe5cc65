// Terms to text: `parseTerm` of what is printed gives the same term.
import { notLevel, operators, type Structure, type Term } from './term.ts'

/** The term as AgentSpeak(L) writes it, in parentheses where its operator binds less close than `level`. */
export function printTerm(term: Term, level = 1): string {
  switch (term.type) {
    case 'number':
      return String(term.value)
    case 'text':
      return JSON.stringify(term.value)
    case 'variable':
      return term.name
    case 'list': {
      const items = term.items.map(item => printTerm(item, 2)).join(', ')
      return term.tail === undefined ? `[${items}]` : `[${items}|${printTerm(term.tail, 2)}]`
    }
    case 'structure':
      return printStructure(term, level)
  }
}

function printStructure({ name, args, annotations }: Structure, level: number): string {
  const operator = operators[name]
  if (operator && args.length === 2 && Object.hasOwn(operators, name)) {
    const { level: own, side } = operator
    const left = printTerm(args[0]!, side === 'left' ? own : own + 1)
    const right = printTerm(args[1]!, side === 'right' ? own : own + 1)
    const both = `${left} ${name} ${right}`
    return own < level ? `(${both})` : both
  }
  if (name === 'not' && args.length === 1) {
    const negation = `not ${printTerm(args[0]!, notLevel)}`
    return notLevel < level ? `(${negation})` : negation
  }
  const inside = args.length === 0 ? '' : `(${args.map(arg => printTerm(arg)).join(', ')})`
  const beside = annotations ? `[${annotations.map(each => printTerm(each)).join(', ')}]` : ''
  return `${name}${inside}${beside}`
}
