"""Forms: how orders begin, language by language, for verbs that no list has. Data only, for `imperatives.py`."""

# ruff: noqa: RUF001 - words of several scripts

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderForm:
    """How orders begin in one language. Words are written as they are spelled; accents are folded later."""

    verb: str
    """What the first word looks like: a regular expression."""

    after: str = ""
    """Words of which one follows at once: articles and the like."""

    but: str = ""
    """First words that look so and are something else, or say what a product does."""

    ending: str = ""
    """What the second word may look like instead: a regular expression; "" for nothing."""


FORMS = (
    OrderForm(
        verb=r"[a-z]{3,14}(?<!ing)(?<!ed)(?<![^s]s)(?<!ly)(?<!ion)(?<!er)(?<!ent)(?<!ward)",
        after="the my your every this these all",
        but="""
            the and but not for nor yet both such what when where while which who whose why how that than then
            though although until upon into onto from with within without about above below beneath between beside
            behind before against along among around near off out via like unlike except despite since because once
            even here there now just also still again already often maybe almost quite very too each any all some
            most more many much few several half part none one two three four five every same own last next first
            second third final main new old can could may might will would shall should must have had were are been
            did done said see saw took made gave got put found kept left let set known seen shown given taken
            written hidden amid apart atop beyond inside outside across unless less class bless click right top
            bottom middle end rest use case hence built rebuilt brought bought caught lost sold told held meant
            came ran won felt grew chose drove spoke froze began became
            nobody khong bien neu thay cac mot
        """,
    ),
    OrderForm(
        verb=r"[a-z]{3,18}e",
        after="die das den alle alles einen deine deinen meine meinen mich mir uns ihn sofort jetzt dieses diesen",
        but="""
            diese jede keine eine meine deine seine ihre unsere eure alle viele beide manche einige mehrere andere
            welche solche ohne seite liste suche anzeige adresse kunde ware menge summe reihe zeile spalte karte
            sprache taste eingabe ausgabe abfrage anfrage frage hilfe name ende leiste gruppe rolle farbe breite
            heute sowie neue alte erste zweite dritte letzte nächste gleiche aktive offene wenige weitere konnte
            könnte wollte sollte musste durfte hatte würde wurde werde habe hätte wäre möchte lese
        """,
    ),
    OrderForm(
        verb=r"[a-z]{3,14}[aei](?<!re)",
        after="el la los las lo le les il i gli os as toutes tous tutte tutti todas todos mes mis mi meu minha mon ma",
        but="""
            muestra cierra permite contiene incluye devuelve envía guarda carga redirige aparece elimina borra
            actualiza crea calcula necesita queda presenta lista cambia recibe exige pide ofrece acepta rechaza
            valida verifica genera añade ocupa conserva mantiene respeta ignora bloquea activa desactiva oculta
            indica refleja falta ausente define establece marca determina limita especifica sobreescribe quita
            revisa affiche ferme envoie garde charge supprime calcule utilise demande propose accepte refuse valide
            vérifie ajoute conserve respecte bloque active désactive cache liste change initialise mostra chiude
            permette invia salva carica cancella aggiorna richiede accetta rifiuta aggiunge rispetta blocca attiva
            nasconde elenca riceve chiede imposta visualizza esegue deve tutti tutte stampa seleziona fecha inclui
            carrega exclui apaga cria precisa recebe pede aceita rejeita gera adiciona respeita bloqueia ativa exibe
            muda envia reconhece atualiza exporta converte emite excede para ante desde contra durante mediante
            hasta toda cada otra esta donde aunque come dove sopra ogni questa quella altra elle cette quelle comme
            parmi onde essa outra seja este tutta toute comuta phai existuje jestli existuji andorra castilla
        """,
    ),
    OrderForm(
        verb=r"[а-яіїєґ]{3,20}(?:ите|ьте|іть)",
        ending=r".{2,40}",
    ),
    OrderForm(
        verb=r"[а-яіїєґ]{2,18}[ауя]и",
        but="случаи краи",
        ending=r".{2,40}",
    ),
    OrderForm(
        verb=r"[а-яіїєґ]{2,18}[иь](?<!ть)(?<!ти)",
        after="все всі усі весь мне мені мои свои этот эту эти лише только",
        but="если или при три мои свои твои ваши наши сами день очень случаи здесь теперь",
        ending=r".{2,40}(?:ую|юю|ку|ту|чу|зу|жу|ву|ну)",
    ),
    OrderForm(
        verb=r"[a-z]{3,16}(?:uj|ij|yj|aj)",
        but="rodzaj zwyczaj tramwaj obyczaj",
        ending=r".{2,40}",
    ),
)
"""English, German, Romance languages, Russian and Ukrainian (three ways), Polish."""
