// Grammars, texts, local memory and the housekeeping of whole files, as models write them.
import { program } from './programs.ts'

export const textsAndGrammars = [
  program(
    'a grammar over words',
    `sentence --> noun_phrase, verb_phrase.
noun_phrase --> [the], noun.
verb_phrase --> verb, noun_phrase.
noun --> [dog]. noun --> [cat].
verb --> [sees].`,
    'phrase(sentence, [the, dog, sees, the, cat])',
    true,
  ),
  program(
    'a grammar over codes',
    `:- set_prolog_flag(double_quotes, codes).
greeting --> "hello ", name.
name --> "bob".`,
    'phrase(greeting, "hello bob")',
    true,
  ),
  program(
    'a grammar over characters that counts',
    `:- set_prolog_flag(double_quotes, chars).
as(0) --> [].
as(N) --> "a", as(M), { N is M + 1 }.`,
    'phrase(as(N), "aaa")',
    true,
    { N: '3' },
  ),
  program(
    'an expression that is read and evaluated',
    `:- use_module(library(dcg/basics)).
expr(V) --> number(A), rest(A, V).
rest(A, V) --> "+", !, number(B), { C is A + B }, rest(C, V).
rest(V, V) --> [].`,
    "atom_codes('3+4+5', Cs), phrase(expr(V), Cs)",
    true,
    { V: '12' },
  ),
  program(
    'a word that reads the same backwards',
    `palindrome(W) :- string_chars(W, Cs), reverse(Cs, Cs).`,
    'palindrome("level"), \\+ palindrome("levels")',
    true,
  ),
  program(
    'splitting and joining',
    `initials(Name, I) :-
    split_string(Name, " ", "", Parts),
    maplist([P, C]>>sub_atom(P, 0, 1, _, C), Parts, Cs),
    atomic_list_concat(Cs, '.', I).`,
    'initials("ada king lovelace", I)',
    true,
    { I: "'a.k.l'" },
  ),
  program(
    'letters shifted',
    `shift(N, C, D) :- char_code(C, X), Y is (X - 97 + N) mod 26 + 97, char_code(D, Y).
caesar(N, W, V) :- atom_chars(W, Cs), maplist(shift(N), Cs, Ds), atom_chars(V, Ds).`,
    'caesar(3, xyz, V)',
    true,
    { V: 'abc' },
  ),
  program(
    'a printed table',
    `row(N, P) :- format("~w~t~10|~t~2f~8+~n", [N, P]).
:- forall(member(N-P, [tea-3.5, cake-12]), row(N, P)).`,
    '',
    true,
    {},
    'tea           3.50\ncake         12.00\n',
  ),
] as const

export const memory = [
  program(
    'a counter that is retracted and asserted',
    `:- dynamic counter/1.
counter(0).
next(N) :- retract(counter(M)), N is M + 1, assertz(counter(N)).`,
    'next(_), next(_), next(N)',
    true,
    { N: '3' },
  ),
  program(
    'what is asserted without being named',
    `learn(Fact) :- ( call(Fact) -> true ; assertz(Fact) ).
:- dynamic likes/2.`,
    'learn(likes(ann, tea)), learn(likes(ann, tea)), aggregate_all(count, likes(_, _), N)',
    true,
    { N: '1' },
  ),
  program(
    'chaining forward until nothing is new',
    `:- dynamic fact/1.
fact(a).
rule([a], b). rule([b], c). rule([x], y).
step :- rule(Ps, C), \\+ fact(C), forall(member(P, Ps), fact(P)), assertz(fact(C)).
run :- step, !, run.
run.`,
    'run, findall(F, fact(F), L)',
    true,
    { L: '[a,b,c]' },
  ),
  program(
    'results kept by assertion',
    `:- dynamic memo/2.
fib(N, F) :- memo(N, F), !.
fib(N, N) :- N < 2, !.
fib(N, F) :- A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y, asserta(memo(N, F)).`,
    'fib(30, F)',
    true,
    { F: '832040' },
  ),
  program(
    'a global variable',
    `sum_to(N, S) :-
    nb_setval(total, 0),
    forall(between(1, N, X), ( nb_getval(total, T), U is T + X, nb_setval(total, U) )),
    nb_getval(total, S).`,
    'sum_to(10, S)',
    true,
    { S: '55' },
  ),
  program(
    'numbered names and a flag',
    `pair(A, B) :- gensym(node, A), gensym(node, B).
count(N) :- flag(seen, _, 0), forall(member(_, [a, b, c]), flag(seen, X, X + 1)), flag(seen, N, N).`,
    'pair(A, B), count(N)',
    true,
    { A: 'node1', B: 'node2', N: '3' },
  ),
  program(
    'a light that is switched',
    `:- dynamic light/1.
light(off).
toggle :- retract(light(off)), !, assertz(light(on)).
toggle :- retract(light(on)), assertz(light(off)).
:- toggle, toggle, toggle.`,
    'light(State)',
    true,
    { State: 'on' },
  ),
] as const

export const housekeeping = [
  program(
    "words that are the facts' elsewhere",
    `value(gold, 5). value(silver, 2).
known(X) :- value(X, _).
unit(V, coin) :- value(_, V).
before(X, Y) :- value(X, A), value(Y, B), A < B.
worth(S) :- aggregate_all(sum(V), value(_, V), S).`,
    'known(gold), unit(5, U), before(silver, X), worth(S)',
    true,
    { U: 'coin', X: 'gold', S: '7' },
  ),
  program(
    'a whole file as a model hands it over',
    `\`\`\`prolog
% -*- mode: prolog -*-
:- module(shop, [total/1]).
:- use_module(library(lists)).
:- use_module(library(apply), [maplist/3]).
:- style_check(-singleton).
:- set_prolog_flag(verbose, silent).
:- ensure_loaded(library(lists)).
item(pen, 3, 1.25).
item(book, 2, 7.50).
total(T) :- findall(C, (item(_, N, P), C is N * P), Cs), sum_list(Cs, T).
\`\`\``,
    '?- total(T).',
    true,
    { T: '18.75' },
  ),
  program(
    'an error that the program catches',
    `safe_divide(X, Y, R) :- catch(R is X / Y, error(evaluation_error(zero_divisor), _), R = undefined).`,
    'safe_divide(1, 0, R)',
    true,
    { R: 'undefined' },
  ),
  program(
    'dates of the library',
    `days(A, B, N) :- parse_time(A, iso_8601, S), parse_time(B, iso_8601, T), N is round((T - S) / 86400).`,
    "days('2024-02-27', '2024-03-01', N)",
    true,
    { N: '3' },
  ),
  program(
    'either branch, soft cuts and once',
    `grade(S, G) :- ( S >= 90 -> G = a ; S >= 80 -> G = b ; G = c ).
some(X) :- ( member(X, [5, 6]), X > 5 *-> true ; X = none ).`,
    'grade(85, G), once(some(X)), ignore(fail)',
    true,
    { G: 'b', X: '6' },
  ),
  program(
    'a goal frozen until its variable is bound',
    `check(X) :- freeze(X, X > 2), member(X, [1, 2, 3]).`,
    'check(X), dif(X, 1)',
    true,
    { X: '3' },
  ),
  program(
    'a term built and called',
    `op_for(plus, 2, 3). 
compute(R) :- op_for(F, A, B), G =.. [F, A, B, R], call(G).`,
    'compute(R)',
    true,
    { R: '5' },
  ),
] as const
