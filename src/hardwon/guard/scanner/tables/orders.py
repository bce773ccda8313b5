"""Orders: the words and phrases by which a text gives orders, asks or addresses its reader, in many languages.

Data only, for `describing.py` and `clauses.py`. A list made with `words` is compared as it stands, in folded
letters; phrases and the tables by language are written as they are spelled, and folded when they are read.
"""

# ruff: noqa: RUF001 - words of several scripts

from __future__ import annotations

from hardwon.guard.scanner.tables import words

POLITE = words("please kindly bitte molim")
"""Words that make what follows a request, wherever they stand."""

CLAUSE_OPENERS = words(
    """
    please kindly then now also first next finally instead and but just simply do so ok okay hey hi hello
    afterwards immediately bitte dann jetzt nun und danach sofort nur plait maintenant puis et ensuite favor
    ahora luego y entonces agora depois e entao adesso ora poi quindi nu dan en teraz potem теперь потом затем и
    просто och og ja ve και та і oraz
    """
)
"""After these words a clause may begin."""

BEFORE_NOUNS = words("the a an this that each every its their his her our your my")
"""After these, "first" and "next" belong to a noun: "the first test"."""

ORDER_OPENERS = words("please then now kindly instead just simply bitte")
"""After these a clause inside a sentence may give an order."""

YOU = words("you ai assistant du sie tu vous usted voce lei вы ты")
"""The reader."""

MODALS = words(
    """
    must should shall will can could may might to have need are musst sollst debes deves devi dois должен должны
    """
)
"""After "you" and one of these a clause may begin: "you must"."""

TRADES = words(
    """
    vision eye hearing blood urine medical pregnancy allergy drug alcohol covid antigen pcr dna skin lung stress fitness
    swim driving placement grammar vocabulary typing aptitude iq entrance citizenship theory emissions emission
    brake water soil ph smoke alarm fire pressure leak height weight age luggage baggage
    credit background reference spell spelling plagiarism estate travel insurance letting booking ticketing
    exam exams course courses module quiz lesson lab laboratory screening germination crash penetration bench
    hearing strip pool wind load hydraulic escalator lift flight pilot
    cleaning shipping crane tour radio perfume battery circuit gas
    """
)
"""What makes the test, the check or the agent behind it one of another trade than software's."""

ASKING_WORDS = words(
    """
    what why who whom whose how where when which wie was warum wieso weshalb wer wo wann pourquoi comment qui
    """
)
"""Words that begin a question."""

ASKING_VERBS = words(
    """
    are do does did would should could were many much old long ist sind hat haben kann bist heisst viel
    viele war waren wird werden est sont es son
    """
)
"""Verbs that follow them. "When was" and "what is" also begin statements."""

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
    "your task|job|goal|mission|role|purpose|objective|first_task|next_task ~1 is|will|now|in ~1 to|the|a|an|now|be|$",
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

GLUED_DESCRIBING = "[^\\n]{1,24}(?:后|後|时|時)(?:会|將|将|会|不)?(?:显示|顯示|出现|出現|跳转|返回|变|消失)"
"""What follows them where the sentence says what happens afterwards; a regular expression."""
