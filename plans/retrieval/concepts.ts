// The words that say which operation a task asks for, each meaning under one name, and which meanings
// stand against each other. A plan for one side of a contrast never serves a question for another.

/** Words of one meaning. What is not listed stands for itself; inflections are taken care of elsewhere. */
export const concepts: Readonly<Record<string, string>> = {
  sum: 'sum add add_up addition plus together altogether',
  total: 'total',
  difference: 'difference subtract subtraction minus differ',
  product: 'multiply multiplication product',
  ratio: 'ratio divide division quotient',
  remainder: 'remainder modulo',
  fraction: 'fraction share proportion',
  percent: 'percent percentage',
  mean: 'mean average arithmetic_mean',
  median: 'median',
  mode: 'mode most_frequent most_common most_often',
  count: 'count number_of how_many',
  deviation: 'deviation',
  variance: 'variance',
  spread: 'range_of',
  max: 'maximum max largest greatest highest most biggest longest top',
  min: 'minimum min smallest least lowest fewest shortest',
  increase: 'increase rise raise grow growth',
  decrease: 'decrease reduce reduction lower',
  change: 'change',
  before: 'before prior earlier_than',
  after: 'after later_than',
  during: 'between',
  earlier: 'earlier',
  later: 'later',
  earliest: 'earliest',
  latest: 'latest',
  above: 'above exceed greater_than more_than larger_than higher_than longer_than',
  below: 'below under less_than fewer_than smaller_than lower_than shorter_than',
  least: 'at_least no_less_than or_more',
  upmost: 'at_most no_more_than or_less or_fewer',
  not: 'not no without except exclude excluding leave_out never neither nor',
  with: 'include including',
  ascending: 'ascending',
  descending: 'descending',
  distinct: 'distinct different unique',
  area: 'area',
  perimeter: 'perimeter circumference',
  diagonal: 'diagonal',
  volume: 'volume',
  birth: 'birth born',
  death: 'death die dead',
  old: 'old older oldest',
  young: 'young younger youngest',
}

/** Other words of one meaning. */
export const synonyms: Readonly<Record<string, string>> = {
  quantity: 'quantity amount figure',
  keep: 'keep kept select filter restrict',
  search: 'search retrieve fetch look_up',
  // relations between what is named, which are stop words elsewhere
  per: 'per',
  over: 'over',
  more: 'more',
  only: 'only',
  same: 'same',
  other: 'other another',
  since: 'since',
  until: 'until',
}

/** Sides that exclude each other; each is a list of concepts that may stand for it, by strokes. */
export const contrasts: readonly (readonly (readonly string[])[])[] = [
  'sum/total mean median mode count max/latest min/earliest deviation variance spread difference',
  'sum/total difference product ratio/fraction/percent remainder',
  'max min',
  'increase decrease',
  'before/earlier after/later during',
  'earliest latest',
  'above below least upmost',
  'ascending descending',
  'area perimeter diagonal volume',
  'birth death',
  'old young',
].map(sides => sides.split(' ').map(side => side.split('/')))

/** Operations whose operands cannot change places. */
export const ordered: ReadonlySet<string> = new Set(
  'difference ratio fraction percent remainder change before after earlier later above below'.split(
    ' ',
  ),
)

/** Words that nearly every schema belief holds, beside the stop words, and that therefore tell nothing. */
export const neutral = `exactly exist given input known need needed output problem provided question require
  required result specified task two use used value want number answer calculate compute determine
  establish find obtain get give several decimal round find_out`
