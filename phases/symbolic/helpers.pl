% What a program is made of beside the built-in predicates: exact numbers, texts of one kind, the
% facts, dates, units. The prompt lists the predicates from the table in decide.ts.

:- module(intend_helpers, []).
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
:- use_module(library(dcg/basics), []).

% --- terms as a program has them ---

%   A decimal number is what it says: 0.1 is read as one tenth. A text is an atom, but a list of
%   characters in the body of a grammar rule.

plain_term(Term, (Plain --> Grammar)) :-
    nonvar(Term), Term = (Head --> Body), !,
    plain(Head, Plain),
    plain_grammar(Body, Grammar).
plain_term(Term, Plain) :- plain(Term, Plain).

plain(Term, Term) :- var(Term), !.
plain(Float, Exact) :- float(Float), !, exact(Float, Exact).
plain(Text, Atom) :- system:string(Text), !, system:atom_string(Atom, Text).
plain(Term, Plain) :- mapped(plain, Term, Plain).

plain_grammar(Body, Body) :- ( var(Body) ; system:string(Body) ), !.
plain_grammar(Body, Plain) :-
    functor(Body, Name, _),
    memberchk(Name, [',', ';', '|', '->', '*->', '\\+']), !,
    mapped(plain_grammar, Body, Plain).
plain_grammar(Body, Plain) :- plain(Body, Plain).

exact(Float, Exact) :-
    format(atom(Text), '~w', [Float]),
    atomic_list_concat([Mantissa|Power], e, Text),
    atomic_list_concat([Whole, Part], '.', Mantissa),
    !,
    ( Power = [Digits] -> system:atom_number(Digits, Shift) ; Shift = 0 ),
    atom_concat(Whole, Part, Joined),
    system:atom_number(Joined, Number),
    atom_length(Part, Places),
    Exact is Number * 10 ** (Shift - Places).
exact(Float, Float).

as_decimals(Term, Term) :- var(Term), !.
as_decimals(Ratio, Decimal) :- rational(Ratio), \+ integer(Ratio), !, Decimal is float(Ratio).
as_decimals(Term, Plain) :- mapped(as_decimals, Term, Plain).

mapped(By, Term, Mapped) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        maplist(By, Arguments, Each),
        compound_name_arguments(Mapped, Name, Each)
    ;   Mapped = Term
    ).

% --- the facts; in `system`, so that no program can define or change them ---

system:belief(Name, Value, Unit) :- intend_helpers:believed(Name, Value, Unit).
system:value(Name, Value) :- intend_helpers:believed(Name, Value, _).
system:unit(Name, Unit) :- intend_helpers:believed(Name, _, Unit).
system:known(Name) :- intend_helpers:believed(Name, _, _).
system:text(Name, Text) :- intend_helpers:believed(Name, Value, _), intend_helpers:as_text(Value, Text).
system:value_in(Name, Unit, Value) :- intend_helpers:converted(Name, Unit, Value).

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

% --- texts: all are atoms here, so that "Paris" and 'Paris' are the same ---

:- redefine_system_predicate(string(_)).
:- redefine_system_predicate(string_lower(_, _)).
:- redefine_system_predicate(string_upper(_, _)).
:- redefine_system_predicate(string_concat(_, _, _)).
:- redefine_system_predicate(sub_string(_, _, _, _, _)).
:- redefine_system_predicate(split_string(_, _, _, _)).
:- redefine_system_predicate(atom_string(_, _)).
:- redefine_system_predicate(number_string(_, _)).
:- redefine_system_predicate(string_chars(_, _)).
:- redefine_system_predicate(string_codes(_, _)).
:- redefine_system_predicate(string_to_atom(_, _)).
:- redefine_system_predicate(term_string(_, _)).
:- redefine_system_predicate(text_to_string(_, _)).
:- redefine_system_predicate(text_concat(_, _, _)).
:- redefine_system_predicate(atom_number(_, _)).

string(Text) :- atom(Text).
string_lower(Text, Lower) :- downcase_atom(Text, Lower).
string_upper(Text, Upper) :- upcase_atom(Text, Upper).
string_concat(A, B, Text) :- atom_concat(A, B, Text).
text_concat(A, B, Text) :- atom_concat(A, B, Text).
sub_string(Text, Before, Length, After, Sub) :- sub_atom(Text, Before, Length, After, Sub).
split_string(Text, Separators, Pad, Parts) :-
    system:split_string(Text, Separators, Pad, Strings),
    maplist(same_text, Strings, Parts).
same_text(String, Atom) :- system:atom_string(Atom, String).
atom_string(Atom, Text) :- ( nonvar(Atom) -> same_text(Atom, Text) ; same_text(Text, Atom) ).
number_string(Number, Text) :- atom_number(Text, Number).
atom_number(Text, Number) :-
    (   nonvar(Text)
    ->  catch(system:atom_number(Text, Read), _, fail),
        ( float(Read) -> exact(Read, Number) ; Number = Read )
    ;   as_text(Number, Text)
    ).
string_chars(Text, Chars) :- atom_chars(Text, Chars).
string_codes(Text, Codes) :- atom_codes(Text, Codes).
string_to_atom(Text, Atom) :- ( nonvar(Text) -> Atom = Text ; Text = Atom ).
term_string(Term, Text) :- term_to_atom(Term, Text).
text_to_string(Text, Text).

% --- what the sandbox lets through ---

:- multifile sandbox:safe_primitive/1.

% what is offered: the facts, printing (which goes nowhere but into the evaluation's output), all of the above
offered(facts, [belief/3, value/2, unit/2, known/1, text/2, value_in/3]).
offered(system, [write/1, writeln/1, writeq/1, write_canonical/1, print/1, nl/0, tab/1, put_char/1]).
offered(intend_helpers,
        [ days_between/3, add_days/3, before/2, after/2, weekday/2, iso_date/2, mean/2, rounded/3,
          near/2, string/1, string_lower/2, string_upper/2, string_concat/3, text_concat/3, sub_string/5,
          split_string/4, atom_string/2, number_string/2, atom_number/2, string_chars/2,
          string_codes/2, string_to_atom/2, term_string/2, text_to_string/2 ]).

user:term_expansion(offer_all, Clauses) :-
    findall((sandbox:safe_primitive(Module:Head)),
            ( intend_helpers:offered(Kind, Offers),
              ( Kind == facts -> Module = system ; Module = Kind ),
              member(Name/Arity, Offers),
              functor(Head, Name, Arity) ),
            Clauses).

offer_all.

% a program can neither define nor assert what is part of the core
:- forall(( offered(facts, Offers), member(Offer, Offers) ),
          ( '$iso'(system:Offer), '$set_predicate_attribute'(system:Offer, system, true) )).
