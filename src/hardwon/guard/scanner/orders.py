"""Orders: the words by which a text gives orders, asks or addresses its reader, per language.

Data for `observation.py`. Accents are folded there, so words may be written as they are spelled.
"""

# ruff: noqa: RUF001, SIM905 - words of several scripts, and lists of words that read as such

from __future__ import annotations

VERBS = frozenset(
    """
abandon accept accuse activate adapt adhere adopt advise affirm agree allow analyze analyse announce apologize
append approve argue arrange ask assess assign assist assume attach avoid be become begin behave believe book
bring build buy calculate call cancel choose cite claim classify clear combine come communicate compare compile
complain complete compose compute concatenate concentrate conduct confirm consider construct contact continue
convert convince copy correct count craft create criticize debug decide declare decode decrypt define delete
deliver demonstrate deny describe design destroy determine develop disable discard disclose discover discuss
dismiss disregard do don donate download draft draw drop earn edit elaborate email emulate enable encode
encourage encrypt engage ensure enter erase escape establish estimate evaluate examine exclude execute expand
explain exploit explore export express extract fetch fill find finish fix focus follow forget format formulate
forward gather generate get give go grant greet guess guide handle help hide highlight identify ignore
illustrate imagine impersonate implement import improve include inform initialize initiate insert insist inspect
install introduce invent investigate invite join keep kill learn leave let lie locate look maintain make mention
modify monitor move multiply name narrate navigate never obey obtain offer omit open optimize organize output
override paraphrase parse pay perform pick place play praise predict prepare present pretend prevent print
proceed process produce promote proofread propose prove provide publish purchase put quote read rebook recall
recite recommend redirect reduce refer refuse register remain remember remind remove rename repeat rephrase
replace reply reload reproduce reserve reset resolve respond restart restore retrieve return reveal revise rewrite
roleplay run save say scan schedule select sell send set share show shut simulate skip solve sort speak specify
spell spread start state stay steal stop store submit subscribe substitute suggest summarize summarise suppose
take talk teach tell think transcribe transfer translate transmit treat try turn type undo unlock unsubscribe
update upload use utilize verify visit vote wait wipe withdraw write yell act add answer apply attack back block
break buy change charge chat check click close code command comment connect contribute control cook cover
customize cut dance dial direct display enclose end exit experiment fight filter force grade hack hold identify
increase integrate interact interpret interrupt invest launch lead lie like link list listen load lock log login
lower mail map mark match meet mix note notify order outline pass paste pause perform photo ping plan point post
praise press process program protect pull push queue question quit raise rank rate reach react rebuild record
reflect release rely report request research rest review ride scrape scroll search see shout sign sing sit
sketch spam stage stand step strip study submit summarize support swap swear swipe switch tag tap test text
toggle touch trace track train travel trust turn tweet upgrade view walk want warn watch work wrap yield
""".split()
)
"""Words that begin an order in English when a sentence starts with them."""

NOUNS_TOO = frozenset(
    """
access act address answer attack back block book break call change charge chat check click close code command
comment control copy cover count cut design direct display do dial draft draw drop email end enter estimate exit
export fight filter find fix focus format forward grade guess guide hack handle help highlight hold import
increase insert install interest invite join keep lead learn leave lie like link list load lock log login look
lower mail make map mark match meet mix move name note offer open order outline output override paste pause pay
photo pick ping place plan play point post praise present press print process produce program promise pull
purchase push queue question quote raise rank rate reach read record redirect reduce register release remove
rename repeat reply report request research reserve reset rest restart return review run save scan schedule
scroll search select sell send set share show sign skip sort spam spell spread stage stand start state stay step
stop store strip study submit support swap swipe switch tag take talk tap test text toggle touch trace track
train transfer travel try turn type update upgrade upload use view visit vote wait walk watch withdraw work wrap
yield create delete add edit cancel confirm continue subscribe download apply accept clear complete approve
disable enable fill filter process register unlock update verify view sign log complete present open correct
clean name code text test program process contact experiment interact process store state
""".split()
)
"""Those that are also nouns, adjectives or names of buttons: more is needed to call it an order."""

OBJECTS = frozenset(
    """
    the a an your my this that these those me us him them it its one two three another some any every each more
    about for out up into as in on with yourself everything something nothing only down from how what why
    whether if sure at by 1 2 3 5 10 no his her our their
    """.split()
)
"""Words that follow a verb in an order, and hardly ever a noun at the start of a sentence."""

