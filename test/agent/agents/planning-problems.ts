// Small planning domains written for the tests of the agents that plan, each with a problem.

/** A robot that brings cups from the kitchen to the table; typed, with a constant. */
export const serving = {
  domain: `(define (domain serving) (:requirements :strips :typing)
  (:types place cup)
  (:constants kitchen - place)
  (:predicates (robot-at ?p - place) (cup-at ?c - cup ?p - place) (holds ?c - cup) (hand-free)
               (door ?a ?b - place))
  (:action go-to :parameters (?from ?to - place)
    :precondition (and (robot-at ?from) (door ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action pick-up :parameters (?c - cup ?p - place)
    :precondition (and (robot-at ?p) (cup-at ?c ?p) (hand-free))
    :effect (and (holds ?c) (not (cup-at ?c ?p)) (not (hand-free))))
  (:action put-down :parameters (?c - cup ?p - place)
    :precondition (and (robot-at ?p) (holds ?c))
    :effect (and (cup-at ?c ?p) (hand-free) (not (holds ?c)))))`,
  problem: `(define (problem breakfast) (:domain serving)
  (:objects table_1 - place red-cup blue-cup - cup)
  (:init (robot-at table_1) (hand-free) (cup-at red-cup kitchen) (cup-at blue-cup kitchen)
         (door kitchen table_1) (door table_1 kitchen))
  (:goal (cup-at red-cup table_1)))`,
} as const

/** Lamps that toggle their neighbours: untyped, negative preconditions, conditional effects. */
export const lamps = {
  domain: `(define (domain lamps)
  (:requirements :strips :negative-preconditions :conditional-effects)
  (:predicates (lit ?l) (beside ?a ?b))
  (:action light :parameters (?l) :precondition (not (lit ?l))
    :effect (and (lit ?l) (forall (?m) (when (and (beside ?l ?m) (lit ?m)) (not (lit ?m)))))))`,
  problem: `(define (problem row) (:domain lamps) (:objects a b c)
  (:init (beside a b) (beside b c) (lit b))
  (:goal (and (lit a) (lit c))))`,
} as const

/** Letters sorted into boxes, any number of hands: its plans are as parallel as they can be. */
export const letters = {
  domain: `(define (domain post) (:requirements :strips :typing :action-costs)
  (:types letter box)
  (:predicates (loose ?l - letter) (in ?l - letter ?b - box) (shut ?b - box))
  (:functions (total-cost) - number)
  (:action sort :parameters (?l - letter ?b - box)
    :precondition (and (loose ?l) (not (shut ?b)))
    :effect (and (in ?l ?b) (not (loose ?l)) (increase (total-cost) 1)))
  (:action shut-box :parameters (?b - box)
    :precondition (not (shut ?b))
    :effect (and (shut ?b) (increase (total-cost) 2))))`,
  problem: `(define (problem morning) (:domain post) (:objects x y - letter north south - box)
  (:init (loose x) (loose y) (= (total-cost) 0))
  (:goal (and (in x north) (in y south) (shut north) (shut south)))
  (:metric minimize (total-cost)))`,
} as const

export const problems = { serving, lamps, letters }

/** A reply of a model that writes this plan, each step after the one before. */
export function written(...actions: readonly (readonly string[])[]): string {
  const steps = actions.map(([action, ...args], place) => ({
    id: `s${place + 1}`,
    action,
    args,
    deps: place === 0 ? [] : [`s${place}`],
  }))
  return JSON.stringify({ reasoning: 'step by step', steps })
}
