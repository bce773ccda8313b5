"""Vocabulary: words so common that a text which has them is language, not noise.

Used to recognise language under a simple cipher and to find the words in letters that were run together or spaced
out. Data only; accents are folded, as in the text that is compared with it.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

ENGLISH = frozenset(
    """
a about above access account act action add admin after again against all allow also always am an and another
answer any anyone anything are article as ask at away back be because been before being best between both bring
but by call can candidate change check child code come command complete content context could create data day
delete describe did different directions do document does done down each email end ensure every everyone
everything explain false file find first follow following for forget form from full get give go good great had
has have he hello help her here him his how human i if ignore important in include information input inside
instead instruction instructions into is it its job just keep key know language last let like list login long
look made mail make man many may me mean men message model more most must my name need never new next no not
note nothing now number of off office old on once one only open or order other our out output over own page
paragraph password people phrase please point post pretend previous print prior program prompt prompts provide
question read real reason regardless repeat reply report request respond response rest result reveal review
right role rules run safe said same save say screen search secret see send sent sentence set she should show
simply since so some something sorry speak start state statement steps still stop story sure system take task
tasks tell test text than thank that the their them then there these they thing think this those through time
title to today together told too translate true try two under until up update upon us use user using very want
was way we web website well were what when where whether which while white who why will with without word words
work world would write written year yes yet you your yourself
""".split()
)

OTHERS = frozenset(
    """
aber alle alles als also am an auch auf aufgabe aufgaben aus bei beste bist bitte da damit dann das dass davor
dein deine dem den der des dich die dies diese dir doch du ein eine einem einen einer er es fur frage folgende
ganz gut habe hat hier ich ihr im in ist ja jetzt kann keine konnen man mehr mein mit muss nach nicht noch nun
nur oder ohne schreibe sehr sein sich sie sind so sollte text und uns vergiss vom von vor vorherigen war warum
was wenn wer wie wird wo wurde zeige zu zum zur au aux avec ce ces cette comme dans de des dites du elle en est
et etre fait il je la le les leur lui mais me mes moi mon ne nous on ou oubliez oublie par pas plus pour
precedentes qu que qui sa sans se ses si son suit sur ta te toi toutes tout tous tu un une vos votre vous al
algo ahora antes como con contrasena cuando decir del dime donde ella eres esta este esto haz hay la las lo los
mas me mi mis muy nada no nos o olvida olvide para pero por porque que quien se ser si sin sobre solo son su sus
te tiene tienes todas todo todos tu una uno usted y ya yo ao aos as agora ate com da das dos ela ele em entao
esqueca eu faca foi isso isto ja mais mas meu minha muito na nao nas nem no nos os ou para pela pelo por qual
quando que sao se sem ser seu sua suas tambem tem todas uma voce voces che chi ci con cosa cui da dal dalla
degli dei del della delle di dimentica e gli ha ho il istruzioni le lo ma mi nel nella non ogni per perche piu
precedenti prima questa questo qui sei sono stato su sua suo ti tua tue tuo tutte tutti tutto un una ali bih
biti da do i ili ima instrukcije je jesi kako koji moj na ne nije ono po pod sam samo se si sta sto su sve
svi ti to tvoj u uz za zaboravi zelis alles dat de een en het hoe ik in is je jij kan maar met mijn naar niet of
om onze op te van vergeet voor waar wat wie zijn bo co czy dla do i jak jest jestes na nie od oraz po polecenia
sie tak to tylko twoje w wszystkie z za zapomnij ze
""".split()
)

COMMON = ENGLISH | OTHERS
