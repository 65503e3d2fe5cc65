// Small domains of our own, one for each part of the language.

/** A domain with a problem of it. `cost` is the optimal one, undefined when there is no plan. */
export interface Sample {
  readonly domain: string
  readonly problem: string
  readonly cost?: number
}

const blocks = `(define (domain towers) (:requirements :strips)
  (:predicates (clear ?x) (ontable ?x) (handempty) (holding ?x) (on ?x ?y))
  (:action pick-up :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (holding ?x) (not (clear ?x)) (not (ontable ?x)) (not (handempty))))
  (:action put-down :parameters (?x)
    :precondition (holding ?x)
    :effect (and (clear ?x) (handempty) (ontable ?x) (not (holding ?x))))
  (:action stack :parameters (?x ?y)
    :precondition (and (clear ?y) (holding ?x))
    :effect (and (handempty) (clear ?x) (on ?x ?y) (not (clear ?y)) (not (holding ?x))))
  (:action unstack :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (handempty)))))`

const gripper = `(define (domain gripper) (:requirements :strips :typing)
  (:types room ball gripper)
  (:constants left right - gripper)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper)
               (carry ?o - ball ?g - gripper))
  (:action move :parameters (?from ?to - room)
    :precondition (at-robby ?from)
    :effect (and (at-robby ?to) (not (at-robby ?from))))
  (:action pick :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))`

const briefcase = `(define (domain briefcase)
  (:requirements :adl)
  (:types portable location)
  (:predicates (at ?y - portable ?x - location) (in ?x - portable) (is-at ?x - location))
  (:action move :parameters (?m ?l - location)
    :precondition (and (is-at ?m) (not (= ?m ?l)))
    :effect (and (is-at ?l) (not (is-at ?m))
      (forall (?x - portable) (when (in ?x) (and (at ?x ?l) (not (at ?x ?m)))))))
  (:action take-out :parameters (?x - portable)
    :precondition (in ?x) :effect (not (in ?x)))
  (:action put-in :parameters (?x - portable ?l - location)
    :precondition (and (not (in ?x)) (at ?x ?l) (is-at ?l)) :effect (in ?x)))`

const ferry = `(define (domain ferry) (:requirements :typing :action-costs :negative-preconditions)
  (:types car port)
  (:predicates (docked ?p - port) (at ?c - car ?p - port) (aboard ?c - car) (full))
  (:functions (total-cost) - number (distance ?a ?b - port) - number)
  (:action sail :parameters (?a ?b - port)
    :precondition (docked ?a)
    :effect (and (docked ?b) (not (docked ?a)) (increase (total-cost) (distance ?a ?b))))
  (:action board :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (docked ?p) (not (full)))
    :effect (and (aboard ?c) (full) (not (at ?c ?p)) (increase (total-cost) 1)))
  (:action land :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (docked ?p))
    :effect (and (at ?c ?p) (not (aboard ?c)) (not (full)) (increase (total-cost) 1))))`

const elevator = `(define (domain elevator)
  (:requirements :adl :either)
  (:types person floor - object vip guest - person)
  (:predicates (origin ?p - person ?f - floor) (goal-floor ?p - person ?f - floor)
               (boarded ?p - person) (served ?p - (either vip guest)) (lift-at ?f - floor)
               (closed ?f - floor))
  (:action stop :parameters (?f - floor)
    :precondition (and (lift-at ?f)
      (imply (exists (?p - vip) (not (served ?p)))
             (exists (?p - vip) (or (goal-floor ?p ?f) (origin ?p ?f)))))
    :effect (and
      (forall (?p - person) (when (and (boarded ?p) (goal-floor ?p ?f))
                                  (and (not (boarded ?p)) (served ?p))))
      (forall (?p - person) (when (and (origin ?p ?f) (not (served ?p))) (boarded ?p)))))
  (:action go :parameters (?a ?b - floor)
    :precondition (and (lift-at ?a) (not (= ?a ?b)) (not (closed ?b)))
    :effect (and (lift-at ?b) (not (lift-at ?a)))))`

