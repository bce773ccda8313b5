"""English: the small words and the verbs that tell an order from a description of a product.

Data only, for `describing.py` and `spelling.py`.
"""

from __future__ import annotations

from hardwon.guard.scanner.tables import words

ORDER_VERBS = words(
    """
    abandon accept accuse act activate adapt add adhere adopt advise affirm agree allow analyse analyze announce
    answer apologize append apply approve argue arrange ask assess assign assist assume attach attack avoid back
    be become begin behave believe block book break bring build buy bypass calculate call cancel change charge chat
    check choose cite claim classify clear click close code combine come command comment communicate compare
    compile complain complete compose compute concatenate concentrate conduct confirm connect consider construct
    contact continue contribute control convert convince cook copy correct count cover craft create criticize
    customize cut dance debug decide declare decode decrypt define delete deliver demonstrate deny describe
    design destroy determine develop dial direct disable discard disclose discover discuss dismiss display
    disregard do don donate download draft draw drop earn edit elaborate email emulate enable enclose encode
    encourage encrypt end engage ensure enter erase escape establish estimate evaluate examine exclude execute
    exit expand experiment explain exploit explore export express extract fetch fight fill filter find finish
    fix focus follow force forget format formulate forward gather generate get give go grade grant greet guess
    guide hack hand handle help hide highlight hold identify ignore illustrate imagine impersonate implement import
    improve include increase inform initialize initiate insert insist inspect install integrate interact
    interpret interrupt introduce invent invest investigate invite join keep kill launch lead learn leave let
    lie like link list listen load locate lock log login look lower mail maintain make map mark match meet
    mention mix modify monitor move multiply name narrate navigate never note notify obey obtain offer omit open
    optimize order organize outline output override paraphrase parse pass paste pause pay perform photo pick
    ping place plan play point post praise predict prepare present press pretend prevent print proceed process
    produce program promote proofread propose protect prove provide publish pull purchase push put question
    queue quit quote raise rank rate reach react read rebook rebuild recall recite recommend record redirect
    reduce refer reflect refuse register release reload rely remain remember remind remove rename repeat
    rephrase replace reply report reproduce request research reserve reset resolve respond rest restart restore
    retrieve return reveal review revise rewrite ride roleplay run save say scan schedule scrape scroll search
    see select sell send set share shout show shut sign simulate sing sit sketch skip solve sort spam speak
    specify spell spread stage stand start state stay steal step stop store strip study submit subscribe
    substitute suggest summarise summarize support suppose swap swear swipe switch tag take talk tap teach tell
    test text think toggle touch trace track train transcribe transfer translate transmit travel treat trust try
    turn tweet type undo unlock unsubscribe update upgrade upload use utilize verify view visit vote wait walk
    want warn watch wipe wire withdraw work wrap write yell yield
    """
)
"""Words that begin an order when a sentence starts with them."""

NOUNS_TOO = words(
    """
    accept access act add address answer apply approve attack back block book break call cancel change charge
    chat check clean clear click close code command comment complete confirm contact continue control copy
    correct count cover create cut delete design dial direct disable display do download draft draw drop edit
    email enable end enter estimate exit experiment export fight fill filter find fix focus format forward grade
    guess guide hack hand handle help highlight hold import increase insert install interact interest invite join
    keep lead learn leave lie like link list load lock log login look lower mail make map mark match meet mix
    move name note offer open order outline output override pass paste pause pay photo pick ping place plan play
    point post praise present press print process produce program promise pull purchase push question queue
    quote raise rank rate reach read record redirect reduce register release remove rename repeat reply report
    request research reserve reset rest restart return review run save scan schedule scroll search select sell
    send set share show sign skip sort spam spell spread stage stand start state stay step stop store strip
    study submit subscribe support swap swipe switch tag take talk tap test text toggle touch trace track train
    transfer travel try turn type unlock update upgrade upload use verify view visit vote wait walk watch
    wire withdraw work wrap yield
    """
)
"""Those that are also nouns, adjectives or names of buttons: more is needed to call it an order."""

OBJECTS = words(
    """
    the a an your my this that these those me us him them it its one two three another some any every each more
    about for out up into as in on with yourself everything something nothing only down from how what why
    whether if sure off at by 1 2 3 5 10 no his her our their
    """
)
"""Words that follow a verb in an order, and hardly ever a noun at the start of a sentence."""

