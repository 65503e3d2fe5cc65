// Tasks that are too hard on purpose, in the features of four published domains: airport (many objects of
// one type, joins through static roads), parking (many facts, all of which exclude each other), hiking
// (actions of many parameters) and organic synthesis (joins that go on for long and give nothing).

/** A task as text, with the family it is of. */
export interface HardTask {
  readonly family: string
  readonly domain: string
  readonly problem: string
}

/** 60 tasks, 15 of each family, growing. The same seed gives the same tasks. */
export function hardTasks(seed: number): readonly HardTask[] {
  const next = random(seed)
  return [airport, parking, hiking, synthesis].flatMap(family =>
    Array.from({ length: 15 }, (_, size) => family(size, next)),
  )
}

/** A number below another one. */
export type Random = (below: number) => number

/** Numbers that look random and are the same every time (a linear congruence). */
export function random(seed: number): Random {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

// --- internal ---

const named = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${i}`)

const task = (
  family: string,
  domain: string,
  parts: { objects: string; init: readonly string[]; goal: readonly string[] },
): HardTask => ({
  family,
  domain: `(define (domain ${family}) ${domain})`,
  problem: `(define (problem p) (:domain ${family}) (:objects ${parts.objects})
    (:init ${parts.init.join(' ')}) (:goal (and ${parts.goal.join(' ')})))`,
})

function airport(size: number, next: Random): HardTask {
  const segments = named('s', 60 + 50 * size)
  const planes = named('a', 4 + 3 * size)
  const some = () => segments[next(segments.length)]!
  const roads = segments.flatMap((from, i) => {
    const to = segments[(i + 1) % segments.length]!
    return [`(next ${from} ${to})`, `(next ${to} ${from})`, `(next ${from} ${some()})`]
  })
  const near = segments.flatMap(a => named('', 6).map(() => `(near ${a} ${some()})`))
  const spread = (i: number) => segments[Math.floor((i * segments.length) / planes.length)]!
  return task(
    'airport',
    `(:requirements :adl) (:types segment plane)
    (:predicates (next ?a ?b - segment) (near ?a ?b - segment) (at ?p - plane ?s - segment)
      (taken ?s - segment) (blocked ?s - segment ?p - plane) (parked ?p - plane))
    (:action move :parameters (?p - plane ?a ?b - segment)
      :precondition (and (at ?p ?a) (next ?a ?b) (not (taken ?b))
        (not (exists (?q - plane) (and (not (= ?q ?p)) (blocked ?b ?q)))))
      :effect (and (not (at ?p ?a)) (at ?p ?b) (taken ?b) (not (taken ?a))
        (forall (?s - segment) (when (near ?a ?s) (not (blocked ?s ?p))))
        (forall (?s - segment) (when (near ?b ?s) (blocked ?s ?p)))))
    (:action park :parameters (?p - plane ?s - segment)
      :precondition (and (at ?p ?s) (forall (?q - plane) (imply (blocked ?s ?q) (= ?p ?q))))
      :effect (and (parked ?p) (not (at ?p ?s)) (not (taken ?s))
        (forall (?o - segment) (not (blocked ?o ?p)))))`,
    {
      objects: `${segments.join(' ')} - segment ${planes.join(' ')} - plane`,
      init: [
        ...roads,
        ...near,
        ...planes.flatMap((p, i) => [`(at ${p} ${spread(i)})`, `(taken ${spread(i)})`]),
      ],
      goal: planes.map((p, i) => (i % 2 === 0 ? `(parked ${p})` : `(at ${p} ${some()})`)),
    },
  )
}

function parking(size: number, next: Random): HardTask {
  const cars = named('c', 12 + 6 * size)
  const curbs = named('k', Math.ceil(cars.length / 2) + 1)
  const filled = (order: readonly string[]) =>
    order.map((car, i) =>
      i % 2 === 0 ? `(at-curb ${car} k${i / 2})` : `(behind ${car} ${order[i - 1]})`,
    )
  const shuffled = [...cars]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = next(i + 1)
    ;[shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!]
  }
  return task(
    'parking',
    `(:requirements :typing) (:types car curb)
    (:predicates (at-curb ?c - car ?k - curb) (behind ?c ?d - car) (free ?k - curb) (clear ?c - car) (first ?c - car))
    (:action curb-to-curb :parameters (?c - car ?a ?b - curb)
      :precondition (and (clear ?c) (first ?c) (free ?b) (at-curb ?c ?a))
      :effect (and (not (free ?b)) (free ?a) (at-curb ?c ?b) (not (at-curb ?c ?a))))
    (:action curb-to-car :parameters (?c - car ?a - curb ?d - car)
      :precondition (and (clear ?c) (first ?c) (clear ?d) (first ?d) (at-curb ?c ?a) (not (= ?c ?d)))
      :effect (and (not (clear ?d)) (free ?a) (behind ?c ?d) (not (first ?c)) (not (at-curb ?c ?a))))
    (:action car-to-curb :parameters (?c ?d - car ?b - curb)
      :precondition (and (clear ?c) (behind ?c ?d) (free ?b))
      :effect (and (not (free ?b)) (clear ?d) (at-curb ?c ?b) (first ?c) (not (behind ?c ?d))))
    (:action car-to-car :parameters (?c ?d ?e - car)
      :precondition (and (clear ?c) (behind ?c ?d) (clear ?e) (first ?e) (not (= ?c ?e)))
      :effect (and (clear ?d) (not (clear ?e)) (behind ?c ?e) (not (behind ?c ?d))))`,
    {
      objects: `${cars.join(' ')} - car ${curbs.join(' ')} - curb`,
      init: [
        ...filled(cars),
        ...cars.map((c, i) => (i % 2 === 0 ? `(first ${c})` : `(clear ${c})`)),
        `(free ${curbs.at(-1)})`,
        ...(cars.length % 2 === 1 ? [`(clear ${cars.at(-1)})`] : []),
      ],
      goal: filled(shuffled),
    },
  )
}

function hiking(size: number, next: Random): HardTask {
  const couples = named('h', 3 + size)
  const people = couples.flatMap(c => [`${c}f`, `${c}m`])
  const places = named('p', 4 + size)
  const cars = named('v', 3 + size)
  const tents = named('t', 3 + size)
  return task(
    'hiking',
    `(:requirements :typing) (:types person couple place car tent)
    (:predicates (at ?x - (either person car tent) ?p - place) (pair ?c - couple ?a ?b - person)
      (walked ?c - couple ?p - place) (up ?t - tent) (way ?a ?b - place))
    (:action drive :parameters (?a ?b - person ?from ?to - place ?v - car ?t - tent)
      :precondition (and (at ?a ?from) (at ?b ?from) (at ?v ?from) (at ?t ?from) (not (= ?a ?b)) (not (= ?from ?to)))
      :effect (and (at ?a ?to) (at ?b ?to) (at ?v ?to) (at ?t ?to)
        (not (at ?a ?from)) (not (at ?b ?from)) (not (at ?v ?from)) (not (at ?t ?from))))
    (:action pitch :parameters (?a - person ?p - place ?t - tent)
      :precondition (and (at ?a ?p) (at ?t ?p) (not (up ?t))) :effect (up ?t))
    (:action strike :parameters (?a - person ?p - place ?t - tent)
      :precondition (and (at ?a ?p) (at ?t ?p) (up ?t)) :effect (not (up ?t)))
    (:action walk :parameters (?a ?b - person ?c - couple ?from ?to - place ?t - tent)
      :precondition (and (at ?a ?from) (at ?b ?from) (at ?t ?to) (up ?t) (way ?from ?to) (pair ?c ?a ?b) (walked ?c ?from))
      :effect (and (at ?a ?to) (at ?b ?to) (walked ?c ?to) (not (walked ?c ?from)) (not (at ?a ?from)) (not (at ?b ?from))))`,
    {
      objects: `${people.join(' ')} - person ${couples.join(' ')} - couple ${places.join(' ')} - place ${cars.join(' ')} - car ${tents.join(' ')} - tent`,
      init: [
        ...[...people, ...cars, ...tents].map(x => `(at ${x} p${next(2)})`),
        ...couples.flatMap(c => [`(pair ${c} ${c}f ${c}m)`, `(walked ${c} p0)`]),
        ...places.slice(1).map((p, i) => `(way p${i} ${p})`),
      ],
      goal: couples.map(c => `(walked ${c} ${places.at(-1)})`),
    },
  )
}

function synthesis(size: number, next: Random): HardTask {
  const atoms = named('x', 20 + 12 * size)
  const kinds = ['carbon', 'hydrogen', 'oxygen']
  const bonds = atoms.flatMap((a, i) =>
    named('', 3).map(() => `(bond ${a} ${atoms[(i + 1 + next(12)) % atoms.length]})`),
  )
  const both = [...new Set(bonds.flatMap(b => [b, b.replace(/bond (\S+) (\S+)\)/, 'bond $2 $1)')]))]
  const chain = named('?v', 7)
  const distinct = chain.flatMap((a, i) => chain.slice(i + 1).map(b => `(not (= ${a} ${b}))`))
  const linked = chain.slice(1).map((v, i) => `(bond ${chain[i]} ${v})`)
  const reaction = (name: string, ring: string, effect: string) =>
    `(:action ${name} :parameters (${chain.join(' ')} - atom)
      :precondition (and ${linked.join(' ')} ${ring} ${distinct.join(' ')})
      :effect (and ${effect}))`
  return task(
    'synthesis',
    `(:requirements :typing) (:types atom)
    (:predicates (bond ?a ?b - atom) (double ?a ?b - atom) ${kinds.map(k => `(${k} ?a - atom)`).join(' ')})
    ${reaction('close', '(carbon ?v0) (oxygen ?v3) (double ?v0 ?v6)', '(bond ?v0 ?v6) (bond ?v6 ?v0)')}
    ${reaction('shift', '(carbon ?v0) (hydrogen ?v6)', '(double ?v0 ?v1) (double ?v1 ?v0) (not (bond ?v0 ?v1)) (not (bond ?v1 ?v0))')}`,
    {
      objects: `${atoms.join(' ')} - atom`,
      init: [...both, ...atoms.map(a => `(${kinds[next(3)]} ${a})`)],
      goal: [`(double x0 x1)`, `(double x5 x9)`, `(bond x0 ${atoms.at(-1)})`],
    },
  )
}
