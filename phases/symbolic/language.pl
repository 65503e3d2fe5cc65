% The language as programs have it: decimal numbers are exact, texts are of one kind, what is printed
% reads as decimals, and what a program keeps in variables is gone with it.

:- module(intend_language, []).
:- use_module(library(lists)).
:- use_module(library(apply)).

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

% --- printing: a ratio is a decimal again ---

:- redefine_system_predicate(write(_)).
:- redefine_system_predicate(write(_, _)).
:- redefine_system_predicate(print(_)).
:- redefine_system_predicate(writeln(_)).
:- redefine_system_predicate(writeln(_, _)).
:- redefine_system_predicate(writeq(_)).
:- redefine_system_predicate(nl(_)).
:- redefine_system_predicate(format(_)).
:- redefine_system_predicate(format(_, _)).
:- redefine_system_predicate(format(_, _, _)).

write(Term) :- as_decimals(Term, Plain), system:write(Plain).
write(Stream, Term) :- printed(Stream), write(Term).
print(Term) :- writeq(Term).
writeln(Term) :- write(Term), system:nl.
writeln(Stream, Term) :- printed(Stream), writeln(Term).
writeq(Term) :- as_decimals(Term, Plain), system:writeq(Plain).
nl(Stream) :- printed(Stream), system:nl.
format(Format) :- format(Format, []).
format(Format, Arguments) :- printable(Format, Arguments, Plain), system:format(Format, Plain).
format(Sink, Format, Arguments) :-
    (   compound(Sink)
    ->  printable(Format, Arguments, Plain), system:format(Sink, Format, Plain)
    ;   printed(Sink), format(Format, Arguments)
    ).

%   The directive ~@ calls a goal.

printable(Format, Arguments, Plain) :-
    as_decimals(Arguments, Plain),
    system:text_to_string(Format, Text),
    system:string_codes(Text, Codes),
    (   append(_, [0'~|Rest], Codes), counted(Rest, [0'@|_])
    ->  intend_guard:deny(format(Format, Arguments))
    ;   true
    ).

counted([0'`, _|Rest], Rest) :- !.
counted([Code|Rest], Left) :- ( code_type(Code, digit) ; Code == 0'* ), !, counted(Rest, Left).
counted(Rest, Rest).

printed(Stream) :- must_be(oneof([user_output, user_error, current_output]), Stream).

% --- variables of the program ---

:- redefine_system_predicate(nb_setval(_, _)).
:- redefine_system_predicate(b_setval(_, _)).
:- redefine_system_predicate(nb_getval(_, _)).
:- redefine_system_predicate(b_getval(_, _)).
:- redefine_system_predicate(flag(_, _, _)).

nb_setval(Name, Value) :- kept_as(Name, Key), system:nb_setval(Key, Value).
b_setval(Name, Value) :- kept_as(Name, Key), system:b_setval(Key, Value).
nb_getval(Name, Value) :- kept_as(Name, Key), system:nb_getval(Key, Value).
b_getval(Name, Value) :- kept_as(Name, Key), system:b_getval(Key, Value).

flag(Name, Old, New) :-
    kept_as(flag(Name), Key),
    ( nb_current(Key, Now) -> true ; Now = 0 ),
    Old = Now,
    Next is New,
    system:nb_setval(Key, Next).

gensym(Base, Atom) :- flag(gensym(Base), Count, Count + 1), Number is Count + 1, atom_concat(Base, Number, Atom).
reset_gensym(Base) :- flag(gensym(Base), _, 0).
reset_gensym.

kept_as(Name, Key) :- must_be(ground, Name), system:format(atom(Key), 'program: ~q', [Name]).

forget :-
    findall(Key, ( nb_current(Key, _), sub_atom(Key, 0, _, _, 'program: ') ), Keys),
    maplist(nb_delete, Keys).

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
    ;   intend_helpers:as_text(Number, Text)
    ).
string_chars(Text, Chars) :- atom_chars(Text, Chars).
string_codes(Text, Codes) :- atom_codes(Text, Codes).
string_to_atom(Text, Atom) :- ( nonvar(Text) -> Atom = Text ; Text = Atom ).
term_string(Term, Text) :- term_to_atom(Term, Text).
text_to_string(Text, Text).

% --- numbers ---

decimal(Number) :- ( float(Number) ; rational(Number), \+ integer(Number) ), !.
