// Kinship, puzzles and collections, as models write them.
import { program } from './programs.ts'

export const kinship = [
  program(
    'grandparents',
    `parent(ann, bob). parent(bob, cid). parent(ann, dora).
female(ann). female(dora).
grandmother(X, Z) :- female(X), parent(X, Y), parent(Y, Z).`,
    'grandmother(Who, cid)',
    true,
    { Who: 'ann' },
  ),
  program(
    'siblings without oneself',
    `parent(ann, bob). parent(ann, eva).
sibling(X, Y) :- parent(P, X), parent(P, Y), X \\== Y.`,
    'setof(Y, sibling(bob, Y), L)',
    true,
    { L: '[eva]' },
  ),
  program(
    'a relation composed from a table',
    `compose(father, brother, uncle).
compose(mother, mother, grandmother).
rel(lee, mia, father). rel(mia, noa, brother).
infer(A, C, R) :- rel(A, B, R1), rel(B, C, R2), compose(R1, R2, R).`,
    'infer(lee, noa, R)',
    true,
    { R: 'uncle' },
  ),
  program(
    'ancestors to any depth',
    `parent(a, b). parent(b, c). parent(c, d).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).`,
    'findall(Y, ancestor(a, Y), L), length(L, N)',
    true,
    { N: '3' },
  ),
  program(
    'quantified variables in a set',
    `child(m, x, 4). child(m, y, 9). child(n, z, 2).
mothers(L) :- setof(M, C^A^child(M, C, A), L).
oldest(M, C) :- aggregate_all(max(A, K), child(M, K, A), max(_, C)).`,
    'mothers(L), oldest(m, C)',
    true,
    { L: '[m,n]', C: 'y' },
  ),
] as const

export const puzzles = [
  program(
    'letters that stand for digits',
    `:- use_module(library(clpfd)).
puzzle([T, O, G, U]) :-
    Vars = [T, O, G, U], Vars ins 0..9, all_different(Vars), T #\\= 0, G #\\= 0, O #\\= 0,
    10 * T + O + 10 * G + O #= 100 * O + 10 * U + T, label(Vars).`,
    'puzzle(L)',
    true,
    { L: '[2,1,8,0]' },
  ),
  program(
    'chickens and rabbits by search',
    `solve(C, R) :- between(0, 35, C), R is 35 - C, 2 * C + 4 * R =:= 94.`,
    'solve(C, R)',
    true,
    { C: '23', R: '12' },
  ),
  program(
    'chickens and rabbits by constraints',
    `:- use_module(library(clpfd)).
solve(C, R) :- [C, R] ins 0..100, C + R #= 35, 2 * C + 4 * R #= 94, labeling([ff], [C, R]).`,
    'solve(C, R)',
    true,
    { C: '23', R: '12' },
  ),
  program(
    'queens on a board',
    `queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [R|Rs], D) :- Q =\\= R + D, Q =\\= R - D, E is D + 1, no_attack(Q, Rs, E).`,
    'queens(6, Qs)',
    true,
    { Qs: '[2,4,6,1,3,5]' },
  ),
  program(
    'houses in a row',
    `right_of(A, B, [B, A|_]).
right_of(A, B, [_|R]) :- right_of(A, B, R).
street(Hs) :-
    Hs = [h(_, _, _), h(_, _, _), h(_, _, _)],
    member(h(red, english, _), Hs),
    member(h(_, spanish, jaguar), Hs),
    right_of(h(_, japanese, _), h(_, _, snail), Hs),
    right_of(h(green, _, _), h(red, _, _), Hs),
    Hs = [h(blue, _, _)|_],
    member(h(_, Owner, zebra), Hs), nonvar(Owner).`,
    'street(Hs), member(h(_, Owner, zebra), Hs)',
    true,
    { Owner: 'japanese' },
  ),
  program(
    'knights and knaves',
    `truth(knight, true). truth(knave, false).
says(a, A, B) :- ( A == knave, B == knave -> true ; fail ).
solve(A, B) :-
    member(A, [knight, knave]), member(B, [knight, knave]),
    ( says(a, A, B) -> S = true ; S = false ), truth(A, S).`,
    'solve(A, B)',
    true,
    { A: 'knave', B: 'knight' },
  ),
  program(
    'booleans',
    `:- use_module(library(clpb)).
solve(A, B) :- sat(A =:= ~B), sat(A + B), sat(A =< B), labeling([A, B]).`,
    'solve(A, B)',
    true,
    { A: '0', B: '1' },
  ),
  program(
    'the order of a queue',
    `before(A, B, L) :- nth1(I, L, A), nth1(J, L, B), I < J.
queue(L) :- permutation([ann, ben, cat], L), before(cat, ann, L), before(ben, cat, L).`,
    'queue(L)',
    true,
    { L: '[ben,cat,ann]' },
  ),
  program(
    'discs on three pegs',
    `hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Moves) :-
    M is N - 1, hanoi(M, A, C, B, L), hanoi(M, C, B, A, R), append(L, [A-B|R], Moves).`,
    'hanoi(4, l, r, m, Moves), length(Moves, N)',
    true,
    { N: '15' },
  ),
  program(
    'the shortest way, by breadth',
    `edge(a, b). edge(a, c). edge(b, d). edge(c, d). edge(d, e).
bfs([[Goal|Path]|_], Goal, Way) :- !, reverse([Goal|Path], Way).
bfs([[Node|Path]|Rest], Goal, Way) :-
    findall([Next, Node|Path], (edge(Node, Next), \\+ memberchk(Next, [Node|Path])), More),
    append(Rest, More, Queue), bfs(Queue, Goal, Way).`,
    'bfs([[a]], e, Way)',
    true,
    { Way: '[a,b,d,e]' },
  ),
  program(
    'a cheapest plan by a linear solver',
    `:- use_module(library(simplex)).
plan(X, Y) :-
    gen_state(S0), constraint([x, y] >= 10, S0, S1), constraint([x] =< 6, S1, S2),
    minimize([2 * x, 3 * y], S2, S), variable_value(S, x, X), variable_value(S, y, Y).`,
    'plan(X, Y)',
    true,
    { X: '6', Y: '4' },
  ),
] as const

