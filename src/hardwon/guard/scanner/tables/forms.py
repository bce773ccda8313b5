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
        verb=r"[a-z]{3,14}(?<!ing)(?<!ed)(?<!s)(?<!ly)(?<!ion)(?<!er)(?<!ent)(?<!ward)",
        after="the my your every this these all",
        but="""
            the and but not for nor yet only both such what when where while whether which who whose why how that
            than then though although until unless upon under over into onto from with within without about above
            below beneath between beside behind before after against along among around toward near off out per plus
            via like unlike except despite since because once even ever here there now just also still again already
            always often never maybe perhaps almost quite rather very too each any all some most more many much few
            several half part none one two three four five every either neither another other same own last next
            first second third final main new old can could may might will would shall should must have had has was
            were are been being did does done said see saw took made gave got put found kept left let sent set known
            seen shown given taken written hidden during amid apart atop beyond inside outside regardless whenever
            wherever click right top bottom middle end rest use case nobody nothing everything anything something at
            on in by to of as if so or an is am be it he we me my us do khong bien neu thay cac mot
        """,
    ),
    OrderForm(
        verb=r"[a-z]{3,18}e",
        after="die das den alle alles einen deine deinen meine meinen mich mir uns ihn sofort jetzt dieses diesen",
        but="""
            diese jede keine eine meine deine seine ihre unsere eure alle viele beide manche einige mehrere andere
            welche solche ohne seite liste suche anzeige adresse kunde ware menge summe reihe zeile spalte karte
            sprache taste eingabe ausgabe abfrage anfrage frage hilfe name ende leiste gruppe rolle farbe breite ehe
            wie die heute sowie neue alte erste zweite dritte letzte nächste gleiche aktive offene wenige weitere
            konnte könnte wollte sollte musste durfte hatte würde wurde werde habe hätte wäre möchte lese
        """,
    ),
    OrderForm(
        verb=r"[a-z]{3,14}[aei](?<!re)",
        after="el la los las lo le les il i gli os as toutes tous tutte tutti todas todos mes mis mi meu minha mon ma",
        but="""
            muestra abre cierra permite contiene incluye devuelve envía guarda carga redirige aparece elimina borra
            actualiza crea calcula usa necesita requiere queda presenta lista cambia recibe exige pide ofrece acepta
            rechaza valida verifica genera añade ocupa conserva mantiene respeta ignora bloquea activa desactiva
            oculta indica refleja falta ausente define establece marca determina limita especifica sobreescribe
            quita revisa affiche ouvre ferme contient envoie garde charge supprime calcule utilise demande propose
            accepte refuse valide vérifie génère ajoute conserve respecte bloque active désactive cache liste change
            reçoit montre initialise ignore définit reconnaît mostra apre chiude permette invia salva carica
            cancella aggiorna richiede accetta rifiuta aggiunge rispetta blocca attiva nasconde elenca riceve chiede
            imposta visualizza esegue deve tutti tutte errore stampa seleziona fecha contém inclui carrega exclui
            apaga cria precisa recebe pede aceita rejeita gera adiciona mantém respeita bloqueia ativa exibe muda
            envia reconhece atualiza exporta converte emite excede entre sobre para ante bajo desde contra durante
            mediante hasta toda cada otra esta ese como donde cuando aunque de se che come quando dove mentre dopo
            sopra sotto tra fra oltre verso entro ogni questa quella altra una sia elle une cette quelle autre comme
            avant parmi outre voire donc onde sob essa outra uma seja que apos ate hay este todo tutta toute eroare
            comuta phai existuje jestli existuji andorra castilla
        """,
    ),
    OrderForm(
        verb=r"[а-яіїєґ]{3,20}(?:ите|ьте|іть)",
        ending=r".{2,40}",
    ),
    OrderForm(
        verb=r"[а-яіїєґ]{2,18}[ауя]и",
        but="случаи краи маи чаи",
        ending=r".{2,40}",
    ),
    OrderForm(
        verb=r"[а-яіїєґ]{2,18}[иь](?<!ть)(?<!ти)",
        after="все всі усі весь мне мені мои свои этот эту эти лише только",
        but="если или и ни ли при три эти мои свои твои ваши наши сами один день очень есть случаи здесь теперь нет",
        ending=r".{2,40}(?:ую|юю|ку|ту|чу|зу|жу|ву|ну)",
    ),
    OrderForm(
        verb=r"[a-z]{3,16}(?:uj|ij|yj|aj)",
        but="rodzaj kraj zwyczaj maj raj tramwaj obyczaj",
        ending=r".{2,40}",
    ),
)
"""English, German, Romance languages, Russian and Ukrainian (three ways), Polish."""