FINITE = frozenset(
    """
is are was were has have had does do did can could will would shall should may might must shows opens displays
appears remains stays leads returns becomes gets goes works fails takes keeps changes closes contains includes
lists loads moves starts stops turns uses needs requires redirects adds removes deletes saves sends fires
triggers updates creates accepts rejects expires disappears vanishes jumps scrolls hangs crashes freezes blinks
resets reloads asks warns tells says means lets allows prevents disables enables hides sorts filters ignores
matches finds gives makes marks brings sets runs calls leaves doesn isn aren wasn cannot won hasn
""".split()
)
"""Verbs that say what the product does: "Save changes is disabled" is no order."""

DOES = frozenset(word for word in FINITE if word.endswith("s") and len(word) > len("was"))
"""Those of them that can be nothing else: "opens", not "is", which may belong to a clause inside an order."""

ASKING_WORDS = frozenset(
    (
        "what why who whom whose how where when which wie was warum wieso weshalb wer wo wann pourquoi comment "
        "qui cómo quién"
    ).split()
)
ASKING_VERBS = frozenset(
    """
    are do does did would should could were many much old long ist sind hat haben kann bist heißt heisst viel viele
    war waren wird werden est sont es son
    """.split()
)
"""Words that begin a question and the verbs that follow them. "When was" and "what is" also begin statements."""

CLAUSES = frozenset(
    """
    that which who whom whose if when where because so until before after while unless although since how why
    what whether and or but then as to like
    """.split()
)
"""Words at which the first part of a sentence ends."""

THAT_VERBS = frozenset(
    (
        "ensure make verify check confirm remember note say state tell explain assume imagine pretend suppose claim "
        "insist convince print write output repeat respond reply"
    ).split()
)
"""Verbs after which a statement follows: it does not turn the order into a description."""

SEES = frozenset(
    """
    see be get have find land receive know notice hear feel still also not now only always never no been already
    then again arrive stay remain end recognize
    """.split()
)
"""What a description says of "you": you should see, you will get."""

ASKS = (
    (
        "can_you|could_you|would_you|will_you|do_you|are_you|did_you|why_do_you|what_do_you|how_do_you|"
        "who_are_you|what_are_you|have_you|should_i|what_if_you|how_would_you|were_you"
    ),
    "i want|need|expect|command|order|ask|beg|would_like|d_like|require|urge you",
    (
        "i_would_like|i_d_like|i_want|i_need|i_am_looking|i_m_looking an_answer|a_list|you|help|to_know|"
        "your_help|for|some_help"
    ),
    (
        "we_ask_you|we_need_you|we_want_you|you_need_to|you_have_to|you_ought_to|you_are_to|you_shall|"
        "you_are_required|you_are_going_to|you_will_be_given|you_are_about_to|you_are_being_asked"
    ),
    "your task|job|goal|mission|role|purpose|objective|first_task|next_task ~1 is|will|now|in",
    (
        "tell_me|give_me|show_me|help_me|answer_me|write_me|send_me|explain_to_me|let_me_know|remind_me|"
        "teach_me|do_me|inform_me|make_me|read_me|ask_me|call_me|get_me|find_me|provide_me|convince_me"
    ),
    (
        "generieren_sie|schreiben_sie|öffnen_sie|klicken_sie|prüfen_sie|geben_sie|wählen_sie|senden_sie|"
        "löschen_sie|antworten_sie|warten_sie|drucken_sie|erstellen_sie|nennen_sie|stellen_sie_sicher|"
        "beantworten_sie|erklären_sie|ignorieren_sie|vergessen_sie"
    ),
    "ich_möchte|ich_will|ich_brauche|ich_benötige dass|eine_antwort|deine|ihre|dringend|wirklich",
    (
        "können_sie|kannst_du|könntest_du|könnten_sie|würdest_du|hilf_mir|sag_mir|sage_mir|gib_mir|zeig_mir|"
        "erzähl_mir|je_veux|je_voudrais|j_aimerais|peux_tu|pouvez_vous|pourrais_tu|pourriez_vous|puedes|podrías|"
        "quiero_que|necesito_que|você_pode|pode_me|quero_que|preciso_que|me_envie|me_mande|me_diga|puoi|"
        "potresti|voglio_che|vorrei_che|"
        "можешь|можете_ли|хочу_чтобы"
    ),
    "answer|respond|reply ~2 following|this|question|with|in_the|as",
    (
        "let_s|lets|let_us play|start|begin|pretend|do|go|write|talk|make|imagine|try|say|have|assume|act|get|"
        "see|create|take"
    ),
    "say_yes|say_no|say_hello|say_that|say_the|say_hi|say_i",
    (
        "as_an_ai|as_a_language_model|as_an_assistant|dear_ai|dear_assistant|hello_ai|hi_ai|hey_ai|"
        "hello_chatgpt|hi_chatgpt|hello_gpt|hallo_gpt|my_first|my_question|my_request|my_prompt"
    ),
    (
        "you_will only|always|never|now|act|respond|answer|reply|be_playing|pretend|provide|write|play|follow|"
        "not|start|speak|simulate"
    ),
    (
        "you_must|you_should|you_shall|you_are_to always|never|not|only|act|respond|answer|reply|write|ignore|"
        "use|provide|follow|do|immediately|obey|say|call|send|make|keep|tell|pretend|now|go|delete|run|help|"
        "include|add"
    ),
    (
        "you are|re a|an|the|my|not|no|playing|acting|going|about|role ~4 and|who|that|with|in|to|named|called|"
        "whose|ai|assistant|expert|character"
    ),
    (
        "well_done|good_job|great_job|superbly_done|very_good|congratulations|excellent_work|excellent|"
        "that_s_fantastic|that_is_enough|that_is_done now|but|and|wow|on|please|your|that"
    ),
    "imagine|suppose|pretend|assume you|that|we|it|i",
    "for_me|to_me please|now|in|with|about|as",
)
"""Phrases by which a text speaks to its reader."""

