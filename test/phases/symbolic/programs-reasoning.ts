// Word problems, with and without constraints, and rules over facts, as models write them.
import { program } from './programs.ts'

export const wordProblems = [
  program(
    'rationals by constraints',
    `:- use_module(library(clpq)).
loaves(12). slices_per_loaf(8). eaten(30).
solve(Left) :- loaves(L), slices_per_loaf(S), eaten(E), { Left = L * S - E }.`,
    'solve(Left)',
    true,
    { Left: '66' },
  ),
  program(
    'a fraction that is no float',
    `:- use_module(library(clpq)).
solve(Share) :- { Whole = 10, Share = Whole / 4 }.`,
    '?- solve(Share).',
    true,
    { Share: '2.5' },
  ),
  program(
    'constraints solved backwards',
    `:- use_module(library(clpq)).
ages(Tom, Ann) :- { Tom = 3 * Ann, Tom + Ann = 48 }.`,
    'ages(Tom, Ann)',
    true,
    { Tom: '36', Ann: '12' },
  ),
  program(
    'percentages written as decimals',
    `:- use_module(library(clpq)).
price(80). discount(0.15). tax(0.08).
solve(Pay) :- price(P), discount(D), tax(T), { Net = P * (1 - D), Pay = Net * (1 + T) }.`,
    'solve(Pay)',
    true,
    { Pay: '73.44' },
  ),
  program(
    'reals by constraints',
    `:- use_module(library(clpr)).
solve(Speed) :- { 150 = Speed * 2.5 }.`,
    'solve(Speed), Speed =:= 60',
    true,
  ),
  program(
    'the best of a linear program',
    `:- use_module(library(clpq)).
best(X, Y, Z) :- { X >= 0, Y >= 0, X + Y =< 4, X + 3 * Y =< 6, Z = 3 * X + 2 * Y }, maximize(Z).`,
    'best(X, Y, Z)',
    true,
    { X: '4', Y: '0', Z: '12' },
  ),
  program(
    'a bound by constraints',
    `:- use_module(library(clpq)).
room(S) :- { 2 * X + Y =< 16, X + 2 * Y =< 11, X >= 0, Y >= 0 }, sup(X + Y, S).`,
    'room(S)',
    true,
    { S: '9' },
  ),
  program(
    'a contradiction among constraints',
    `:- use_module(library(clpq)).
wrong :- { X > 3, X < 2 }.`,
    'wrong',
    false,
  ),
  program(
    'steps by is',
    `dozen(12).
boxes(5).
answer(N) :- dozen(D), boxes(B), All is D * B, Broken is All // 10, N is All - Broken.`,
    'answer(N)',
    true,
    { N: '54' },
  ),
  program(
    'division that leaves a half',
    `share(Total, People, Each) :- Each is Total / People.`,
    'share(45, 6, Each)',
    true,
    { Each: '7.5' },
  ),
  program(
    'a directive that solves, prints and halts',
    `width(6). height(4).
solve :-
    width(W),
    height(H),
    Area is W * H,
    write(Area). % final_answer = 24
:- solve, halt.`,
    '',
    true,
    {},
    '24',
  ),
  program(
    'main by initialization',
    `:- initialization(main).
rate(12.5). hours(3).
main :- rate(R), hours(H), Pay is R * H, format("~w dollars~n", [Pay]), halt.`,
    '',
    true,
    {},
    '37.5 dollars\n',
  ),
  program(
    'main by initialization, with another goal beside it',
    `:- initialization(main, main).
pay(P) :- P is 4 * 9.25.
main :- pay(P), print(P), nl.`,
    'pay(P)',
    true,
    { P: '37' },
    '37\n',
  ),
  program(
    'money with two decimals',
    `bill(19.99). tip(0.2).
total(T) :- bill(B), tip(P), T is B * (1 + P).
show :- total(T), format("~2f~n", [T]).`,
    'show',
    true,
    {},
    '23.99\n',
  ),
  program(
    'maximum, minimum and rounding',
    `stats(Max, Min, Up, Down, Near) :-
    Max is max(7, 3.5), Min is min(2, 9), Up is ceiling(7 / 2), Down is floor(7 / 2), Near is round(3.2).`,
    'stats(A, B, C, D, E)',
    true,
    { A: '7', B: '2', C: '4', D: '3', E: '3' },
  ),
  program(
    'compound interest',
    `grow(Money, _, 0, Money) :- !.
grow(Money, Rate, Years, End) :-
    Next is Money * (1 + Rate / 100), Left is Years - 1, grow(Next, Rate, Left, End).`,
    'grow(1000, 10, 3, End)',
    true,
    { End: '1331' },
  ),
] as const

