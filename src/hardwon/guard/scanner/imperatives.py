"""Imperatives: whether a sentence begins like an order, by the form of its first words, for verbs that no list has.

An order begins with a verb, and its object follows at once: "Bundle the files", "Verpacke die Dateien", "Mova os
extratos". Several languages use the same form to say what something does ("Muestra el total"); the verbs with which
products are described are left out. Pure.
"""

# ruff: noqa: RUF001 - words of several scripts; a list of words reads better as words

from __future__ import annotations

import re
from dataclasses import dataclass

from hardwon.guard.scanner.phrases import plain_words


def _words(text: str) -> frozenset[str]:
    return frozenset(plain_words(text).split())


@dataclass(frozen=True, slots=True)
class Form:
    """How orders begin in one language."""

    verb: re.Pattern[str]
    """What the first word looks like."""

    after: frozenset[str]
    """Words of which one follows at once: articles and the like."""

    but: frozenset[str] = frozenset()
    """First words that look so and are something else, or say what a product does."""

    ending: re.Pattern[str] | None = None
    """What the second word may look like instead."""


FORMS = (
    Form(
        re.compile(r"[a-z]{3,14}(?<!ing)(?<!ed)(?<!s)(?<!ly)(?<!ion)(?<!er)(?<!ent)(?<!ward)"),
        _words("the my your every this these all"),
        _words(
            """
            the and but not for nor yet only both such what when where while whether which who whose why how
            that than then though although until unless upon under over into onto from with within without about
            above below beneath between beside behind before after against along among around toward near off
            out per plus via like unlike except despite since because once even ever here there now just also
            still again already always often never maybe perhaps almost quite rather very too each any all some
            most more many much few several half part none one two three four five every either neither another
            other same own last next first second third final main new old can could may might will would shall
            should must have had has was were are been being did does done said see saw took made gave got put
            found kept left let sent set known seen shown given taken written hidden during amid apart atop
            beyond inside outside regardless whenever wherever click right top bottom middle end rest use case
            nobody nothing everything anything something at on in by to of as if so or an is am be it he we me
            my us do khong bien neu thay cac mot
            """
        ),
    ),
    Form(
        re.compile(r"[a-z]{3,18}e"),
        _words("die das den alle alles einen deine deinen meine meinen mich mir uns ihn sofort jetzt dieses diesen"),
        _words(
            """
            diese jede keine eine meine deine seine ihre unsere eure alle viele beide manche einige mehrere
            andere welche solche ohne seite liste suche anzeige adresse kunde ware menge summe reihe zeile
            spalte karte sprache taste eingabe ausgabe abfrage anfrage frage hilfe name ende leiste gruppe rolle
            farbe breite ehe wie die heute sowie neue alte erste zweite dritte letzte nächste gleiche aktive
            offene wenige weitere konnte könnte wollte sollte musste durfte hatte würde wurde werde habe hätte
            wäre möchte lese
            """
        ),
    ),
    Form(
        re.compile(r"[a-z]{3,14}[aei](?<!re)"),
        _words(
            "el la los las lo le les il i gli os as toutes tous tutte tutti todas todos mes mis mi meu minha mon ma"
        ),
        _words(
            """
            muestra abre cierra permite contiene incluye devuelve envía guarda carga redirige aparece elimina
            borra actualiza crea calcula usa necesita requiere queda presenta lista cambia recibe exige pide
            ofrece acepta rechaza valida verifica genera añade ocupa conserva mantiene respeta ignora bloquea
            activa desactiva oculta indica refleja falta ausente define establece marca determina limita
            especifica sobreescribe quita revisa affiche ouvre ferme contient envoie garde charge supprime
            calcule utilise demande propose accepte refuse valide vérifie génère ajoute conserve respecte bloque
            active désactive cache liste change reçoit montre initialise ignore définit reconnaît mostra apre
            chiude permette invia salva carica cancella aggiorna richiede accetta rifiuta aggiunge rispetta
            blocca attiva nasconde elenca riceve chiede imposta visualizza esegue deve tutti tutte errore stampa
            seleziona fecha contém inclui carrega exclui apaga cria precisa recebe pede aceita rejeita gera
            adiciona mantém respeita bloqueia ativa exibe muda envia reconhece atualiza exporta converte emite
            excede entre sobre para ante bajo desde contra durante mediante hasta toda cada otra esta ese como
            donde cuando aunque de se che come quando dove mentre dopo sopra sotto tra fra oltre verso entro
            ogni questa quella altra una sia elle une cette quelle autre comme avant parmi outre voire donc onde
            sob essa outra uma seja que apos ate hay este todo tutta toute eroare comuta phai existuje jestli
            existuji andorra castilla
            """
        ),
    ),
    Form(re.compile(r"[а-яіїєґ]{3,20}(?:ите|ьте|іть)"), frozenset(), frozenset(), re.compile(r".{2,40}")),
    Form(re.compile(r"[а-яіїєґ]{2,18}[ауя]и"), frozenset(), _words("случаи краи маи чаи"), re.compile(r".{2,40}")),
    Form(
        re.compile(r"[а-яіїєґ]{2,18}[иь](?<!ть)(?<!ти)"),
        _words("все всі усі весь мне мені мои свои этот эту эти лише только"),
        _words(
            "если или и ни ли при три эти мои свои твои ваши наши сами один день очень есть случаи здесь теперь нет"
        ),
        re.compile(r".{2,40}(?:ую|юю|ку|ту|чу|зу|жу|ву|ну)"),
    ),
    Form(
        re.compile(r"[a-z]{3,16}(?:uj|ij|yj|aj)"),
        frozenset(),
        _words("rodzaj kraj zwyczaj maj raj tramwaj obyczaj"),
        re.compile(r".{2,40}"),
    ),
)
"""English, German, Romance languages, Russian and Ukrainian (three ways), Polish."""


def begins_order(first: str, second: str) -> bool:
    """Whether a sentence that begins with these two words is an order."""
    return any(_fits(form, first, second) for form in FORMS)


def _fits(form: Form, first: str, second: str) -> bool:
    if first in form.but or form.verb.fullmatch(first) is None:
        return False
    return second in form.after or (form.ending is not None and form.ending.fullmatch(second) is not None)
