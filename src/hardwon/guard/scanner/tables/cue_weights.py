"""Cue weights: what shapes, cues and links weigh, as `bench/cues.py` has learned it and written it down. Data only."""

from __future__ import annotations

BIAS, ENOUGH = -23, 6
"""What a value weighs before anything is known of it, and from which weight on it is a secret."""

WEIGHTS = """
-41: cue-other:number
-30: shape:word-known
-29: cue:codigo:n
-25: cue:opens:v
-22: beside:capital cue:user:v
-21: next:is:n
-20: cue:archive:v cue:zip:n is:n-three
-19: next:is:v
-18: counted cue:bike:n cue:identified-by:v cue:network:v login:n-four login:phrase
-17: cue:opened:v cue:pass:n hint:before-as:v is:word login:capital quoted:capital-number
-16: and:phrase before:joined-number cue:pdf:v prev:code:v prev:→:v property:n question quoted:small-number with:word
-15: and:mixed as:v cue-other:n cue:user:n far:phrase next:code:v prev:pass:v rule
-14: across:number:n code:n-many colon:word cue-other:v cue:open:v lock:other:n next:identified:v opens:is:n
-14: password:capital password:colon:n
-13: before:direct:n code:mixed cue-other:hint cue:pass:v lock:beside:v number:before:n number:signed-number
-13: other:joined-number quote:" shape:n-year
-12: as:direct:v before:direct:v before:n-four colon:phrase cue:account:n cue:nickname:v cue:ssh:v hint:before:v
-12: lock:phrase login:beside:n number:n-three number:phrase opens:beside:v other:n-three prev:at:n prev:pin:n
-11: before-as:word code:tail cue:code:v lock:capital login:with:n network:capital-number number:mixed other:v
-11: password:as:v prev:as:v prev:see:v
-10: before-as:capital-number before:far:n code:word colon:n-many cue:gate:n cue:old:v far:capital far:n-three
-10: lock:is:v login:before-as:v login:colon:n login:colon:v number:before-as:v number:n-parted opens:beside:n
-10: opens:capital other:n-year other:phrase prev:old:v property:v quoted:mixed quoted:underscored quoted:word
-10: shape:camel shape:upper shape:word with:far:v
-9: as:signed-number colon:signed cue:codice:n cue:connected:v cue:losenordet:v cue:phone:v cue:till:v last:camel
-9: last:n-year lock:joined-number login:word next:?:v next:has:v next:password:v password:other:v prev::n prev::v
-9: prev:for:v
-8: answer:word beside:n-three code:capital-number cue-other:opens cue:gate:v cue:geht:v cue:passwords:v cue:phone:n
-8: is:camel is:capital-number is:far:v last:joined-number lock:before:v lock:word login:n-three near:n-three
-8: near:n-year near:word network:colon:v next:i:v next:with:v next:without:v number:before:v number:capital-number
-8: opens:before:n opens:colon:v opens:n-many opens:other:v prev:code:n prev:user:n quoted:joined-number
-7: answer:before:v before-as:n before:n-three before:v code:n-four code:phrase cue:alarm:v cue:pin:v direct:camel
-7: is:upper lock:before-as:v lock:colon:v lock:other:v login:is:v login:other:n next:open:v next:s:v next:the:v
-7: number:as:v opens:n-three opens:n-year opens:word prev:es:n prev:has:n prev:user:v quote:` shape:n-three
-6: across:password:v and:underscored answer:beside:v answer:camel before-as:n-four before:small-number beside:joined
-6: code code:n-three colon:tail cue:lock:v direct:word far:word first:small-number last:tail lock:capital-number
-6: network:joined-number next:was:n number:beside:v number:is:v number:word opens:colon:n other:n password:n-three
-6: prev:parola:v prev:the:v prev:пароль:v quoted:capital shape:tail
-5: and:capital as:far:v as:small-number before-as:direct:n before:capital-number before:n before:phrase
-5: colon:small-number cue-other:login cue:account:v cue:alarm:n cue:lock:n cue:locked:n cue:tablet:v direct:tail
-5: direct:upper first:phrase is:joined is:underscored lock:before-as:n login:small-number near:camel near:tail
-5: near:upper network:word next:at:v number:capital opens:n-four other:capital other:word password:camel
-5: password:upper prev:account:v prev:in:n quoted:camel shape:joined
-4: as:n as:n-many as:near:n as:phrase before:capital before:near:v before:signed-number before:word beside:phrase
-4: colon:far:v cue:apple:v cue:door:v cue:login:n cue:logs-in:v cue:pdf:n cue:used:v direct:joined-capital
-4: direct:n-year direct:signed far:n-year far:small-number hint:with:v last:n-many last:word lock:and:v lock:as:n
-4: lock:mixed login:camel login:tail next:are:v next:in:n next:should:v number:and:v number:n-year number:underscored
-4: opens:before:v opens:joined-capital other:mixed password:joined-number password:n-many password:word prev:account:n
-4: prev:from:n prev:login:v prev:network:v prev:with:n quote:' quoted:n-many
-3: and:n-three as:joined-number before-as:near:n before:far:v before:n-year beside:camel beside:n-four cue:code:n
-3: cue:doors:v cue:haslo:v cue:kod:n cue:login:v cue:open:n cue:opened:n cue:printer:v cue:safe:v cue:spreadsheet:v
-3: cue:пароль:v direct:joined far:joined far:joined-number login:n-year login:other:v login:upper network:beside:v
-3: network:capital next:a:v next:shows:v next:was:v number:signed opens:upper other:near:v password:before:n
-3: password:joined password:tail prev:archive:v prev:de:v prev:haslo:v prev:of:n
-2: across:lock:v across:login:v across:opens:v and:n-year and:upper answer:before-as:v answer:other:v answer:phrase
-2: before-as:n-three before:n-parted code:upper cue:admin:n cue:archive:n cue:contrasena:v cue:mailbox:v cue:new:v
-2: cue:password:n cue:passwort:v cue:protected:v cue:till:n cue:wachtwoord:v direct:capital direct:underscored
-2: first:signed hint:beside:v hint:joined-number last:n-three last:small-number last:upper lock:joined-many
-2: lock:n-year login:as:v login:before:n login:signed-number network:is:v number:joined number:other:v opens:as:v
-2: opens:before-as:n opens:capital-number opens:is:v opens:tail other:direct:v other:joined-many other:n-four
-2: password:before:v password:n-year prev:apple:v prev:open:v prev:printer:v prev:question:v quoted:joined
-2: quoted:n-parted quoted:signed-number shape:capital shape:underscored with:capital
-1: across:number:v answer:as:v as:n-three as:near:v cue:bike:v cue:keypad:v cue:kiosk:v cue:secret:v
-1: direct:joined-many is:joined-many lock:as:v network:n-three next:by:v next:from:v next:lock:v next:of:v next:out:v
-1: number:joined-many opens:joined-number other:far:v other:small-number prev:e:n quote:« quote:„ quoted:joined-many
1: before-as:near:v before-as:signed-number before:signed cue:password:v far:mixed login:beside:v login:n-many
1: opens:mixed other:direct:n prev:is:n quoted:phrase with:joined-number
2: and:direct:n and:n-lettered and:signed and:small-number before-as:direct:v before-as:mixed before:near:n
2: beside:signed-number colon:capital-number colon:joined-capital colon:signed-number cue:locked:v cue:log-in:v
2: direct:n-lettered direct:n-many far:n-four hint:is:v last:capital-number last:phrase lock:before:n lock:n-halves
2: lock:n-three login:with:v near:small-number next:and:n opens:n-parted password:colon:v password:other:n prev:a:n
2: prev:e:v prev:pw:v prev:to:n with:capital-number with:signed
3: before-as:phrase before-as:v before:n-many beside:signed colon:capital colon:direct:n colon:n-parted colon:v
3: cue-other:password cue:senha:v cue:vault:v cue:zip:v direct:joined-number direct:n-four has:login is:capital
3: login:before:v login:joined-number near:mixed next:on:n number:colon:v opens:with:v other:signed-number
3: password:n-four prev:est:n with:direct:v with:mixed with:n-parted
4: across:lock:n and:joined-capital and:near:v beside:direct:v beside:small-number beside:v colon:n-halves comma:v
4: cue:clave:v cue:pin:n cue:sim:n direct:n-parted direct:signed-number direct:small-number is:n-four is:n-lettered
4: is:phrase last:capital lock:and:n login:joined-capital login:mixed near:n-many near:signed network:other:v
4: next:can:v number:and:n opens:and:v other:far:n other:signed password:is:n password:joined-capital password:n-halves
4: password:phrase prev:for:n prev:with:v shape:joined-capital with:n-many with:n-three
5: and:far:n and:far:v and:n-four and:n-many answer:capital-number answer:is:v beside:direct:n beside:n
5: beside:underscored colon:joined-number colon:near:v cue:maiden-name:v cue:opens:n cue:voicemail:n direct:phrase
5: far:signed is:near:n near:joined-many near:n-four network:mixed opens:and:n password:beside:n password:is:v
5: prev:admin:v prev:locked:v prev:passwort:v prev:to:v shape:joined-many with:phrase
6: and:joined-number and:signed-number before-as:joined-many colon:joined cue-other:lock cue:door:n cue:tablet:n
6: has:number has:opens hint:colon:v is:n-parted last:n-halves near:joined-capital near:n-halves number:beside:n
6: number:n-lettered opens:with:n other:n-parted password:and:v password:joined-many password:with:v prev:password:v
6: shape:n-four
7: and:direct:v and:near:n before:mixed colon:n colon:near:n cue:first-pet:v cue:use:v far:capital-number
7: first:joined-number is:far:n is:n last:joined-capital lock:is:n lock:n-lettered next:for:v number:joined-number
7: number:n-many number:with:n opens:phrase other:capital-number prev:one:v prev:secret:v with:v
8: and:capital-number and:n code:signed code:small-number colon:n-three cue-other:network cue:mot-de-passe:v
8: cue:sign-in:v direct:mixed direct:n-halves has:hint is:signed is:signed-number login:is:n network:and:v
8: opens:before-as:v password:before-as:v password:beside:v with:direct:n with:n-four with:near:v with:signed-number
9: and:v and:word code:joined-number colon:direct:v comma:n cue:код:n hint:and:v hint:other:v last:n-four last:signed
9: near:signed-number next::n next:gets:v next:until:v number:colon:n number:n-four other:n-lettered shape:n-many
9: shape:phrase
10: beside:capital-number beside:mixed beside:n-many cue:credentials:v cue:pw:v cue:share:v cue:wifi:v far:n-many
10: is:n-halves is:small-number last:n-lettered last:n-parted login:capital-number near:n-lettered next:on:v
10: number:n-halves number:other:n password:signed shape:n-lettered shape:n-parted with:near:n
11: has:password is:direct:v lock:with:n network:small-number opens:signed-number prev:/:v prev:is:v prev:was:v
11: shape:n-halves
12: has:answer has:lock has:network is:direct:n near:n-parted next:and:v password:mixed with:n
13: cue:passphrase:v lock:n-many lock:n-parted next:as:v password:capital-number
14: answer:capital colon:mixed
15: answer:colon:v last:n lock:colon:n
16: last:mixed password:signed-number shape:joined-number
17: last:v shape:small-number
19: last:signed-number
22: shape:mixed
25: shape:capital-number
26: shape:signed
28: shape:signed-number
"""
