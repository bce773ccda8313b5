"""Vocabulary: words so common that a text which has them is language, not noise, and the words that attacks need.

Data only: `decoding.py` recognises language under a simple cipher by it, `spelling.py` finds the words in letters that
were run together, spaced out or misspelled. Accents are folded, as in the text that is compared with it.
"""

from __future__ import annotations

from hardwon.guard.scanner.tables import words

ENGLISH = words(
    """
    a about above access account act action add admin after again against all allow also always am an and
    another answer any anyone anything are article as ask at away back be because been before being best between
    both bring but by call can candidate change check child code come command complete content context could
    create data day delete describe did different directions do document does done down each email end ensure
    every everyone everything explain false file find first follow following for forget form from full get give
    go good great had has have he hello help her here him his how human i if ignore important in include
    information input inside instead instruction instructions into is it its job just keep key know language
    last let like list login long look made mail make man many may me mean men message model more most must my
    name need never new next no not note nothing now number of off office old on once one only open or order
    other our out output over own page paragraph password people phrase please point post pretend previous print
    prior program prompt prompts provide question read real reason regardless repeat reply report request
    respond response rest result reveal review right role rules run safe said same save say screen search secret
    see send sent sentence set she should show simply since so some something sorry speak start state statement
    steps still stop story sure system take task tasks tell test text than thank that the their them then there
    these they thing think this those through time title to today together told too translate true try two under
    until up update upon us use user using very want was way we web website well were what when where whether
    which while white who why will with without word words work world would write written year yes yet you your
    yourself
    """
)
"""The commonest words of English, and those of orders to a model."""

OTHERS = words(
    """
    aber alle alles als also am an auch auf aufgabe aufgaben aus bei beste bist bitte da damit dann das dass
    davor dein deine dem den der des dich die dies diese dir doch du ein eine einem einen einer er es fur frage
    folgende ganz gut habe hat hier ich ihr im in ist ja jetzt kann keine konnen man mehr mein mit muss nach
    nicht noch nun nur oder ohne schreibe sehr sein sich sie sind so sollte text und uns vergiss vom von vor
    vorherigen war warum was wenn wer wie wird wo wurde zeige zu zum zur au aux avec ce ces cette comme dans de
    dites elle en est et etre fait il je la le les leur lui mais me mes moi mon ne nous on ou oubliez oublie par
    pas plus pour precedentes qu que qui sa sans se ses si son suit sur ta te toi toutes tout tous tu un une vos
    votre vous al algo ahora antes como con contrasena cuando decir del dime donde ella eres esta este esto haz
    hay las lo los mas mi mis muy nada no nos o olvida olvide para pero por porque quien ser sin sobre solo su
    sus tiene tienes todas todo todos una uno usted y ya yo ao aos as agora ate com dos ela ele em entao esqueca
    eu faca foi isso isto meu minha muito na nao nas nem os pela pelo qual quando sao sem seu sua suas tambem
    tem uma voce voces che chi ci cosa cui dal dalla degli dei della delle di dimentica e gli ha ho istruzioni
    ma nel nella non ogni per perche piu precedenti prima questa questo sei sono stato suo ti tua tue tuo tutte
    tutti tutto ali bih biti do i ili ima instrukcije jesi kako koji moj nije ono po pod sam samo sta sto sve
    svi to tvoj u uz za zaboravi zelis dat een het hoe ik is jij kan maar met mijn naar niet of om onze op van
    vergeet voor waar wat zijn bo co czy dla jak jest jestes nie od oraz polecenia tak tylko twoje w wszystkie z
    zapomnij ze
    """
)
"""The commonest words of German, French, Spanish, Portuguese, Italian, Croatian, Dutch and Polish."""

COMMON_WORDS = ENGLISH | OTHERS

KEY_WORDS = words(
    """
    ignore ignoring disregard disregarding forget override bypass instruction instructions directive directives
    guideline guidelines prompt prompts system previous prior preceding above earlier rules policy restrictions
    reveal print repeat output password passwords credentials secret secrets token pretend roleplay jailbreak
    unrestricted unfiltered developer mode assistant chatbot confidential exfiltrate forward transfer upload
    admin administrator user
    """
)
"""Words that attacks are made of: they are known however they were taken apart."""

KNOWN_WORDS = COMMON_WORDS | KEY_WORDS

MISSPELLED = (
    "ignore",
    "disregard",
    "forget",
    "override",
    "instructions",
    "instruction",
    "previous",
    "everything",
    "guidelines",
    "restrictions",
    "pretend",
    "confidential",
    "credentials",
    "password",
    "reveal",
    "unfiltered",
)
"""Words that are recognised with one letter wrong; where one misspelling fits two, the later word counts."""

NOT_MISSPELLED = words(
    """
    ignores ignored ignorer forgets forgot overrides disregards reveals pretends passwort ignora ignori ignoro
    ignorez ignoree instruccion previos revel repeal forge forged
    """
)
"""Words of their own that would pass for one of those."""

EVERYDAY = words(
    """
    a about above account action add added admin after all already also always an and any appears are as at back be been
    before being below both box button but by can cannot card cart change changed changes check checkout click closed
    code color comment content contains could customer data date day dialog disabled do does done down each email empty
    enabled end entry error errors every false field fields file files filter first for form found from get has have he
    hidden his icon if image in information input instead into is it item items its key label last line lines link list
    lists load login logo long mail may menu message messages modal more must name new next no not nothing now number of
    off on once one only open opens or order orders other out over page pages password payment people person price
    product products read reads record report reset result results right row rows run save saved screen search second
    see select send sends sent set should show shown shows sign since size so some state status step steps still
    success system tab table test tests text than that the their them then there these they this those time title to
    total true two type under until up update updated url use used user users value version view visible visit was
    were what when where which while who will window with without word words would write wrong year
    """
)
"""Words that sentences about products have all the time: no rule may hang on one of them alone."""