STARTERS = {
    "de": """
        schreibe schreib generiere generieren erzeuge erstelle formuliere formulieren beantworte beantworten
        antworte erkläre erklären nenne nennen sage sag zeige zeig gib vergiss ignoriere drucke berechne
        erzähle erzähl übersetze lösche lösch sende schicke öffne klicke klick warte wähle führe mache mach
        prüfe vergewissere konzentriere denke finde hole kopiere bestätige überweise fasse kaufe bestelle
        buche ändere ersetze stoppe beende verwende benutze hilf bitte spiele stell bleib achte merke
        """,
    "fr": """
        écris écrivez générez créez dis dites montrez donne donnez expliquez réponds répondez traduis
        traduisez ignorez oublie oubliez envoyez supprimez ouvrez clique cliquez attends attendez affichez
        fais faites résumez trouvez cherchez vérifiez utilisez ajoutez lis lisez raconte racontez imaginez
        veuillez assurez choisis choisissez copiez remplis remplissez
        """,
    "es": """
        escribe escriba escribir genere dime dame diga muéstrame muestre explica explique explícame mándame
        pásame responde responda traduce traduzca ignora olvida olvide envíe envíame elimine borre abra haz
        haga espere resuma calcule busque verifique agregue añada lea cuéntame imagina finge actúa seleccione
        elija pulse presione asegúrate asegúrese transfiera tienes debes
        """,
    "pt": """
        escreva gere crie diga mostre explique responda traduza esqueça envie exclua apague abra clique espere
        aguarde imprima resuma calcule procure busque encontre verifique adicione leia finja aja selecione
        escolha faça certifique garanta transfira forneça cante
        """,
    "it": """
        scrivi scriva scrivete dimmi dica mostrami spiegami spieghi rispondi risponda traduci traduca
        dimentica inviami apri apra attendi riassumi aggiungi leggi racconta raccontami immagina fingi agisci
        scegli fai assicurati trasferisci fornisci elimini clicchi verifichi selezioni
        """,
    "nl": """
        schrijf genereer maak vertel toon geef leg beantwoord vertaal negeer vergeet stuur verwijder open klik
        wacht druk zoek vind controleer gebruik voeg lees kies kopieer doe zorg
        keur bevestig annuleer weiger betaal sluit wis zet wijzig verander
        bewaar onthoud schakel verberg
        """,
    "pl": """
        napisz wygeneruj stwórz utwórz powiedz pokaż podaj wyjaśnij odpowiedz przetłumacz zignoruj zapomnij
        wyślij usuń otwórz kliknij poczekaj wydrukuj znajdź sprawdź użyj dodaj przeczytaj wybierz skopiuj zrób
        opisz zatwierdź potwierdź odrzuć zwróć ukryj zamknij ustaw zmień pobierz zapłać przelej wyłącz włącz
        uruchom naciśnij wpisz zapisz zatrzymaj przejdź
        """,
    "hr": """
        napiši generiraj stvori reci pokaži daj objasni odgovori prevedi ignoriraj zaboravi pošalji obriši
        otvori klikni čekaj ispiši pronađi provjeri koristi dodaj pročitaj odaberi kopiraj budi
        """,
    "ru": """
        напиши напишите сгенерируй сгенерируйте создай создайте скажи скажите покажи покажите дай дайте
        объясни объясните ответь ответьте переведи переведите игнорируй забудь забудьте отправь отправьте
        удали удалите открой откройте нажми нажмите подожди подождите выведи найди найдите проверь проверьте
        используй используйте добавь добавьте прочитай выбери выберите скопируй сделай сделайте опиши опишите
        расскажи расскажите представь убедитесь перейди перейдите введи введите позвони закрой
        """,
    "uk": """
        напиши створи скажи покажи дай поясни відповідай переклади ігноруй забудь надішли видали відкрий
        натисни зачекай знайди перевір використай додай прочитай вибери зроби опиши
        """,
    "tr": """
        yaz yazın oluştur oluşturun söyle göster ver açıkla cevapla çevir unut gönder gönderin sil silin aç
        açın tıkla tıklayın bekle bekleyin bul kontrol kullan ekle oku seç kopyala lütfen onayla onaylayın kaldır
        reddet kapat değiştir
        """,
    "vi": "hãy vui viết tạo nói",
    "id": (
        "tulis tuliskan buat buatlah katakan tunjukkan berikan jelaskan jawab terjemahkan abaikan lupakan kirim "
        "kirimkan hapus buka klik tunggu tolong silakan mohon"
    ),
    "sv": """
        skriv skapa berätta visa ge förklara svara översätt ignorera glöm skicka radera öppna klicka vänta snälla
        godkänn bekräfta avbryt
        """,
    "ar": """
        اكتب اكتبي انشئ قل اخبرني اعرض اعط اعطني اشرح اجب ترجم تجاهل انس ارسل احذف افتح اضغط انقر انتظر اطبع
        ابحث تحقق استخدم اضف اقرا اختر انسخ افعل تاكد يرجى رجاء الرجاء صف لخص
        """,
    "hi": "कृपया लिखो लिखें बताओ बताएं",
    "he": "כתוב צור אמור הצג תן הסבר ענה תרגם התעלם שכח שלח מחק פתח לחץ המתן אנא בבקשה",
}
"""Words that begin an order in other languages when a sentence starts with them."""

