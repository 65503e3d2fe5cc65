% What runs inside the engine: one program over its facts, in a module of its own, and what becomes of it.

:- module(intend, []).
:- use_module(library(modules)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(occurs)).
:- use_module(library(pairs)).
:- use_module('/guard.pl').
:- use_module('/program.pl').

% 1/10 is a tenth, and not the float nearest to it
:- set_prolog_flag(prefer_rationals, true).
:- set_prolog_flag(verbose_autoload, false).

% what is printed is the program's
:- multifile user:message_hook/3.
user:message_hook(_, Kind, _) :- memberchk(Kind, [warning, informational]).

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
    flush_output(user_output),
    abolish_all_tables,
    intend_language:forget.

prepare(Module, Facts) :-
    set_module(Module:base(intend_helpers)),
    guarding(Module),
    read_facts(Facts, Module, Terms),
    maplist(remember, Terms).

remember(belief(Name, Value, Unit)) :- assertz(fact(Name, Value, Unit)).
remember(scale(Unit, Dimension, Factor, Offset)) :-
    assertz(scale(Unit, Dimension, Factor, Offset)).

run(Module, Rules, Goals, Inferences, Result) :-
    read_program(Rules, Module, Written, Calls),
    read_goal(Goals, Calls, Module, Asked-Names, Further, Named),
    append(Written, Further, Clauses),
    pairs_keys(Named, Directives),
    install(Module, Clauses, [Asked|Directives], [Goal|Before]),
    statistics(inferences, Start),
    (   call_with_inference_limit(( maplist(attempt(Module), Before), call(Module:Goal) ), Inferences, _)
    ->  Holds = holds
    ;   Holds = fails
    ),
    statistics(inferences, End),
    % a program can catch that it was stopped, or that it was refused something
    (   End - Start >= Inferences
    ->  refuse(time, 'the goal was not decided within ~D inferences: make the search smaller', [Inferences])
    ;   refused(Refusal)
    ->  throw(Refusal)
    ;   true
    ),
    Result = [Holds, Shown, Values, Read, Missing],
    ( Holds == holds -> convlist(shown, Names, Pairs) ; Pairs = [] ),
    pairs_keys_values(Pairs, Shown, Values),
    findall(Text, (read_name(Name), name_text(Name, Text)), Read),
    findall(Text, (missing_name(Name), name_text(Name, Text)), Missing).

%   A directive that fails or errs is none of the goal's business.

attempt(Module, Goal) :-
    catch(Module:Goal, error(Formal, _), ( Formal \= resource_error(_) -> true ; throw(error(Formal, _)) )),
    !.
attempt(_, _).

name_text(Name, Text) :- brief('~w', [Name], Text).

shown(Name=Value, Name-Text) :-
    nonvar(Value),
    \+ sub_atom(Name, 0, _, _, '_'),
    intend_language:as_decimals(Value, Plain),
    brief('~W', [Plain, [quoted(true), max_depth(40), numbervars(true)]], Text).

% --- what went wrong ---

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