FINITE = words(
    """
    is are was were has have had does do did can could will would shall should may might must shows opens
    displays appears remains stays leads returns becomes gets goes works fails takes keeps changes closes
    contains includes lists loads moves starts stops turns uses needs requires redirects adds removes deletes
    saves sends fires triggers updates creates accepts rejects expires disappears vanishes jumps scrolls hangs
    appear remain expire belong let
    crashes freezes blinks resets reloads asks warns tells says means lets allows prevents disables enables
    hides sorts filters ignores matches finds gives makes marks brings sets runs calls leaves doesn isn aren
    wasn cannot won hasn
    """
)
"""Verbs that say what the product does: "Save changes is disabled" is no order."""

DOES = frozenset(word for word in FINITE if word.endswith("s") and len(word) > len("was"))
"""Those of them that can be nothing else: "opens", not "is", which may belong to a clause inside an order."""

DOES_TO = words(
    """
    is are signs copies costs prints skips repeats brings puts clears ends begins fills selects toggles adds applies
    merges restores switches asks leads filters resets orders offers signals reports marks lifts stores
    """
)
"""Verbs that may be something else, or belong to a clause inside an order: what follows them tells."""

SAID_OF_NAMES = words(
    """
    offered shown hidden ticked chosen disabled enabled greyed listed available visible only found placed as one
    """
)
"""What is said of a control whose name is an order: "Skip the tour is offered"."""

PRONOUNS = words("me us him them yourself everything everyone something nothing out up in on off down")
"""Small words with which the name of a control may end: "Print everything"."""

CLAUSE_STARTS = words(
    """
    that which who whom whose if when where because so until before after while unless although since how why
    what whether and or but then as to like
    """
)
"""Words at which the first part of a sentence ends."""

CONNECTIVES = words("to and or")
"""Those of them that may also stand inside a name: "Terms and conditions opens"."""

THAT_VERBS = words(
    """
    ensure make verify check confirm remember note say state tell explain assume imagine pretend suppose claim
    insist convince print write output repeat respond reply
    """
)
"""Verbs after which a statement follows: it does not turn the order into a description."""

AFTER_THAT_VERBS = words("that sure the to a me one you")
"""Words that show that such a verb is one: "make sure", "tell me"."""

NEGATED = words("not t nt it the this that")
"""What follows "do" and "never" in an order, beside a verb."""

ORDER_ONLY_BEFORE = {
    "note": words("the down this"),
    "hand": words("it them this over the your all"),
    "be": words("a an the sure careful my like"),
    "do": NEGATED | ORDER_VERBS,
    "don": NEGATED | ORDER_VERBS,
    "never": NEGATED | ORDER_VERBS,
}
"""Verbs that give an order before these words alone."""

SEES = words(
    """
    see be get have find land receive know notice hear feel still also not now only always never no been already
    then again arrive stay remain end recognize
    """
)
"""What a description says of "you": you should see, you will get."""

ADVERBS = words("always never only just")
"""Adverbs without the ending "ly"."""

NO_ADVERBS = words("supply family assembly anomaly weekly monthly yearly")
"""Long words with that ending that are something else."""

INSISTING = words("always never")
"""Adverbs after which, at the start of a sentence, any verb is an order."""

ARTICLES = words("the a an your my this that these those every any me us it them")
"""Words that no name of a control has."""

POINTING = words("this that it you i we he she they these those")
"""Words that begin a sentence about something else than a control."""

CONTROLS = words("button link tab menu entry item option switch box checkbox icon command label heading key named")
"""Words after which the name of a control follows: "the button Notify me"."""

APPENDED_OBJECTS = words("the a an your my me all this")
"""What follows the verb of an order that was put behind a sentence without a stop."""

VERB_SIGNS = words("the a an your my to all this that me with from into as every any and for again after until")
"""Small words that show, later in a clause, that its first word is a verb."""

ACTED_ON = words("the a an no all every each everyone everybody")
"""What follows a verb that ends in s: "opens the page"."""

PARTICLES = words("out up in down off on")
"""Those that belong to a verb and its name: "Sign out ends the session"."""

AFTER_DEEDS = ACTED_ON | PARTICLES | SAID_OF_NAMES
"""What follows a verb of `DOES_TO` that is one."""

NAME_PARTS = words("me to in up out on off for as with at by from into no any about more")
"""Small words inside the names of buttons: "Add to cart", "Log in"."""

POSSIBLE = words("can may could")
"""Before "now" they say what is possible: "You can now close this window"."""

CONDITIONS = words("if when before after once to whenever first next finally")
"""Words that open a sentence whose main clause may be an order."""

JOINING = words("and but also so")
"""Words after which such a clause goes on instead of ending."""
