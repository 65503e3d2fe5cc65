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
    (   member((:- Directive)-_, Written)
    ->  refuse(forbidden, 'the directive :- ~p is not allowed: write rules and a goal only', [Directive])
    ;   true
    ),
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
    intend_helpers:as_decimals(Value, Plain),
    brief('~W', [Plain, [quoted(true), max_depth(40), numbervars(true)]], Text).

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
    intend_helpers:plain_term(Read, Term),
    (   Term == end_of_file
    ->  Terms = []
    ;   var(Term)
    ->  refuse(syntax, 'a variable is no clause', [])
    ;   % at once, since a library brings operators
        Term = (:- Directive), direct(Directive, Module)
    ->  read_all(Stream, Module, Terms)
    ;   Terms = [Term-Names|Rest],
        read_all(Stream, Module, Rest)
    ).

%   What the sandbox allows although it would outlive the evaluation.

refuse_state(Terms) :-
    (   sub_term(Part, Terms), callable(Part), functor(Part, Name, _),
        memberchk(Name, [set_prolog_flag, gensym, reset_gensym, print_message, nb_setval, b_setval])
    ->  refuse(forbidden, '~w is not allowed here', [Name])
    ;   true
    ).

%   The first of the texts that can be read.

read_first(Texts, Module, Terms) :-
    (   member(Text, Texts),
        catch(read_terms(Module, Text, Terms), error(syntax_error(_), _), fail)
    ->  refuse_state(Terms)
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

direct(Directive, _) :- var(Directive), !, fail.
direct((A, B), Module) :- !, direct(A, Module), direct(B, Module).
direct(use_module(Library), Module) :- !, admit(Library, Module).
direct(use_module(Library, _), Module) :- !, admit(Library, Module).
direct(ensure_loaded(Library), Module) :- !, admit(Library, Module).
direct(dynamic(Which), Module) :- !, forall(indicator(Which, Head), ( own(Head), declare(Head, Module) )).
direct(table(Which), Module) :- !, forall(tabled(Which, Table, Head), ( own(Head), table(Module:Table) )).
direct(Directive, _) :- idle(Directive).

%   Directives that change nothing here.

idle(Directive) :-
    callable(Directive),
    functor(Directive, Name, _),
    memberchk(Name, [discontiguous, initialization, style_check, module]).

admit(library(clpfd), Module) :- !, Module:use_module(library(clpfd)).
admit(library(Library), _) :-
    memberchk(Library, [ lists, apply, aggregate, pairs, ordsets, assoc, option, date, yall, strings,
                         solution_sequences, dcg/basics, dcg/high_order, arithmetic, error, debug,
                         readutil, random, ugraphs, rbtrees, apply_macros, occurs, terms, nb_set,
                         main, tabling, backcomp, when, dif, ctypes, gensym, varnumbers, heaps ]),
    !.
admit(Library, _) :-
    refuse(forbidden, '~p is not allowed here: leave it out', [Library]).

indicator(Which, _) :- var(Which), !, fail.
indicator((A, B), Head) :- !, ( indicator(A, Head) ; indicator(B, Head) ).
indicator([A|B], Head) :- !, ( indicator(A, Head) ; indicator(B, Head) ).
indicator(as(Which, _), Head) :- !, indicator(Which, Head).
indicator(Name/Arity, Head) :- atom(Name), integer(Arity), between(0, 100, Arity), functor(Head, Name, Arity).

%   path/2, or path(_, min) with a mode for each argument.

tabled(Which, _, _) :- var(Which), !, fail.
tabled((A, B), Table, Head) :- !, ( tabled(A, Table, Head) ; tabled(B, Table, Head) ).
tabled(Name/Arity, Name/Arity, Head) :- !, indicator(Name/Arity, Head).
tabled(Modes, Modes, Head) :-
    compound(Modes),
    Modes =.. [Name|Arguments],
    forall(member(Mode, Arguments), ( var(Mode) ; memberchk(Mode, [-, index, min, max, first, last, sum]) )),
    length(Arguments, Arity),
    functor(Head, Name, Arity).

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

refuse(Kind, Format, Arguments) :-
    brief(Format, Arguments, Message),
    throw(intend(Kind, Message)).

%   A program can throw what it likes: nothing of it may be used as a format, which could call goals.

explain(intend(Kind, Message), [error, Kind, Message]) :-
    memberchk(Kind, [syntax, time, forbidden]),
    string(Message),
    !.
explain(Error, [error, Kind, Message]) :-
    ( kind(Error, Kind) -> true ; Kind = thrown ),
    (   Error = error(_, _),
        catch(phrase('$messages':translate_message(Error), Lines), _, fail),
        \+ ( sub_term(Part, Lines), ( atom(Part) ; string(Part) ), sub_string(Part, _, _, _, "@") )
    ->  with_output_to(string(Long), print_message_lines(current_output, '', Lines)),
        brief('~s', [Long], Message)
    ;   brief('the program threw ~q', [Error], Message)
    ).

brief(Format, Arguments, Text) :-
    format(string(Long), Format, Arguments),
    string_length(Long, Length),
    Kept is min(Length, 1000),
    sub_string(Long, 0, Kept, _, Text).

kind(error(existence_error(procedure, _), _), unknown_predicate) :- !.
kind(error(instantiation_error, Context), forbidden) :- nonvar(Context), Context = sandbox(_, _), !.
kind(error(Formal, _), Kind) :-
    callable(Formal),
    functor(Formal, Name, _),
    kinds(Kind, Names),
    memberchk(Name, Names).

kinds(syntax, [syntax_error]).
kinds(forbidden, [existence_error, permission_error, sandbox]).
kinds(resources, [resource_error, io_error]).
kinds(type, [type_error, domain_error, instantiation_error, uninstantiation_error,
             representation_error, evaluation_error]).
