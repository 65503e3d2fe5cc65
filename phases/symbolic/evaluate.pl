% What runs inside the engine: reads a program that a model wrote, refuses what is more than
% reasoning, and calls its goal over the facts. Each evaluation has a module of its own.

:- module(intend, []).
:- use_module(library(sandbox)).
:- use_module(library(modules)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(occurs)).
:- use_module(library(pairs)).

% 1/10 is a tenth, and not the float nearest to it
:- set_prolog_flag(prefer_rationals, true).
:- set_prolog_flag(verbose_autoload, false).

:- dynamic fact/3, scale/4, read_name/1, missing_name/1.

%   evaluate(+Facts, +Rules, +Goals, +Inferences, -Result): Facts is a text, Rules and Goals are lists
%   of texts of which the first that can be read counts. Result is
%   [holds or fails, Names, Values, Read, Missing] or [error, Kind, Message].

evaluate(Facts, Rules, Goals, Inferences, Result) :-
    maplist(retractall, [fact(_,_,_), scale(_,_,_,_), read_name(_), missing_name(_)]),
    catch(in_temporary_module(
              Module,
              prepare(Module, Facts),
              run(Module, Rules, Goals, Inferences, Result)),
          Error,
          explain(Error, Result)),
    !,
    abolish_all_tables.

prepare(Module, Facts) :-
    set_module(Module:base(intend_helpers)),
    read_terms(Module, Facts, Terms),
    forall(member(Term-_, Terms), remember(Term)).

remember(belief(Name, Value, Unit)) :- assertz(fact(Name, Value, Unit)).
remember(scale(Unit, Dimension, Factor, Offset)) :-
    assertz(scale(Unit, Dimension, Factor, Offset)).

run(Module, Rules, Goals, Inferences, Result) :-
    read_first(Rules, Module, Written),
    forall(member((:- Directive)-_, Written), refuse_directive(Directive)),
    read_goal(Goals, Module, Goal, Names, Further),
    append(Written, Further, Clauses),
    forall(changed(Clauses-Goal, Head), declare(Head, Module)),
    foldl(add_clause(Module), Clauses, [], Heads),
    forall(member(Head, Heads), harmless(Module:Head)),
    safe_goal(Module:Goal),
    statistics(inferences, Before),
    ( call_with_inference_limit(Module:Goal, Inferences, _) -> Holds = holds ; Holds = fails ),
    statistics(inferences, After),
    % a program can catch that it was stopped
    (   After - Before >= Inferences
    ->  refuse(time, 'the goal was not decided within ~D inferences: make the search smaller', [Inferences])
    ;   true
    ),
    Result = [Holds, Shown, Values, Read, Missing],
    ( Holds == holds -> convlist(shown, Names, Pairs) ; Pairs = [] ),
    pairs_keys_values(Pairs, Shown, Values),
    findall(Text, (read_name(Name), name_text(Name, Text)), Read),
    findall(Text, (missing_name(Name), name_text(Name, Text)), Missing).

name_text(Name, Text) :- brief('~w', [Name], Text).

shown(Name=Value, Name-Text) :-
    nonvar(Value),
    \+ sub_atom(Name, 0, _, _, '_'),
    as_decimals(Value, Plain),
    brief('~W', [Plain, [quoted(true), max_depth(40), numbervars(true)]], Text).

as_decimals(Term, Term) :- var(Term), !.
as_decimals(Ratio, Decimal) :- rational(Ratio), \+ integer(Ratio), !, Decimal is float(Ratio).
as_decimals(Term, Plain) :- mapped(as_decimals, Term, Plain).

% --- reading ---

read_terms(Module, Text, Terms) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_all(Stream, Module, Terms),
        close(Stream)).

read_all(Stream, Module, Terms) :-
    read_term(Stream, Read,
              [ module(Module), double_quotes(string), back_quotes(codes),
                variable_names(Names), syntax_errors(error) ]),
    plain_term(Read, Term),
    refuse_state(Term),
    (   Term == end_of_file
    ->  Terms = []
    ;   % at once, since a library brings operators
        Term = (:- Directive), direct(Directive, Module)
    ->  read_all(Stream, Module, Terms)
    ;   Terms = [Term-Names|Rest],
        read_all(Stream, Module, Rest)
    ).

%   A decimal number is what it says: 0.1 is read as one tenth. A text is an atom, but a list of
%   characters in the body of a grammar rule.

