% What a program says: its clauses, its directives and its goal, as a model writes them. Directives that
% declare are honoured at once; those that are goals are called before the goal, or are the goal.

:- module(intend_program, [read_facts/3, read_program/4, read_goal/6, install/4]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(occurs)).
:- use_module('/guard.pl').

%   How double quotes are read: `string` (which becomes an atom), `codes` or `chars`.
:- dynamic quoting/1.

% --- reading ---

read_facts(Text, Module, Facts) :-
    retractall(quoting(_)),
    read_terms(Module, Text, Terms),
    findall(Fact, member(Fact-_, Terms), Facts).

%   read_program(+Texts, +Module, -Clauses, -Calls): of the texts the first that can be read. Clauses and
%   calls are Term-Names; what is to run after loading comes last among the calls.

read_program(Texts, Module, Clauses, Calls) :-
    read_first(Texts, Module, Terms),
    partition(is_clause, Terms, Clauses, Directives),
    maplist(called, Directives, Named),
    findall(Call, ( member(When, [now, late]), member(When-Call, Named) ), Calls).

is_clause(Term-_) :- Term \= (:- _), Term \= (?- _).

called((:- initialization(Goal))-Names, late-(Goal-Names)) :- !.
called((:- initialization(Goal, _))-Names, late-(Goal-Names)) :- !.
called((:- Goal)-Names, now-(Plain-Names)) :- without_halt(Goal, Plain).
called((?- Goal)-Names, now-(Plain-Names)) :- without_halt(Goal, Plain).

read_terms(Module, Text, Terms) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_all(Stream, Module, Terms),
        close(Stream)).

read_all(Stream, Module, Terms) :-
    ( quoting(Quotes) -> true ; Quotes = string ),
    read_term(Stream, Read,
              [ module(Module), double_quotes(Quotes), back_quotes(codes),
                variable_names(Names), syntax_errors(error) ]),
    intend_language:plain_term(Read, Term),
    (   Term == end_of_file
    ->  Terms = []
    ;   ( var(Term) ; Term = (:- Directive), var(Directive) )
    ->  refuse(syntax, 'a variable is no clause', [])
    ;   % at once, since a library brings operators
        Term = (:- Directive), direct(Directive, Module)
    ->  read_all(Stream, Module, Terms)
    ;   Terms = [Term-Names|Rest],
        read_all(Stream, Module, Rest)
    ).

%   The first of the texts that can be read.

read_first(Texts, Module, Terms) :-
    (   member(Text, Texts),
        catch(read_terms(Module, Text, Terms), error(syntax_error(_), _), fail)
    ->  refuse_state(Terms)
    ;   Texts = [Text|_],
        read_terms(Module, Text, Terms)
    ).

%   read_goal(+Texts, +Calls, +Module, -Goal-Names, -Further, -Before): without a goal of its own a
%   program asks by its last call. Further are clauses found beside the goal.

read_goal(Texts, Calls, Module, Asked, Further, Before) :-
    read_first(Texts, Module, Terms),
    (   Terms \== []
    ->  parts(Terms, Goals, [], Names, Further),
        foldl(conjoin, Goals, true, Goal),
        Asked = Goal-Names,
        Before = Calls
    ;   append(Before, [Asked], Calls)
    ->  Further = []
    ;   refuse(syntax, 'the goal is empty', [])
    ).

%   Several goals are one conjunction, in which a name is one variable. A clause among them is a
%   rule; its head is the goal when nothing follows it.