const lights = `(define (domain lights)
  (:requirements :strips :negative-preconditions :disjunctive-preconditions)
  (:predicates (on ?l) (next ?a ?b) (fused ?l))
  (:action toggle-on :parameters (?l)
    :precondition (and (not (on ?l)) (not (fused ?l)))
    :effect (and (on ?l) (forall (?m) (when (and (next ?l ?m) (on ?m)) (not (on ?m))))))
  (:action toggle-off :parameters (?l)
    :precondition (on ?l)
    :effect (and (not (on ?l)) (forall (?m) (when (and (next ?l ?m) (not (on ?m))) (on ?m))))))`

/** Boxes are pushed, one at a time. */
export const sokobanDomain = `(define (domain push)
  (:requirements :strips :typing :equality)
  (:types cell dir)
  (:predicates (me ?c - cell) (box ?c - cell) (empty ?c - cell) (step ?a ?b - cell ?d - dir))
  (:action walk :parameters (?a ?b - cell ?d - dir)
    :precondition (and (me ?a) (step ?a ?b ?d) (empty ?b))
    :effect (and (me ?b) (empty ?a) (not (me ?a)) (not (empty ?b))))
  (:action push :parameters (?a ?b ?c - cell ?d - dir)
    :precondition (and (me ?a) (box ?b) (step ?a ?b ?d) (step ?b ?c ?d) (empty ?c))
    :effect (and (me ?b) (box ?c) (empty ?a) (not (me ?a)) (not (box ?b)) (not (empty ?c)))))`

// tools lie in rooms behind doors; what can be got at is derived through rooms that are lit and open
const rooms = `(define (domain rooms) (:requirements :adl :derived-predicates)
  (:types room tool)
  (:predicates (in ?r - room) (door ?a ?b - room) (shut ?a ?b - room) (lies ?t - tool ?r - room)
    (has ?t - tool) (reach ?r - room) (safe) (at-hand ?t - tool))
  (:derived (reach ?r - room) (or (in ?r)
    (exists (?m - room) (and (reach ?m) (door ?m ?r) (not (shut ?m ?r))))))
  (:derived (at-hand ?t - tool) (exists (?r - room) (and (lies ?t ?r) (reach ?r))))
  (:derived (safe) (forall (?r - room) (or (in ?r) (not (reach ?r)))))
  (:action go :parameters (?a ?b - room)
    :precondition (and (in ?a) (reach ?b) (not (= ?a ?b))) :effect (and (in ?b) (not (in ?a))))
  (:action open :parameters (?a ?b - room)
    :precondition (and (in ?a) (door ?a ?b) (shut ?a ?b)) :effect (not (shut ?a ?b)))
  (:action close :parameters (?a ?b - room)
    :precondition (and (in ?a) (door ?a ?b) (not (shut ?a ?b))) :effect (shut ?a ?b))
  (:action take :parameters (?t - tool)
    :precondition (at-hand ?t)
    :effect (and (has ?t) (forall (?r - room) (not (lies ?t ?r))))))`

/** A room of `width` by `height` cells with boxes, the goal being boxes on `goals`. */
export function sokobanProblem(
  width: number,
  height: number,
  boxes: readonly string[],
  goals: readonly string[],
): string {
  const cells: string[] = []
  const steps: string[] = []
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      cells.push(`c${x}-${y}`)
      if (x > 0) steps.push(`(step c${x}-${y} c${x - 1}-${y} w) (step c${x - 1}-${y} c${x}-${y} e)`)
      if (y > 0) steps.push(`(step c${x}-${y} c${x}-${y - 1} n) (step c${x}-${y - 1} c${x}-${y} s)`)
    }
  }
  const free = cells.filter(c => c !== 'c0-0' && !boxes.includes(c))
  return `(define (problem p) (:domain push) (:objects ${cells.join(' ')} - cell n s e w - dir)
    (:init (me c0-0) ${boxes.map(b => `(box ${b})`).join(' ')} ${steps.join(' ')}
      ${free.map(c => `(empty ${c})`).join(' ')})
    (:goal (and ${goals.map(g => `(box ${g})`).join(' ')})))`
}

