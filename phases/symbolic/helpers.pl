% What a program may call beside the built-in predicates: the facts, dates, units, numbers. The prompt
% lists the predicates from the table in decide.ts.

:- module(intend_helpers, []).
:- use_module('/language.pl', []).
:- add_import_module(intend_helpers, intend_language, start).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(pairs)).
:- use_module(library(ordsets)).
:- use_module(library(assoc)).
:- use_module(library(option)).
:- use_module(library(date)).
:- use_module(library(yall)).
:- use_module(library(strings), []).
:- use_module(library(solution_sequences), []).
:- use_module(library(writef), []).

% --- the facts, which no program can define or change (see `protected`) ---

belief(Name, Value, Unit) :- believed(Name, Value, Unit).
value(Name, Value) :- believed(Name, Value, _).
unit(Name, Unit) :- believed(Name, _, Unit).
known(Name) :- believed(Name, _, _).
text(Name, Text) :- believed(Name, Value, _), as_text(Value, Text).
value_in(Name, Unit, Value) :- converted(Name, Unit, Value).
says(Name, Words) :- believed(Name, Value, _), holds_words(Value, Words).

%   protected(+Head): where there are beliefs; a program without any may use these words as it likes.

protected(Head) :-
    functor(Head, Name, Arity),
    offered(facts, Facts),
    memberchk(Name/Arity, Facts),
    intend:fact(_, _, _),
    !.

believed(Name, Value, Unit) :-
    (   nonvar(Name), \+ intend:fact(Name, _, _)
    ->  note(missing_name, Name), fail
    ;   intend:fact(Name, Known, Unit),
        note(read_name, Name),
        same_value(Value, Known)
    ).

note(Kind, Name) :-
    Note =.. [Kind, Name],
    ( ground(Name), \+ intend:Note -> assertz(intend:Note) ; true ).

%   A date is also found by its text.

same_value(Value, Known) :- Value = Known, !.
same_value(Value, Known) :- atom(Value), Known = date(_, _, _), as_text(Known, Value).

as_text(date(Y, M, D), Text) :- !, format(atom(Text), '~|~`0t~d~4+-~|~`0t~d~2+-~|~`0t~d~2+', [Y, M, D]).
as_text(Value, Text) :- rational(Value), \+ integer(Value), !, Decimal is float(Value), system:atom_number(Text, Decimal).
as_text(Value, Text) :- atomic(Value), !, system:atom_string(Text, Value).
as_text(Value, Text) :- is_list(Value), maplist(as_text, Value, Texts), atomic_list_concat(Texts, ', ', Text).

%   A quotation, case and blanks aside: what a program takes from a text rests on the words of the text.

holds_words(Value, Words) :-
    as_text(Value, Text),
    maplist(plain_words, [Text, Words], [Plain, Wanted]),
    Wanted \== '',
    once(system:sub_atom(Plain, _, _, _, Wanted)).

plain_words(Text, Plain) :- system:downcase_atom(Text, Low), system:normalize_space(atom(Plain), Low).

converted(Name, Unit, Value) :-
    believed(Name, Known, From),
    (   From == Unit
    ->  Value = Known
    ;   number(Known),
        scale(From, Dimension, Factor, Offset),
        scale(Unit, Dimension, Into, Begin),
        Value is (Known * Factor + Offset - Begin) / Into
    ).

scale(Unit, Dimension, Factor, Offset) :- intend:scale(Unit, Dimension, Factor, Offset).

% --- dates: date(Year, Month, Day), or the text 2024-05-31 ---

days_between(From, To, Days) :- day_number(From, A), day_number(To, B), Days is B - A.
add_days(Date, Days, Later) :- day_number(Date, A), B is A + Days, number_day(B, Later).
before(A, B) :- day_number(A, M), day_number(B, N), M < N.
after(A, B) :- before(B, A).
weekday(Date, Day) :-
    day_number(Date, N),
    At is (N + 3) mod 7,
    nth0(At, [monday, tuesday, wednesday, thursday, friday, saturday, sunday], Day).
iso_date(Text, date(Y, M, D)) :-
    (   nonvar(Text)
    ->  atomic_list_concat([Ya, Ma, Da], -, Text), maplist(system:atom_number, [Ya, Ma, Da], [Y, M, D]),
        day_number(date(Y, M, D), _)
    ;   as_text(date(Y, M, D), Text)
    ).

%   Days since 1 January 1970, by the Gregorian calendar.

day_number(Date, Days) :- var(Date), !, throw(error(instantiation_error, Days)).
day_number(date(Y, M, D), Days) :-
    maplist(integer, [Y, M, D]),
    !,
    days(Y, M, D, Days),
    (   number_day(Days, date(Y, M, D)) -> true ; throw(error(domain_error(date, date(Y, M, D)), _)) ).
day_number(Text, Days) :- atom(Text), iso_date(Text, Date), !, day_number(Date, Days).
day_number(Other, _) :- throw(error(type_error(date, Other), _)).

days(Y, M, D, Days) :-
    Shifted is Y - (14 - M) // 12,
    Month is (M + 9) mod 12,
    Days is 365 * Shifted + Shifted div 4 - Shifted div 100 + Shifted div 400
            + (153 * Month + 2) // 5 + D - 719469.

number_day(Days, date(Y, M, D)) :-
    Seconds is Days * 86400,
    stamp_date_time(Seconds, date(Y, M, D, _, _, _, _, _, _), 'UTC').

% --- numbers ---

mean(Numbers, Mean) :- Numbers = [_|_], sum_list(Numbers, Sum), length(Numbers, Count), Mean is Sum / Count.
rounded(Number, Places, Rounded) :- Rounded is round(Number * 10 ** Places) / 10 ** Places.
near(A, B) :- abs(A - B) =< max(abs(A), abs(B)) * 1r1000000000.

% --- what the sandbox lets through ---

:- multifile sandbox:safe_primitive/1.

% what is offered: the facts, printing (which goes nowhere but into the evaluation's output), all of the above
offered(facts, [belief/3, value/2, unit/2, known/1, text/2, value_in/3, says/2]).
offered(system, [write_canonical/1, nl/0, tab/1, put_char/1, read_term_from_atom/3]).
offered(writef, [writef/1, writef/2]).
offered(intend_helpers,
        [ days_between/3, add_days/3, before/2, after/2, weekday/2, iso_date/2, mean/2, rounded/3, near/2 ]).
offered(intend_language,
        [ string/1, string_lower/2, string_upper/2, string_concat/3, text_concat/3, sub_string/5,
          split_string/4, atom_string/2, number_string/2, atom_number/2, string_chars/2,
          string_codes/2, string_to_atom/2, term_string/2, text_to_string/2,
          write/1, write/2, print/1, writeln/1, writeln/2, writeq/1, nl/1, format/1, format/2, format/3,
          decimal/1, flag/3, gensym/2, reset_gensym/1, reset_gensym/0,
          nb_setval/2, b_setval/2, nb_getval/2, b_getval/2 ]).

user:term_expansion(offer_all, Clauses) :-
    findall((sandbox:safe_primitive(Module:Head)),
            ( intend_helpers:offered(Kind, Offers),
              ( Kind == facts -> Module = intend_helpers ; Module = Kind ),
              member(Name/Arity, Offers),
              functor(Head, Name, Arity) ),
            Clauses).

offer_all.