parts([], [], Names, Names, []).
parts([Term-Own|Terms], Goals, Before, Names, Further) :-
    (   ( Term = (Head :- _) ; Term = (Head --> _) )
    ->  Further = [Term-Own|Others],
        ( Terms == [] -> copy_term(Head, Copy), Goals = [Copy] ; Goals = Rest ),
        Now = Before
    ;   ( Term = (?- Goal) -> true ; Term = (:- Goal) -> true ; Goal = Term ),
        without_halt(Goal, Plain),
        Goals = [Plain|Rest],
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

%   A program that has said what it has to say may say that it ends.

without_halt(Body, Body) :- var(Body), !.
without_halt((A, B), Body) :- ends(B), !, without_halt(A, Body).
without_halt((A, B), (A, Body)) :- !, without_halt(B, Body).
without_halt(Body, Body).

ends(Goal) :- nonvar(Goal), memberchk(Goal, [halt, halt(0)]).

% --- directives that declare ---

%   Fails for what is none of them.

direct((A, B), Module) :- !, nonvar(A), nonvar(B), direct(A, Module), direct(B, Module).
direct(use_module(Library), Module) :- !, admit(Library, Module).
direct(use_module(Library, _), Module) :- !, admit(Library, Module).
direct(ensure_loaded(Library), Module) :- !, admit(Library, Module).
direct(set_prolog_flag(double_quotes, Quotes), _) :-
    !,
    ( Quotes == atom -> Read = string ; Read = Quotes ),
    must_be(oneof([string, codes, chars]), Read),
    retractall(quoting(_)),
    assertz(quoting(Read)).
direct(op(Priority, Type, Names), Module) :-
    !,
    ( is_list(Names) -> All = Names ; All = [Names] ),
    forall(member(Name, All), operator(Priority, Type, Name, Module)).
direct(table(Which), Module) :- !, forall(tabled(Which, Table, Head), ( own_head(Head, Module), table(Module:Table) )).
direct(Directive, Module) :-
    Directive =.. [Kind, Which],
    memberchk(Kind, [dynamic, discontiguous, multifile]),
    !,
    forall(indicator(Which, Head), ( own_head(Head, Module), declare(Head, Module) )).
direct(set_prolog_flag(Flag, _), _) :-
    !,
    atom(Flag),
    (   memberchk(Flag, [encoding, stack_limit, answer_format, generate_debug_info, optimise, autoload])
    ;   sub_atom(Flag, 0, _, _, Prefix),
        memberchk(Prefix, [verbose, toplevel_, answer_, print_, debug, color_])
    ),
    !.
direct(Directive, _) :-
    functor(Directive, Name, _),
    memberchk(Name, [include, consult, load_files, use_foreign_library, reexport, import, if, elif, else, endif]),
    !,
    refuse(forbidden, 'the directive :- ~p is not allowed: write the rules themselves', [Directive]).
direct(Directive, _) :- functor(Directive, Name, _), memberchk(Name, [style_check, module, encoding, license, halt]).

%   The libraries whose operators or constraints a program has to name; those of the others are there
%   without it.

admit(library(Library), Module) :-
    memberchk(Library, [clpfd, clpq, clpr, clpb, simplex, nb_set, dcg/basics, dcg/high_order]),
    !,
    Module:use_module(library(Library)).
admit(library(Library), _) :-
    memberchk(Library, [ lists, apply, aggregate, pairs, ordsets, assoc, option, date, yall, strings,
                         solution_sequences, arithmetic, error, debug,
                         readutil, random, ugraphs, rbtrees, apply_macros, occurs, terms, main, tabling,
                         backcomp, when, dif, ctypes, gensym, varnumbers, heaps, edinburgh, writef,
                         listing, prolog_stack, statistics, system, types ]),
    !.
admit(library(lambda), _) :-
    !,
    refuse(forbidden, 'library(lambda) is not there: write [X]>>Goal of library(yall)', []).
admit(Library, _) :-
    refuse(forbidden, '~p is not allowed here: leave it out', [Library]).

%   An operator is the program's own, and none that its text could already be made of.

operator(Priority, Type, Name, Module) :-
    (   atom(Name), \+ current_op(_, _, system:Name), \+ memberchk(Name, ['[]', '{}', '|', ','])
    ->  op(Priority, Type, Module:Name)
    ;   refuse(forbidden, 'the operator ~q cannot be changed: take another name', [Name])
    ).

indicator(Which, _) :- var(Which), !, fail.
indicator((A, B), Head) :- !, ( indicator(A, Head) ; indicator(B, Head) ).
indicator([A|B], Head) :- !, ( indicator(A, Head) ; indicator(B, Head) ).
indicator(as(Which, _), Head) :- !, indicator(Which, Head).
indicator(Name//Arity, Head) :- !, integer(Arity), All is Arity + 2, indicator(Name/All, Head).
indicator(Name/Arity, Head) :- atom(Name), integer(Arity), between(0, 100, Arity), functor(Head, Name, Arity).

%   path/2, or path(_, min) with a mode for each argument.

tabled(Which, _, _) :- var(Which), !, fail.
tabled((A, B), Table, Head) :- !, ( tabled(A, Table, Head) ; tabled(B, Table, Head) ).
tabled(Name/Arity, Name/Arity, Head) :- !, indicator(Name/Arity, Head).
tabled(Name//Arity, Name//Arity, Head) :- !, indicator(Name//Arity, Head).
tabled(Modes, Modes, Head) :-
    compound(Modes),
    Modes =.. [Name|Arguments],
    forall(member(Mode, Arguments), ( var(Mode) ; memberchk(Mode, [-, index, min, max, first, last, sum]) )),
    length(Arguments, Arity),
    functor(Head, Name, Arity).

% --- clauses ---

%   install(+Module, +Clauses, +Goals, -Guarded): Guarded are the goals, ready to be called.

install(Module, Named, Goals, Guarded) :-
    findall(Clause, ( member(Term-_, Named), clause_of(Term, Clause), own(Clause, Module) ), Clauses),
    forall(( changed(Clauses-Goals, Head) ; member((Head :- _), Clauses) ), declare(Head, Module)),
    maplist(guarded_clause(Module), Clauses, Ready),
    forall(member(Clause, Ready), assertz(Module:Clause)),
    maplist(guarded_goal(Module), Goals, Guarded).

guarded_goal(Module, Goal, Guarded) :- guard(Goal, Module, Guarded).

clause_of((Head --> Body), Clause) :- !, dcg_translate_rule((Head --> Body), Rule), clause_of(Rule, Clause).
clause_of((Head :- Body), (Head :- Plain)) :- !, must_be(callable, Head), without_halt(Body, Plain).
clause_of(Head, (Head :- true)) :- must_be(callable, Head).

guarded_clause(Module, (Head :- Body), (Head :- Guarded)) :- guard(Body, Module, Guarded).

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
    \+ built_in(Head),
    \+ intend_helpers:protected(Head).

declare(Head, Module) :-
    functor(Head, Name, Arity),
    (   predicate_property(Module:Head, defined), \+ predicate_property(Module:Head, imported_from(_))
    ->  true
    ;   dynamic(Module:Name/Arity)
    ).

%   own(+Clause, +Module): fails for a definition of the standard's predicates, which keep their meaning
%   as in SWI-Prolog. Other built-in predicates may be the program's own.

own((Head :- _), Module) :- own_head(Head, Module).

own_head(Head, Module) :-
    functor(Head, Name, Arity),
    (   Head = _:_
    ->  refuse(forbidden, '~p is of another module and cannot be defined', [Head])
    ;   ( intend_helpers:protected(Head) ; sub_atom(Name, 0, _, _, $) )
    ->  refuse(forbidden, '~q is built in and cannot be defined: leave the definition out or name it otherwise', [Name/Arity])
    ;   \+ built_in(Head)
    ->  true
    ;   \+ predicate_property(system:Head, iso),
        Module:redefine_system_predicate(Head)
    ).

% not those of libraries, which a program may define for itself
built_in(Head) :-
    predicate_property(system:Head, defined),
    predicate_property(system:Head, implementation_module(system)).
