"""Confusables: letters of other scripts that Unicode says pass for a Latin one. Generated; data only.

From confusables.txt of Unicode's security mechanisms (UTS 39) as the package confusable_homoglyphs 3.3.1 has it: every
single character that is confusable with a Latin letter, without those that compatibility folding (NFKC) or accents
resolve, without Latin letters themselves (languages write with them), and without scripts in which text is written
whose letters merely resemble a stroke (Han, kana, Hangul, Arabic, Hebrew, Thai, Devanagari, Bengali). Lower-case forms
are added: Cherokee, Coptic and Deseret have them. One line for each letter: the letter, then what passes for it.
"""

# ruff: noqa: RUF001 - this module is about letters that look like others

from __future__ import annotations

_TABLE = """
    a ΑαАаᎪᗅ⍺ꓮꭺ𐊠𖽀
    b ΒβВЬвьᏏᏴᏼᑲᖯᗷꓐꮟ𐊂𐊡𐌁
    c ϲϹСсᏟⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲🝌
    d ԁᎠᏧᑯᗞᗪꓒꓓꭰꮷ
    e ΕεЕеҽᎬ℮⋿ⴹꓰꭼ𐊆𑢦𑢮𑣆𑣎
    f Ϝϝքᖴꓝ𐊇𐊥𐔥𑢢𑣂𝈓
    g ԌԍցᏀᏳᏻꓖꮐ
    h ΗηНнһհᎻᏂᕼⲎⲏꓧꮋꮒ𐋏
    i ˛ͺιіӏᎥι⍳ꙇꭵ𑣃
    j ͿϳЈјᎫᒍꓙꭻ
    k ΚκКкᏦᛕⲔⲕꓗꮶ𐔘
    l ΙІӀ۱Ꮮᒪᛁ∣⏽ⲒⲓⳐⳑⵏꓡꓲꮮ￨𐊊𐌉𐌠𐐛𐑃𐔦𑢣𑢲𑣒𖼖𖼨𝈪
    m ΜμϺϻМмᎷᗰᛖⲘⲙꓟꮇ𐊰𐌑
    n ΝոռⲚⲛꓠ𐔓
    o ΟοσОоՕօ۵੦૦ଠ୦௦౦೦ഠ൦໐ဝ၀ჿዐⲞⲟⵔ〇ꓳ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣕𑣗𑣠
    p ΡρϱРрᏢᑭ⍴Ⲣⲣꓑꮲ𐊕
    q ԛգզⵕ
    r гᎡᏒᖇᴦⲅꓣꭱꮁꮢ𐒴𐓜𖼵𝈖
    s ЅѕՏտᏕᏚꓢꮥꮪ𐊖𐐠𐑈𑣁𖼺
    t ΤτТтᎢ⊤⟙Ⲧⲧꓔꭲ𐊗𐊱𐌕𑢼𖼊🝨
    u υՍսሀᑌ∪⋃ꓴ𐓎𐓶𑢸𑣘𖽂
    v νѴѵ۷Ꮩᐯ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍
    w ѡԜԝաᎳᏔꓪꮃꮤ𑜊𑜎𑜏𑣦𑣯
    x ×ΧχХхᕁᕽ᙭ᚷ╳⤫⤬⨯Ⲭⲭⵝꓫ𐊐𐊴𐌗𐌢𐔧𑣬
    y ΥγϒУуҮүყᎩᎽℽⲨⲩꓬꭹꮍ𐊲𑢤𑣜𖽃
    z ΖζᏃꓜꮓ𐋵𑢩𑣄𑣉𑣥
"""

CONFUSABLES = {
    other: latin for latin, others in (line.split() for line in _TABLE.strip().split("\n")) for other in others
}
"""Letter of another script to the Latin one that it passes for; `l` may stand for `i`: Unicode takes them for one."""
