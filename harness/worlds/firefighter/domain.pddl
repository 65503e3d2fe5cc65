; The firefighter problem (seed 003, sections I-A and V-D): a burning car with a person inside, an
; extinguisher nearby, and a safe zone. `self` is true of the person who acts.
(define (domain firefighter)
  (:requirements :typing :equality :negative-preconditions :existential-preconditions)
  (:types
    location thing - object
    safe-zone - location
    car fire portable - thing
    person fire-extinguisher - portable
    common-person firefighter paramedic - person)
  (:predicates
    (self ?p - person)
    (at ?t - thing ?l - location)
    (inside ?p - person ?c - car)
    (burning ?f - fire ?c - car)
    (injured ?p - person)
    (carrying ?p - person ?what - portable)
    (free-handed ?p - person)
    (firefighters-called))
  (:action go
    :parameters (?me - person ?from ?to - location)
    :precondition (and (self ?me) (at ?me ?from) (not (= ?from ?to)))
    :effect (and (at ?me ?to) (not (at ?me ?from))))
  (:action take
    :parameters (?me - person ?what - portable ?here - location)
    :precondition (and (self ?me) (at ?me ?here) (at ?what ?here) (free-handed ?me)
                       (not (= ?me ?what)))
    :effect (and (carrying ?me ?what) (not (at ?what ?here)) (not (free-handed ?me))))
  (:action pull-out
    :parameters (?me - person ?who - person ?car - car ?here - location)
    :precondition (and (self ?me) (at ?me ?here) (at ?car ?here) (inside ?who ?car)
                       (free-handed ?me))
    :effect (and (carrying ?me ?who) (not (inside ?who ?car)) (not (free-handed ?me))))
  (:action put-down
    :parameters (?me - person ?what - portable ?here - location)
    :precondition (and (self ?me) (at ?me ?here) (carrying ?me ?what))
    :effect (and (at ?what ?here) (free-handed ?me) (not (carrying ?me ?what))))
  (:action extinguish
    :parameters (?me - person ?with - fire-extinguisher ?fire - fire ?car - car ?here - location)
    :precondition (and (self ?me) (at ?me ?here) (at ?car ?here) (carrying ?me ?with)
                       (burning ?fire ?car))
    :effect (not (burning ?fire ?car)))
  (:action heal
    :parameters (?me - person ?who - person ?here - location)
    :precondition (and (self ?me) (at ?me ?here) (at ?who ?here) (injured ?who) (not (= ?me ?who)))
    :effect (not (injured ?who)))
  (:action call-firefighters
    :parameters (?me - person)
    :precondition (and (self ?me) (not (firefighters-called)))
    :effect (firefighters-called))
  (:action wait
    :parameters (?me - person)
    :precondition (self ?me)
    :effect (and)))