/** Every sample by name. */
export const samples: Readonly<Record<string, Sample>> = {
  blocks: {
    domain: blocks,
    problem: `(define (problem sussman) (:domain towers) (:objects a b c)
      (:init (ontable a) (ontable b) (on c a) (clear b) (clear c) (handempty))
      (:goal (and (on a b) (on b c))))`,
    cost: 6,
  },
  'blocks in a circle': {
    domain: blocks,
    problem: `(define (problem circle) (:domain towers) (:objects a b)
      (:init (ontable a) (ontable b) (clear a) (clear b) (handempty))
      (:goal (and (on a b) (on b a))))`,
  },
  gripper: {
    domain: gripper,
    problem: `(define (problem g4) (:domain gripper)
      (:objects rooma roomb - room b1 b2 b3 b4 - ball)
      (:init (at-robby rooma) (free left) (free right)
             (at b1 rooma) (at b2 rooma) (at b3 rooma) (at b4 rooma))
      (:goal (and (at b1 roomb) (at b2 roomb) (at b3 roomb) (at b4 roomb))))`,
    cost: 11,
  },
  briefcase: {
    domain: briefcase,
    problem: `(define (problem office) (:domain briefcase)
      (:objects home office shop - location pen paper coin - portable)
      (:init (is-at home) (at pen home) (at paper office) (at coin home) (in coin))
      (:goal (and (at pen office) (at paper home) (at coin shop) (not (in coin)) (is-at home))))`,
    cost: 7,
  },
  ferry: {
    domain: ferry,
    problem: `(define (problem f) (:domain ferry)
      (:objects n s w - port red blue - car)
      (:init (docked n) (at red s) (at blue w) (= (total-cost) 0)
        (= (distance n n) 0) (= (distance s s) 0) (= (distance w w) 0)
        (= (distance n s) 9) (= (distance s n) 9) (= (distance n w) 2) (= (distance w n) 2)
        (= (distance w s) 3) (= (distance s w) 3))
      (:goal (and (at red n) (at blue s))) (:metric minimize (total-cost)))`,
    cost: 14,
  },
  elevator: {
    domain: elevator,
    problem: `(define (problem e) (:domain elevator)
      (:objects f0 f1 f2 f3 - floor ann - vip bob cy - guest)
      (:init (lift-at f0) (origin ann f2) (goal-floor ann f1) (origin bob f1) (goal-floor bob f3)
             (origin cy f3) (goal-floor cy f0))
      (:goal (forall (?p - person) (served ?p))))`,
    cost: 8,
  },
  lights: {
    domain: lights,
    problem: `(define (problem l) (:domain lights) (:objects a b c d)
      (:init (next a b) (next b c) (next c d) (next d a) (on a) (on c) (fused c))
      (:goal (and (or (and (on a) (on b)) (and (on b) (on d))) (forall (?x) (imply (fused ?x) (not (on ?x)))))))`,
    cost: 1,
  },
  sokoban: {
    domain: sokobanDomain,
    problem: sokobanProblem(4, 4, ['c1-1', 'c2-2'], ['c3-1', 'c2-3']),
    cost: 4,
  },
  rooms: {
    domain: rooms,
    problem: `(define (problem r) (:domain rooms) (:objects hall study attic - room saw key - tool)
      (:init (in hall) (lies saw attic) (lies key study)
        (door hall study) (door study hall) (door study attic) (door attic study) (shut study attic))
      (:goal (and (has saw) (has key) (safe))))`,
    cost: 6,
  },
  'no way out': {
    domain: rooms,
    problem: `(define (problem r) (:domain rooms) (:objects hall attic - room saw - tool)
      (:init (in hall) (lies saw attic) (door attic hall))
      (:goal (has saw)))`,
  },
  'box in a corner': {
    domain: sokobanDomain,
    problem: sokobanProblem(3, 3, ['c2-0'], ['c1-1']),
  },
}