plain_term((Head --> Body), (Plain --> Grammar)) :-
    nonvar(Body), !,
    plain(Head, Plain),
    plain_grammar(Body, Grammar).
plain_term(Term, Plain) :- plain(Term, Plain).

plain(Term, Term) :- var(Term), !.
plain(Float, Exact) :- float(Float), !, ( exact(Float, Exact) -> true ; Exact = Float ).
plain(String, Atom) :- string(String), !, atom_string(Atom, String).
plain(Term, Plain) :- mapped(plain, Term, Plain).

plain_grammar(Body, Body) :- ( var(Body) ; string(Body) ), !.
plain_grammar(Body, Plain) :-
    functor(Body, Name, _),
    memberchk(Name, [',', ';', '|', '->', '*->', '\\+']), !,
    mapped(plain_grammar, Body, Plain).
plain_grammar(Body, Plain) :- plain(Body, Plain).

exact(Float, Exact) :-
    format(string(Text), '~w', [Float]),
    split_string(Text, "e", "", [Mantissa|Power]),
    split_string(Mantissa, ".", "", [Whole, Part]),
    ( Power = [Digits] -> number_string(Shift, Digits) ; Shift = 0 ),
    string_concat(Whole, Part, Joined),
    number_string(Number, Joined),
    string_length(Part, Places),
    Exact is Number * 10 ** (Shift - Places).

mapped(By, Term, Mapped) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        maplist(By, Arguments, Each),
        compound_name_arguments(Mapped, Name, Each)
    ;   Mapped = Term
    ).

%   What the sandbox allows although it would outlive the evaluation.

refuse_state(Term) :-
    (   sub_term(Part, Term), callable(Part), functor(Part, Name, _),
        memberchk(Name, [ set_prolog_flag, gensym, reset_gensym, print_message, prompt, nb_setval,
                          b_setval, set_random, thread_local, message_to_codes ])
    ->  refuse(forbidden, '~w is not allowed here', [Name])
    ;   true
    ).

read_first(Texts, Module, Terms) :-
    (   member(Text, Texts),
        catch(read_terms(Module, Text, Terms), error(syntax_error(_), _), fail)
    ->  true
    ;   Texts = [Text|_],
        read_terms(Module, Text, Terms)
    ).

read_goal(Texts, Module, Goal, Names, Further) :-
    read_first(Texts, Module, Terms),
    ( Terms == [] -> refuse(syntax, 'the goal is empty', []) ; true ),
    parts(Terms, Goals, [], Names, Further),
    foldl(conjoin, Goals, true, Goal).

%   Several goals are one conjunction, in which a name is one variable. A clause among them is a
%   rule; its head is the goal when nothing follows it.

parts([], [], Names, Names, []).
parts([Term-Own|Terms], Goals, Before, Names, Further) :-
    (   ( Term = (Head :- _) ; Term = (Head --> _) )
    ->  Further = [Term-Own|Others],
        ( Terms == [] -> copy_term(Head, Copy), Goals = [Copy] ; Goals = Rest ),
        Now = Before
    ;   ( Term = (?- Goal) -> true ; Term = (:- Goal) -> true ; Goal = Term ),
        Goals = [Goal|Rest],
        Others = Further,
        foldl(share, Own, Before, Now)
    ),
    ( Terms == [] -> Rest = [] ; true ),
    parts(Terms, Rest, Now, Names, Others).

share(Name=Variable, Before, Now) :-
    (   memberchk(Name=Same, Before)
    ->  Variable = Same, Now = Before
    ;   append(Before, [Name=Variable], Now)
    ).

conjoin(Goal, true, Goal) :- !.
conjoin(Goal, Before, (Before, Goal)).

% --- what a program may say ---

%   Fails for what is no harmless directive.

direct((A, B), Module) :- !, direct(A, Module), direct(B, Module).
direct(use_module(Library), Module) :- !, admit(Library, Module).
direct(use_module(Library, _), Module) :- !, admit(Library, Module).
direct(ensure_loaded(Library), Module) :- !, admit(Library, Module).
direct(dynamic(Which), Module) :-
    !,
    forall(indicator(Which, Head), ( own(Head), declare(Head, Module) )).
direct(Directive, _) :- idle(Directive).

refuse_directive(Directive) :-
    refuse(forbidden, 'the directive :- ~p is not allowed: write rules and a goal only', [Directive]).

%   Directives that change nothing here.

idle(discontiguous(_)).
idle(table(_)).
idle(initialization(_)).
idle(initialization(_, _)).
idle(style_check(_)).
idle(module(_, _)).