GLUED = (
    (
        "都要删除|都要刪除|都要批准|都要取消|都要退款|都要通过|都要关闭|都要清空|都要发送|都得删除|都得批准|"
        "请|請|麻烦你|帮我|幫我|给我写|告诉我|告訴我|务必"
    ),
    "てください|て下さい|でください|で下さい|でくれ|でほしい|で欲しい|しなさい|なさい|してくれ|せよ|て欲しい|てほしい|教えて|ましょう|お願いします",
    "하세요|세요|십시오|해줘|해_줘|해라|하시오|알려줘|합시다|써줘|써_줘|열어라|마라|지_마|주십시오",
    (
        "कृपया|करें|करो|कीजिए|कीजिये|बताओ|बताएं|बताइए|लिखो|लिखें|दीजिए|भेजो|भेजें|खोलो|खोलें|जाओ|हटा_दो|मिटा_दो|भेज_दो|कर_दो|बता_दो|खोल_दो|दे_दो|"
        "रोक_दो|छिपा_दो|लिख_दो|दबा_दो|चुन_लो|कर_लो|हटाओ|मिटाओ|हटाएं|मिटाएं|दबाओ|दबाएं|चुनो"
    ),
    "กรุณา|โปรด|จงเขียน|ช่วยเขียน|ช่วยบอก",
)
"""Parts of sentences that give an order in languages that glue them to words or write without spaces."""

GLUED_ENDS = (
    (
        "[一-鿿ァ-ヶーにを]しろ|[べめけせえれじびげね]ろ|[一-鿿]り?消せ|押せ|出せ|渡せ|返せ|戻せ|隠せ|送れ|読め|書け|行け|開け|"
        "選べ|使え|待て|言え|するな"
    ),
    (
        "(?:삭제|승인|취소|확인|실행|클릭|입력|전송|선택|변경|저장|무시|제거|추가|설정|환불|결제|복사|등록|수정|허용|차단|"
        "요청|시작|중지|종료|공개|출력|작성|생성|처리|진행|이동)해|보내|열어|눌러|지워|말해|알려|하라"
    ),
)
"""Those that give an order only where a sentence ends; regular expressions, since what stands before them decides."""

ENDERS = """
    onayla onaylayın sil silin gönder gönderin kaldır kaldırın reddet reddedin kapat kapatın tıkla tıklayın yazın seçin
    ekleyin değiştir değiştirin kopyala söyle söyleme
"""
"""Words that give an order when a sentence of several words ends with them: in Turkish the verb comes last."""

GLUED_STARTS = (
    "写一|写出|写下|寫一|翻译|翻譯|点击|點擊|点按|打开|打開|删除|刪除|等待|发送|發送|输入|輸入|选择|選擇|"
    "确保|確保|忽略|忘记|忘掉|生成|解释|解釋|描述|列出|说出|回答|告诉|告訴|按下|下载|创建|想象|假装|扮演|"
    "不要|总结|把|将"
)
"""Those that give an order only where a sentence begins."""