export const rulesOverFacts = [
  program(
    'implications over one individual',
    `cat(tom).
mammal(X) :- cat(X).
warm_blooded(X) :- mammal(X).
animal(X) :- mammal(X).`,
    'warm_blooded(tom), animal(tom)',
    true,
  ),
  program(
    'the truth value as an argument',
    `big(erin, true).
kind(X, true) :- big(X, true).
round(X, false) :- kind(X, true).`,
    'round(erin, Truth)',
    true,
    { Truth: 'false' },
  ),
  program(
    'negation as failure',
    `bird(tweety). bird(pingu). penguin(pingu).
flies(X) :- bird(X), \\+ penguin(X).`,
    'flies(tweety), \\+ flies(pingu)',
    true,
  ),
  program(
    'a predicate that is declared and has no fact',
    `:- dynamic rough/1, quiet/1.
quiet(anne).
nice(X) :- quiet(X), \\+ rough(X).`,
    'nice(anne)',
    true,
  ),
  program(
    'rules of one predicate that are scattered',
    `:- discontiguous green/1, smart/1.
green(bob).
smart(X) :- green(X).
green(eve).
smart(carl).`,
    'findall(X, smart(X), L)',
    true,
    { L: '[bob,eve,carl]' },
  ),
  program(
    'a rule that asks for what nobody has defined, never reached',
    `rich(bob).
happy(X) :- rich(X).
happy(X) :- famous(X).`,
    'happy(bob)',
    true,
  ),
  program(
    'a cycle of rules, tabled',
    `:- table connected/2.
link(a, b). link(b, c). link(c, a).
connected(X, Y) :- link(X, Y).
connected(X, Y) :- connected(X, Z), link(Z, Y).`,
    'findall(Y, connected(a, Y), L), sort(L, S)',
    true,
    { S: '[a,b,c]' },
  ),
  program(
    'both sides of a rule, proved by cases',
    `color(red). color(blue).
differs(X, Y) :- color(X), color(Y), X \\= Y.`,
    'aggregate_all(count, differs(_, _), 2)',
    true,
  ),
  program(
    'a query among the rules',
    `mortal(X) :- human(X).
human(socrates).
?- mortal(socrates).`,
    '',
    true,
  ),
  program(
    'a query among the rules that fails',
    `mortal(X) :- human(X).
human(socrates).
?- mortal(zeus).`,
    '',
    false,
  ),
  program(
    'a yes or no that is printed',
    `allowed(X) :- age(X, A), A >= 18.
age(kim, 17).
:- ( allowed(kim) -> writeln(yes) ; writeln(no) ).`,
    '',
    true,
    {},
    'no\n',
  ),
  program(
    'rules as data, whose conditions are called',
    `condition(r1, (temperature(T), T > 30)).
condition(r2, (temperature(T), T < 5)).
temperature(34).
fires(R) :- condition(R, C), call(C).`,
    'findall(R, fires(R), L)',
    true,
    { L: '[r1]' },
  ),
  program(
    'an interpreter of the program itself',
    `prove(true) :- !.
prove((A, B)) :- !, prove(A), prove(B).
prove(H) :- clause(H, B), prove(B).
path(X, Z) :- edge(X, Y), edge(Y, Z).
edge(p, q). edge(q, r).`,
    'prove(path(p, Where))',
    true,
    { Where: 'r' },
  ),
  program(
    'rules with operators of their own',
    `:- op(700, xfx, is_a).
:- op(800, xfx, implies).
rex is_a dog.
X is_a animal :- X is_a dog.
(X is_a dog) implies (X is_a animal).`,
    'rex is_a animal',
    true,
  ),
  program(
    'the deadline of a policy',
    `limit(economy, 1). limit(business, 2).
fee(Class, Bags, Fee) :- limit(Class, Free), Extra is max(0, Bags - Free), Fee is 50 * Extra.`,
    'fee(economy, 3, Fee)',
    true,
    { Fee: '100' },
  ),
] as const