admit(library(clpfd), Module) :- !, Module:use_module(library(clpfd)).
admit(library(Library), _) :-
    memberchk(Library, [ lists, apply, aggregate, pairs, ordsets, assoc, option, date, yall, strings,
                         solution_sequences, dcg/basics, dcg/high_order, between, arith, arithmetic,
                         error, debug, readutil, random, ugraphs, rbtrees, apply_macros, occurs,
                         terms, nb_set, main, format, tabling, backcomp, math, when, dif, ctypes,
                         gensym, system, strings, dialect, varnumbers, heaps, listing ]),
    !.
admit(Library, _) :-
    refuse(forbidden, '~p is not allowed here: leave it out', [Library]).

indicator(Which, _) :- var(Which), !, fail.
indicator((A, B), Head) :- !, ( indicator(A, Head) ; indicator(B, Head) ).
indicator([A|B], Head) :- !, ( indicator(A, Head) ; indicator(B, Head) ).
indicator(as(Which, _), Head) :- !, indicator(Which, Head).
indicator(Name/Arity, Head) :- atom(Name), integer(Arity), between(0, 100, Arity), functor(Head, Name, Arity).

%   What is asserted or retracted somewhere may be called before.

changed(Program, Head) :-
    sub_term(Change, Program),
    compound(Change),
    Change =.. [Name, Clause],
    memberchk(Name, [assert, asserta, assertz, retract, retractall]),
    nonvar(Clause),
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    callable(Head),
    Head \= _:_,
    \+ built_in(Head).

declare(Head, Module) :-
    functor(Head, Name, Arity),
    dynamic(Module:Name/Arity).

add_clause(_, (?- _)-_, Heads, Heads) :- !.
add_clause(Module, (Head --> Body)-_, Before, Heads) :-
    !,
    dcg_translate_rule((Head --> Body), Clause),
    add_clause(Module, Clause-[], Before, Heads).
add_clause(Module, Clause-_, Before, Heads) :-
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    must_be(callable, Head),
    own(Head),
    assertz(Module:Clause),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    ( memberchk(General, Before) -> Heads = Before ; Heads = [General|Before] ).

own(Head) :-
    (   Head = _:_
    ->  refuse(forbidden, '~p is of another module and cannot be defined', [Head])
    ;   built_in(Head)
    ->  functor(Head, Name, Arity),
        refuse(forbidden, '~q is built in and cannot be defined: leave the definition out or name it otherwise', [Name/Arity])
    ;   true
    ).

% not those of libraries, which a program may define for itself
built_in(Head) :-
    predicate_property(system:Head, defined),
    predicate_property(system:Head, implementation_module(system)).

%   A rule that is never called may be incomplete, but not dangerous.

harmless(Goal) :-
    catch(safe_goal(Goal), Error, ( Error = error(permission_error(_, _, _), _) -> throw(Error) ; true )).

% --- what went wrong ---

refuse(Kind, Format, Arguments) :- throw(intend(Kind, Format, Arguments)).

explain(intend(Kind, Format, Arguments), [error, Kind, Message]) :-
    !,
    brief(Format, Arguments, Message).
explain(Error, [error, Kind, Message]) :-
    ( kind(Error, Kind) -> true ; Kind = thrown ),
    (   Error = error(_, _),
        catch(phrase('$messages':translate_message(Error), Lines), _, fail)
    ->  with_output_to(string(Long), print_message_lines(current_output, '', Lines)),
        brief('~s', [Long], Message)
    ;   brief('the program threw ~p', [Error], Message)
    ).

brief(Format, Arguments, Text) :-
    format(string(Long), Format, Arguments),
    string_length(Long, Length),
    Kept is min(Length, 1000),
    sub_string(Long, 0, Kept, _, Text).

kind(error(Formal, _), Kind) :- nonvar(Formal), formal(Formal, Kind).
formal(syntax_error(_), syntax).
formal(existence_error(procedure, _), unknown_predicate).
formal(existence_error(_, _), forbidden).
formal(permission_error(_, _, _), forbidden).
formal(sandbox(_, _), forbidden).
formal(resource_error(_), resources).
formal(type_error(_, _), type).
formal(domain_error(_, _), type).
formal(instantiation_error, type).
formal(instantiation_error(_), type).
formal(uninstantiation_error(_), type).
formal(representation_error(_), type).
formal(evaluation_error(_), type).