export const collections = [
  program(
    'gathering, counting and summing',
    `sold(mon, 4). sold(tue, 7). sold(wed, 4).
report(N, Sum, Best, Days) :-
    aggregate_all(count, sold(_, _), N), aggregate_all(sum(X), sold(_, X), Sum),
    aggregate_all(max(X, D), sold(D, X), max(_, Best)), findall(D, sold(D, 4), Days).`,
    'report(N, Sum, Best, Days)',
    true,
    { N: '3', Sum: '15', Best: 'tue', Days: '[mon,wed]' },
  ),
  program(
    'groups by bagof',
    `works(ann, sales). works(ben, lab). works(cid, sales).
team(D, L) :- bagof(P, works(P, D), L).`,
    'findall(D-L, team(D, L), All)',
    true,
    { All: '[lab-[ben],sales-[ann,cid]]' },
  ),
  program(
    'higher order with a predicate handed over',
    `apply_all(_, [], []).
apply_all(P, [X|Xs], [Y|Ys]) :- call(P, X, Y), apply_all(P, Xs, Ys).
square(X, Y) :- Y is X * X.`,
    'apply_all(square, [1, 2, 3], L)',
    true,
    { L: '[1,4,9]' },
  ),
  program(
    'maps, filters and folds',
    `work(S, E, T) :-
    numlist(1, 6, L), include([X]>>(0 is X mod 2), L, E), exclude([X]>>memberchk(X, E), L, _),
    maplist([X, Y]>>(Y is X * 10), E, T), foldl([X, A, B]>>(B is A + X), T, 0, S).`,
    'work(S, E, T)',
    true,
    { S: '120', E: '[2,4,6]', T: '[20,40,60]' },
  ),
  program(
    'forall as a check',
    `mark(a, 5). mark(b, 7).
all_pass :- forall(mark(_, M), M >= 5).`,
    'all_pass',
    true,
  ),
  program(
    'an association list',
    `tally([], A, A).
tally([X|Xs], A0, A) :-
    ( get_assoc(X, A0, N) -> M is N + 1 ; M = 1 ), put_assoc(X, A0, M, A1), tally(Xs, A1, A).`,
    'empty_assoc(E), tally([b, a, b], E, T), assoc_to_list(T, L)',
    true,
    { L: '[a-1,b-2]' },
  ),
  program(
    'sorting by a key, downwards',
    `ranked(L) :- findall(S-N, score(N, S), P), sort(1, @>=, P, Q), pairs_values(Q, L).
score(x, 2). score(y, 9). score(z, 5).`,
    'ranked(L)',
    true,
    { L: '[y,z,x]' },
  ),
  program(
    'the program has its own append and last',
    `append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
last([X], X).
last([_|T], X) :- last(T, X).`,
    'append([1], [2, 3], L), last(L, X)',
    true,
    { L: '[1,2,3]', X: '3' },
  ),
  program(
    'the program writes down what is built in',
    `length([], 0).
length([_|T], N) :- length(T, M), N is M + 1.
succ_of(X, Y) :- succ(X, Y).`,
    'length([a, b], N), succ_of(3, Y)',
    true,
    { N: '2', Y: '4' },
  ),
] as const
